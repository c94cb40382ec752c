// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A pattern on which a backtracking engine can take exponential time. Accord's own engine takes linear time.
struct BacktrackingPattern {
    /// An equivalent pattern that takes linear time, or `nil` if none is known.
    let alternative: String?

    /// Returns `nil` if the pattern can't take exponential time.
    ///
    /// Exponential time requires two conditions. A repetition can match the same text in several ways, and the part of
    /// the pattern after the repetition can fail.
    init?(_ source: String) {
        guard Self.backtracks(source) else { return nil }
        var rewritten = source
        for _ in 0..<8 where Self.backtracks(rewritten) { rewritten = Self.simplified(rewritten) }
        // Rewriting the pattern changes the numbers of its groups. A pattern with backreferences therefore gets no
        // alternative.
        let hasBackreferences = source.contains(/\\[1-9k]/)
        alternative = hasBackreferences || Self.backtracks(rewritten) ? nil : rewritten
    }

    private static func backtracks(_ source: String) -> Bool {
        for isUnicode in [true, false] {
            var parser = PatternParser(source: source, isUnicode: isUnicode)
            if let node = try? parser.parse() { return backtracks(node, mayFailAfter: false) }
        }
        return false
    }

    private static func backtracks(_ node: PatternNode, mayFailAfter: Bool) -> Bool {
        switch node {
        case .sequence(let nodes):
            var mayFail = mayFailAfter
            for node in nodes.reversed() {
                if backtracks(node, mayFailAfter: mayFail) { return true }
                mayFail = mayFail || !node.canBeEmpty(isFirst: false, isLast: false)
            }
            return false
        case .alternatives(let nodes): return nodes.contains { backtracks($0, mayFailAfter: mayFailAfter) }
        case .capture(_, let inner): return backtracks(inner, mayFailAfter: mayFailAfter)
        case .repetition(let inner, _, let maximum, _):
            if mayFailAfter, maximum == PatternNode.unbounded, Positions.isAmbiguous(loopOf: inner) { return true }
            return backtracks(inner, mayFailAfter: mayFailAfter)
        case .look(let inner, _, _): return backtracks(inner, mayFailAfter: false)
        case .empty, .scalar, .set, .start, .end, .wordBoundary, .backreference, .namedBackreference: return false
        }
    }

    /// Rewrites one repeated group of the pattern: `(a+)+` becomes `a+`. Returns the pattern unchanged if no group has
    /// a known form.
    private static func simplified(_ source: String) -> String {
        let atom = #"(\\[pP]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|[^()\[\]{}*+?|\\^$])"#
        let forms: [(pattern: String, replacement: ([String]) -> String?)] = [
            // Rewrites `(A+)*` as `A*`.
            (#"\((?:\?:)?\#(atom)([*+])\)([*+])"#, { $0[0] + ($0[1] + $0[2] == "++" ? "+" : "*") }),
            // Rewrites patterns such as `(A+B?)*`, in which the second character of the group is optional.
            (
                #"\((?:\?:)?\#(atom)\+\#(atom)([*?])\)([*+])"#,
                { group($0[3], "\($0[0])+(?:\($0[1])\($0[2] == "*" ? "+" : "")\($0[0])+)*\($0[1])\($0[2])") }
            ),
            // Rewrites patterns such as `(B?A+)*`, in which the first character of the group is optional.
            (
                #"\((?:\?:)?\#(atom)([*?])\#(atom)\+\)([*+])"#,
                { group($0[3], "\($0[0])\($0[1])\($0[2])+(?:\($0[0])\($0[1] == "*" ? "+" : "")\($0[2])+)*") }
            ),
            // Rewrites patterns such as `(A+|B)*` as `[AB]*`.
            (
                #"\((?:\?:)?\#(atom)([*+]?)\|\#(atom)([*+]?)\)([*+])"#,
                { parts in
                    guard let first = members(parts[0]), let second = members(parts[2]) else { return nil }
                    let isEmpty = [parts[1], parts[3], parts[4]].contains("*")
                    let set = first == second ? parts[0] : "[\(first)\(second)]"
                    return set + (isEmpty ? "*" : "+")
                }
            ),
        ]
        for form in forms {
            guard let regex = try? Regex(form.pattern), let match = source.firstMatch(of: regex) else { continue }
            let parts = match.output.dropFirst().map { $0.substring.map(String.init) ?? "" }
            guard let replacement = form.replacement(parts) else { continue }
            return source[..<match.range.lowerBound] + replacement + source[match.range.upperBound...]
        }
        return source
    }

    private static func group(_ quantifier: String, _ pattern: String) -> String {
        quantifier == "*" ? "(?:\(pattern))?" : pattern
    }

    /// Returns the characters of an atom as they are written in a character class, such as `a-z` for `[a-z]`. Returns
    /// `nil` for `.` and `[^…]`.
    private static func members(_ atom: String) -> String? {
        if atom == "." || atom.hasPrefix("[^") { return nil }
        return atom.hasPrefix("[") ? String(atom.dropFirst().dropLast()) : atom
    }
}

/// The characters of a repeated subpattern, and for each character the characters that may follow it.
private struct Positions {
    /// The characters with which a subpattern may start, and the characters with which it may end.
    private struct Part {
        var first: [Int] = []
        var last: [Int] = []
        var canBeEmpty = true
    }

