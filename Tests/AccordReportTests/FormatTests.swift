// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import AccordSchema
import ConformanceScore
import Foundation
import Testing

@testable import AccordRendering

@Suite("Report formats")
struct FormatTests {
    private func text(_ format: ReportFormat, _ report: RunReport) throws -> String {
        var bytes: [UInt8] = []
        try format.write(report) { bytes += $0 }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("each format has a different file name")
    func files() {
        #expect(Set(ReportFormat.allCases.map(\.file)).count == ReportFormat.allCases.count)
        #expect(ReportFormat.html.file(of: "report") == "report.html")
        #expect(ReportFormat.html.file(of: "client") == "client.html")
        #expect(Set(ReportFormat.allCases.map { $0.file(of: "client") }).count == ReportFormat.allCases.count)
    }

    @Test("no format is empty for any run", arguments: ReportFormat.allCases)
    func notEmpty(format: ReportFormat) throws {
        var empty = SampleReport.report
        empty.cases = []
        for report in [SampleReport.report, empty] { #expect(try !text(format, report).isEmpty) }
    }

    @Test(
        "HTTP archives are valid for their schema",
        .enabled("needs a public suite") { try Conformance.has("reports/har") })
    func archive() throws {
        let folder = Conformance.folder.appending(path: "reports/har/lib")
        // The schema's files refer to each other by name. In one document they are definitions.
        var definitions: JSONObject = [:]
        for file in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        where file.hasSuffix(".json") {
            let text = String(decoding: try Data(contentsOf: folder.appending(path: file)), as: UTF8.self)
                .replacing(/"\$id": "[^"]*",/, with: "").replacing(/"\$schema": "[^"]*",/, with: "")
                .replacing(/"\$ref": "([a-zA-Z]+)\.json#"/) { "\"$ref\": \"#/$defs/\($0.output.1)\"" }
            definitions.append(String(file.dropLast(5)), JSON(try JSONDocument(parsing: text).root))
        }
        let schema = try Schema.compile(
            .object([
                "$schema": "https://json-schema.org/draft/2020-12/schema", "$ref": "#/$defs/har",
                "$defs": .object(definitions),
            ]))
        for report in SchemaTests.reports {
            let violations = schema.validate(try JSONDocument(parsing: HARReport.render(report)).root)
            // The hostile texts aren't valid URLs.
            #expect(violations.filter { !$0.keywordLocation.description.hasSuffix("/format") }.map(\.message) == [])
        }
        var wrong = JSON(try JSONDocument(parsing: HARReport.render(SampleReport.report)).root)
        wrong.remove(at: "/log/entries/0/response/content")
        #expect(schema.validate(wrong).contains { $0.keywordLocation.description.hasSuffix("/required") })
    }

    @Test("code quality issues have GitLab's required members and a unique fingerprint")
    func codeQuality() throws {
        for report in SchemaTests.reports {
            let issues = Array(try JSONDocument(parsing: CodeQualityReport.render(report)).root.elements)
            for issue in issues {
                #expect(issue["description"]?.string?.isEmpty == false)
                #expect(issue["check_name"]?.string?.isEmpty == false)
                #expect(["info", "minor", "major", "critical", "blocker"].contains(issue["severity"]?.string ?? ""))
                #expect(issue["location"]?["path"]?.string?.isEmpty == false)
                #expect((issue["location"]?["lines"]?["begin"]?.int ?? 0) > 0)
            }
            let fingerprints = issues.compactMap { $0["fingerprint"]?.string }
            #expect(fingerprints.count == issues.count && Set(fingerprints).count == issues.count)
        }
    }

    @Test("TAP has a plan, and a line for each case")
    func tap() throws {
        for report in SchemaTests.reports {
            let lines = TAPReport.render(report).split(separator: "\n")
            #expect(lines.starts(with: ["TAP version 14", "1..\(report.cases.count)"]))
            let points = lines.filter { $0.hasPrefix("ok ") || $0.hasPrefix("not ok ") }
            #expect(points.count == report.cases.count)
            #expect(lines.allSatisfy { !$0.hasPrefix("Bail out!") })
            for (point, result) in zip(points, report.cases) {
                // A directive starts with a number sign that isn't escaped.
                let directive = point.replacing(#"\\"#, with: "").replacing("\\#", with: "").contains(" # ")
                #expect(directive == (result.status != .passed && result.status != .failed), "\(point)")
                #expect(point.hasPrefix("not ok") == [.failed, .pending].contains(result.status), "\(point)")
            }
        }
    }

    @Test(
        "badges are valid XML",
        .enabled(if: Program.path("xmllint") != nil, "xmllint (libxml2-utils) isn't installed"))
    func badge() throws {
        let folder = try ScratchFolder()
        let files = try SchemaTests.reports.enumerated().map { index, report in
            try folder.write(BadgeReport.render(report), "\(index).svg")
        }
        let (status, output) = try Program.run(try #require(Program.path("xmllint")), ["--noout", "--nonet"] + files)
        #expect(status == 0, "\(output)")
        #expect(BadgeReport.render(SampleReport.report).contains(">4 of 9 failed<"))
    }

    @Test("a template is replaced, or rejected with the reason")
    func templates() throws {
        let templates = try ReportTemplates.builtIn.replacing([
            "report.html.mustache": "<h1>{{headline}}</h1>{{{cases}}}"
        ])
        #expect(
            try HTMLReport.render(SampleReport.report, templates: templates)
                .hasPrefix("<h1>The server crashes in 1 operation; 4 problems in 2 of 2 operations</h1>"))
        let lossy = try ReportTemplates.builtIn.replacing(["report.html.mustache": "<h1>{{headline}}</h1>"])
        #expect(throws: TemplateError.self) { try HTMLReport.render(SampleReport.report, templates: lossy) }
        #expect(throws: TemplateError.self) { try ReportTemplates.builtIn.replacing(["report.css2": ""]) }
    }
}

@Suite("Comparison of two runs")
struct ComparisonTests {
    private func outline(_ cases: (String, CaseResult.Status, Double)...) -> RunOutline {
        RunOutline(
            started: "2026-03-01T09:30:00Z",
            cases: cases.map { RunOutline.Case(title: $0.0, file: "a.json", status: $0.1, duration: $0.2) })
    }

    @Test("a comparison lists newly failing, fixed, still failing, missing and slower cases")
    func kinds() {
        let comparison = RunComparison(
            from: outline(
                ("a", .passed, 0.1), ("b", .failed, 0.1), ("c", .failed, 0.1), ("d", .failed, 0.1),
                ("e", .passed, 0.1), ("f", .failed, 0.1), ("g", .passed, 0.001)),
            to: outline(
                ("a", .failed, 0.1), ("b", .passed, 0.1), ("c", .failed, 0.1), ("d", .skipped, 0.1),
                ("e", .passed, 0.3), ("new", .failed, 0.1), ("g", .passed, 0.01)))
        #expect(comparison.newlyFailing == ["a", "new"])
        #expect(comparison.fixed == ["b"])
        #expect(comparison.stillFailing == ["c"])
        #expect(comparison.noLongerJudged == ["d", "f"])
        #expect(comparison.slower.map(\.title) == ["e"])
        #expect(comparison.shared == 6)
        let text = TerminalRenderer().render(comparison)
        #expect(text.contains("✗ 2 newly failing\n  a\n  new\n"))
        #expect(text.contains("! 1 slower\n  e  100 ms → 300 ms\n"))
    }

    @Test("a run compared to itself has no changes")
    func same() {
        let outline = outline(("a", .passed, 0.1))
        #expect(
            TerminalRenderer().render(RunComparison(from: outline, to: outline))
                == "Changes since 2026-03-01 09:30 UTC, 1 case in both runs: no changes\n")
    }

    @Test("the history is read back, starts over if it is unreadable, and has a maximum length")
    func history() {
        var history = RunHistory()
        for number in 10..<70 {
            var report = SampleReport.report
            report.started = "2026-03-01T09:30:\(number)Z"
            history = history.adding(report)
        }
        #expect(history.runs.count == 50)
        #expect(history.runs.last?.problems == 4 && history.runs.last?.passed == 2)
        let bytes = history.json
        #expect(RunHistory(parsing: bytes)?.runs == history.runs)
        #expect(RunHistory(parsing: bytes)?.last?.cases.map(\.title) == history.last?.cases.map(\.title))
        #expect(RunHistory(parsing: Array("{".utf8)) == nil)
        let older = #"{"version":"1.0","runs":[{"started":"x","passed":true,"failed":0,"total":2}]}"#
        #expect(RunHistory(parsing: Array(older.utf8))?.runs.map(\.problems) == [nil])
        var part = SampleReport.report
        part.shard = .init(index: 1, count: 2)
        #expect(RunHistory().adding(part) == RunHistory())
    }
}
