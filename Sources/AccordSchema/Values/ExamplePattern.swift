// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Generates a string that probably matches a pattern. The caller must check the match.
struct ExamplePattern {
    private let node: PatternNode
    private var random: SeededRandom
    /// The number of scalars to add to the shortest match, so that it reaches the minimum length.
    private var additional: Int = 0
    private let maximum: Int
    /// The maximum number of optional repetitions in the current attempt.
    private var generosity: Int = 0
    /// Whether a character class is any of its scalars, instead of a readable one.
    private var isVaried: Bool = false
    private var writesLookaheads: Bool = false
    /// The scalars that lookaheads require. The next character classes become these scalars.
    private var ahead: ArraySlice<Unicode.Scalar> = []
    private var groups: [Int: ArraySlice<Unicode.Scalar>] = [:]
    private var output: [Unicode.Scalar] = []
    /// The maximum number of scalars to generate.
    static let longest = 100_000

    /// The number of scalars that the last attempt wrote.
    var count: Int { output.count }

    /// Returns `nil` if all matches are longer than `maximum`.
    init?(_ pattern: ECMAPattern, random: SeededRandom, maximum: Int) {
        node = pattern.tree
        guard node.leastCount <= min(maximum, Self.longest) else { return nil }
        self.random = random
        self.maximum = min(maximum, Self.longest)
    }

    /// Returns a string that probably matches. Each attempt makes different choices. Returns `nil` if the string
    /// becomes too long.
    mutating func text(attempt: Int, minimum: Int) -> String? {
        output.removeAll(keepingCapacity: true)
        groups.removeAll()
        generosity = attempt % 4 == 1 ? 0 : attempt % 4 == 3 ? 9 : 4
        writesLookaheads = attempt % 3 != 2
        isVaried = attempt >= 8
        ahead = []
        additional = 0
        if minimum > 0 {
            var least = self
            least.generosity = 0
            guard least.write(node) else { return nil }
            additional = max(0, minimum - least.output.count)
            if additional > 0 { generosity = 0 }
        }
        guard write(node) else { return nil }
        output += ahead
        // Append letters up to the minimum length. A pattern without an end anchor matches the longer text too.
        while output.count < minimum, output.count < maximum { output.append(letter()) }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: output)
        return String(text)
    }

    private mutating func write(_ node: PatternNode) -> Bool {
        guard output.count <= maximum else { return false }
        switch node {
        case .empty, .start, .end, .wordBoundary, .namedBackreference: return true
        case .scalar(let value):
            guard let scalar = Unicode.Scalar(value) else { return false }
            if ahead.first == scalar { ahead.removeFirst() }
            output.append(scalar)
        case .set(let set):
            if let next = ahead.first, set.contains(next.value) {
                output.append(ahead.removeFirst())
                return true
            }
            guard let scalar = set.example(after: output.last, isVaried: isVaried, &random) else { return false }
            output.append(scalar)
        case .sequence(let nodes): return nodes.allSatisfy { write($0) }
        case .alternatives(let nodes): return write(nodes[random.below(nodes.count)])
        case .capture(let index, let inner):
            let start = output.count
            guard write(inner) else { return false }
            groups[index] = output[start...]
        case .backreference(let index): output += groups[index] ?? []
        case .repetition(let inner, let minimum, let maximum, _):
            return repeatedly(inner, minimum: minimum, maximum: maximum)
        case .look(let inner, let isBehind, let isNegated):
            guard !isNegated, !isBehind, writesLookaheads else { return true }
            let (start, outer) = (output.count, ahead)
            ahead = []
            guard write(inner) else { return false }
            ahead = outer + output[start...] + ahead
            output.removeSubrange(start...)
        }
        return true
    }

    private mutating func repeatedly(_ inner: PatternNode, minimum: Int, maximum: Int) -> Bool {
        var rounds = minimum
        if generosity > 0, maximum > minimum {
            // Repeat a character class, as in `[a-z]+`, at least three more times, because the result looks like a
            // word.
            let isRun = maximum == PatternNode.unbounded && inner.singleScalarSet != nil && minimum <= 1
            rounds += (isRun ? 3 : 0) + random.below(generosity + 1)
        }
        if inner.singleScalarSet != nil { rounds = max(rounds, ahead.count) }
        rounds = min(rounds, maximum)
        for _ in 0..<rounds { guard write(inner) else { return false } }
        while additional > 0, rounds < maximum {
            let before = output.count
            guard write(inner) else { return false }
            rounds += 1
            if output.count == before { break }
            additional -= output.count - before
        }
        return true
    }

    private mutating func letter() -> Unicode.Scalar { Unicode.Scalar(UInt8(0x61 + random.below(26))) }
}

extension ScalarSet {
    private static let vowels: [Unicode.Scalar] = Array("aeiou".unicodeScalars)
    private static let consonants: [Unicode.Scalar] = Array("bdfglmnprst".unicodeScalars)
    private static let capitals: [Unicode.Scalar] = Array("ABCDEFGHKLMNPRST".unicodeScalars)
    private static let digits: [Unicode.Scalar] = Array("1234567890".unicodeScalars)
    private static let marks: [Unicode.Scalar] = Array("-_.:/@!#$%&*+,;=?~'()[]{}|<>^`\"\\ ".unicodeScalars)

    /// Returns a scalar of the set: any if `isVaried` is true, else a readable one if possible.
    fileprivate func example(
        after last: Unicode.Scalar?, isVaried: Bool, _ random: inout SeededRandom
    ) -> Unicode.Scalar? {
        if isVaried, let scalar = anyScalar(&random) { return scalar }
        let isBehindVowel = last.map { Self.vowels.contains($0) } ?? true
        for group in isBehindVowel ? [Self.consonants, Self.vowels] : [Self.vowels, Self.consonants] {
            if let scalar = random.pick(group.filter { contains($0.value) }) { return scalar }
        }
        // For a class such as [A-Z0-9], choose among capital letters and digits with equal probability.
        let plain = (Self.capitals + Self.digits).filter { contains($0.value) }
        if let scalar = random.pick(plain) { return scalar }
        if let scalar = random.pick(Self.marks.filter { contains($0.value) }) { return scalar }
        if let scalar = anyScalar(&random) { return scalar }
        // Try samples of many scripts and symbols first, then every 61st scalar, then all scalars up to U+FFFF.
        let samples = "éßñÅÆžЖжΩωאبकあア漢字한ก١५²½€£→∞☃😀👍🏽\u{0}\u{1}\u{7F}\u{A0}\u{300}\u{200B}\u{2028}"
        if let scalar = samples.unicodeScalars.first(where: { contains($0.value) }) { return scalar }
        return firstScalar(step: 61, end: 0x110000) ?? firstScalar(step: 1, end: 0x10000)
    }

    private func anyScalar(_ random: inout SeededRandom) -> Unicode.Scalar? {
        guard !isNegated, let range = random.pick(ranges) else { return nil }
        let value = range.lowerBound + UInt32(random.below(min(range.count, 64)))
        return Unicode.Scalar(value) ?? Unicode.Scalar(range.lowerBound)
    }

    private func firstScalar(step: UInt32, end: UInt32) -> Unicode.Scalar? {
        for value in stride(from: 0, to: end, by: Int(step)) {
            if let scalar = Unicode.Scalar(value), contains(value) { return scalar }
        }
        return nil
    }
}
