// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The combined constraints of several schemas on one value, after a branch of each `anyOf` and `oneOf` was chosen.
struct ExampleConstraints {
    /// A regular expression that a string must match. If `isNegated` is true, the string must not match.
    struct Pattern {
        var expression: ECMAPattern
        var isNegated = false
    }

    /// The subschemas that a schema applies to array elements, depending on the element's index.
    struct ArrayRule {
        /// The schemas of the first elements, or `nil` for an element without a schema.
        var prefix: [ExampleClause?] = []
        var rest: ExampleClause?

        /// Returns the schema of the element at an index.
        func schema(at index: Int) -> ExampleClause? { index < prefix.count ? prefix[index] : rest }
    }

    /// The value of a `contains` keyword, and how many elements must or may satisfy its schema.
    struct Contained {
        var clause: ExampleClause
        var count: CountLimits
        var place: JSONValue
    }

    /// The name of a required or forbidden member, and the location in the schema that requires or forbids the member.
    struct Name {
        var name: String
        var place: JSONValue

        /// Returns the names in a list, such as the value of `required`.
        static func all(in list: JSONValue?) -> [Name] {
            list?.elements.compactMap { place in place.string.map { Name(name: $0, place: place) } } ?? []
        }
    }

    var types: TypeSet = .all
    var hints: TypeSet = []
    /// The first keyword that excluded each type, for error messages.
    var typePlaces: [(types: TypeSet, place: JSONValue, isNegated: Bool)] = []
    /// The schemas that apply to the value. Their keywords `example`, `examples` and `default` suggest values.
    var schemas: [UInt32] = []
    var allowed: (values: [JSON], place: JSONValue)?
    /// The earlier elements of an array, if the value is an element and must differ from them.
    var taken: Set<JSON> = []

    var number: NumberLimits = NumberLimits()
    var length: CountLimits = CountLimits()
    var patterns: [Pattern] = []
    var formats: [String] = []
    var encoding: String?
    var mediaType: String?

    var items: CountLimits = CountLimits()
    var arrayRules: [ArrayRule] = []
    var contained: [Contained] = []
    var isUnique: Bool = false
    /// The schemas in `unevaluatedItems`. They apply to the elements that no other schema describes.
    var unevaluatedItems: [ExampleClause] = []

    var members: CountLimits = CountLimits()
    /// The schemas that describe members, such as with `properties`.
    var owners: [ExampleClause] = []
    private(set) var required: [Name] = []
    private var requiredNames: Set<String> = []
    var forbidden: [Name] = []
    var dependents: [(name: String, others: [Name])] = []
    var names: [ExampleClause] = []
    /// The schemas in `unevaluatedProperties`. They apply to the members that no other schema describes.
    var unevaluatedMembers: [ExampleClause] = []
    /// The values of OpenAPI discriminators that identify the chosen branches of `anyOf` and `oneOf`.
    var discriminators: [(name: String, value: String)] = []

    /// Whether the validator must check each generated value. A value can satisfy these constraints but violate the
    /// schemas.
    var needsCheck: Bool = false

    /// Excludes all types that aren't in `allowed`. Throws a contradiction if no type is left.
    mutating func restrict(
        to allowed: TypeSet, place: JSONValue, isNegated: Bool = false
    ) throws(ExampleContradiction) {
        let before = types
        types.formIntersection(allowed)
        if types == before { return }
        let other = typePlaces.first { !$0.types.isDisjoint(with: allowed) } ?? typePlaces.first
        typePlaces.append((before.subtracting(types), place, isNegated))
        guard types.isEmpty else { return }
        let constraint = Self.describe(place, isNegated)
        guard let other else { throw ExampleContradiction("\(constraint) allows no type", at: place) }
        let reason = "\(constraint) excludes \(Self.describe(other.place, other.isNegated))"
        throw ExampleContradiction(reason, at: place, and: other.place)
    }

    /// Requires a member. The first keyword that requires it counts.
    mutating func require(_ name: String, at place: JSONValue) {
        if requiredNames.insert(name).inserted { required.append(Name(name: name, place: place)) }
    }

    func requires(_ name: String) -> Bool { requiredNames.contains(name) }

    func forbids(_ name: String) -> Bool { forbidden.contains { $0.name == name } }

    private static func describe(_ place: JSONValue, _ isNegated: Bool) -> String {
        let keyword = (isNegated ? "not " : "") + (place.pointer.tokens.last ?? "")
        let text = place.compact
        return text.utf8.count <= 40 ? "\(keyword) \(text)" : keyword
    }

    /// Excludes types whose limits contradict each other. Throws a contradiction if no type is left.
    mutating func dropImpossibleTypes() throws(ExampleContradiction) {
        let integerContradiction = number.contradiction(isWhole: true)
        let any = number.contradiction(isWhole: false)
        try drop(.integer, integerContradiction)
        try drop(.fraction, any)
        try drop(.string, length.contradiction("Length"))
        try drop(.array, items.contradiction("Items"))
        try drop(.object, members.contradiction("Properties"))
    }

    private mutating func drop(_ type: TypeSet, _ reason: ExampleContradiction?) throws(ExampleContradiction) {
        guard let reason, types.contains(type) else { return }
        types.subtract(type)
        typePlaces.append((type, reason.place, false))
        if types.isEmpty { throw reason }
    }
}

/// A contradiction: two constraints that no value satisfies together, or one constraint that no value satisfies.
struct ExampleContradiction: Error, Hashable {
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

    func hash(into hasher: inout Hasher) {
        hasher.combine(reason)
        hasher.combine(place.node)
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