    /// The largest number of characters that a repeated subpattern may have, so that the check stays fast.
    private static let maximum = 160

    private var sets: [ScalarSet] = []
    private var following: [[Int]] = []
    /// Whether two repetitions can continue with the same character. In `(a+)+`, both `+` can repeat `a`.
    private var hasDuplicates = false

    /// Returns whether a text can match a repeated subpattern in two ways. Returns `false` for large subpatterns, and
    /// for subpatterns with assertions or backreferences.
    static func isAmbiguous(loopOf node: PatternNode) -> Bool {
        var positions = Positions()
        guard let loop = positions.part(node) else { return false }
        positions.connect(loop.last, to: loop.first)
        return positions.hasDuplicates || positions.hasTwoPaths
    }

    private mutating func part(_ node: PatternNode) -> Part? {
        switch node {
        case .empty: return Part()
        case .scalar, .set:
            guard let set = node.singleScalarSet, sets.count < Self.maximum else { return nil }
            sets.append(set)
            following.append([])
            return Part(first: [sets.count - 1], last: [sets.count - 1], canBeEmpty: false)
        case .sequence(let nodes):
            var sequence = Part()
            for node in nodes {
                guard let next = part(node) else { return nil }
                sequence = joined(sequence, next)
            }
            return sequence
        case .alternatives(let nodes):
            var union = Part(canBeEmpty: false)
            for node in nodes {
                guard let next = part(node) else { return nil }
                union = Part(
                    first: union.first + next.first, last: union.last + next.last,
                    canBeEmpty: union.canBeEmpty || next.canBeEmpty)
            }
            return union
        case .capture(_, let inner): return part(inner)
        case .repetition(let inner, let minimum, let maximum, _): return repeated(inner, minimum, maximum)
        case .start, .end, .wordBoundary, .look, .backreference, .namedBackreference: return nil
        }
    }

    /// Expands a repetition: `X{2,4}` becomes `XX(X(X)?)?`, and `X{2,}` becomes `XX+`.
    private mutating func repeated(_ node: PatternNode, _ minimum: Int, _ maximum: Int) -> Part? {
        let isUnbounded = maximum == PatternNode.unbounded
        let copies = isUnbounded ? max(1, minimum) : maximum
        guard copies <= Self.maximum else { return nil }
        var sequence = Part()
        for copy in (0..<copies).reversed() {
            guard let next = part(node) else { return nil }
            if isUnbounded, copy == copies - 1 { connect(next.last, to: next.first) }
            sequence = joined(next, sequence)
            if copy >= minimum { sequence.canBeEmpty = true }
        }
        return sequence
    }

    private mutating func joined(_ left: Part, _ right: Part) -> Part {
        connect(left.last, to: right.first)
        return Part(
            first: left.canBeEmpty ? left.first + right.first : left.first,
            last: right.canBeEmpty ? left.last + right.last : right.last,
            canBeEmpty: left.canBeEmpty && right.canBeEmpty)
    }

    private mutating func connect(_ ends: [Int], to starts: [Int]) {
        for end in ends {
            for start in starts {
                if following[end].contains(start) { hasDuplicates = true } else { following[end].append(start) }
            }
        }
    }

    /// Whether two different paths through the pattern match the same text, and start and end at the same character of
    /// the pattern. If so, a repetition can match the text in several ways.
    private var hasTwoPaths: Bool {
        let count = sets.count
        var preceding = Array(repeating: [Int](), count: count)
        for (position, nexts) in following.enumerated() { for next in nexts { preceding[next].append(position) } }
        var overlaps = Array(repeating: false, count: count * count)
        for left in 0..<count {
            for right in left..<count where left == right || Self.overlap(sets[left], sets[right]) {
                overlaps[left * count + right] = true
                overlaps[right * count + left] = true
            }
        }
        /// Returns, for each pair of characters of the pattern, whether one path can reach the first character while a
        /// second path reaches the second. Both paths start at the same character and match the same text.
        func reachable(_ steps: [[Int]]) -> [Bool] {
            var isSeen = Array(repeating: false, count: count * count)
            var pending = (0..<count).map { $0 * count + $0 }
            for pair in pending { isSeen[pair] = true }
            while let pair = pending.popLast() {
                for left in steps[pair / count] {
                    for right in steps[pair % count] {
                        let next = left * count + right
                        guard overlaps[next], !isSeen[next] else { continue }
                        isSeen[next] = true
                        pending.append(next)
                    }
                }
            }
            return isSeen
        }
        let (after, before) = (reachable(following), reachable(preceding))
        return (0..<count * count).contains { $0 / count != $0 % count && after[$0] && before[$0] }
    }

    /// Returns whether two character sets overlap. Tests only ASCII characters, the ends of all ranges, and four
    /// samples for Unicode properties such as `\p{L}`.
    private static func overlap(_ left: ScalarSet, _ right: ScalarSet) -> Bool {
        let ends = (left.ranges + right.ranges).flatMap { range in
            [range.lowerBound &- 1, range.lowerBound, range.upperBound, range.upperBound &+ 1]
        }
        return (Array(0..<128) + [0xE9, 0x416, 0x4E2D, 0x1F600] + ends).contains {
            $0 <= 0x10FFFF && left.contains($0) && right.contains($0)
        }
    }
}
