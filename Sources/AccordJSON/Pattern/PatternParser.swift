// SPDX-License-Identifier: Apache-2.0
/// Reads a regular expression (ECMA-262, section 22.2.1).
///
/// Uses the grammar of the `u` flag if `isUnicode` is true, and otherwise the grammar of annex B. In each grammar,
/// patterns match whole scalars.
package struct PatternParser {
    let source: String
    let scalars: [Unicode.Scalar]
    let isUnicode: Bool
    var at: Int = 0
    var captureCount: Int = 0
    var captureNames: [String: Int] = [:]
    var hasBackreferences: Bool = false
    private var depth: Int = 0

    /// The limit on nested groups, which keeps the parser and the compiler within a stack of 512 kB.
    private static let maximumDepth: Int = 64

    /// Creates a parser. `isUnicode` selects the grammar of the `u` flag of ECMA-262.
    package init(source: String, isUnicode: Bool) {
        self.source = source
        self.isUnicode = isUnicode
        scalars = Array(source.unicodeScalars)
    }

    /// Reads the whole pattern.
    ///
    /// - Throws: ``ECMAPatternError`` for the first error.
    package mutating func parse() throws(ECMAPatternError) -> PatternNode {
        let node = try parseAlternatives()
        if at < scalars.count { throw failure("this ) doesn't close a group: write \\) to match the character )") }
        return try resolve(node)
    }

    var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

    func failure(_ reason: String, at place: Int? = nil, isLimit: Bool = false) -> ECMAPatternError {
        ECMAPatternError(source: source, column: (place ?? at) + 1, reason: reason, isLimit: isLimit)
    }

    /// Consumes `text` if it comes next. Returns whether it does.
    mutating func take(_ text: String) -> Bool {
        let expected = text.unicodeScalars
        guard scalars[at...].starts(with: expected) else { return false }
        at += expected.count
        return true
    }

    mutating func parseAlternatives() throws(ECMAPatternError) -> PatternNode {
        depth += 1
        defer { depth -= 1 }
        if depth > Self.maximumDepth {
            throw failure("groups are nested more than \(Self.maximumDepth) levels deep", isLimit: true)
        }
        var alternatives: [PatternNode] = [try parseSequence()]
        while take("|") { alternatives.append(try parseSequence()) }
        return alternatives.count == 1 ? alternatives[0] : .alternatives(alternatives)
    }

    private mutating func parseSequence() throws(ECMAPatternError) -> PatternNode {
        var nodes: [PatternNode] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let start = at
            let term = try parseTerm()
            if let quantifier = try parseQuantifier() {
                guard isQuantifiable(term) else {
                    throw failure("an assertion such as ^ or \\b can't be repeated: remove its quantifier", at: start)
                }
                nodes.append(
                    .repetition(term, minimum: quantifier.minimum, maximum: quantifier.maximum, isGreedy: !take("?")))
            } else {
                nodes.append(term)
            }
        }
        switch nodes.count {
        case 0: return .empty
        case 1: return nodes[0]
        default: return .sequence(nodes)
        }
    }

    private func isQuantifiable(_ node: PatternNode) -> Bool {
        switch node {
        case .start, .end, .wordBoundary: false
        case .look(_, let isBehind, _): !isUnicode && !isBehind
        default: true
        }
    }

    private mutating func parseQuantifier() throws(ECMAPatternError) -> (minimum: Int, maximum: Int)? {
        let start = at
        if take("*") { return (0, PatternNode.unbounded) }
        if take("+") { return (1, PatternNode.unbounded) }
        if take("?") { return (0, 1) }
        guard take("{") else { return nil }
        if let minimum = takeNumber() {
            var maximum = minimum
            if take(",") { maximum = takeNumber() ?? PatternNode.unbounded }
            if take("}") {
                if maximum < minimum {
                    throw failure("the bounds of {…} are out of order: write the smaller bound first", at: start)
                }
                return (minimum, maximum)
            }
        }
        if isUnicode {
            throw failure("{ doesn't start a quantifier such as {2,3}: write \\{ to match the character {", at: start)
        }
        at = start
        return nil
    }

    /// Reads digits as a number, or returns `nil` if no digit comes next. Large values count as unbounded.
    mutating func takeNumber() -> Int? {
        var value = 0
        let start = at
        while let scalar = next, scalar.value &- 0x30 < 10 {
            value = min(value * 10 + Int(scalar.value - 0x30), PatternNode.unbounded)
            at += 1
        }
        return at == start ? nil : value
    }

    /// Replaces the names of groups with numbers, and checks that every group exists.
    private func resolve(_ node: PatternNode) throws(ECMAPatternError) -> PatternNode {
        if !hasBackreferences { return node }
        switch node {
        case .namedBackreference(let name):
            guard let index = captureNames[name] else { throw failure("no group is named “\(name)”", at: 0) }
            return .backreference(index)
        case .backreference(let index):
            if index > captureCount { throw failure("\\\(index) refers to a group that doesn't exist", at: 0) }
            return node
        case .sequence(let nodes): return .sequence(try resolve(nodes))
        case .alternatives(let nodes): return .alternatives(try resolve(nodes))
        case .capture(let index, let inner): return .capture(index, try resolve(inner))
        case .repetition(let inner, let minimum, let maximum, let isGreedy):
            return .repetition(try resolve(inner), minimum: minimum, maximum: maximum, isGreedy: isGreedy)
        case .look(let inner, let isBehind, let isNegated):
            return .look(try resolve(inner), isBehind: isBehind, isNegated: isNegated)
        default: return node
        }
    }

    private func resolve(_ nodes: [PatternNode]) throws(ECMAPatternError) -> [PatternNode] {
        var result: [PatternNode] = []
        for node in nodes { result.append(try resolve(node)) }
        return result
    }
}
