// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Searches for a value that satisfies some schemas of a graph and violates other schemas.
///
/// The search is a tableau. It fixes the type of the value, collects the constraints of all schemas, and tries each
/// alternative of a choice. If a schema refers to itself, the search may need its own result. It then finds no value,
/// because a value can't contain itself.
package struct ValueSearch {
    package let graph: SchemaGraph
    /// The rules of the graph, followed by the rules that single searches derive from them.
    package private(set) var rules: [SchemaRule]
    /// Whether several alternatives of a `oneOf` may match, as in `anyOf`. Authors who write overlapping alternatives
    /// often mean `anyOf`.
    private(set) var readsOneAsAny = false
    private let hasOneOf: Bool

    /// The largest number of steps of one search.
    private let steps: Int
    /// The remaining number of steps of the current search.
    private var budget = 0
    /// The remaining number of steps of all searches.
    private var stepsLeft: Int

    /// The tags of the rules.
    private var tags: [Int: Tags] = [:]
    /// The results for each value of `readsOneAsAny`.
    private var memo: [Bool: [[Literal]: SearchResult]] = [true: [:], false: [:]]
    /// The unfinished searches. The key of a search contains its requirements, and the value is its depth.
    private var open: [[Literal]: Int] = [:]
    /// The lowest depth of the unfinished searches that the current search has needed. An unfinished search has no
    /// result yet, so the current search assumes that it fails.
    private var lowest = Int.max
    /// The searches that failed because they assumed that an unfinished search fails. A failure becomes final if the
    /// search at `depth` fails, too.
    private var provisional: [(key: [Literal], depth: Int)] = []

    private static let deepest = 100
    var room = StackRoom()
    /// The minimum number of free bytes on the stack to search for one more nested value, in a debug build.
    private static let stackReserve: UInt = 192 << 10

    /// Creates a search for the schemas in a graph.
    ///
    /// - Parameters:
    ///   - graph: the graph of all schemas.
    ///   - steps: the largest number of steps of one search.
    ///   - total: the largest number of steps of all searches.
    package init(_ graph: SchemaGraph, steps: Int = 4_000, inTotal total: Int = 150_000) {
        self.graph = graph
        self.steps = steps
        stepsLeft = total
        rules = graph.rules
        hasOneOf = graph.rules.contains { !$0.one.isEmpty }
    }

    /// Searches for a value that meets all requirements.
    ///
    /// If the alternatives of a `oneOf` overlap, a sender's schema may accept no value at all, and the search proves
    /// nothing. The function therefore repeats a failed search with `oneOf` treated as `anyOf`.
    package mutating func value(meeting literals: [Literal]) -> SearchResult {
        let result = firstValue(meeting: literals)
        guard hasOneOf, result.isNone else { return result }
        readsOneAsAny = true
        defer { readsOneAsAny = false }
        return firstValue(meeting: literals).isNone ? .none : .unknown
    }

    package mutating func firstValue(meeting literals: [Literal]) -> SearchResult {
        budget = min(steps, stepsLeft)
        let granted = budget
        defer { stepsLeft -= max(0, granted - budget) }
        return solve(literals)
    }

    /// Adds a rule that is derived from the schemas of the graph, and returns its number.
    package mutating func add(_ rule: SchemaRule) -> Int {
        rules.append(rule)
        return rules.count - 1
    }

    /// Searches for a small value that meets all requirements. Each literal requires that the value satisfies or
    /// violates a schema.
    mutating func solve(_ literals: [Literal]) -> SearchResult {
        var unique: [Literal] = []
        for literal in literals {
            if let flag = rules[literal.schema].always {
                if flag == literal.isNegated { return .none }
                continue
            }
            if unique.contains(where: { $0.schema == literal.schema && $0.isNegated != literal.isNegated }) {
                return .none
            }
            if !unique.contains(literal) { unique.append(literal) }
        }
        let key = unique.sorted { left, right in
            (left.schema, left.isNegated ? 1 : 0, left.isSender ? 1 : 0) < (
                right.schema, right.isNegated ? 1 : 0, right.isSender ? 1 : 0
            )
        }
        if let known = memo[readsOneAsAny]?[key] { return known }
        if let depth = open[key] {
            lowest = min(lowest, depth)
            return .none
        }
        guard budget > 0, open.count < Self.deepest, room.isLeft(Self.stackReserve) else { return .unknown }
        let depth = open.count
        let outer = lowest
        let start = provisional.count
        lowest = .max
        open[key] = depth
        var result = SearchResult.none
        // Try types with short values first.
        for type in [JSONKind.number, .string, .bool, .object, .array, .null] {
            if result.value != nil, type == .array || type == .null { break }
            result = result.or(solve(unique, as: type))
        }
        open[key] = nil
        switch result {
        case .some: memo[readsOneAsAny]?[key] = result
        case .unknown: if budget > 0 { memo[readsOneAsAny]?[key] = result }
        case .none:
            if lowest >= depth {
                for key in [key] + provisional[start...].map(\.key) { memo[readsOneAsAny]?[key] = SearchResult.none }
            } else {
                provisional.append((key, lowest))
            }
        }
        if lowest >= depth { provisional.removeSubrange(start...) }
        lowest = min(outer, lowest >= depth ? .max : lowest)
        return result
    }

    /// Searches for a value of a type that meets all requirements.
    mutating func solve(_ literals: [Literal], as type: JSONKind) -> SearchResult {
        for literal in literals where !literal.isNegated {
            let rule = rules[literal.schema]
            if !(literal.isSender ? rule.sentTypes : rule.types).contains(type) { return .none }
        }
        let listing = literals.first { !$0.isNegated && rules[$0.schema].allowed != nil }
        // The validator decides which of the listed values match. The search doesn't need to try each alternative.
        if let values = listing.flatMap({ rules[$0.schema].allowed }),
            !literals.contains(where: { rules[$0.schema].isDerived })
        {
            return first(of: values, type, meeting: literals)
        }
        return expand(literals.reversed(), [], ConstraintState(type: type))
    }

    /// Returns the shortest value of a type that meets the requirements. Derived rules have no schema to check.
    private func first(of values: [JSON], _ type: JSONKind, meeting literals: some Sequence<Literal>) -> SearchResult {
        let sizes = values.filter { $0.kind == type }.map { ($0, $0.compact.utf8.count) }.sorted { $0.1 < $1.1 }
        let match = sizes.first { value, _ in
            let instance = JSONDocument(value).root
            return literals.allSatisfy { literal in
                let rule = rules[literal.schema]
                return rule.isDerived || rule.schema.isValidMessage(instance) != literal.isNegated
            }
        }
        return match.map { .some($0.0) } ?? .none
    }

    /// Adds the constraints of the pending schemas to the state. Then tries each alternative of the choice that has the
    /// fewest alternatives.
    private mutating func expand(_ pending: [Literal], _ choices: [[Alternative]], _ state: ConstraintState)
        -> SearchResult
    {
        budget -= 1
        guard budget > 0 else { return .unknown }
        var (pending, choices, state) = (pending, choices, state)
        var violated: [Literal] = []
        while let literal = pending.popLast() {
            guard !state.literals.contains(where: { $0 == literal }) else { continue }
            if state.contradicts(literal) { return .none }
            let rule = rules[literal.schema]
            if let flag = rule.always {
                if flag == literal.isNegated { return .none }
                continue
            }
            state.literals.insert(literal)
            if literal.isNegated {
                if rule.types.contains(state.type) { violated.append(literal) }
            } else {
                guard rule.types.contains(state.type), state.add(rule, literal) else { return .none }
                if state.type == .object {
                    let tags = tags(of: literal.schema)
                    if state.tags.contradict(tags) { return .none }
                    state.tags.merge(tags)
                }
                pending += rule.all.reversed().map(literal.same)
                pending += rule.not.map { .not($0) }
                choices += alternatives(of: rule, state.type, literal)
            }
        }
        for literal in violated where !state.tags.exclude(tags(of: literal.schema)) {
            let ways = waysToViolate(rules[literal.schema], state.type)
            if ways.isEmpty { return .none }
            choices.append(ways)
        }
        // Drop the alternatives that contradict the state. Then take the choice with the fewest alternatives.
        var best: Int?
        for index in choices.indices {
            choices[index].removeAll { alternative in
                alternative.literals.contains { literal in
                    state.contradicts(literal) || rules[literal.schema].always == literal.isNegated
                        || !literal.isNegated && state.tags.contradict(tags(of: literal.schema))
                }
            }
            if choices[index].isEmpty { return .none }
            if choices[index].count < choices[best ?? index].count || best == nil { best = index }
        }
        guard let best else { return value(state) }
        let choice = choices.remove(at: best)
        var result = SearchResult.none
        for alternative in choice {
            if let value = result.value, open.count > 1 || value.compact.utf8.count < 24 { break }
            var next = state
            alternative.apply(&next)
            if next.isImpossible { continue }
            result = result.or(expand(alternative.literals.reversed(), choices, next))
        }
        return result
    }

    /// Returns the tags of the objects that a schema accepts, also of the schemas in its `allOf`.
    private mutating func tags(of number: Int) -> Tags {
        if let known = tags[number] { return known }
        // A schema that contains itself finds this result.
        tags[number] = Tags()
        var found = Tags(required: Set(rules[number].required))
        for property in rules[number].properties {
            if let values = rules[property.schema].allowed { found.values[property.name] = Set(values) }
        }
        for part in rules[number].all { found.merge(tags(of: part)) }
        tags[number] = found
        return found
    }

    private mutating func value(_ state: ConstraintState) -> SearchResult {
        if let allowed = state.allowed {
            return first(of: allowed.filter { !state.excluded.contains($0) }, state.type, meeting: state.literals)
        }
        let result: SearchResult =
            switch state.type {
            case .null: state.excluded.contains(.null) ? .none : .some(.null)
            case .bool:
                [JSON.bool(true), .bool(false)].first { !state.excluded.contains($0) }.map { .some($0) } ?? .none
            case .number: state.numberResult
            case .string: state.stringResult
            case .array: array(state)
            case .object: object(state)
            }
        guard state.isDoubtful || state.isUnique, let value = result.value else { return result }
        return first(of: [value], state.type, meeting: state.literals).isNone ? .unknown : result
    }
}

extension ConstraintState {
    /// Returns whether the state contains the opposite requirement. For example, the literal requires a value that
    /// satisfies a schema, and the state requires a value that violates the same schema.
    fileprivate func contradicts(_ literal: Literal) -> Bool {
        literals.contains(Literal(schema: literal.schema, isNegated: !literal.isNegated, isSender: false))
            || literals.contains(Literal(schema: literal.schema, isNegated: !literal.isNegated, isSender: true))
    }
}

/// The properties by which the objects of two schemas differ: required properties with `const` or `enum`, such as the
/// property of a discriminator.
struct Tags {
    var values: [String: Set<JSON>] = [:]
    var required: Set<String> = []

    /// Adds the tags of a schema that describes the same object.
    mutating func merge(_ other: Tags) {
        values.merge(other.values) { $0.intersection($1) }
        required.formUnion(other.required)
    }

    /// Returns whether no object can have these tags and the tags of a different schema.
    func contradict(_ other: Tags) -> Bool { exclude(other) || other.exclude(self) }

    /// Returns whether each object with these tags violates a schema with different tags.
    func exclude(_ other: Tags) -> Bool {
        other.values.contains { name, others in
            required.contains(name) && values[name]?.isDisjoint(with: others) == true
        }
    }
}
