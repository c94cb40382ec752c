// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import AccordSchema
import ConformanceScore
import Foundation
import Testing

@testable import AccordRendering

@Suite("Comparison of two runs")
struct RunComparisonTests {
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
