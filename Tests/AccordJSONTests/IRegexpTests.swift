// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordJSON

@Suite("I-Regexp")
struct IRegexpTests {
    /// A pattern, texts that match as a whole, and texts that don't.
    static let table: [(pattern: String, matching: [String], other: [String])] = [
        ("", [""], ["a"]), ("abc", ["abc"], ["ab", "abcd", "xabc"]), ("a|bc|", ["a", "bc", ""], ["ab", "c"]),
        ("a*", ["", "aaa"], ["b"]), ("a+b?", ["a", "aab"], ["", "b", "abb"]), ("(ab)+", ["ab", "abab"], ["aba"]),
        ("a{2}", ["aa"], ["a", "aaa"]), ("a{2,}", ["aa", "aaaa"], ["a"]), ("a{1,3}", ["a", "aaa"], ["", "aaaa"]),
        ("(a|b){0}c", ["c"], ["ac"]), (".", ["x", "😀", "\u{2028}"], ["", "\n", "\r", "xx"]),
        ("[a-c]", ["b"], ["d", "-"]),
        ("[^a-c]", ["d", "\n"], ["a"]), ("[-a]", ["-", "a"], ["b"]), ("[a-]", ["-", "a"], ["b"]),
        ("[\\]\\[\\-]+", ["[]-"], ["a"]),
        ("\\p{L}+", ["äß日"], ["1", ""]), ("\\P{L}", ["1"], ["a"]), ("\\p{Lu}\\p{Ll}", ["Ab"], ["aB"]),
        ("[\\p{Nd}_]+", ["1_٣"], ["a"]),
        ("[^\\p{L}]", ["1"], ["a"]), ("\\n\\t\\.\\{\\}", ["\n\t.{}"], ["n"]), ("a\\^", ["a^"], ["a"]),
        ("^a$", ["a"], ["^a$"]),
        ("a$b", [], ["ab", "a$b"]), ("e\u{301}", ["e\u{301}"], ["\u{E9}"]), ("((a?)*)*b", ["b", "aab"], ["a"]),
    ]

    private func pattern(_ text: String, matchesWhole: Bool = false) throws -> ECMAPattern {
        try #require(ECMAPattern(iRegexp: text, matchesWhole: matchesWhole))
    }

    @Test("an I-Regexp matches texts as RFC 9485 specifies", arguments: table)
    func match(_ text: String, _ matching: [String], _ other: [String]) throws {
        let whole = try pattern(text, matchesWhole: true)
        let part = try pattern(text)
        for text in matching { #expect(whole.matches(in: text) && part.matches(in: text), "\(text)") }
        for text in other { #expect(!whole.matches(in: text), "\(text)") }
    }

    @Test("an I-Regexp finds a match inside a text")
    func search() throws {
        let middle = try pattern("b+c")
        #expect(middle.matches(in: "aabbcd") && !middle.matches(in: "aabbd") && !middle.matches(in: ""))
        #expect(try pattern("^b").matches(in: "bc") && !pattern("^b").matches(in: "ab"))
        #expect(try pattern("b$").matches(in: "ab") && !pattern("b$").matches(in: "ba"))
    }

    @Test(
        "a text that isn't an I-Regexp is rejected",
        arguments: [
            "(", ")", "a)", "a)(b", "[", "[]", "[^]", "[a", "a**", "*", "+a", "?", "{", "a{", "a{}", "a{,2}", "a{2,1}",
            "}", "]", "\\", "\\d", "\\w", "\\b", "\\1", "\\u0041", "\\/", "\\p{X}", "\\p{Letter}", "\\p{L",
            "\\pL", "[b-a]", "[a-b-c]", "[[a]]", "[\\d]", "[\\p{L}-z]", "(?:a)", "(?=a)", "a??", "a*?", "a{2}?",
        ], [false, true])
    func rejected(_ text: String, _ matchesWhole: Bool) {
        #expect(ECMAPattern(iRegexp: text, matchesWhole: matchesWhole) == nil)
    }

    @Test("an I-Regexp that backtracks stays within the limit of steps")
    func hostile() throws {
        let text = String(repeating: "a", count: 5_000) + "!"
        for source in ["(a+)+", "(a|a)*", "(a*)*", "(a|aa)+", "((a{0,5}){0,5}){0,5}"] {
            #expect(try pattern(source, matchesWhole: true).outcome(in: text) == .noMatch)
        }
        #expect(try pattern("((((a{50}){50}){50}){50}){50}", matchesWhole: true).outcome(in: text) != .match)
        #expect(try pattern("(((((){5000}){5000}){5000}){5000}){5000}", matchesWhole: true).outcome(in: "a") != .match)
        #expect(ECMAPattern(iRegexp: String(repeating: "(", count: 100_000), matchesWhole: true) == nil)
    }
}
