import AccordJSON

extension ExampleExpansion {
    /// One way of not satisfying a schema.
    private enum Way {
        case clauses([ExampleClause])
        case types(ExampleTypes, JSONValue)
        case exclude([JSON])
        case limit(Keyword, JSONValue)
        case pattern(JSONValue)
        case forbid(String, JSONValue)
        case member(String, ExampleClause, JSONValue)
        case element(ExampleClause, JSONValue)
        case elements(ExampleClause)
        case elementAt(Int, ExampleClause, JSONValue)
        case dependent(String, without: String, JSONValue)
        case dependentClause(String, ExampleClause, JSONValue)
    }

    /// Chooses one keyword of a schema to break; last comes trusting that what is built breaks one anyway.
    mutating func negate(_ clause: ExampleClause, _ scope: Int) throws(ExampleContradiction) {
        result.needsCheck = true
        let words = schemas.words(clause.schema)
        var positive = clause
        positive.isNegated = false
        let source = schemas.source(clause.schema)
        if source.count == 0 { throw ExampleContradiction("not forbids every value", at: source) }
        let ways = logicalWays(words, positive) + scalarWays(words) + containerWays(words, positive)
        // Where the ways are all there are, there is nothing to trust in.
        let pick = choices.pick(ways.isEmpty || Self.hasOtherWays(words) ? ways.count + 1 : ways.count)
        guard pick < ways.count else { return }
        try apply(ways[pick], positive, scope)
    }

    /// Whether a schema can be broken in ways that aren't among those that are tried.
    private static func hasOtherWays(_ words: KeywordValues) -> Bool {
        let objects = words.hasAny(
            .patternProperties, .additionalProperties, .propertyNames, .dependentSchemas, .dependencies,
            .dependentRequired, .unevaluatedProperties)
        let arrays = words.hasAny(.prefixItems, .additionalItems, .minContains, .maxContains, .unevaluatedItems)
        return objects || arrays
            || words.hasAny(.oneOf, .uniqueItems, .multipleOf, .format, .contentEncoding, .contentMediaType)
    }

    private func logicalWays(_ words: KeywordValues, _ clause: ExampleClause) -> [Way] {
        var ways: [Way] = []
        for keyword in [Keyword.ref, .dynamicRef, .recursiveRef] {
            guard let value = words[keyword], let target = schemas.target(of: value, in: clause) else { continue }
            ways.append(.clauses([Self.negated(target)]))
        }
        if let value = words[.not], let child = schemas.child(value, of: clause) { ways.append(.clauses([child])) }
        if let value = words[.allOf] {
            for child in schemas.children(value, of: clause) { ways.append(.clauses([Self.negated(child)])) }
        }
        for keyword in [Keyword.anyOf, .oneOf] {
            guard let value = words[keyword] else { continue }
            let branches = schemas.children(value, of: clause)
            ways.append(.clauses(branches.map { Self.negated($0) }))
            if keyword == .oneOf, branches.count > 1 { ways.append(.clauses(Array(branches.prefix(2)))) }
        }
        if let value = words[.if], let condition = schemas.child(value, of: clause) {
            if let then = words[.then].flatMap({ schemas.child($0, of: clause) }) {
                ways.append(.clauses([condition, Self.negated(then)]))
            }
            if let otherwise = words[.else].flatMap({ schemas.child($0, of: clause) }) {
                ways.append(.clauses([Self.negated(condition), Self.negated(otherwise)]))
            }
        }
        return ways
    }

    private func scalarWays(_ words: KeywordValues) -> [Way] {
        var ways: [Way] = []
        if let value = words[.const] { ways.append(.exclude([JSON(value)])) }
        if let value = words[.enum] { ways.append(.exclude(value.elements.map { JSON($0) })) }
        if let value = words[.type] {
            ways.append(.types(ExampleTypes.all.subtracting(ExampleTypes(keyword: value)), value))
        }
        let limits: [Keyword] = [
            .minimum, .maximum, .exclusiveMinimum, .exclusiveMaximum, .minLength, .maxLength, .minItems, .maxItems,
            .minProperties, .maxProperties,
        ]
        for keyword in limits { if let value = words[keyword] { ways.append(.limit(keyword, value)) } }
        if let value = words[.pattern] { ways.append(.pattern(value)) }
        return ways
    }

    private func containerWays(_ words: KeywordValues, _ clause: ExampleClause) -> [Way] {
        var ways: [Way] = []
        for element in words[.required].map({ Array($0.elements) }) ?? [] {
            if let name = element.string { ways.append(.forbid(name, element)) }
        }
        if let value = words[.properties] {
            for member in value.members {
                guard let child = schemas.child(member.value, of: clause) else { continue }
                ways.append(.member(member.key, Self.negated(child), member.value))
            }
        }
        ways += dependentWays(words, clause) + prefixWays(words, clause) + patternWays(words, clause)
        for keyword in [Keyword.additionalProperties, .unevaluatedProperties] {
            guard let value = words[keyword], let child = schemas.child(value, of: clause) else { continue }
            let names = words[.properties]?.members.map(\.key) ?? []
            let free = ["other", "another", "further"].first { !names.contains($0) }
            if let free { ways.append(.member(free, Self.negated(child), value)) }
        }
        for keyword in [Keyword.additionalItems, .unevaluatedItems] {
            guard let value = words[keyword], let child = schemas.child(value, of: clause) else { continue }
            ways.append(.element(Self.negated(child), value))
        }
        if let value = words[.items], let child = schemas.child(value, of: clause), words[.prefixItems] == nil {
            ways.append(.element(Self.negated(child), value))
        }
        if let value = words[.contains], let child = schemas.child(value, of: clause), words[.minContains] == nil {
            ways.append(.elements(Self.negated(child)))
        }
        return ways
    }

