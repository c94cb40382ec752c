import AccordJSON
import Testing

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

    @Test("matches as RFC 9485 says", arguments: table)
    func match(_ pattern: String, _ matching: [String], _ other: [String]) throws {
        let regexp = try #require(IRegexp(pattern))
        for text in matching { #expect(regexp.matches(text) && regexp.isFound(in: text), "\(text)") }
        for text in other { #expect(!regexp.matches(text), "\(text)") }
    }

    @Test("is found inside a text")
    func search() throws {
        let regexp = try #require(IRegexp("b+c"))
        #expect(regexp.isFound(in: "aabbcd") && !regexp.isFound(in: "aabbd") && !regexp.isFound(in: ""))
        #expect(try #require(IRegexp("^b")).isFound(in: "bc") && !#require(IRegexp("^b")).isFound(in: "ab"))
        #expect(try #require(IRegexp("b$")).isFound(in: "ab") && !#require(IRegexp("b$")).isFound(in: "ba"))
    }

    @Test(
        "is refused where RFC 9485 has no such pattern",
        arguments: [
            "(", ")", "a)", "[", "[]", "[a", "a**", "*", "+a", "?", "{", "a{", "a{}", "a{,2}", "a{2,1}", "}", "]", "\\",
            "\\d", "\\w", "\\b",
            "\\1", "\\u0041", "\\p{X}", "\\p{L", "\\pL", "[b-a]", "[a-b-c]", "[[a]]", "(?:a)", "a??", "a{99999999999}",
        ])
    func refused(_ pattern: String) {
        #expect(IRegexp(pattern) == nil)
    }

    @Test("takes no more than linear time, and refuses patterns that explode")
    func hostile() throws {
        let text = String(repeating: "a", count: 5_000) + "!"
        for pattern in ["(a+)+", "(a|a)*", "(a*)*", "(a|aa)+", "((a{0,5}){0,5}){0,5}"] {
            #expect(!(try #require(IRegexp(pattern)).matches(text)))
        }
        #expect(IRegexp("((((a{50}){50}){50}){50}){50}") == nil)
        #expect(IRegexp(String(repeating: "(", count: 100_000)) == nil)
        #expect(IRegexp("(((((){5000}){5000}){5000}){5000}){5000}") != nil)
    }
}
