// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Combines all schemas that apply to a value into one set of constraints. Follows references, joins the schemas in
/// `allOf`, and chooses branches.
struct ExampleExpansion {
    let schemas: ExampleSchemas
    var choices: ExampleChoices
    var random: SeededRandom
    /// Whether the random numbers determine which branch of `anyOf` and `oneOf` is tried first.
    let shuffles: Bool
    /// Whether optional members are left out.
    let isBare: Bool
    /// Whether to add the targets of references and the chosen branches. If `false`, the caller adds these schemas
    /// itself.
    var followsLogic: Bool = true
    var result = ExampleConstraints()
    var added: Set<ExampleClause> = []

    /// Adds the constraints of a clause, if they weren't added yet.
    mutating func add(_ clause: ExampleClause) throws(ExampleContradiction) {
        guard added.insert(clause).inserted else { return }
        let source = schemas.source(clause.schema)
        if added.contains(Self.negated(clause)) {
            throw ExampleContradiction("a value must satisfy and violate the same schema", at: source)
        }
        if let flag = source.bool {
            if flag == clause.isNegated {
                let reason = flag ? "“not” rejects every value" : "the schema `false` allows no value"
                throw ExampleContradiction(reason, at: source)
            }
            return
        }
        if clause.isNegated { return try negate(clause) }
        result.schemas.append(clause.schema)
        let words = schemas.words(clause.schema)
        result.hints.formUnion(words.types)
        try addTypes(words)
        addNumbers(words, hasBooleanExclusives: schemas.program.dialect(clause.schema).hasBooleanExclusives)
        addStrings(words)
        if followsLogic {
            for target in schemas.referenceTargets(words, clause) { try add(target) }
            try addLogic(words, clause)
        }
        addArrays(words, clause)
        addObjects(words, clause)
        try addDependencies(words, clause)
    }

    static func negated(_ clause: ExampleClause) -> ExampleClause {
        var clause = clause
        clause.isNegated.toggle()
        return clause
    }
}

/// The choices made while a value is built, such as branches and types.
///
/// The choices form a list. ``advance()`` moves the last choice to its next alternative, so that repeated calls reach
/// every combination.
struct ExampleChoices {
    private var picks: [(index: Int, count: Int)] = []
    private var at: Int = 0

    /// Starts a new round at the first choice. Keeps the chosen alternatives.
    mutating func restart() { at = 0 }

    /// Returns the index of the alternative to try, out of `count` alternatives. In the first round, the index is 0.
    mutating func pick(_ count: Int) -> Int {
        if count < 2 { return 0 }
        if at == picks.count { picks.append((0, count)) }
        at += 1
        return min(picks[at - 1].index, count - 1)
    }

    /// Advances to the next combination of alternatives. Returns `false` if all combinations were used.
    mutating func advance() -> Bool {
        // Remove the choices that the last round didn't make. If the next round changed only these choices, it would
        // build the same value as the last round.
        if at < picks.count { picks.removeLast(picks.count - at) }
        while let last = picks.popLast() {
            if last.index + 1 < last.count {
                picks.append((last.index + 1, last.count))
                return true
            }
        }
        return false
    }
}

extension ExampleExpansion {
    /// A way to violate a schema, such as a value of a different type or a number outside of a limit.
    struct Way {
        /// The types of the values.
        var types: TypeSet = .all
        /// The keyword that the values violate, if only values of some types violate it.
        var place: JSONValue?
        var isNegated: Bool = false
        /// The schemas that the values satisfy or violate.
        var clauses: [ExampleClause] = []
        /// Adds the other constraints on the values.
        var change: (inout ExampleConstraints) -> Void = { _ in }
    }

    /// Chooses one of the ways to violate a schema, and adds constraints for values that violate the schema in this
    /// way.
    ///
    /// If the list of ways may be incomplete, also tries values without an added constraint. The validator always
    /// checks whether the built value violates the schema.
    mutating func negate(_ clause: ExampleClause) throws(ExampleContradiction) {
        result.needsCheck = true
        let words = schemas.words(clause.schema)
        let positive = Self.negated(clause)
        let source = schemas.source(clause.schema)
        if source.count == 0 { throw ExampleContradiction("“not” rejects every value", at: source) }
        let references = schemas.referenceTargets(words, positive).map { Way(clauses: [Self.negated($0)]) }
        let counts =
            waysToBreakCounts(words, .minLength, .maxLength, .string, \.length)
            + waysToBreakCounts(words, .minItems, .maxItems, .array, \.items)
            + waysToBreakCounts(words, .minProperties, .maxProperties, .object, \.members)
        let limits =
            waysToBreakTypes(words) + waysToBreakNumbers(words) + counts + waysToBreakPatterns(words)
        let objects = waysToBreakMembers(words, positive) + waysToBreakDependencies(words, positive)
        let parts = waysToBreakPrefixes(words, positive) + waysToBreakPatternProperties(words, positive)
        let others = waysToBreakOtherMembers(words, positive) + waysToBreakElements(words, positive)
        let ways = references + waysToBreakLogic(words, positive) + limits + objects + parts + others
        // Try the alternative without a constraint only if the list of ways may be incomplete.
        let pick = choices.pick(ways.isEmpty || words.isNegatedInPart ? ways.count + 1 : ways.count)
        guard pick < ways.count else { return }
        let way = ways[pick]
        if let place = way.place { try result.restrict(to: way.types, place: place, isNegated: way.isNegated) }
        way.change(&result)
        for clause in way.clauses { try add(clause) }
    }

    private func waysToBreakCounts(
        _ words: KeywordValues, _ minimum: Keyword, _ maximum: Keyword, _ types: TypeSet,
        _ limits: WritableKeyPath<ExampleConstraints, CountLimits>
    ) -> [Way] {
        var ways: [Way] = []
        if let value = words[minimum] {
            let count = CountLimits.count(value) ?? 0
            ways.append(Way(types: types, place: value) { $0[keyPath: limits].cut(to: count - 1, place: value) })
        }
        if let value = words[maximum] {
            let count = CountLimits.count(value) ?? 0
            ways.append(Way(types: types, place: value) { $0[keyPath: limits].raise(to: count + 1, place: value) })
        }
        return ways
    }
}
