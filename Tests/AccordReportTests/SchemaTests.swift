// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import AccordSchema
import ConformanceScore
import Testing

@testable import AccordRendering

@Suite("Schemas of report formats")
struct SchemaTests {
    static let reports: [RunReport] = {
        var empty = SampleReport.report
        empty.cases = []
        empty.target = nil
        var shard = SampleReport.report
        shard.shard = .init(index: 1, count: 2, whole: .init(cases: 3, digest: "00c0ffee"))
        var client = SampleReport.report
        client.kind = .client
        let merged = (try? RunReport.merged([SampleReport.report, client])).map { [$0] } ?? []
        return [SampleReport.report, empty, shard, client] + merged + HostileContent.texts.map(HostileContent.report)
    }()

    private static func schema() throws -> Schema {
        try Schema.compile(JSONDocument(parsing: ReportWriter.schema, file: "report.schema.json").root)
    }

    @Test("report.json is valid for its schema")
    func valid() throws {
        let schema = try Self.schema()
        for report in Self.reports {
            let violations = schema.validate(try JSONDocument(parsing: report.json()).root)
            // The hostile texts aren't valid pointers.
            #expect(violations.filter { !$0.keywordLocation.description.hasSuffix("/format") }.map(\.message) == [])
        }
        #expect(schema.isValid(try JSONDocument(parsing: SampleReport.report.json()).root))
    }

    @Test(
        "an incomplete report.json is invalid",
        arguments: [
            "/summary/total", "/summary/passed", "/summary/failed", "/summary/skipped", "/summary/pending",
            "/summary/warnings", "/cases/1/id", "/cases/1/status", "/cases/1/findings/0/rule",
            "/cases/1/findings/0/severity", "/cases/1/findings/0/blame", "/cases/1/findings/0/message",
            "/cases/1/findings/0/contract", "/cases/1/findings/0/contract/file", "/cases/1/findings/0/contract/line",
            "/cases/1/findings/0/contract/column", "/cases/1/findings/0/contract/pointer", "/version",
            "/cases/1/exchanges/0/request/url", "/cases/1/exchanges/0/response/body/text",
        ])
    func invalid(member: String) throws {
        let schema = try Self.schema()
        let pointer = try JSONPointer(parsing: member)
        var report = JSON(try JSONDocument(parsing: SampleReport.report.json()).root)
        report.remove(at: pointer)
        #expect(!schema.isValid(report))
        report.set(.array([]), at: pointer)
        #expect(!schema.isValid(report))
    }

    @Test("SARIF is valid for its schema", .enabled("needs a public suite") { try Conformance.has("reports/sarif") })
    func sarif() throws {
        // The schema is in draft 4, and means the same in draft 7, except for the root's `id`.
        var text = JSON(try Conformance.document("reports/sarif/sarif-schema-2.1.0.json").root)
        text.remove(at: "/id")
        text.set("http://json-schema.org/draft-07/schema#", at: "/$schema")
        let schema = try Schema.compile(text)
        for report in Self.reports {
            let log = try JSONDocument(parsing: SARIFReport.render(report))
            #expect(schema.validate(log.root).map(\.message) == [])
        }
        var wrong = JSON(try JSONDocument(parsing: SARIFReport.render(SampleReport.report)).root)
        wrong.remove(at: "/runs/0/results/0/message")
        #expect(!schema.isValid(wrong))
    }

    @Test("CTRF is valid for its schema", .enabled("needs a public suite") { try Conformance.has("reports/ctrf") })
    func ctrf() throws {
        let schema = try Schema.compile(Conformance.document("reports/ctrf/schema/ctrf.schema.json").root)
        for report in Self.reports {
            let document = try JSONDocument(parsing: CTRFReport.render(report))
            #expect(schema.validate(document.root).map(\.message) == [])
        }
        var wrong = JSON(try JSONDocument(parsing: CTRFReport.render(SampleReport.report)).root)
        wrong.set("broken", at: "/results/tests/0/status")
        #expect(!schema.isValid(wrong))
    }
}
