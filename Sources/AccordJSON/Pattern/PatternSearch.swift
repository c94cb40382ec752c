// SPDX-License-Identifier: Apache-2.0
/// Searches for a short text that matches some patterns and doesn't match others, or proves that there is none.
///
/// Follows all patterns at once, from short texts to long ones. A state is what each pattern still has to match (V.
/// Antimirov, “Partial derivatives of regular expressions and finite automaton constructions”, 1996).
package struct PatternSearch {
    /// The result of a search. `undecided` means that it reached its limit, or found only texts that weren't accepted.
    package enum Result: Equatable {
        case text(String)
        case none
        case undecided
    }

    /// What is left to match: nodes that follow each other.
    private typealias Rest = [PatternNode]

    private struct State: Hashable {
        /// The possible rests of each pattern, as indexes of `rests`. First the patterns to match.
        var patterns: [Set<Int>]
        /// The number of scalars so far, counted up to the minimum.
        var count: Int
    }

    private struct Step: Hashable {
        var rest: Int
        var letter: UInt32
        var isFirst: Bool
    }

    /// One scalar for each group of scalars that no pattern distinguishes.
    private var letters: [UInt32] = []
    private var rests: [Rest] = []
    private var numbers: [Rest: Int] = [:]
    private var steps: [Step: Set<Int>] = [:]
    /// The number of scalars that the search has tried, in all states.
    package private(set) var stepCount = 0
    private var starts: [Set<Int>] = []
    /// The number of patterns to match, which precede the patterns not to match.
    private let matchCount: Int
    /// The maximum of `stepCount`.
    private static let mostSteps = 60_000
    private static let readable = Array("abAB01-_. /:@".unicodeScalars.map(\.value))

    /// The maximum number of nodes of all patterns, and of different scalars and sets in them. The time to prepare the
    /// search grows with both.
    private static let mostNodes = 10_000
    private static let mostSets = 500

    /// Returns `nil` if a pattern has parts that the search doesn't follow, such as a backreference, or if the patterns
    /// are very large.
    package init?(matching: [PatternNode], excluding: [PatternNode]) {
        var (matching, excluding) = (matching, excluding)
        // A lookahead at the start of an anchored pattern is a pattern of its own, such as in `^(?!admin)[a-z]+$`.
        for place in matching.indices {
            guard case .sequence(var nodes) = matching[place], nodes.first == .start else { continue }
            while nodes.count > 1, case .look(let inner, isBehind: false, let isNegated) = nodes[1] {
                if isNegated {
                    excluding.append(.sequence([.start, inner]))
                } else {
                    matching.append(.sequence([.start, inner]))
                }
                nodes.remove(at: 1)
            }
            matching[place] = .sequence(nodes)
        }
        matchCount = matching.count
        guard (matching + excluding).reduce(0, { $0 + $1.size }) <= Self.mostNodes else { return nil }
        var sets: Set<ScalarSet> = []
        for node in matching + excluding { guard Self.collect(&sets, node) else { return nil } }
        let edges = Set(sets.flatMap(\.ranges).flatMap { [$0.lowerBound, $0.upperBound + 1] })
        var signatures: Set<[Bool]> = []
        for letter in Self.readable + [0] + edges.sorted() where Unicode.Scalar(letter) != nil {
            if signatures.insert(sets.map { $0.contains(letter) }).inserted { letters.append(letter) }
        }
        let anything = PatternNode.repetition(
            .set(ScalarSet(isNegated: true)), minimum: 0, maximum: PatternNode.unbounded, isGreedy: true)
        starts = (matching + excluding).map { [number(of: [anything, $0, anything])] }
    }

    /// Collects the scalars and sets of a node. Returns `false` if the search doesn't follow the node.
    private static func collect(_ sets: inout Set<ScalarSet>, _ node: PatternNode, isRepeated: Bool = false) -> Bool {
        switch node {
        case .empty: return true
        case .start, .end: return !isRepeated
        case .scalar, .set:
            guard let set = node.singleScalarSet, set.properties.isEmpty else { return false }
            sets.insert(set)
            return sets.count <= mostSets
        case .sequence(let nodes), .alternatives(let nodes):
            return nodes.allSatisfy { collect(&sets, $0, isRepeated: isRepeated) }
        case .capture(_, let inner): return collect(&sets, inner, isRepeated: isRepeated)
        case .repetition(let inner, _, _, _): return collect(&sets, inner, isRepeated: true)
        case .wordBoundary, .look, .backreference, .namedBackreference: return false
        }
    }

    /// Searches for a text of `minimum` to `maximum` scalars that `accepts` accepts.
    package mutating func text(minimum: Int, maximum: Int, accepts: (String) -> Bool) -> Result {
        var level: [(state: State, text: String)] = [(State(patterns: starts, count: 0), "")]
        var known: Set<State> = []
        var length = 0
        var isDoubtful = false
        while !level.isEmpty {
            for (state, text) in level where length >= minimum && isMatch(state, isFirst: length == 0) {
                if accepts(text) { return .text(text) }
                isDoubtful = true
            }
            guard length < maximum else { break }
            let (isFirst, count) = (length == 0, min(length + 1, minimum))
            length += 1
            var next: [(state: State, text: String)] = []
            for (state, text) in level {
                for letter in letters {
                    stepCount += 1
                    guard stepCount < Self.mostSteps else { return .undecided }
                    let patterns = state.patterns.map { follow($0, letter, isFirst: isFirst) }
                    let after = State(patterns: patterns, count: count)
                    guard !patterns.prefix(matchCount).contains(where: \.isEmpty), known.insert(after).inserted,
                        let scalar = Unicode.Scalar(letter)
                    else { continue }
                    next.append((after, text + String(scalar)))
                }
            }
            level = next
        }
        return isDoubtful ? .undecided : .none
    }

    private func isMatch(_ state: State, isFirst: Bool) -> Bool {
        for (index, pattern) in state.patterns.enumerated() {
            let isMatch = pattern.contains { number in
                rests[number].allSatisfy { $0.canBeEmpty(isFirst: isFirst, isLast: true) }
            }
            if isMatch != (index < matchCount) { return false }
        }
        return true
    }

    private mutating func number(of rest: Rest) -> Int {
        if let known = numbers[rest] { return known }
        numbers[rest] = rests.count
        rests.append(rest)
        return rests.count - 1
    }

    private mutating func follow(_ pattern: Set<Int>, _ letter: UInt32, isFirst: Bool) -> Set<Int> {
        var result: Set<Int> = []
        for number in pattern {
            let step = Step(rest: number, letter: letter, isFirst: isFirst)
            if steps[step] == nil {
                var after: Set<Rest> = []
                Self.follow(rests[number], then: [], letter, isFirst, &after)
                steps[step] = Set(after.map { self.number(of: $0) })
            }
            result.formUnion(steps[step] ?? [])
        }
        return result
    }

    /// Adds what is left of `nodes` and `rest` after a scalar that one of the `nodes` matches.
    private static func follow(
        _ nodes: Rest, then rest: Rest, _ letter: UInt32, _ isFirst: Bool, _ result: inout Set<Rest>
    ) {
        for (index, node) in nodes.enumerated() {
            let after = Array(nodes[(index + 1)...]) + rest
            switch node {
            case .scalar(let value): if value == letter { result.insert(after) }
            case .set(let set): if set.contains(letter) { result.insert(after) }
            case .sequence(let inner): follow(inner, then: after, letter, isFirst, &result)
            case .alternatives(let inner): for node in inner { follow([node], then: after, letter, isFirst, &result) }
            case .capture(_, let inner): follow([inner], then: after, letter, isFirst, &result)
            case .repetition(let inner, let minimum, let maximum, _):
                guard maximum > 0 else { break }
                let left = PatternNode.repetition(
                    inner, minimum: max(0, minimum - 1),
                    maximum: maximum == PatternNode.unbounded ? maximum : maximum - 1, isGreedy: true)
                follow([inner], then: [left] + after, letter, isFirst, &result)
            default: break
            }
            guard node.canBeEmpty(isFirst: isFirst, isLast: false) else { return }
        }
    }
}

extension PatternNode {
    /// Returns whether the subpattern can match the empty string, and so match at a place.
    ///
    /// - Parameters:
    ///   - isFirst: whether the place is the start of the text.
    ///   - isLast: whether the place is the end of the text.
    package func canBeEmpty(isFirst: Bool, isLast: Bool) -> Bool {
        switch self {
        case .empty: true
        case .start: isFirst
        case .end: isLast
        case .sequence(let nodes): nodes.allSatisfy { $0.canBeEmpty(isFirst: isFirst, isLast: isLast) }
        case .alternatives(let nodes): nodes.contains { $0.canBeEmpty(isFirst: isFirst, isLast: isLast) }
        case .capture(_, let inner): inner.canBeEmpty(isFirst: isFirst, isLast: isLast)
        case .repetition(let inner, let minimum, _, _):
            minimum == 0 || inner.canBeEmpty(isFirst: isFirst, isLast: isLast)
        default: false
        }
    }
}
