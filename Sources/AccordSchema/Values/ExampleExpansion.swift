// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Combines all schemas that apply to a value into one set of constraints. Follows references, joins the schemas in
/// `allOf`, and chooses branches.
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
        if clause.isNegated { return try exclude(clause, source) }
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

    /// Adds the negation of a schema. Except for a negated type, the validator rejects the values that satisfy the schema.
    private mutating func exclude(_ clause: ExampleClause, _ source: JSONValue) throws(ExampleContradiction) {
        if source.count == 0 { throw ExampleContradiction("“not” rejects every value", at: source) }
        result.needsCheck = true
        let words = schemas.words(clause.schema)
        guard let value = words[.type], words.present.count(where: \.isAssertion) == 1 else { return }
        try result.restrict(to: TypeSet.all.subtracting(TypeSet(keyword: value)), place: value, isNegated: true)
    }

    /// Returns the index of the alternative to try, out of `count` alternatives. Two attempts, with and without optional
    /// members, try the same one of the first alternatives. The later attempts try random alternatives.
    mutating func pick(_ count: Int) -> Int {
        if count < 2 { return 0 }
        hasChoices = true
        if round < 16 { return round / 2 % count }
        for _ in 0..<round { _ = random.next() }
        return random.below(count)
    }

    static func negated(_ clause: ExampleClause) -> ExampleClause {
        var clause = clause
        clause.isNegated.toggle()
        return clause
    }
}
