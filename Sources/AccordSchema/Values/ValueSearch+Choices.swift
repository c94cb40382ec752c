// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// One of several ways to satisfy or violate a schema, such as one schema of an `anyOf`.
struct Alternative {
    /// The schemas that the value must also satisfy or violate.
    var literals: [Literal] = []
    /// Changes the constraints on the value.
    var apply: (inout ConstraintState) -> Void = { _ in }
}

extension [Alternative] {
    fileprivate mutating func add(_ apply: @escaping (inout ConstraintState) -> Void) {
        append(Alternative(apply: apply))
    }

    /// Adds the ways to violate the limits of the number of characters, elements or members.
    fileprivate mutating func addCounts(outside limits: CountLimits) {
        if limits.minimum > 0 { add { $0.limit(0, limits.minimum - 1) } }
        if limits.maximum < .max { add { $0.limit(limits.maximum + 1, .max) } }
    }
}

extension ValueSearch {
    /// Returns the choices in a schema, such as its `anyOf`. A value satisfies the schema only if it satisfies at least
    /// one alternative of each choice.
    func alternatives(of rule: SchemaRule, _ type: JSONKind, _ literal: Literal) -> [[Alternative]] {
        let unions = (rule.any + rule.one).enumerated().map { number, branches in
            let isExclusive = number >= rule.any.count && !readsOneAsAny
            return branches.indices.filter { rules[branches[$0]].types.contains(type) }.map { index in
                let others = branches.indices.filter { isExclusive && $0 != index }.map { Literal.not(branches[$0]) }
                return Alternative(literals: [literal.same(branches[index])] + others)
            }
        }
        guard type == .object else { return unions }
        return rule.dependents.map { name, schema in
            [Alternative { $0.forbid(name) }, Alternative(literals: [literal.same(schema)])]
        } + unions
    }

    /// Returns the ways in which a value of a type can violate a schema, such as a string that is longer than
    /// `maxLength`.
    func waysToViolate(_ rule: SchemaRule, _ type: JSONKind) -> [Alternative] {
        var ways: [Alternative] = []
        if let values = rule.allowed { ways.add { $0.excluded.formUnion(values) } }
        ways.addCounts(outside: rule.counts[type] ?? CountLimits())
        switch type {
        case .number: waysToViolateNumber(rule, &ways)
        case .string: waysToViolateString(rule, &ways)
        case .array: waysToViolateArray(rule, &ways)
        case .object: waysToViolateObject(rule, &ways)
        case .null, .bool: break
        }
        ways += rule.all.map { Alternative(literals: [.not($0)]) }
        ways += rule.not.map { Alternative(literals: [Literal(schema: $0)]) }
        ways += rule.any.map { Alternative(literals: $0.map { .not($0) }) }
        for branches in rule.one {
            ways.append(Alternative(literals: branches.map { .not($0) }))
            for (index, first) in branches.enumerated() where !readsOneAsAny && rules[first].types.contains(type) {
                for second in branches[(index + 1)...] where rules[second].types.contains(type) {
                    ways.append(Alternative(literals: [Literal(schema: first), Literal(schema: second)]))
                }
            }
        }
        if rule.isOpaque { ways.add { $0.isDoubtful = true } }
        return ways
    }

    private func waysToViolateNumber(_ rule: SchemaRule, _ ways: inout [Alternative]) {
        for (bound, isLower) in [(rule.number.lower, true), (rule.number.upper, false)] {
            guard let bound else { continue }
            ways.add { state in
                state.number.limit(
                    to: bound.number, isLower: !isLower, isExclusive: !bound.isExclusive, place: bound.place)
            }
        }
        for divisor in rule.number.divisors { ways.add { $0.excludedDivisors.append(divisor.number) } }
    }

    private func waysToViolateString(_ rule: SchemaRule, _ ways: inout [Alternative]) {
        for test in rule.tests {
            ways.add { state in
                state.excludedTests.append(test)
                state.isImpossible = state.tests.contains(test)
            }
        }
    }

