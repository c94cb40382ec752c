// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Testing

@testable import AccordRendering

@Suite("Table of operations")
struct OperationTableTests {
    private static func rows(_ report: RunReport) throws -> [(name: String, cells: [String])] {
        let fields = try #require(OperationTable(report).fields)
        let rows = try #require(fields["rows"] as? [TemplateFields])
        return rows.map { row in
            let cells = row["cells"] as? [TemplateFields] ?? []
            return (row["operation"] as? String ?? "", cells.map { $0["text"] as? String ?? "" })
        }
    }

    @Test("each documented element is passed, failed or not tested")
    func elements() throws {
        let fields = try #require(OperationTable(SampleReport.report).fields)
        #expect(
            fields["columns"] as? [String] == ["Statuses", "Parameters", "Response", "documented", "syntax"])
        let rows = try Self.rows(SampleReport.report)
        #expect(rows.map(\.name) == ["login", "addItem", "deleteItem", "items"])
        #expect(
            rows[0].cells == [
                "200 failed, 401 failed, 503 not tested, 500 undocumented failed", "2 passed", "1 failed",
                "3 failed, 1 passed", "1 passed",
            ])
        #expect(rows[1].cells[0] == "201 not tested")
        #expect(rows[2].cells[0] == "unknown")
    }

    @Test("an element passes if a failure concerns a different one")
    func passing() throws {
        var report = SampleReport.report
        report.cases = [SampleReport.passing, SampleReport.clientMistake]
        #expect(try Self.rows(report)[0].cells[0].hasPrefix("200 passed, 401 passed, 503 not tested"))
    }

    @Test("a missing property of a shared schema fails only in responses with that status")
    func missing() throws {
        func cell(_ names: [String], _ missing: Finding.Place, _ status: Int = 200) throws -> String {
            var report = SampleReport.report
            report.cases = [SampleReport.wrongBody]
            report.cases[0].findings[0].place = missing
            report.cases[0].exchanges[0].response?.status = status
            report.coverage[0].elements = ["200", "4XX", "default"].map {
                .init(.status, $0, at: SampleReport.place(1, 1, "/operations/login/responses/\($0)"))
            }
            report.coverage[0].elements += names.map {
                .init(
                    .responseProperty, $0, at: SampleReport.place(42, 9, "/components/schemas/Token/properties"),
                    isShown: true)
            }
            return try Self.rows(report)[0].cells[1]
        }
        let token = Finding.Place(.body, "", missing: "token")
        #expect(try cell(["200 /token"], token) == "1 failed")
        #expect(try cell(["200 /token", "default /token"], token) == "1 failed, 1 passed")
        #expect(try cell(["4XX /token", "default /token"], token, 404) == "1 failed, 1 passed")
        #expect(try cell(["200 application/json /token"], token) == "1 failed")
        #expect(try cell(["200 /id", "200 /user/token"], token) == "2 passed")
        #expect(try cell(["200 /users/*/token"], .init(.body, "/users/7", missing: "token")) == "1 failed")
        #expect(try cell(["200 /users/*/token"], .init(.body, "/users/7")) == "1 passed")
    }

    @Test("an operation without cases is in the table")
    func untried() throws {
        var report = SampleReport.report
        report.cases = [SampleReport.passing]
        #expect(try Self.rows(report).map(\.name) == ["login", "addItem"])
    }
}
