import AccordJSON

/// Which of the values that satisfy a schema an example is.
public struct ExampleOptions: Sendable, Hashable {
    /// Chooses among values and branches; the same seed always gives the same example.
    public var seed: UInt64 = 0
    /// Whether properties that nothing requires are there too.
    public var includesOptional: Bool = true
    /// Which properties are left out, required or not.
    public var omits: Omission = .nothing

    /// What the value is of, where the schema isn't a property's: `email`, for a parameter of that name.
    public var name: String?

    /// Properties that one direction of an exchange doesn't carry.
    public enum Omission: Sendable, Hashable {
        case nothing
        /// What only answers carry: for an example of a request.
        case readOnly
        /// What only requests carry: for an example of an answer.
        case writeOnly
    }

    /// Creates options; by default everything is there, chosen by seed 0.
    public init(
        seed: UInt64 = 0, includesOptional: Bool = true, omits: Omission = .nothing, name: String? = nil
    ) {
        self.seed = seed
        self.includesOptional = includesOptional
        self.omits = omits
        self.name = name
    }
}

extension ExampleSchemas {
    /// A valid value without the properties that one direction doesn't carry.
    func omitting(_ omission: ExampleOptions.Omission, from value: JSON) -> JSON {
        let keyword: Keyword
        switch omission {
        case .nothing: return value
        case .readOnly: keyword = .readOnly
        case .writeOnly: keyword = .writeOnly
        }
        let places = MutationPlaces(self, root: JSONDocument(value).root, samplesElements: false, mostPlaces: .max)
        var left = value
        for place in places.places where place.key != nil {
            if place.clauses.contains(where: { words($0.schema)[keyword]?.bool == true }) {
                left.remove(at: place.pointer)
            }
        }
        return left
    }
}