    private func dependentWays(_ words: KeywordValues, _ clause: ExampleClause) -> [Way] {
        let keywords = [Keyword.dependentRequired, .dependentSchemas, .dependencies]
        return keywords.flatMap { words[$0].map { Array($0.members) } ?? [] }.flatMap { rule -> [Way] in
            if rule.value.kind == .array {
                return rule.value.elements.compactMap { name in
                    name.string.map { .dependent(rule.key, without: $0, name) }
                }
            }
            guard let child = schemas.child(rule.value, of: clause) else { return [] }
            return [.dependentClause(rule.key, Self.negated(child), rule.value)]
        }
    }

    private func prefixWays(_ words: KeywordValues, _ clause: ExampleClause) -> [Way] {
        guard let value = words[.prefixItems] else { return [] }
        return schemas.children(value, of: clause).enumerated().map { index, child in
            .elementAt(index, Self.negated(child), value)
        }
    }

    private func patternWays(_ words: KeywordValues, _ clause: ExampleClause) -> [Way] {
        guard let value = words[.patternProperties] else { return [] }
        return value.members.compactMap { member in
            var writer = ExamplePattern(member.key, isUnicode: true, random: random, maximum: 1_000)
            guard let child = schemas.child(member.value, of: clause),
                let name = writer?.text(attempt: 0, minimum: 0)
            else { return nil }
            return .member(name, Self.negated(child), member.value)
        }
    }

    private mutating func apply(_ way: Way, _ clause: ExampleClause, _ scope: Int) throws(ExampleContradiction) {
        switch way {
        case .clauses(let clauses): for clause in clauses { try add(clause, within: scope) }
        case .types(let types, let place): try result.restrict(to: types, place: place, isNegated: true)
        case .exclude(let values): result.excluded += values
        case .limit(let keyword, let value): try breakLimit(keyword, value)
        case .pattern(let value):
            try result.restrict(to: .string, place: value)
            addPattern(value, clause, isNegated: true)
        case .forbid(let name, let place):
            try result.restrict(to: .object, place: place)
            result.forbidden.append(ExampleConstraints.Name(name: name, place: place))
        case .member(let name, let child, let place):
            try result.restrict(to: .object, place: place)
            result.required.append(ExampleConstraints.Name(name: name, place: place))
            result.memberClauses.append((name, child))
        case .element(let child, let place):
            try result.restrict(to: .array, place: place)
            result.contained.append(
                ExampleConstraints.Contained(clause: child, minimum: 1, maximum: .max, place: place))
        case .elements(let child):
            try result.restrict(to: .array, place: schemas.source(child.schema))
            result.arrayRules.append(ExampleConstraints.ArrayRule(rest: child, scope: scope))
        case .elementAt(let index, let child, let place):
            try result.restrict(to: .array, place: place)
            result.items.raise(to: index + 1, place: place)
            let before = [ExampleClause?](repeating: nil, count: index)
            result.arrayRules.append(ExampleConstraints.ArrayRule(prefix: before + [child], scope: scope))
        case .dependent(let name, let other, let place):
            try result.restrict(to: .object, place: place)
            result.required.append(ExampleConstraints.Name(name: name, place: place))
            result.forbidden.append(ExampleConstraints.Name(name: other, place: place))
        case .dependentClause(let name, let child, let place):
            try result.restrict(to: .object, place: place)
            result.required.append(ExampleConstraints.Name(name: name, place: place))
            try add(child, within: scope)
        }
    }

    private mutating func breakLimit(_ keyword: Keyword, _ value: JSONValue) throws(ExampleContradiction) {
        switch keyword {
        case .minLength, .maxLength: try result.restrict(to: .string, place: value)
        case .minItems, .maxItems: try result.restrict(to: .array, place: value)
        case .minProperties, .maxProperties: try result.restrict(to: .object, place: value)
        default: try result.restrict(to: .number, place: value)
        }
        let count = ExampleCountLimits.count(value) ?? 0
        if count == 0, [.minLength, .minItems, .minProperties].contains(keyword) {
            throw ExampleContradiction("not forbids every value that \(keyword.name) speaks of", at: value)
        }
        switch keyword {
        case .minLength: result.length.cut(to: count - 1, place: value)
        case .maxLength: result.length.raise(to: count + 1, place: value)
        case .minItems: result.items.cut(to: count - 1, place: value)
        case .maxItems: result.items.raise(to: count + 1, place: value)
        case .minProperties: result.members.cut(to: count - 1, place: value)
        case .maxProperties: result.members.raise(to: count + 1, place: value)
        default:
            guard let number = value.number else { return }
            let isExclusive = keyword == .minimum || keyword == .maximum
            if keyword == .minimum || keyword == .exclusiveMinimum {
                result.number.cut(to: number, isExclusive: isExclusive, place: value)
            } else {
                result.number.raise(to: number, isExclusive: isExclusive, place: value)
            }
        }
    }
}
