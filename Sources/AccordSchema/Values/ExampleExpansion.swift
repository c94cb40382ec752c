// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Combines all schemas that apply to a value. Follows references, joins the schemas in `allOf`, and chooses branches.
struct ExampleExpansion {
    let schemas: ExampleSchemas
    var random: SeededRandom
    /// The number of earlier attempts. Each attempt makes different choices.
    var round: Int = 0
    /// Whether there was a choice, such as between the branches of `anyOf`.
    private(set) var hasChoices: Bool = false
    /// Whether the random numbers determine which branch of `anyOf` and `oneOf` is tried first.
    let shuffles: Bool
    /// Whether optional members are left out.
    let isBare: Bool
    /// Whether to add the targets of references and the chosen branches. If `false`, the caller adds these schemas
    /// itself.
    var followsLogic: Bool = true
    /// The values that the value must differ from: the earlier elements of an array.
    var taken: Set<JSON> = []

    /// The schemas that apply to the value. Their keywords `example`, `examples` and `default` suggest values.
    private(set) var literals: [Literal] = []
    /// The same schemas, each behind the schemas in its `allOf`. Objects have their members in this order.
    private var ordered: [Literal] = []
    var types: TypeSet = .all
    /// The types that keywords such as `properties` imply.
    private(set) var hints: TypeSet = []
    private(set) var allowed: (values: [JSON], place: JSONValue)?
    /// Whether the validator must check each generated value. A value can satisfy the constraints but violate the
    /// schemas.
    private(set) var needsCheck: Bool = false
    private var added: Set<Literal> = []
    private var forbidden: Set<String> = []
    /// The values of OpenAPI discriminators that identify the chosen branches of `anyOf` and `oneOf`.
    private var discriminators: [String: String] = [:]
    /// The values that identify the chosen schemas that inherit from a parent with a discriminator.
    private var names: [String: String] = [:]
    /// The first keyword that excluded each type, for error messages.
    private var typePlaces: [(types: TypeSet, place: JSONValue, isNegated: Bool)] = []

    init(_ schemas: ExampleSchemas, random: SeededRandom, round: Int = 0, shuffles: Bool = false, isBare: Bool = false)
    {
        (self.schemas, self.random, self.round, self.shuffles, self.isBare) = (schemas, random, round, shuffles, isBare)
    }

    /// Adds a requirement, if it wasn't added yet.
    mutating func add(_ requirement: Literal) throws(ExampleContradiction) {
        let literal = schemas.entered(requirement)
        guard added.insert(literal).inserted else { return }
        let source = schemas.source(literal.schema)
        if added.contains(literal.negated) {
            throw ExampleContradiction("a value must satisfy and violate the same schema", at: source)
        }
        let rule = schemas.rule(literal.schema)
        if let flag = rule.always {
            guard flag == literal.isNegated else { return }
            throw ExampleContradiction(
                flag ? "“not” rejects every value" : "the schema `false` allows no value", at: source)
        }
        let words = schemas.words(literal.schema)
        if literal.isNegated { return try exclude(rule, words, source) }
        literals.append(literal)
        hints.formUnion(words.types)
        if let format = rule.format { hints.insert(ExampleFormats.range(of: format) == nil ? .string : .integer) }
        if let value = words[.type] {
            var types = TypeSet(keyword: value)
            if words[.nullable]?.bool == true { types.insert(.null) }
            try restrict(to: types, place: value)
        }
        if let values = rule.allowed { try allow(values, words[.enum] ?? words[.const] ?? source) }
        if rule.contains != nil || words.hasAny(.oneOf, .unevaluatedItems, .unevaluatedProperties) { needsCheck = true }
        defer { ordered.append(literal) }
        guard followsLogic else { return }
        for target in schemas.referenceTargets(words, literal) { try add(target) }
        try addLogic(rule, words, literal)
        try addHeir(of: literal, words)
    }

    /// Adds the schemas in `allOf`, and a branch of each choice.
    private mutating func addLogic(
        _ rule: SchemaRule, _ words: KeywordValues, _ literal: Literal
    ) throws(ExampleContradiction) {
        for part in rule.all { try take(literal.same(part), words) }
        for union in rule.any + rule.one where !union.isEmpty {
            let branches = sorted(union.map(literal.same))
            try take(branches[pick(branches.count)], words)
        }
        for part in rule.not { try add(literal.same(part).negated) }
        for dependent in rule.dependents {
            let isRequired = literals.contains { schemas.rule($0.schema).required.contains(dependent.name) }
            // The schema applies only to objects that have the member. If this member is optional, try objects with and
            // without the member.
            if isRequired || (pick(2) == 0) != isBare {
                needsCheck = true
                try add(literal.same(dependent.schema))
            } else {
                forbidden.insert(dependent.name)
            }
        }
    }

    /// Returns the branches in the order in which to try them, with `null` last. The seed determines the first branch.
    private mutating func sorted(_ branches: [Literal]) -> [Literal] {
        let first = shuffles ? random.below(branches.count) : 0
        let rotated = Array(branches[first...] + branches[..<first])
        func isNull(_ branch: Literal) -> Bool {
            let rule = schemas.rule(branch.schema)
            return rule.always == false || rule.types == [.null] || rule.allowed == [.null]
        }
        // A branch that is required anyway comes first.
        let (known, others) = (rotated.filter(added.contains), rotated.filter { !added.contains($0) })
        return known + others.filter { !isNull($0) } + others.filter { isNull($0) }
    }

