// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Testing

@Suite("Quotes of contracts")
struct ContractQuoteTests {
    @Test("the quoted lines are those of the findings, or else of their cases")
    func lines() {
        var report = SampleReport.report
        report.quoteContracts { file in
            #expect(file == SampleReport.file)
            return Array((1...100).map { "line \($0)\r\n" }.joined().utf8)
        }
        let quoted = [12, 18, 40, 41, 48, 52, 95]
        #expect(report.quotes.map(\.line) == Set(quoted.flatMap { ($0 - 2)...($0 + 2) }).sorted())
        let excerpt = report.excerpts().excerpt(SampleReport.place(41, 3))
        #expect(excerpt?.lines.map(\.text) == (39...43).map { "line \($0)" })
        #expect(excerpt?.line == 41)
        #expect(excerpt?.caret == 2)
        #expect(report.excerpts().excerpt(SampleReport.place(30, 1)) == nil)
    }

    @Test("an excerpt is without its common indentation")
    func indentation() {
        var report = SampleReport.report
        report.cases = [SampleReport.wrongStatus]
        report.quoteContracts { _ in
            Array((1...20).map { String(repeating: " ", count: $0 == 18 ? 10 : 6) + "x\n" }.joined().utf8)
        }
        let excerpt = report.excerpts().excerpt(SampleReport.place(18, 11))
        #expect(excerpt?.lines.map(\.text) == ["x", "x", "    x", "x", "x"])
        #expect(excerpt?.caret == 4)
    }

    @Test(
        "the quote of a minified contract is the part of the line around the location", arguments: [1, 100, 5000, 9990])
    func minified(column: Int) throws {
        var report = SampleReport.report
        report.cases = [SampleReport.wrongStatus]
        report.cases[0].findings[0].contract = SampleReport.place(1, column)
        let line = (0..<2000).map { "\(10_000 + $0)" }.joined()
        report.quoteContracts { _ in Array(line.utf8) }
        let excerpt = try #require(report.excerpts().excerpt(SampleReport.place(1, column)))
        let caret = try #require(excerpt.caret)
        #expect(excerpt.lines[0].text.count <= 161)
        #expect(excerpt.lines[0].text.dropFirst(caret).first == line.dropFirst(column - 1).first)
        let read = try RunReport(parsing: report.json())
        #expect(read.quotes == report.quotes)
    }

    @Test("unreadable files aren't quoted, and very long lines are truncated")
    func limits() {
        struct Unreadable: Error {}
        var report = SampleReport.report
        report.quoteContracts { _ in throw Unreadable() }
        #expect(report.quotes.isEmpty)
        report.cases = [SampleReport.wrongStatus]
        report.quoteContracts { _ in
            Array(String(repeating: "\n", count: 17).utf8) + Array(repeating: 0x78, count: 9999)
        }
        #expect(report.quotes.map(\.text.count).max() == 161)
    }
}
