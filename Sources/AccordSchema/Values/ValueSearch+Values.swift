// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension ValueSearch {
    /// The largest number of elements or members of a value.
    private static let mostElements = 10_000

    /// Searches for an array that satisfies all constraints of the schemas, such as `minItems` and `items`.
    mutating func array(_ state: ConstraintState) -> SearchResult {
        guard state.count.minimum <= Self.mostElements else { return .unknown }
        let prefix = state.elements.map(\.prefix.count).max() ?? 0
        var placed: [Int: [Literal]] = [:]
        for demand in state.demands {
            var isPlaced = false
            var isUnknown = false
            let last = max(prefix, demand.from) + (placed.keys.max().map { $0 + 1 } ?? 0)
            for index in demand.from...max(demand.from, last) where index < state.count.maximum {
                // If two demands are equal, the array needs two elements. Skip an element that already meets an equal
                // demand.
                if placed[index]?.contains(demand.literal) == true { continue }
                switch solve(state.elementLiterals(index) + (placed[index] ?? []) + [demand.literal]) {
                case .some:
                    placed[index, default: []].append(demand.literal)
                    isPlaced = true
                case .unknown: isUnknown = true
                case .none: break
                }
                if isPlaced { break }
            }
            if isPlaced { continue }
            return state.demands.count == 1 && !isUnknown ? .none : .unknown
        }
        let count = max(state.count.minimum, placed.keys.max().map { $0 + 1 } ?? 0)
        guard count <= state.count.maximum, count <= Self.mostElements else { return placed.isEmpty ? .none : .unknown }
        var elements: [JSON] = []
        for index in 0..<count {
            switch solve(state.elementLiterals(index) + (placed[index] ?? [])) {
            case .some(let value): elements.append(value)
            case .none: return index < state.count.minimum && placed[index] == nil ? .none : .unknown
            case .unknown: return .unknown
            }
        }
        if state.isUnique, Set(elements).count < elements.count {
            if state.isRepeated { return .none }
            elements = Self.distinct(elements)
        }
        if state.isUnique, state.isRepeated { return .none }
        if state.isRepeated { elements[1] = elements[0] }
        let value = JSON.array(elements)
        return state.excluded.contains(value) ? .unknown : .some(value)
    }

    /// Returns an array without repeated elements by changing repeated numbers and strings. A changed element may be
    /// invalid.
    private static func distinct(_ elements: [JSON]) -> [JSON] {
        elements.enumerated().map { index, element in
            guard index > 0, elements[..<index].contains(element) else { return element }
            return switch element {
            case .number(let number): number.int.map { .number(JSONNumber($0 + index)) } ?? element
            case .string(let text): .string(text + String(index))
            default: element
            }
        }
    }
}

extension ValueSearch {
    /// Searches for an object that satisfies all constraints of the schemas, such as `required` and `properties`.
    mutating func object(_ state: ConstraintState) -> SearchResult {
        let scope = MemberScope(state, rules)
        var required: [String] = []
        for name in state.required where !required.contains(name) && !scope.hidden.contains(name) {
            required.append(name)
        }
        if state.memberLiterals.contains(where: { scope.hidden.contains($0.name) }) { return .none }
        guard required.allSatisfy({ scope.allows($0) && hasValidName($0, state) }),
            required.count <= state.count.maximum
        else { return .none }
        var object = JSONObject()
        var extra: [String: [Literal]] = [:]
        for demand in state.demands {
            let names = scope.names(for: demand)
            var result = SearchResult.none
            for name in names.list where scope.allows(name) && hasValidName(name, state) {
                if !required.contains(name), required.count >= state.count.maximum { continue }
                let literals = scope.literals(name) + (extra[name] ?? []) + [demand.literal]
                let memberResult = solve(literals)
                if memberResult.value != nil {
                    extra[name, default: []].append(demand.literal)
                    if !required.contains(name) { required.append(name) }
                    result = memberResult
                    break
                }
                result = result.or(memberResult)
            }
            switch result {
            case .some: continue
            case .unknown: return .unknown
            case .none: return names.isComplete && state.demands.count == 1 && state.names.isEmpty ? .none : .unknown
            }
        }
        for names in state.violatedNames {
            let violation = solve(state.names + [.not(names)], as: .string).value?.string
            let name = (scope.names + [violation].compactMap(\.self)).first { name in
                scope.allows(name) && !rules[names].schema.isValid(.string(name)) && hasValidName(name, state)
            }
            guard let name else { return scope.hasOnlyDeclaredNames ? .none : .unknown }
            if !required.contains(name) { required.append(name) }
        }
        for name in required {
            let (literals, unevaluated) = (scope.literals(name) + (extra[name] ?? []), scope.unevaluated(name))
            var result = solve(literals + unevaluated)
            if result.value == nil, !unevaluated.isEmpty { result = solve(literals) }
            switch result {
            case .some(let value): object[name] = value
            case .none: return extra[name] == nil && state.violatedNames.isEmpty ? .none : .unknown
            case .unknown: return .unknown
            }
        }
        var hasUnknown = !state.names.isEmpty || !scope.isPlain
        let further =
            object.count < state.count.minimum ? scope.names(atLeast: min(state.count.minimum, Self.mostElements)) : []
        for name in further where object.count < state.count.minimum && object[name] == nil {
            guard scope.allows(name), hasValidName(name, state) else { continue }
            switch solve(scope.literals(name)) {
            case .some(let value): object[name] = value
            case .none: break
            case .unknown: hasUnknown = true
            }
        }
        if object.count < state.count.minimum {
            return hasUnknown || state.count.minimum > Self.mostElements ? .unknown : .none
        }
        if object.count > state.count.maximum { return .unknown }
        let value = JSON.object(object)
        return state.excluded.contains(value) ? .unknown : .some(value)
    }

