// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Foundation
import Testing

@Suite("report.json")
struct ReportJSONTests {
    @Test("report.json is read and written unchanged")
    func roundTrip() throws {
        let written = SampleReport.report.json()
        #expect(try RunReport(parsing: written).json() == written)
        #expect(written.last == 0x0A)
    }

    @Test("a result is read from a line of JSON")
    func line() throws {
        for result in SampleReport.report.cases {
            let line = result.jsonLine()
            #expect(!line.contains(0x0A))
            #expect(try CaseResult(jsonLine: line).jsonLine() == line)
        }
        #expect(throws: DescribedError.self) { try CaseResult(jsonLine: Array("{\"id\":".utf8)) }
    }

    @Test("a report that was read has the same problems")
    func problems() throws {
        var report = SampleReport.report
        for index in report.cases.indices {
            report.cases[index].findings.indices.forEach { report.cases[index].findings[$0].contract = nil }
        }
        let read = try RunReport(parsing: report.json())
        #expect(read.problems().map(\.heading) == report.problems().map(\.heading))
    }

    @Test("report.json has the documented members")
    func members() throws {
        let root = try JSONDocument(parsing: SampleReport.report.json()).root
        let summary = try #require(root["summary"])
        #expect(summary["total"]?.int == 9)
        #expect(summary["passed"]?.int == 2)
        #expect(summary["failed"]?.int == 4)
        #expect(summary["skipped"]?.int == 1)
        #expect(summary["pending"]?.int == 1)
        #expect(summary["blocked"]?.int == 1)
        #expect(summary["warnings"]?.int == 2)
        let finding = try #require(root["cases"]?[1]?["findings"]?[0])
        #expect(finding["rule"]?.string == "response.body.schema")
        #expect(finding["severity"]?.string == "error")
        #expect(finding["blame"]?.string == "server")
        #expect(finding["message"]?.string == "the property \"token\" is missing")
        #expect(finding["contract"]?["file"]?.string == SampleReport.file)
        #expect(finding["contract"]?["line"]?.int == 41)
        #expect(finding["contract"]?["column"]?.int == 7)
        #expect(finding["contract"]?["pointer"]?.string == "/components/schemas/Token/required/0")
    }

    @Test("a finding without a location has the location of its case")
    func fallbackPlace() throws {
        let root = try JSONDocument(parsing: SampleReport.report.json()).root
        #expect(root["cases"]?[3]?["findings"]?[0]?["contract"]?["line"]?.int == 48)
    }

    @Test("the pieces of report.json form the complete report")
    func pieces() throws {
        var report = SampleReport.report
        report.cases = (0..<300).map { number in
            var result = SampleReport.wrongBody
            result.id += " \(number)"
            return result
        }
        var sizes: [Int] = []
        report.writeJSON { sizes.append($0.count) }
        #expect(sizes.count > 3 && sizes.allSatisfy { $0 < 128 * 1024 })
        #expect(try RunReport(parsing: report.json()).summary.total == 300)
    }

    @Test(
        "an invalid report.json is rejected with the position",
        arguments: [
            ("", "r.json:1:1: error: "),
            ("[]", "r.json:1:1: error: expected an object"),
            ("{}", "r.json:1:1: error: \"version\" is missing"),
            (
                "{\"version\": \"2.0\"}",
                "r.json:1:13: error: this report has the version 2.0, but Accord reads only 1.x"
            ),
            ("{\"version\": 1}", "r.json:1:13: error: expected a string for \"version\""),
            ("{\"version\": \"1.0\",\n \"tool\": 3}", "r.json:2:10: error: expected an object"),
        ])
    func refusal(text: String, message: String) {
        #expect { try RunReport(parsing: Array(text.utf8), file: "r.json") } throws: { "\($0)".hasPrefix(message) }
    }

    @Test("a report of a later minor version is read without its new members")
    func laterVersion() throws {
        let text = String(decoding: SampleReport.report.json(), as: UTF8.self)
            .replacing("\"version\": \"1.0\"", with: "\"version\": \"1.7\", \"novelty\": [1]", maxReplacements: 1)
        let report = try RunReport(parsing: Array(text.utf8))
        #expect(report.cases.count == 9)
    }
}