    private func waysToViolateArray(_ rule: SchemaRule, _ ways: inout [Alternative]) {
        for (index, schema) in rule.prefix.enumerated() {
            ways.add { state in
                let open = [Literal?](repeating: nil, count: index)
                state.elements.append(ConstraintState.Elements(prefix: open + [.not(schema)]))
                state.limit(index + 1, .max)
            }
        }
        if let items = rule.items, rules[items].always != true {
            ways.add { state in
                state.demands.append(ConstraintState.Demand(from: rule.prefix.count, literal: .not(items)))
                state.limit(rule.prefix.count + 1, .max)
            }
        }
        if rule.isUnique {
            ways.add { state in
                state.isRepeated = true
                state.limit(2, .max)
            }
        }
        guard let contains = rule.contains else { return }
        let (least, most) = (rule.containedCount.minimum, rule.containedCount.maximum)
        if least > 1 { ways.add { $0.limit(0, least - 1) } }
        if least > 0 { ways.add { $0.elements.append(ConstraintState.Elements(prefix: [], rest: .not(contains))) } }
        if least > 1 { ways.add { $0.isDoubtful = true } }
        if most < .max {
            ways.add { state in
                state.demand(most + 1, of: Literal(schema: contains))
            }
        }
    }

    private func waysToViolateObject(_ rule: SchemaRule, _ ways: inout [Alternative]) {
        for name in rule.required { ways.add { $0.forbid(name) } }
        for (name, schema) in rule.properties where rules[schema].always != true {
            ways.add { state in
                state.require(name)
                state.memberLiterals.append((name, .not(schema)))
            }
        }
        for (name, schema) in rule.dependents {
            ways.append(Alternative(literals: [.not(schema)]) { $0.require(name) })
        }
        for entry in rule.patterns where rules[entry.schema].always != true {
            ways.add { $0.demands.append(ConstraintState.Demand(pattern: entry.pattern, literal: .not(entry.schema))) }
        }
        if let additional = rule.additional, rules[additional].always != true {
            ways.add { $0.demands.append(ConstraintState.Demand(uncovered: rule, literal: .not(additional))) }
        }
        if let names = rule.names { ways.add { $0.violatedNames.append(names) } }
        if let unevaluated = rule.unevaluated {
            ways.add { state in
                state.demands.append(ConstraintState.Demand(literal: .not(unevaluated)))
                state.isDoubtful = true
            }
        }
    }
}

extension ConstraintState {
    /// Adds the constraints of a schema to the constraints of the value. Returns `false` if no value can satisfy all
    /// constraints.
    mutating func add(_ rule: SchemaRule, _ literal: Literal) -> Bool {
        if let values = rule.allowed {
            let common = allowed.map { _ in Set(values) }
            let left = (allowed ?? values).filter { $0.kind == type && common?.contains($0) ?? true }
            if left.isEmpty { return false }
            allowed = left
        }
        if rule.isOpaque { isDoubtful = true }
        if let limits = rule.counts[type], !limit(limits) { return false }
        switch type {
        case .number: number.add(rule.number)
        case .string:
            guard !rule.tests.contains(where: excludedTests.contains) else { return false }
            tests += rule.tests
            formats += [rule.format].compactMap(\.self)
            (encoding, mediaType) = (rule.encoding ?? encoding, rule.mediaType ?? mediaType)
        case .array:
            if rule.isUnique { isUnique = true }
            if !rule.prefix.isEmpty || rule.items != nil {
                elements.append(Elements(prefix: rule.prefix.map(literal.same), rest: rule.items.map(literal.same)))
            }
            guard let contains = rule.contains else { break }
            let (least, most) = (rule.containedCount.minimum, rule.containedCount.maximum)
            if least > 0 {
                guard demand(least, of: literal.same(contains)) else { return false }
            }
            if most < .max { isDoubtful = true }
        case .object:
            members.append(literal)
            required += rule.required
            if let schema = rule.names { names.append(Literal(schema: schema)) }
        default: break
        }
        return true
    }
}
