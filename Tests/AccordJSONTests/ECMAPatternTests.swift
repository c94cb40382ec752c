// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@Suite("Regular expressions of ECMA-262")
struct ECMAPatternTests {
    @Test(
        "a pattern matches as ECMA-262 specifies",
        arguments: [
            ("", "", true), ("a", "bab", true), ("^a$", "a\n", false), (".", "\n", false), ("[^]", "\n", true),
            ("[]", "a", false), ("^(?:ab|a)c$", "abc", true), ("^a{2,3}$", "aaaa", false), ("^a{2,}$", "aaaa", true),
            ("^a{0}$", "", true), ("^(ab){2}$", "abab", true), ("^(a?){3}$", "aa", true),
            ("^(ab){600}$", "abab", false),
            ("^(?:ab){2,600}c$", "abababc", true), ("^(?:ab){2,600}?c$", "abababc", true), ("a+?b", "aaab", true),
            ("^\\d+$", "١", false), ("^\\w$", "é", false), ("^\\s$", "\u{FEFF}", true), ("\\bfoo\\b", "a foo b", true),
            ("\\Boo\\b", "foo", true), ("^\\u{1F432}$", "🐲", true), ("^\\ud83d\\udc32$", "🐲", true),
            ("^.$", "🐲", true), ("^[🐲-🐴]$", "🐳", true), ("^\\cJ$", "\n", true), ("^\\x41\\u0042$", "AB", true),
            ("^\\p{Lu}$", "Ä", true), ("^\\P{Lu}$", "ä", true), ("^\\p{L}+$", "äβж", true),
            ("^[\\p{N}_]+$", "１_", true),
            ("^\\p{Script=Greek}+$", "αβγ", true), ("^\\p{sc=Grek}+$", "abc", false), ("^\\p{scx=Cyrl}$", "ж", true),
            ("^\\p{Emoji_Presentation}$", "🐲", true), ("^[^\\p{L}]$", "1", true), ("^\\p{ASCII}$", "é", false),
            ("^(?=.*\\d)(?=.*[a-z]).{4,}$", "ab1c", true), ("^(?=.*\\d)(?=.*[a-z]).{4,}$", "abcd", false),
            ("^(?!foo)", "foobar", false), ("(?<=\\$)\\d+", "cost $42", true), ("(?<!\\$)\\b\\d+", "cost $42", false),
            ("(?<=(\\d+)(\\d+))$", "1053", true), ("(?<=a+)b", "aab", true), ("^(a)\\1$", "aa", true),
            ("^(a)\\1$", "ab", false), ("^(?<q>['\"]).*\\k<q>$", "'x'", true), ("^(?<q>['\"]).*\\k<q>$", "'x\"", false),
            ("^(?:(a)|b)*\\1$", "ab", true), ("^(z)((a+)?(b+)?(c))*$", "zaacbbbcac", true), ("^\\/\\-?", "/", false),
            ("^[\\-\\]]+$", "-]", true), ("^(a*)*$", "b", false), ("(?:a|ab)(?:c|bcd)(?:d*)", "abcd", true),
        ])
    func match(source: String, text: String, isMatch: Bool) throws {
        if source == "^\\/\\-?" {
            #expect(throws: ECMAPatternError.self) { try ECMAPattern(source) }
            #expect(try ECMAPattern(source, unicode: false).matches(in: text) == true)
        } else {
            #expect(try ECMAPattern(source).matches(in: text) == isMatch)
        }
    }

    @Test(
        "a pattern beyond a limit isn't called invalid",
        arguments: [
            (String(repeating: "(", count: 70) + String(repeating: ")", count: 70), true),
            (String(repeating: "(?:ab){80}", count: 700), true), ("(", false), ("a{2,1}", false),
        ])
    func limits(source: String, isLimit: Bool) throws {
        let error = try #require(throws: ECMAPatternError.self) { try ECMAPattern(source) }
        #expect(error.isLimit == isLimit)
    }

