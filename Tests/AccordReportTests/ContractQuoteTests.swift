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
        #expect(report.quotes.map(\.line) == [12, 18, 40, 41, 48, 52, 95])
        #expect(report.quote(SampleReport.file, line: 41) == "line 41")
        #expect(report.quote(SampleReport.file, line: 42) == nil)
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
        #expect(report.quotes.first?.text.count == 161)
    }
}
