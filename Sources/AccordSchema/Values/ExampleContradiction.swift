import AccordJSON

/// Two constraints of a schema that no value can satisfy at once, or one that nothing satisfies.
struct ExampleContradiction: Error, Hashable {
    var reason: String
    /// The constraint that was read last.
    var place: JSONValue
    /// The constraint that it contradicts, if there is another.
    var other: JSONValue?
    /// What else stands in the way where there was a choice.
    var also: [String] = []

    init(_ reason: String, at place: JSONValue, and other: JSONValue? = nil) {
        self.reason = reason
        self.place = place
        self.other = other
    }

    /// The reason with its places; a neighbour of the second constraint needs none of its own.
    var description: String { ([own] + also).joined(separator: "; ") }

    private var own: String {
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

    func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(place.node)
    }
}

/// Why a value couldn't be made.
enum ExampleFailure: Error {
    case contradiction(ExampleContradiction)
    /// The value would have to contain itself.
    case recursion(JSONValue)
    /// What was made didn't satisfy the schema, and nothing says that no other value would.
    case unverified(JSONValue)
    /// The work that may be spent is spent.
    case exhausted
}
