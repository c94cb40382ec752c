import AccordJSON

/// A value that should be inside or outside of what a keyword allows; the validator has yet to confirm it.
struct BoundaryProbe {
    /// What tells probes apart, wherever in an instance they are.
    struct Key: Hashable {
        var node: Int
        var document: ObjectIdentifier
        var variant: String
    }

    var keyword: Keyword
    var keywordValue: JSONValue
    var variant: String
    var place: JSONPointer
    var value: JSON
    var isInside: Bool

    var key: Key {
        Key(node: keywordValue.node, document: ObjectIdentifier(keywordValue.document), variant: variant)
    }
}

/// Makes values around the limits that the schemas of an instance's places set.
struct BoundaryProbes {
    let schemas: ExampleSchemas
    let places: [MutationPlace]
    private(set) var probes: [BoundaryProbe] = []
    private var builder: ExampleBuilder
    /// What the schemas of the current place say together.
    private(set) var constraints = ExampleConstraints()
    private(set) var place: MutationPlace

    /// The most characters and elements that are made for the sake of a limit.
    static let longest: Int = 100_000
    static let mostElements: Int = 1_000

    init(_ schemas: ExampleSchemas, _ places: [MutationPlace]) {
        self.schemas = schemas
        self.places = places
        builder = ExampleBuilder(schemas, options: ExampleOptions())
        place = places[0]
    }

    /// The probes of all places, in the order of the instance and of the schema's text.
    mutating func all(includingBranches: Bool = true) -> [BoundaryProbe] {
        for place in places {
            self.place = place
            var expansion = ExampleExpansion(
                schemas, choices: ExampleChoices(), random: SeededRandom(seed: 0), shuffles: false, isBare: false)
            expansion.followsLogic = false
            for clause in place.clauses { try? expansion.add(clause) }
            constraints = expansion.result
            builder.path = place.pointer.tokens
            for clause in place.clauses {
                let words = schemas.words(clause.schema)
                addScalars(words, clause)
                addContainers(words, clause)
                if includingBranches { addLogic(words, clause) }
            }
        }
        return probes
    }

    mutating func inside(_ keyword: Keyword, _ limit: JSONValue, _ variant: String, _ value: JSON?) {
        add(keyword, limit, variant, value, isInside: true)
    }

    mutating func outside(_ keyword: Keyword, _ limit: JSONValue, _ variant: String, _ value: JSON?) {
        add(keyword, limit, variant, value, isInside: false)
    }

    private mutating func add(
        _ keyword: Keyword, _ limit: JSONValue, _ variant: String, _ value: JSON?, isInside: Bool
    ) {
        guard let value else { return }
        probes.append(
            BoundaryProbe(
                keyword: keyword, keywordValue: limit, variant: variant, place: place.pointer, value: value,
                isInside: isInside))
    }

    /// Makes a value of a type by the place's constraints with something changed in them.
    mutating func make(_ type: ExampleTypes, _ change: (inout ExampleConstraints) -> Void) -> JSON? {
        var changed = constraints
        change(&changed)
        builder.budget = 2_000
        return try? builder.make(type, changed, [], index: 0, verifies: false)
    }

    /// Builds a value that satisfies schemas.
    mutating func build(_ clauses: [ExampleClause]) -> JSON? {
        builder.budget = 2_000
        return try? builder.build(clauses)
    }

    /// Builds an object that satisfies schemas, with a member that they may not speak of.
    mutating func build(_ clauses: [ExampleClause], requiring name: String) -> JSON? {
        guard case .object(var object)? = build(clauses) else { return nil }
        if object[name] == nil { object.append(name, true) }
        return .object(object)
    }
}
