import AccordReport
import Testing

@testable import AccordRendering

@Suite("The matrix of a page")
struct OperationTableTests {
    private static func rows(_ report: RunReport) throws -> [(name: String, cells: [String])] {
        let fields = try #require(OperationTable(report).fields)
        let rows = try #require(fields["rows"] as? [TemplateFields])
        return rows.map { row in
            let cells = row["cells"] as? [TemplateFields] ?? []
            return (row["operation"] as? String ?? "", cells.map { $0["text"] as? String ?? "" })
        }
    }

    @Test("tells of each documented element whether it passed, failed or wasn't tried")
    func elements() throws {
        let fields = try #require(OperationTable(SampleReport.report).fields)
        #expect(
            fields["columns"] as? [String] == ["Statuses", "Parameters", "Response", "documented", "syntax"])
        let rows = try Self.rows(SampleReport.report)
        #expect(rows.map(\.name) == ["login", "addItem", "deleteItem", "items"])
        #expect(
            rows[0].cells == [
                "200 passed, 401 failed, 503 not tried, 500 undocumented failed", "2 passed", "1 not tried",
                "3 failed, 1 passed", "1 passed",
            ])
        #expect(rows[1].cells[0] == "201 not tried")
        #expect(rows[2].cells[0] == "unknown")
    }

    @Test("lets an element pass that a run has shown, where what failed is another")
    func passing() throws {
        var report = SampleReport.report
        report.cases = [SampleReport.passing, SampleReport.clientMistake]
        #expect(try Self.rows(report)[0].cells[0].hasPrefix("200 passed, 401 passed, 503 not tried"))
    }

    @Test("has an operation that is documented and that no case tried")
    func untried() throws {
        var report = SampleReport.report
        report.cases = [SampleReport.passing]
        #expect(try Self.rows(report).map(\.name) == ["login", "addItem"])
    }
}
