import AccordJSON

/// Joins schemas that hold for one value into its constraints: follows references, unites `allOf`, chooses branches.
struct ExampleExpansion {
    let schemas: ExampleSchemas
    var choices: ExampleChoices
    var random: SeededRandom
    /// Whether the first branch comes first, or any.
    let shuffles: Bool
    /// Whether members that nothing requires are left out.
    let isBare: Bool
    /// Whether references and branches are followed; not where they are among the clauses already.
    var followsLogic: Bool = true
    var result = ExampleConstraints()
    private var scopes: [ExampleClause: Int] = [:]

    init(_ schemas: ExampleSchemas, choices: ExampleChoices, random: SeededRandom, shuffles: Bool, isBare: Bool) {
        self.schemas = schemas
        self.choices = choices
        self.random = random
        self.shuffles = shuffles
        self.isBare = isBare
    }

    /// Adds what a clause says; `outer` is the scope of the schema that it is part of.
    mutating func add(_ clause: ExampleClause, within outer: Int? = nil) throws(ExampleContradiction) {
        if let known = scopes[clause] {
            if let outer, outer != known { result.scopeParents[known].append(outer) }
            return
        }
        var opposite = clause
        opposite.isNegated.toggle()
        let source = schemas.source(clause.schema)
        if scopes[opposite] != nil {
            throw ExampleContradiction("a schema must and must not hold", at: source)
        }
        let scope = result.scopeParents.count
        scopes[clause] = scope
        result.scopeParents.append(outer.map { [$0] } ?? [])
        if let flag = source.bool {
            if flag == clause.isNegated {
                let reason = flag ? "not forbids every value" : "the schema false forbids every value"
                throw ExampleContradiction(reason, at: source)
            }
            return
        }
        if clause.isNegated { return try negate(clause, scope) }
        result.schemas.append(clause.schema)
        let words = schemas.words(clause.schema)
        try addScalars(words, clause)
        if followsLogic {
            try addReferences(words, clause, scope)
            try addLogic(words, clause, scope)
        }
        try addArrays(words, clause, scope)
        try addObjects(words, clause, scope)
    }

    private mutating func addReferences(
        _ words: KeywordValues, _ clause: ExampleClause, _ scope: Int
    ) throws(ExampleContradiction) {
        for keyword in [Keyword.ref, .dynamicRef, .recursiveRef] {
            guard let value = words[keyword], let target = schemas.target(of: value, in: clause) else { continue }
            try add(target, within: scope)
        }
    }

    private mutating func addLogic(
        _ words: KeywordValues, _ clause: ExampleClause, _ scope: Int
    ) throws(ExampleContradiction) {
        if let value = words[.allOf] {
            for child in schemas.children(value, of: clause) { try add(child, within: scope) }
        }
        if let value = words[.anyOf] {
            let branches = ordered(schemas.children(value, of: clause))
            let branch = branches[choices.pick(branches.count)]
            try take(branch, words, scope)
        }
        if let value = words[.oneOf] {
            result.needsCheck = true
            let branches = ordered(schemas.children(value, of: clause))
            // First each branch alone; then each with the others ruled out one by one, which costs more.
            let pick = choices.pick(branches.count * 2)
            let branch = branches[pick % branches.count]
            try take(branch, words, scope)
            if pick >= branches.count {
                for other in branches where other != branch { try add(Self.negated(other), within: scope) }
            }
        }
        if let value = words[.not], let child = schemas.child(value, of: clause) {
            try add(Self.negated(child), within: scope)
        }
        if let value = words[.if], let condition = schemas.child(value, of: clause) {
            let then = words[.then].flatMap { schemas.child($0, of: clause) }
            let otherwise = words[.else].flatMap { schemas.child($0, of: clause) }
            if then == nil, otherwise == nil, result.unevaluatedMembers.isEmpty, result.unevaluatedItems.isEmpty,
                !words.hasAny(.unevaluatedItems, .unevaluatedProperties)
            {
                return
            }
            let isTrue = choices.pick(2) == 0
            try add(isTrue ? condition : Self.negated(condition), within: scope)
            if let branch = isTrue ? then : otherwise { try add(branch, within: scope) }
        }
    }

    static func negated(_ clause: ExampleClause) -> ExampleClause {
        var clause = clause
        clause.isNegated.toggle()
        return clause
    }

    /// Branches in the order in which they are tried: `null` last, and for other seeds from any one on.
    private mutating func ordered(_ branches: [ExampleClause]) -> [ExampleClause] {
        let first = shuffles ? random.below(branches.count) : 0
        let rotated = Array(branches[first...] + branches[..<first])
        func isNull(_ clause: ExampleClause) -> Bool {
            let source = schemas.source(clause.schema)
            return source["type"]?.string == "null" || source["const"]?.isNull == true || source.bool == false
        }
        return rotated.filter { !isNull($0) } + rotated.filter { isNull($0) }
    }

    private mutating func take(
        _ branch: ExampleClause, _ words: KeywordValues, _ scope: Int
    ) throws(ExampleContradiction) {
        try add(branch, within: scope)
        guard let discriminator = words[.discriminator], let name = discriminator["propertyName"]?.string,
            let reference = schemas.source(branch.schema)["$ref"]?.string
        else { return }
        let mapped = discriminator["mapping"]?.members.first { $0.value.string == reference }?.key
        let last = reference.utf8.split(separator: 0x2F).last.flatMap { String($0) }
        if let value = mapped ?? last { result.discriminators.append((name, value)) }
    }
}