    @Test(
        "an invalid pattern is rejected with the column of the error",
        arguments: [
            ("a)", 2), ("(a", 1), ("[a", 1), ("a**", 3), ("+", 1), ("a{2,1}", 2), ("\\a", 1), ("(?i)a", 1),
            ("(?<n>a)(?<n>b)", 8), ("[b-a]", 2), ("\\p{Nope}", 1), ("\\k<x>", 1), ("\\1", 1), ("x{", 2), ("]", 1),
            ("a\\", 2), ("(?P<n>a)", 1), ("\\u{110000}", 1), ("^*", 1),
        ])
    func mistake(source: String, column: Int) {
        let error = #expect(throws: ECMAPatternError.self) { try ECMAPattern(source) }
        #expect(error?.column == column)
    }

    @Test(
        "a pattern without the u flag uses the grammar of annex B",
        arguments: [("\\_", "_"), ("a{", "a{"), ("]", "]"), ("\\-", "-")])
    func lenient(source: String, text: String) throws {
        #expect(throws: ECMAPatternError.self) { try ECMAPattern(source) }
        #expect(try ECMAPattern(source, unicode: false).matches(in: text))
    }

    @Test("a match has its groups by number and by name")
    func groups() throws {
        let pattern = try ECMAPattern("(?<year>\\d{4})-(\\d\\d)(x)?")
        let match = try #require(pattern.firstMatch(in: "on 2026-01"))
        #expect(match.groups == ["2026-01", "2026", "01", nil])
        #expect(match["year"] == "2026")
        #expect(match.text == "2026-01")
        #expect(pattern.firstMatch(in: "never") == nil)
    }

    @Test(
        "a pattern prefers the first alternative and the longest run",
        arguments: [
            ("a|ab", "abc", "a"), ("(?:ab|a)(?:bc)?", "abc", "ab"), ("a*?", "aaa", ""), ("a*", "aab", "aa"),
            ("<.+?>", "<a><b>", "<a>"), ("<.+>", "<a><b>", "<a><b>"), ("(?<=^|,)[^,]*$", "a,b", "b"),
        ])
    func priority(source: String, text: String, taken: String) throws {
        #expect(try ECMAPattern(source).firstMatch(in: text)?.text == taken)
    }

    @Test(
        "a search that records failures finds the same groups",
        arguments: [
            ("(a+)+(a)!", "aaaa!"), ("(a*)(a{2,3})(a)b", "aaaaaaab"), ("(a+)(é?)(a+)!", "aaéaa!"), ("(a+)(a+)b", "ab"),
            ("([ab]+)(b+)([ab]{2})$", "abbabbab"), ("(?:(a+)b)+(a+)$", "aabaabaa"), ("(.+)(?=b)(.+)$", "aabab"),
            ("(é+)(éa)+$", "éééaéa"),
        ])
    func rememberedGroups(source: String, text: String) throws {
        // The first alternative backtracks so much that the search starts again and records failures.
        let remembered = try ECMAPattern("^(?:(?:x+)+$|x+;)" + source)
        let whole = String(repeating: "x", count: 3_000) + ";" + text
        let plain = try ECMAPattern("^" + source).firstMatch(in: text)
        #expect(remembered.firstMatch(in: whole)?.groups.dropFirst() == plain?.groups.dropFirst())
    }

    @Test("each iteration clears its groups (22.2.2.3.1)")
    func rounds() throws {
        let match = try #require(ECMAPattern("(z)((a+)?(b+)?(c))*").firstMatch(in: "zaacbbbcac"))
        #expect(match.groups == ["zaacbbbcac", "z", "ac", "a", nil, "c"])
    }

    @Test("a pattern that backtracks takes linear time or is undecided", .timeLimit(.minutes(20)))
    func linear() throws {
        let text = String(repeating: "a", count: 5_000) + "!"
        let longText = String(repeating: "a", count: 50_000) + "!"
        for source in ["^(a+)+$", "(a+)+$", "a+$", "^(.*)(.*)(.*)x$", "([a-z]+|[0-9]+)*;"] {
            guard case .noMatch = try ECMAPattern(source).search(longText) else {
                Issue.record("\(source) should have been decided")
                continue
            }
        }
        #expect(try ECMAPattern("^(a+)+!$").matches(in: longText))
        guard case .undecided = try ECMAPattern("^(a+)+\\1b$").search(text) else {
            Issue.record("a backreference makes remembering impossible: the search should have been given up")
            return
        }
    }
}
