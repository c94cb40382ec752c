// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A contradiction: two constraints that no value satisfies together, or one constraint that no value satisfies.
struct ExampleContradiction: Error, Equatable {
    var reason: String
    /// The location of the constraint that was added last.
    var place: JSONValue
    /// The location of the constraint that `place` contradicts, if there is one.
    var other: JSONValue?
    /// The descriptions of the contradictions in the other branches of `anyOf` or `oneOf`.
    var also: [String] = []

    init(_ reason: String, at place: JSONValue, and other: JSONValue? = nil) {
        (self.reason, self.place, self.other) = (reason, place, other)
    }

    /// The reason with its locations. If both constraints are in the same schema, the text contains only one location.
    var description: String { ([pair] + also).joined(separator: "; ") }

    private var pair: String {
        guard let other, other.document !== place.document || other.pointer.parent != place.pointer.parent else {
            return "\(reason) at \(Self.name(place))"
        }
        return "\(reason) at \(Self.name(place)), contradicting \(Self.name(other))"
    }

    static func name(_ place: JSONValue) -> String { "\(place.document.file):\(place.position)" }

    static func == (left: Self, right: Self) -> Bool {
        left.reason == right.reason && left.place.document === right.place.document
            && left.place.node == right.place.node
    }
}

/// The reason why a value couldn't be generated.
enum ExampleFailure: Error {
    case contradiction(ExampleContradiction)
    /// The schema requires its values to contain another value of the same schema, without end.
    case recursion(JSONValue)
    /// The generated value doesn't satisfy the schema. A different value may satisfy it.
    case unverified(JSONValue)
    /// The search reached a limit, such as the maximum number of steps.
    case exhausted

    /// Returns the failure for a member or element that the keyword at `place` requires and the schema `false` forbids.
    func explained(_ reason: String, at place: JSONValue?) -> ExampleFailure {
        guard case .contradiction(let cause) = self, cause.place.bool == false, let place else { return self }
        return .contradiction(ExampleContradiction(reason, at: place, and: cause.place))
    }
}
