import AccordJSON

/// All that a conjunction of schemas says of one value, its choices made.
struct ExampleConstraints {
    /// A regular expression, with the keyword that sets it.
    struct Pattern {
        var source: String
        var expression: ECMAPattern
        var isUnicode: Bool
        var isNegated: Bool
    }

    /// What one schema says of elements by their index.
    struct ArrayRule {
        /// What the first elements are held to; nil where there is nothing.
        var prefix: [ExampleClause?] = []
        var rest: ExampleClause?
        var scope: Int
    }

    /// What one schema says of members by their name.
    struct ObjectRule {
        var named: JSONValue?
        var patterns: [(pattern: ECMAPattern, clause: ExampleClause, isUnicode: Bool)] = []
        var rest: ExampleClause?
        var owner: ExampleClause
        var scope: Int
    }

    /// Elements that an array has to have, or may not have.
    struct Contained {
        var clause: ExampleClause
        var minimum: Int
        var maximum: Int
        var place: JSONValue
    }

    /// A name that an object must or must not have.
    struct Name {
        var name: String
        var place: JSONValue
    }

    /// The schema for what nothing else within its scope looked at.
    struct Unevaluated {
        var clause: ExampleClause
        var scope: Int
    }

    var types: ExampleTypes = .all
    var hints: ExampleTypes = []
    /// What took types away: the first keyword for each.
    var typePlaces: [(types: ExampleTypes, place: JSONValue, isNegated: Bool)] = []
    /// The schemas that hold, in the order met, for their annotations.
    var schemas: [UInt32] = []
    var allowed: (values: [JSON], place: JSONValue)?
    var excluded: [JSON] = []

    var number: ExampleNumberLimits = ExampleNumberLimits()
    var length: ExampleCountLimits = ExampleCountLimits()
    var patterns: [Pattern] = []
    var formats: [String] = []
    var encoding: String?
    var mediaType: String?

    var items: ExampleCountLimits = ExampleCountLimits()
    var arrayRules: [ArrayRule] = []
    var contained: [Contained] = []
    var isUnique: Bool = false
    var unevaluatedItems: [Unevaluated] = []

    var members: ExampleCountLimits = ExampleCountLimits()
    var objectRules: [ObjectRule] = []
    var required: [Name] = []
    var forbidden: [Name] = []
    /// Schemas for members that a branch, not `properties`, speaks of.
    var memberClauses: [(name: String, clause: ExampleClause)] = []
    var dependents: [(name: String, others: [Name])] = []
    var names: [ExampleClause] = []
    var unevaluatedMembers: [Unevaluated] = []
    /// Values for members that tell the branches of a union apart.
    var discriminators: [(name: String, value: String)] = []

    /// The scopes around each scope: a schema's own number, and those of the schemas that it is part of.
    var scopeParents: [[Int]] = []
    /// Whether a value that keeps to all of this may still break the schemas.
    var needsCheck: Bool = false

    /// Takes types away; says what it was if none is left.
    mutating func restrict(
        to allowed: ExampleTypes, place: JSONValue, isNegated: Bool = false
    ) throws(ExampleContradiction) {
        let before = types
        types.formIntersection(allowed)
        if types == before { return }
        let other = typePlaces.first { !$0.types.isDisjoint(with: allowed) } ?? typePlaces.first
        typePlaces.append((before.subtracting(types), place, isNegated))
        guard types.isEmpty else { return }
        let constraint = Self.describe(place, isNegated)
        guard let other else { throw ExampleContradiction("\(constraint) leaves no type", at: place) }
        let reason = "\(constraint) excludes \(Self.describe(other.place, other.isNegated))"
        throw ExampleContradiction(reason, at: place, and: other.place)
    }

    private static func describe(_ place: JSONValue, _ isNegated: Bool) -> String {
        let keyword = (isNegated ? "not " : "") + (place.pointer.tokens.last ?? "")
        let text = place.compact
        return text.utf8.count <= 40 ? "\(keyword) \(text)" : keyword
    }

    /// Takes types away whose own limits contradict each other; says so if none is left.
    mutating func dropImpossibleTypes() throws(ExampleContradiction) {
        let whole = number.contradiction(isWhole: true)
        let any = number.contradiction(isWhole: false)
        try drop(.integer, whole)
        try drop(.fraction, any)
        try drop(.string, length.contradiction("Length"))
        try drop(.array, items.contradiction("Items"))
        try drop(.object, members.contradiction("Properties"))
    }

    private mutating func drop(_ type: ExampleTypes, _ reason: ExampleContradiction?) throws(ExampleContradiction) {
        guard let reason, types.contains(type) else { return }
        types.subtract(type)
        typePlaces.append((type, reason.place, false))
        if types.isEmpty { throw reason }
    }

    /// Whether a scope is another one or within it.
    func isScope(_ scope: Int, within outer: Int) -> Bool {
        var stack: [Int] = [scope]
        var seen: Set<Int> = []
        while let next = stack.popLast() {
            if next == outer { return true }
            if seen.insert(next).inserted { stack += scopeParents[next] }
        }
        return false
    }
}
