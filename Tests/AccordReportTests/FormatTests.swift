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
