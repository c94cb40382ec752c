// SPDX-License-Identifier: Apache-2.0
import AccordCore
import ConformanceScore
import Testing

@testable import AccordRendering

@Suite(
    "junit.xml", .enabled("needs a public suite") { try Conformance.has("reports/junit") },
    .enabled(if: Program.path("xmllint") != nil, "xmllint (libxml2-utils) isn't installed"))
struct JUnitSchemaTests {
    static let schemas = ["reports/junit/JUnit.xsd", "reports/junit/junit-10.xsd"]

    @Test("the report is valid for the schemas of Ant and Jenkins", arguments: schemas)
    func valid(schema: String) throws {
        let folder = try ScratchFolder()
        let files = try SchemaTests.reports.enumerated().map { index, report in
            try folder.write(JUnitReport.render(report), "\(index).xml")
        }
        let (status, output) = try validate(files, schema)
        #expect(status == 0, "\(output)")
    }

    @Test("a misspelled element is invalid", arguments: schemas)
    func invalid(schema: String) throws {
        let folder = try ScratchFolder()
        let text = JUnitReport.render(SampleReport.report).replacing("<testcase", with: "<test")
            .replacing("</testcase", with: "</test")
        #expect(try validate([try folder.write(text, "wrong.xml")], schema).status != 0)
    }

    @Test("the counts of failures, errors and skipped tests match the elements")
    func counts() {
        let xml = JUnitReport.render(SampleReport.report)
        #expect(xml.contains("tests=\"9\" failures=\"3\" errors=\"1\" skipped=\"3\""))
        #expect(xml.split(separator: "<failure ").count == 4)
        #expect(xml.split(separator: "<error ").count == 2)
        #expect(xml.split(separator: "<skipped ").count == 4)
    }

    private func validate(_ files: [String], _ schema: String) throws -> (status: Int32, output: String) {
        let program = try #require(Program.path("xmllint"))
        let path = Conformance.path(schema)
        return try Program.run(program, ["--noout", "--nonet", "--schema", path] + files)
    }
}
