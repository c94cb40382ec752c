// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The values that the template inserts into the page `report.html`, except for the list of cases.
struct PageModel {
    /// The maximum number of case ids in each list of changed cases, such as the list of fixed cases.
    private static let longestList = 100

    /// The maximum number of runs in the chart of earlier runs.
    private static let mostRuns = 30

    /// The largest number of operations for which the map is visible when the page opens. A larger map is collapsed.
    static let mostMapped = 40

    let report: RunReport
    let problems: PageProblems
    let history: RunHistory

    var page: TemplateFields {
        let cards = ProblemCards(report, problems)
        let map = APIMap(report)
        let runs = history.runs.isEmpty ? [] : Array(history.adding(report).runs.suffix(Self.mostRuns))
        return report.templateFields(problems.all).adding([
            "verdict": report.outcome.name, "countsLine": report.countsLine,
            "counts": report.counts.map { name, count -> TemplateFields in
                ["count": count, "name": name, "kind": count > 0 ? Self.kind(name) : "none"]
            },
            "bar": bar, "tool": "\(report.tool.name) \(report.tool.version)",
            "lede": report.verdict == .passed ? proof : cards.lede,
            "verified": report.kind == .merged ? "Server verified at" : "Verified", "target": report.target,
            "map": map.svg(isStandalone: false), "isMapOpen": map.count <= Self.mostMapped,
            "rail": rail(map.count, runs.count),
            "failures": report.summary.failed > 0 ? ["kinds": cards.kinds] as TemplateFields : nil,
            "leftProblems": problems.left > 0 ? problems.left.counted("more problem") : nil,
            "warnings": problems.warnings.isEmpty
                ? nil : ["count": problems.warnings.count, "problems": cards.warnings] as TemplateFields,
            "changes": history.last.map { changes(RunComparison(from: $0, to: RunOutline(report))) },
            "history": runs.isEmpty ? nil : ["runs": trend(runs)] as TemplateFields,
            "operations": OperationTable(report).fields, "needs": NeedsMarkup(report).fields,
            "coverage": report.coverageLines.first?.capitalizedFirst, "extent": extent,
        ])
    }

    private var extent: TemplateFields? {
        guard let extent = report.extent, !extent.lines.isEmpty else { return nil }
        return [
            "summary": extent.heading?.capitalizedFirst ?? "Generated requests",
            "lines": extent.unaskedLines + extent.generatedLines,
        ]
    }

    /// The entries of the navigation, one for each section. Each shows the number of its problems, operations, cases or
    /// runs.
    private func rail(_ operations: Int, _ runs: Int) -> [TemplateFields] {
        var items: [(name: String, anchor: String, count: Int)] = []
        if !problems.all.isEmpty { items.append(("Problems", "broke", problems.all.count)) }
        if !problems.warnings.isEmpty { items.append(("Warnings", "warnings", problems.warnings.count)) }
        items.append(("Operations", "operations", max(operations, report.operationCount)))
        let needs = NeedsMarkup(report).count
        if needs > 0 { items.append(("Needs", "needs", needs)) }
        items.append(("Cases", "cases", report.cases.count))
        if runs > 0 { items.append(("Timeline", "timeline", runs)) }
        return items.map { ["name": $0.name, "anchor": $0.anchor, "count": $0.count] }
    }

    /// A sentence that says how many documented elements a passing run covered, such as `12 of 14 status codes`. The
    /// page shows it only if the run passed.
    private var proof: String {
        typealias Kind = OperationCoverage.Element.Kind
        let kinds: [(String, Set<Kind>)] = [
            ("status codes", [.status]), ("parameters", [.parameter]),
            ("body properties", [.requestProperty, .responseProperty]), ("header fields", [.responseHeader]),
        ]
        let elements = report.coverage.flatMap(\.elements)
        let parts = kinds.compactMap { name, kinds -> String? in
            let all = elements.filter { kinds.contains($0.kind) }
            return all.isEmpty ? nil : "\(all.count(where: \.isShown)) of \(all.count) \(name)"
        }
        return parts.isEmpty ? "" : "Confirmed by passed cases: \(parts.joined(separator: ", "))."
    }

    private func changes(_ comparison: RunComparison) -> TemplateFields {
        // Only the cases that ran are on the page, so link only to these.
        let present = Set(report.cases.map(\.title))
        let durations = comparison.slower.map { "\($0.before.shownDuration) → \($0.after.shownDuration)" }
        func list(_ kind: String, _ name: String, _ titles: [String], notes: [String] = []) -> TemplateFields? {
            guard !titles.isEmpty else { return nil }
            let left = titles.count - Self.longestList
            return [
                "kind": kind, "name": name, "count": titles.count, "left": left > 0 ? left : nil,
                "items": titles.prefix(Self.longestList).enumerated().map { index, title -> TemplateFields in
                    [
                        "title": title, "anchor": present.contains(title) ? CaseMarkup.anchor(title) : nil,
                        "note": notes.isEmpty ? nil : notes[index],
                    ]
                },
            ]
        }
        let lists = [
            list("failed", "newly failing", comparison.newlyFailing), list("passed", "fixed", comparison.fixed),
            list("still", "still failing", comparison.stillFailing),
            list("idle", "failed in the earlier run, did not run in this run", comparison.noLongerJudged),
            list("slower", "slower", comparison.slower.map(\.title), notes: durations),
        ].compactMap(\.self)
        return ["since": comparison.since.shownTime, "same": lists.isEmpty, "lists": lists]
    }

    /// The bars of a chart, one for each run, with the number of passed and failed cases. The run with the most cases
    /// has the full height.
    private func trend(_ runs: [RunHistory.Run]) -> [TemplateFields] {
        let most = max(1, runs.map(\.total).max() ?? 1)
        return runs.map { run in
            let passed = run.passed ?? (run.total - run.failed)
            // Use a minimum height, so that a single failure among thousands of cases is visible.
            let failed = run.failed > 0 ? max(6, run.failed * 100 / most) : 0
            let problems = run.problems.map { "\($0.counted("problem")), " } ?? ""
            let height = min(100 - failed, passed * 100 / most)
            return [
                "kind": run.hasPassed ? "passed" : "failed",
                "text": "\(run.started.shownTime): \(problems)\(run.failed) of \(run.total) failed",
                "failed": failed, "failedY": 100 - failed, "passed": height, "passedY": 100 - failed - height,
                "label": run.hasPassed ? "✓" : (run.problems ?? run.failed).description,
            ]
        }
    }

    /// The parts of the bar that shows how many cases passed, failed or have no result. Widths are in hundredths of a
    /// percent.
    private var bar: [TemplateFields] {
        guard report.summary.total > 0 else { return [] }
        let parts = report.counts.filter { !$0.name.hasPrefix("warning") && $0.count > 0 }
        var start = 0
        var seen = 0
        return parts.map { part in
            seen += part.count
            let end = seen * 10_000 / report.summary.total
            defer { start = end }
            return ["x": start, "width": end - start, "kind": Self.kind(part.name)]
        }
    }

    /// Returns the CSS class that colors a part of the bar, from the name of its count such as `skipped`.
    private static func kind(_ name: String) -> String {
        switch name {
        case "passed", "failed", "blocked": name
        case "warning", "warnings": "warned"
        default: "idle"
        }
    }
}
