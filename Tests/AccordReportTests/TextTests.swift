// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordSchema
import Testing

@testable import AccordRendering

@Suite("Diffs")
struct DiffTests {
    private func shown(_ expected: String?, _ actual: String?) -> [String] {
        Diff(expected: expected, actual: actual).lines.map { line in
            let text = line.pieces.map { $0.isChanged ? "[\($0.text)]" : $0.text }.joined()
            switch line.mark {
            case .same: return " \(text)"
            case .expected: return "-\(text)"
            case .actual: return "+\(text)"
            case .gap: return "~\(text)"
            }
        }
    }

    @Test("changes within a line are marked, unless most of it differs")
    func pieces() {
        #expect(shown("9007199254740993", "9007199254740992") == ["-900719925474099[3]", "+900719925474099[2]"])
        #expect(shown("Buy milk", "Buy silk") == ["-Buy [m]ilk", "+Buy [s]ilk"])
        #expect(shown("abc", "abcd") == ["-abc", "+abc[d]"])
        #expect(shown("401", "500") == ["-401", "+500"])
        #expect(shown(nil, "500") == ["+500"])
        #expect(shown("401", nil) == ["-401"])
        #expect(shown("aa", "aaa") == ["-aa", "+aa[a]"])
    }

    @Test("two lines around each difference are shown, and omissions are marked")
    func context() {
        let lines = (1...12).map(String.init)
        var changed = lines
        changed[5] = "six"
        #expect(
            shown(lines.joined(separator: "\n"), changed.joined(separator: "\n"))
                == ["~…", " 4", " 5", "-6", "+six", " 7", " 8", "~…"])
    }

    @Test("a single omitted line is shown instead of a mark")
    func singleLine() {
        #expect(shown("a\nb\nc\nd", "a\nb\nc\nx") == [" a", " b", " c", "-d", "+x"])
    }

    @Test("inserted and removed lines are marked")
    func insertions() {
        #expect(shown("a\nb\nc", "a\nc") == [" a", "-b", " c"])
        #expect(shown("a\nc", "a\nb\nc") == [" a", "+b", " c"])
        #expect(shown("a\nb\nc\nd", "b\nx\nd\ne") == ["-a", " b", "-c", "+x", " d", "+e"])
    }

    @Test("diffs of long texts are short")
    func long() {
        let expected = (0..<5000).map { "e\($0)" }.joined(separator: "\n")
        let actual = (0..<5000).map { "a\($0)" }.joined(separator: "\n")
        let lines = shown(expected, actual)
        #expect(lines.count == 61)
        #expect(lines.last == "~… 9940 more lines")
    }
}

@Suite("Escaping")
struct EscapingTests {
    @Test("text in any language is unchanged")
    func ordinary() {
        for text in ["dasdöm", "日本語", "👨‍👩‍👧 family", "می‌خواهم", "e\u{301}", "שלום", "a\tb\nc"] {
            #expect(VisibleText.escape(text, lines: .kept) == text)
            #expect(XMLText.html(text) == text)
        }
    }

    @Test("invisible characters are shown by number")
    func hidden() {
        #expect(VisibleText.escape("\u{1B}[2J", lines: .kept) == #"\u{1B}[2J"#)
        #expect(VisibleText.escape("a\r\nb\tc", lines: .shown) == #"a\r\nb\tc"#)
        #expect(VisibleText.escape("\u{202E}x", lines: .kept) == #"\u{202E}x"#)
    }

    @Test("Markdown markup is escaped")
    func markdown() {
        #expect(MarkdownText.escape("the status is 500, documented is 401") == "the status is 500, documented is 401")
        #expect(MarkdownText.escape("a|b `c` <d> *e* @f") == #"a\|b \`c\` &lt;d&gt; \*e\* @<!-- -->f"#)
        #expect(MarkdownText.code("a`b") == "``a`b``")
        #expect(MarkdownText.code("`a") == "`` `a ``")
        #expect(MarkdownText.code("a|b", inTable: true) == #"`a\|b`"#)
        #expect(MarkdownText.block("```\nx") == "````\n```\nx\n````")
    }

    @Test("annotations are escaped as the runner does")
    func annotations() {
        #expect(GitHubAnnotations.data("50%\n::error::") == "50%25%0A::error::")
        #expect(GitHubAnnotations.property("a:b,c%") == "a%3Ab%2Cc%25")
    }

    @Test("XML contains no forbidden characters")
    func xml() {
        #expect(XMLText.attribute("a\"<b>&\n\u{0}") == #"a&quot;&lt;b&gt;&amp;&#10;\u{0}"#)
    }

    @Test(
        "the hash of the page's script is that of a browser",
        arguments: [
            ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
            ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE="
            ),
        ])
    func hash(text: String, digest: String) {
        #expect(Base64.encode(SHA256.digest(Array(text.utf8))) == digest)
    }

    @Test(
        "texts of lengths around a block are hashed",
        .enabled(if: Program.path("sha256sum") != nil, "sha256sum isn't installed"),
        arguments: [55, 56, 63, 64, 65, 119, 120, 128])
    func blocks(length: Int) throws {
        let folder = try ScratchFolder()
        let file = try folder.write(String(repeating: "x", count: length), "x")
        let program = try #require(Program.path("sha256sum"))
        let digest = SHA256.digest([UInt8](repeating: 0x78, count: length))
        let hex = digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        #expect(try Program.run(program, [file]).output.hasPrefix(hex))
    }
}

@Suite("Custom templates")
struct TemplateTests {
    @Test("a custom template replaces the built-in one, and its values are escaped")
    func replaces() throws {
        let templates = try ReportTemplates.builtIn.replacing([
            "report.html.mustache":
                "<p title=\"{{headline}}\">{{#hints}}{{#items}}{{.}}{{/items}}{{/hints}}</p>{{{cases}}}",
            "summary.md.mustache": "{{headline}}: {{#hints}}{{#items}}{{.}}{{/items}}{{/hints}}",
        ])
        let report = HostileContent.report("<b>|\"\u{301}")
        let page = try HTMLReport.render(report, templates: templates)
        #expect(page.hasPrefix("<p title=\"") && page.contains("\">&lt;b&gt;|&quot;\u{301}</p><h2"))
        let summary = try MarkdownReport.render(report, templates: templates)
        #expect(summary.hasSuffix(": &lt;b&gt;\\|\"\u{301}"))
    }

    @Test("an invalid template is rejected with its line")
    func refused() {
        #expect(throws: TemplateError(name: "problem.html.mustache", line: 3, reason: "sectionCloseNameIncorrect")) {
            try ReportTemplates.builtIn.replacing(["problem.html.mustache": "\n{{#a}}\n{{/b}}\n"])
        }
        #expect(throws: TemplateError.self) { try ReportTemplates.builtIn.replacing(["cases.html": ""]) }
    }
}
