import AccordCore
import AccordJSON
import Testing

@testable import AccordRendering

@Suite("A rendering of the sample run")
struct RenderingTests {
    @Test("is the terminal's text, without colours") func terminal() throws {
        try expectGolden(TerminalRenderer().render(SampleReport.report), "terminal.txt")
    }

    @Test("is the terminal's text, with colours") func coloredTerminal() throws {
        let text = TerminalRenderer(style: .colored).render(SampleReport.report)
        try expectGolden(text.replacing("\u{1B}", with: "␛"), "terminal-colored.txt")
    }

    @Test("is a summary in Markdown") func markdown() throws {
        try expectGolden(MarkdownReport.render(SampleReport.report), "summary.md")
    }

    @Test("is JUnit's XML") func junit() throws {
        try expectGolden(JUnitReport.render(SampleReport.report), "junit.xml")
    }

    @Test("is a page of HTML") func html() throws {
        let page = try HTMLReport.render(SampleReport.report)
            .replacing(/<style>.*<\/style>/.dotMatchesNewlines(), with: "<style></style>")
            .replacing(/<script>.*<\/script>/.dotMatchesNewlines(), with: "<script></script>")
            .replacing(/'sha256-[^']*'/, with: "'sha256-'")
        try expectGolden(page, "report.html")
    }

    @Test("is JSON") func json() throws {
        try expectGolden(String(decoding: SampleReport.report.json(), as: UTF8.self), "report.json")
    }

    @Test("is CTRF that tells which cases are flaky") func flaky() throws {
        var report = SampleReport.report
        report.cases = [SampleReport.tolerated, SampleReport.tolerated]
        report.cases[1].findings[0].rule = .caseFlaky
        let root = try JSONDocument(parsing: CTRFReport.render(report)).root
        let tests = root["results"]?["tests"].map { Array($0.elements) } ?? []
        #expect(tests.map { $0["flaky"]?.bool } == [nil, true])
    }

    @Test("is CTRF") func ctrf() throws {
        try expectGolden(CTRFReport.render(SampleReport.report), "ctrf.json")
    }

    @Test("is TAP") func tap() throws {
        try expectGolden(TAPReport.render(SampleReport.report), "report.tap")
    }

    @Test("is GitLab's code quality") func codeQuality() throws {
        try expectGolden(CodeQualityReport.render(SampleReport.report), "gl-code-quality-report.json")
    }

    @Test("is an HTTP archive") func archive() throws {
        try expectGolden(HARReport.render(SampleReport.report), "report.har")
    }

    @Test("is a badge") func badge() throws {
        try expectGolden(BadgeReport.render(SampleReport.report), "badge.svg")
    }

    @Test("is GitHub's annotations") func annotations() throws {
        try expectGolden(GitHubAnnotations.render(SampleReport.report), "annotations.txt")
    }

    @Test("is the same each time", arguments: 1...3) func deterministic(_: Int) throws {
        #expect(TerminalRenderer().render(SampleReport.report) == TerminalRenderer().render(SampleReport.report))
        #expect(try HTMLReport.render(SampleReport.report) == HTMLReport.render(SampleReport.report))
    }
}
