import AccordCore
import AccordSchema

extension FuzzID {
    /// The turn of those requests that have everything in a corner, every other one at least; nil: of another kind. Every
    /// fourth has something wrong.
    var corner: Int? {
        guard !number.isMultiple(of: 4) else { return nil }
        let right = number - 1 - number / 4
        return right % 3 == 2 ? nil : right - right / 3
    }

    /// The same for all of a seed and an operation.
    var salt: UInt64 { SeededRandom.hash("\(operation) \(seed)".utf8) }
}

extension SeededRandom {
    /// Starts from the id of a made request.
    init(_ id: FuzzID) {
        self.init(state: Self.hash(id.description.utf8))
    }
}
