// SPDX-License-Identifier: Apache-2.0
/// The syntax tree of a regular expression (ECMA-262, section 22.2.1).
package indirect enum PatternNode: Hashable, Sendable {
    case empty
    case scalar(UInt32)
    case set(ScalarSet)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    /// A capturing group, numbered from 1.
    case capture(Int, PatternNode)
    case repetition(PatternNode, minimum: Int, maximum: Int, isGreedy: Bool)
    case start
    case end
    case wordBoundary(isNegated: Bool)
    case look(PatternNode, isBehind: Bool, isNegated: Bool)
    case backreference(Int)
    /// A backreference to a named group, resolved at the end of the pattern.
    case namedBackreference(String)

    /// The value of `maximum` for a repetition without an upper bound.
    package static let unbounded: Int = Int(Int32.max)

    /// The scalars that the node matches if it always matches exactly one scalar. Otherwise `nil`.
    package var singleScalarSet: ScalarSet? {
        switch self {
        case .scalar(let value): ScalarSet(ranges: [value...value])
        case .set(let set): set
        default: nil
        }
    }

    /// Whether the node can match the empty string.
    var canBeEmpty: Bool { leastCount == 0 }

    /// The number of scalars in the shortest match, without regard to assertions and backreferences. Large values count
    /// as unbounded.
    package var leastCount: Int {
        let count =
            switch self {
            case .scalar, .set: 1
            case .sequence(let nodes): nodes.reduce(0) { min($0 + $1.leastCount, Self.unbounded) }
            case .alternatives(let nodes): nodes.map(\.leastCount).min() ?? 0
            case .capture(_, let node): node.leastCount
            case .repetition(let node, let minimum, _, _): node.leastCount * minimum
            case .empty, .start, .end, .wordBoundary, .look, .backreference, .namedBackreference: 0
            }
        return min(count, Self.unbounded)
    }

    /// A pattern that only the given text matches.
    package static func whole(_ text: String) -> Self {
        .sequence([.start] + text.unicodeScalars.map { .scalar($0.value) } + [.end])
    }

    /// The approximate number of instructions to which the node is compiled.
    var size: Int {
        switch self {
        case .sequence(let nodes): return nodes.reduce(0) { $0 + $1.size }
        case .alternatives(let nodes): return nodes.reduce(0) { $0 + $1.size + 2 }
        case .capture(_, let node), .look(let node, _, _): return node.size + 2
        case .repetition(let node, let minimum, let maximum, _):
            if node.singleScalarSet != nil { return 1 }
            let rounds = maximum == Self.unbounded ? minimum + 1 : maximum
            let size = node.size + 4
            return rounds <= PatternCompiler.maximumExpansion && size * rounds <= PatternCompiler.maximumExpansion
                ? size * rounds : size
        default: return 1
        }
    }

    /// The numbers of the groups inside the node, or `nil` if the node contains no groups.
    var captures: ClosedRange<Int>? {
        switch self {
        case .capture(let index, let node): index...max(index, node.captures?.upperBound ?? index)
        case .sequence(let nodes), .alternatives(let nodes): Self.union(nodes)
        case .repetition(let node, _, _, _), .look(let node, _, _): node.captures
        default: nil
        }
    }

    private static func union(_ nodes: [PatternNode]) -> ClosedRange<Int>? {
        let ranges: [ClosedRange<Int>] = nodes.compactMap(\.captures)
        guard let first = ranges.first else { return nil }
        return ranges.dropFirst().reduce(first) { sum, range in
            min(sum.lowerBound, range.lowerBound)...max(sum.upperBound, range.upperBound)
        }
    }
}
