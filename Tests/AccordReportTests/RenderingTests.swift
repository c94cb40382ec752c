// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import Testing

@testable import AccordRendering

@Suite("Golden files")
struct RenderingTests {
    @Test("terminal text without colors") func terminal() throws {
        try expectGolden(TerminalRenderer().render(SampleReport.report), "terminal.txt")
    }

    @Test("terminal text with colors") func coloredTerminal() throws {
        let text = TerminalRenderer(style: .colored).render(SampleReport.report)
        try expectGolden(text.replacing("\u{1B}", with: "␛"), "terminal-colored.txt")
    }

    @Test("Markdown summary") func markdown() throws {
        try expectGolden(MarkdownReport.render(SampleReport.report), "summary.md")
    }

    @Test("JUnit XML") func junit() throws {
        try expectGolden(JUnitReport.render(SampleReport.report), "junit.xml")
    }

    @Test("HTML page") func html() throws {
        let page = try HTMLReport.render(SampleReport.report)
            .replacing(/<style>.*<\/style>/.dotMatchesNewlines(), with: "<style></style>")
            .replacing(/<script>.*<\/script>/.dotMatchesNewlines(), with: "<script></script>")
            .replacing(/'sha256-[^']*'/, with: "'sha256-'")
        try expectGolden(page, "report.html")
    }

    @Test("JSON") func json() throws {
        try expectGolden(String(decoding: SampleReport.report.json(), as: UTF8.self), "report.json")
    }

    @Test("CTRF marks flaky cases") func flaky() throws {
        var report = SampleReport.report
        report.cases = [SampleReport.tolerated, SampleReport.tolerated]
        report.cases[1].findings[0].rule = .caseFlaky
        let root = try JSONDocument(parsing: CTRFReport.render(report)).root
        let tests = root["results"]?["tests"].map { Array($0.elements) } ?? []
        #expect(tests.map { $0["flaky"]?.bool } == [nil, true])
    }

    @Test("CTRF") func ctrf() throws {
        try expectGolden(CTRFReport.render(SampleReport.report), "ctrf.json")
    }

    @Test("TAP") func tap() throws {
        try expectGolden(TAPReport.render(SampleReport.report), "report.tap")
    }

    @Test("GitLab code quality") func codeQuality() throws {
        try expectGolden(CodeQualityReport.render(SampleReport.report), "gl-code-quality-report.json")
    }

    @Test("HTTP archive") func archive() throws {
        try expectGolden(HARReport.render(SampleReport.report), "report.har")
    }

    @Test("badge") func badge() throws {
        try expectGolden(BadgeReport.render(SampleReport.report), "badge.svg")
    }

    @Test("GitHub annotations") func annotations() throws {
        try expectGolden(GitHubAnnotations.render(SampleReport.report), "annotations.txt")
    }

    @Test("the page is the same in each run", arguments: 1...3) func deterministic(_: Int) throws {
        #expect(TerminalRenderer().render(SampleReport.report) == TerminalRenderer().render(SampleReport.report))
        #expect(try HTMLReport.render(SampleReport.report) == HTMLReport.render(SampleReport.report))
    }
}
