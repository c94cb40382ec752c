import AccordJSON
import AccordSchema
import AccordValues

/// The id of a fuzz-generated request: `list~fuzz.7-123` is the 123rd request of the operation “list” with seed 7.
///
/// The request is a function of its id and the contract, so that the id alone brings it back.
package struct FuzzID: Sendable, Hashable, CustomStringConvertible {
    /// The group of the ids.
    static let group = "fuzz"

    package var operation: String
    package var seed: UInt64
    /// From 1.
    package var number: Int

    package init(operation: String, seed: UInt64, number: Int) {
        self.operation = operation
        self.seed = seed
        self.number = number
    }

    /// Reads an id, also with the file's name in front; nil for a case of another kind.
    package init?(_ id: String) {
        let name = id.split(separator: ":", omittingEmptySubsequences: false).last ?? ""
        guard let mark = name.firstRange(of: "~\(Self.group).") else { return nil }
        let parts = name[mark.upperBound...].split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let seed = UInt64(parts[0]), let number = Int(parts[1]), number > 0,
            mark.lowerBound > name.startIndex
        else { return nil }
        self.init(operation: String(name[..<mark.lowerBound]), seed: seed, number: number)
    }

    /// The turn of those requests that have everything in a corner, every other one at least; nil: of another kind. Every
    /// fourth has something wrong.
    var corner: Int? {
        guard !number.isMultiple(of: 4) else { return nil }
        let right = number - 1 - number / 4
        return right % 3 == 2 ? nil : right - right / 3
    }

    /// The same for all of a seed and an operation.
    var salt: UInt64 { SeededRandom.hash("\(operation) \(seed)".utf8) }

    /// `7-123`
    var entry: String { "\(seed)-\(number)" }

    package var description: String { "\(operation)~\(Self.group).\(entry)" }
}

extension SeededRandom {
    /// Starts from the id of a made request.
    init(_ id: FuzzID) {
        self.init(state: Self.hash(id.description.utf8))
    }
}
