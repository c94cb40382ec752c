// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
import Testing

@testable import AccordRendering

@Suite("Hostile content")
struct HostileContentTests {
    private static let harmless = "x"

    @Test("hostile texts add or change no tag of the page", arguments: HostileContent.texts)
    func html(text: String) throws {
        let page = try HTMLReport.render(HostileContent.report(text))
        let expected = try HTMLReport.render(HostileContent.report(text.isEmpty ? "" : Self.harmless))
        #expect(tags(page).map(withoutValues) == tags(expected).map(withoutValues))
        #expect(!hasHiddenScalars(page))
    }

    @Test("hostile texts don't control a terminal or a build service", arguments: HostileContent.texts)
    func terminal(text: String) {
        let printed = TerminalRenderer().render(HostileContent.report(text))
        #expect(!hasHiddenScalars(printed))
        #expect(printed.unicodeScalars.firstRange(of: "##[".unicodeScalars) == nil)
        for line in printed.utf8.split(separator: 0x0A) {
            #expect(!line.drop { $0 == 0x20 || $0 == 0x09 }.starts(with: "::".utf8), "\(Substring(line))")
        }
    }

    @Test("hostile texts don't change colors", arguments: HostileContent.texts)
    func coloredTerminal(text: String) {
        let printed = TerminalRenderer(style: .colored).render(HostileContent.report(text))
        let own = printed.replacing(/\u{1B}\[[0-9;]+m/, with: "")
        #expect(!hasHiddenScalars(own))
    }

    @Test("hostile texts don't open or close Markdown blocks, cells or elements", arguments: HostileContent.texts)
    func markdown(text: String) throws {
        let rendered = try MarkdownReport.render(HostileContent.report(text))
        let expected = try MarkdownReport.render(HostileContent.report(Self.harmless))
        #expect(outsideCode(rendered).count == outsideCode(expected).count)
        for (line, wanted) in zip(outsideCode(rendered), outsideCode(expected)) {
            if wanted.hasPrefix("|") { #expect(cells(line) == cells(wanted), "\(line)") }
            #expect(tags(withoutCode(line)) == tags(withoutCode(wanted)), "\(line)")
        }
        #expect(!hasHiddenScalars(rendered))
    }

    @Test("hostile texts stay within their annotation", arguments: HostileContent.texts)
    func annotations(text: String) {
        let lines = GitHubAnnotations.render(HostileContent.report(text)).split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines {
            #expect(line.hasPrefix("::error file=Specs/awesome-todos.json,") || line.hasPrefix("::warning file=Specs/"))
            // The properties contain no hostile text.
            let properties = line.unicodeScalars.dropFirst(2).prefix { $0 != ":" }
            #expect(properties.count { $0 == "," } == 3, "\(line)")
        }
        #expect(!hasHiddenScalars(lines.joined()))
    }

    @Test("hostile texts are unchanged in report.json", arguments: HostileContent.texts)
    func json(text: String) throws {
        let report = try RunReport(parsing: HostileContent.report(text).json())
        #expect(report.cases[0].findings[0].actual == text)
        #expect(report.cases[0].exchanges[0].response?.body?.text == text)
    }

    /// Invisible characters that a program may interpret.
    private func hasHiddenScalars(_ text: String) -> Bool {
        text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x0A, 0x09: false
            case 0..<0x20, 0x7F..<0xA0, 0x61C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F: true
            case 0xFEFF, 0xFFFE, 0xFFFF, 0xFDD0...0xFDEF, 0xE0000...0xE0FFF: true
            default: false
            }
        }
    }

    /// Returns the lines outside of fenced code blocks (CommonMark).
    private func outsideCode(_ text: String) -> [String] {
        var lines: [String] = []
        var fence: String?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            let run = String(line.prefix { $0 == "`" })
            if let open = fence {
                if run.count >= open.count && line.dropFirst(run.count).allSatisfy({ $0 == " " }) { fence = nil }
            } else if run.count >= 3 && !line.dropFirst(run.count).contains("`") {
                fence = run
            } else {
                lines.append(line)
            }
        }
        return lines
    }

    /// Returns the number of pipes that separate cells.
    private func cells(_ line: String) -> Int {
        let bytes = Array(line.utf8)
        var count = 0
        var index = 0
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "|") { count += 1 }
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return count
    }

    /// Returns a line of Markdown without code spans and empty comments.
    private func withoutCode(_ line: String) -> String {
        line.replacing("<!-- -->", with: "")
            .replacing(/(`+)(.*?[^`])\1(?!`)/.matchingSemantics(.unicodeScalar), with: "")
    }

    /// Returns a tag with empty attribute values.
    private func withoutValues(_ tag: String) -> String {
        tag.replacing(/"[^"]*"/.matchingSemantics(.unicodeScalar), with: "\"\"")
    }

    /// Returns the tags as an HTML parser reads them, by scalars.
    private func tags(_ text: String) -> [String] {
        text.matches(of: /<[^>]*>/.matchingSemantics(.unicodeScalar)).map { String($0.output) }
    }
}
