/// The id of a fuzz-generated request: `list~fuzz.7-123` is the 123rd request of the operation “list” with seed 7.
///
/// The request is a function of its id and the contract, so that the id alone brings it back.
package struct FuzzID: Sendable, Hashable, CustomStringConvertible {
    /// The group of the ids.
    package static let group = "fuzz"

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

    /// `7-123`
    package var entry: String { "\(seed)-\(number)" }

    package var description: String { "\(operation)~\(Self.group).\(entry)" }
}