    /// Adds a schema, and the value of the discriminator that selects the schema.
    private mutating func take(_ branch: Literal, _ words: KeywordValues) throws(ExampleContradiction) {
        try add(branch)
        guard words.hasAny(.oneOf, .anyOf), let name = words.discriminatorName,
            let value = schemas.selector(of: branch, words)
        else { return }
        discriminators[name] = discriminators[name] ?? value
    }

    /// Adds one of the schemas that inherit from a parent with a discriminator, unless the value has such a schema.
    private mutating func addHeir(of parent: Literal, _ words: KeywordValues) throws(ExampleContradiction) {
        let heirs = schemas.heirs(of: parent, words)
        guard !heirs.isEmpty, let name = words.discriminatorName else { return }
        let known = literals.lazy.compactMap { literal in heirs.first { $0.schema == literal } }.first
        let order = sorted(heirs.map(\.schema))
        let chosen = known?.schema ?? order[pick(order.count)]
        names[name] = names[name] ?? heirs.first { $0.schema == chosen }?.selector
        try add(chosen)
    }

    /// Adds the negation of a schema. Except for a negated type, the validator rejects the values that satisfy the schema.
    private mutating func exclude(
        _ rule: SchemaRule, _ words: KeywordValues, _ source: JSONValue
    ) throws(ExampleContradiction) {
        if source.count == 0 { throw ExampleContradiction("“not” rejects every value", at: source) }
        needsCheck = true
        guard let value = words[.type], words.present.count(where: \.isAssertion) == 1 else { return }
        try restrict(to: TypeSet.all.subtracting(TypeSet(keyword: value)), place: value, isNegated: true)
    }

    /// Returns the index of the alternative to try, out of `count` alternatives. Two attempts, with and without optional
    /// members, try the same alternative.
    mutating func pick(_ count: Int) -> Int {
        if count < 2 { return 0 }
        hasChoices = true
        return round / 2 % count
    }

    // MARK: Types

    /// Excludes all types that aren't in `allowed`. Throws a contradiction if no type is left.
    private mutating func restrict(
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

    private static func describe(_ place: JSONValue, _ isNegated: Bool) -> String {
        let keyword = (isNegated ? "not " : "") + (place.pointer.tokens.last ?? "")
        let text = place.compact
        return text.utf8.count <= 40 ? "\(keyword) \(text)" : keyword
    }

    private mutating func allow(_ values: [JSON], _ place: JSONValue) throws(ExampleContradiction) {
        var left = values
        if let known = allowed {
            left = known.values.filter { values.contains($0) }
            if left.isEmpty {
                let reason = "no value is both in \(Self.list(values)) and in \(Self.list(known.values))"
                throw ExampleContradiction(reason, at: place, and: known.place)
            }
        }
        allowed = (left, place)
        try restrict(to: left.reduce(into: []) { $0.formUnion(TypeSet(of: $1)) }, place: place)
    }

    private static func list(_ values: [JSON]) -> String {
        let text = JSON.array(values).compact
        return text.utf8.count <= 60 ? text : "an enumeration of \(values.count) values"
    }

    // MARK: Constraints

    /// Returns the constraints on a value of a type.
    func state(_ type: JSONKind) -> ConstraintState {
        var state = ConstraintState(type: type)
        for literal in type == .object ? ordered : literals {
            _ = state.add(schemas.rule(literal.schema), literal)
            // A realistic number is in the range of its format, even if the validator doesn't check the format.
            if let format = schemas.words(literal.schema)[.format] { _ = state.number.add(format: format) }
        }
        state.excluded = taken
        state.forbidden = forbidden
        state.discriminators = names.merging(discriminators) { _, selector in selector }
        return state
    }

    /// Excludes types whose limits contradict each other. Throws a contradiction if no type is left.
    mutating func dropImpossibleTypes() throws(ExampleContradiction) {
        let kinds: [(type: TypeSet, kind: JSONKind, noun: String)] = [
            (.number, .number, ""), (.string, .string, "Length"), (.array, .array, "Items"),
            (.object, .object, "Properties"),
        ]
        for (type, kind, noun) in kinds where !types.isDisjoint(with: type) {
            let state = state(kind)
            let limits = kind == .number ? state.number.contradiction : state.count.contradiction(noun)
            guard let reason = (kind == .array ? contained(within: state.count) : nil) ?? limits else { continue }
            typePlaces.append((types.intersection(type), reason.place, false))
            types.subtract(type)
            if types.isEmpty { throw reason }
        }
    }

    /// Returns the contradiction if no number of elements satisfies `contains`, or if the array has fewer elements.
    private func contained(within limits: CountLimits) -> ExampleContradiction? {
        for literal in literals {
            let count = schemas.rule(literal.schema).containedCount
            guard let place = schemas.words(literal.schema)[.contains] else { continue }
            if let contradiction = count.contradiction("Contains") { return contradiction }
            guard count.minimum > limits.maximum else { continue }
            let reason = "“contains” requires \(count.minimum) elements, but maxItems allows \(limits.maximum)"
            return ExampleContradiction(reason, at: place, and: limits.maximumPlace)
        }
        return nil
    }
}
