// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordJSON

@Suite("The search for a text that matches some patterns and not others")
struct PatternSearchTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var matching: [String]
        var excluding: [String] = []
        var length: ClosedRange<Int> = 0...Int.max
        var testDescription: String { "\(matching), not \(excluding), \(length)" }

        func result() throws -> PatternSearch.Result? {
            var search = PatternSearch(
                matching: try matching.map { try ECMAPattern($0).tree },
                excluding: try excluding.map { try ECMAPattern($0).tree })
            return search?.text(minimum: length.lowerBound, maximum: length.upperBound) { _ in true }
        }
    }

    @Test(
        "a text is found, and it matches",
        arguments: [
            Row(matching: ["^(A|B)$"], excluding: ["^A$"]), Row(matching: ["^[a-z]+$"], excluding: ["^[a-c]+$"]),
            Row(matching: ["^[a-z]{2,3}$"], excluding: ["^[a-z]{2}$"]), Row(matching: ["a", "b", "^.{2}$"]),
            Row(matching: ["^(?!admin)[a-z]+$", "^a"], length: 5...5), Row(matching: [], excluding: ["^[\\s\\S]?$"]),
            Row(matching: ["^(?=.*\\d)[a-z0-9]{3}$"], excluding: ["^\\d", "\\d$"]),
            Row(matching: ["^(ab)+$"], length: 5...9),
            Row(matching: ["^\\u{1F600}+$"], length: 2...2), Row(matching: ["^[^\\x00-\\x7F]$"]),
            Row(matching: ["(^a|b$)"], excluding: ["^a"]), Row(matching: ["^(a*)*b$"], length: 3...3),
        ])
    func found(row: Row) throws {
        guard case .text(let text)? = try row.result() else {
            Issue.record("nothing was found")
            return
        }
        #expect(row.length.contains(text.unicodeScalars.count), "\(text)")
        for pattern in row.matching { #expect(try ECMAPattern(pattern).matches(in: text), "\(text)") }
        for pattern in row.excluding { #expect(!(try ECMAPattern(pattern).matches(in: text)), "\(text)") }
    }

    @Test(
        "it is proven that no text matches",
        arguments: [
            Row(matching: ["^A$"], excluding: ["^(A|B)$"]), Row(matching: ["^[a-c]+$"], excluding: ["^[a-z]+$"]),
            Row(matching: ["^[a-z]{2}$"], excluding: ["^[a-z]{2,3}$"]),
            Row(matching: ["^\\d+$"], excluding: ["^[0-9]*$"]),
            Row(matching: [], excluding: [""]), Row(matching: ["a^"]), Row(matching: ["^a", "^b"]),
            Row(matching: ["^.{1,64}$"], length: 65...100), Row(matching: ["^(ab)+$"], length: 3...3),
            Row(matching: ["^(?!x)x"]), Row(matching: ["^a{3}$"], excluding: ["a$"]), Row(matching: ["[^\\s\\S]"]),
            Row(matching: ["^(a|b)*$"], excluding: ["^[ab]*$"]), Row(matching: ["foo"], excluding: ["o"]),
        ])
    func proven(row: Row) throws { #expect(try row.result() == PatternSearch.Result.none) }

    @Test(
        "what can't be followed is undecided",
        arguments: ["\\bword", "^(a|b)\\1$", "(?<=a)b", "^\\p{L}$", "^(a|^b){2}$", "a(?=b)"])
    func unsupported(pattern: String) throws { #expect(try Row(matching: [pattern]).result() == nil) }

    @Test("patterns of very many nodes or different letters aren't followed", arguments: [10, 20_000], [10, 1_000])
    func large(count: Int, letters: UInt32) throws {
        let scalars = (0..<max(count, Int(letters))).compactMap { Unicode.Scalar(0x4E00 + UInt32($0) % letters) }
        let result = try Row(matching: [String(String.UnicodeScalarView(scalars))]).result()
        #expect((result == nil) == (count > 10 || letters > 10))
    }

    /// A random pattern over the letters `a` and `b`.
    private static func pattern(_ depth: Int, _ random: inout Mutation) -> String {
        let part = { (random: inout Mutation) in pattern(depth - 1, &random) }
        switch random.random(depth > 0 ? 10 : 4) {
        case 0: return "a"
        case 1: return "b"
        case 2: return "[ab]"
        case 3: return ["^", "$", "", "[^a]"][random.random(4)]
        case 4: return part(&random) + "|" + part(&random)
        case 5, 6: return part(&random) + part(&random)
        case 7: return "(\(part(&random)))"
        default:
            let repeated = ["a", "b", "[ab]", "(?:ab)", "(a|bb)", "(a?b?)"][random.random(6)]
            return repeated + ["*", "+", "?", "{2}", "{1,3}", "*?"][random.random(6)]
        }
    }

    @Test("the search and the matcher agree on every short text", arguments: UInt64(0)..<40)
    func agreement(seed: UInt64) throws {
        var random = Mutation(seed: seed)
        let texts = (0...6).flatMap { length in
            (0..<1 << length).map { bits in
                String((0..<length).map { bits >> $0 & 1 == 0 ? "a" : "b" })
            }
        }
        for _ in 0..<10 {
            let row = Row(matching: [Self.pattern(3, &random)], excluding: [Self.pattern(3, &random)], length: 0...6)
            let (matching, excluding) = (try ECMAPattern(row.matching[0]), try ECMAPattern(row.excluding[0]))
            let proof = texts.first { matching.matches(in: $0) && !excluding.matches(in: $0) }
            switch try row.result() {
            case .text(let text)?: #expect(matching.matches(in: text) && !excluding.matches(in: text), "\(row) \(text)")
            case PatternSearch.Result.none?: #expect(proof == nil, "\(row)")
            case .undecided?, nil: Issue.record("undecided: \(row)")
            }
        }
    }

    @Test("a search ends at its limit")
    func limited() throws {
        let row = Row(matching: ["[ab]*a[ab]{16}c"], excluding: ["[ab]*b[ab]{17}"], length: 40...60)
        #expect(try row.result() == .undecided)
    }

    @Test("a text that isn't accepted proves nothing")
    func rejected() throws {
        var search = try #require(PatternSearch(matching: [try ECMAPattern("^a$").tree], excluding: []))
        #expect(search.text(minimum: 0, maximum: 9) { _ in false } == .undecided)
    }
}