    private func hasValidName(_ name: String, _ state: ConstraintState) -> Bool {
        state.names.allSatisfy { rules[$0.schema].schema.isValid(.string(name)) != $0.isNegated }
    }
}

/// The names that the members of an object can have, and the schemas that apply to each member.
package struct MemberScope {
    private let state: ConstraintState
    private let rules: [SchemaRule]
    private let senders: [Int]
    /// The members that the sender never sends, such as `readOnly` properties of a request.
    let hidden: Set<String>
    /// Whether the sender may send members that its schemas don't declare.
    private let isFree: Bool
    /// Whether the sender's object is a map: `additionalProperties` has a schema for all members.
    private let isMap: Bool
    /// The patterns in `patternProperties` of the sender's schemas. The sender may send members whose names match.
    private let sentPatterns: [ECMAPattern]

    init(_ state: ConstraintState, _ rules: [SchemaRule]) {
        self.state = state
        self.rules = rules
        // Copying a rule takes long, so refer to the rules by their numbers.
        let senders = state.members.filter(\.isSender).map(\.schema)
        self.senders = senders
        hidden = senders.reduce(into: []) { $0.formUnion(rules[$1].hidden) }
        isFree =
            senders.contains { rules[$0].additional.map { rules[$0].always != false } ?? false }
            || !senders.contains { rules[$0].describesMembers }
        isMap = senders.contains { rules[$0].additional.map { rules[$0].always == nil } ?? false }
        sentPatterns = senders.flatMap { rules[$0].patterns.map(\.pattern) }
    }

    /// The member names that the schemas mention. The names in the sender's schemas come first.
    var declared: [String] {
        var names: [String] = []
        let numbers = senders + state.members.filter { !$0.isSender }.map(\.schema)
        for number in numbers {
            names += rules[number].properties.map(\.name) + rules[number].required
        }
        names += state.required + state.memberLiterals.map(\.name)
        names += state.members.flatMap { rules[$0.schema].patterns }.compactMap { Self.matching($0.pattern) }
        return names.distinct
    }

    /// The names in `declared`, followed by some names for members that no schema mentions, such as `other`.
    var names: [String] { (declared + ["other", "another", "further", "x", "a1", "A", "1"]).distinct }

    /// Returns at least `count` names: those in `names`, followed by `key1`, `key2` and so on.
    func names(atLeast count: Int) -> [String] {
        let names = names
        let known = Set(names)
        return names + (1...count + known.count).map { "key\($0)" }.filter { !known.contains($0) }
    }

    /// Returns whether a sender's schema declares a member.
    private func isSent(_ name: String) -> Bool {
        senders.contains { sender in
            rules[sender].property(name) != nil || rules[sender].required.contains(name)
        }
    }

    /// Whether every member of the object must have a name that the sender's schemas declare.
    var hasOnlyDeclaredNames: Bool { !isFree && !isMap && sentPatterns.isEmpty }

    /// Whether no schema has `patternProperties`. If so, the schemas treat all names that they don't mention in the
    /// same way.
    var isPlain: Bool { state.members.allSatisfy { rules[$0.schema].patterns.isEmpty } }

    /// Returns whether the object may have a member with this name.
    func allows(_ name: String) -> Bool {
        if state.forbidden.contains(name) || hidden.contains(name) { return false }
        if senders.isEmpty || isMap || isSent(name) { return true }
        if sentPatterns.contains(where: { $0.matches(in: name) }) { return true }
        return isFree && !state.members.contains { !$0.isSender && rules[$0.schema].property(name) != nil }
            && !state.memberLiterals.contains { $0.name == name }
    }

    /// Returns the schemas that apply to the member with a name.
    func literals(_ name: String) -> [Literal] {
        let literals = state.members.flatMap { member in
            rules[member.schema].member(name).map { Literal(schema: $0, isSender: member.isSender) }
        }
        return literals + state.memberLiterals.filter { $0.name == name }.map(\.literal)
    }

    /// Returns the schemas in `unevaluatedProperties` that probably apply to the member with a name.
    func unevaluated(_ name: String) -> [Literal] {
        let schemas = state.members.compactMap { rules[$0.schema].unevaluated }
        if schemas.isEmpty { return [] }
        let isEvaluated = state.members.contains {
            rules[$0.schema].property(name) != nil || rules[$0.schema].additional != nil
        }
        return isEvaluated ? [] : schemas.map { Literal(schema: $0) }
    }

    /// Returns the names to try for the member that `demand` requires. If `isComplete` is true and the search fails
    /// with all these names, it fails with every other name, too.
    func names(for demand: ConstraintState.Demand) -> (list: [String], isComplete: Bool) {
        let all = names
        if let pattern = demand.pattern {
            let names = (all + [Self.matching(pattern)].compactMap(\.self)).filter { pattern.matches(in: $0) }
            return (names, hasOnlyDeclaredNames)
        }
        guard let rule = demand.uncovered else { return (all, false) }
        let names = all.filter { name in
            rule.property(name) == nil && !rule.hidden.contains(name)
                && !rule.patterns.contains { $0.pattern.matches(in: name) }
        }
        return (names, isPlain)
    }

    /// Returns a name that matches a pattern, or `nil` if the search finds none.
    package static func matching(_ pattern: ECMAPattern) -> String? {
        ConstraintState(type: .string, tests: [.pattern(pattern)]).stringResult.value?.string
    }
}
