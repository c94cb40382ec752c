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
        var page = report.templateFields(problems.all)
        page["verdict"] = report.outcome.name
        page["countsLine"] = report.countsLine
        page["counts"] = report.counts.map {
            ["count": $0.count, "name": $0.name, "kind": $0.count > 0 ? Self.kind($0.name) : "none"]
        }
        page["bar"] = bar
        page["tool"] = "\(report.tool.name) \(report.tool.version)"
        page["lede"] = cards.lede
        page["verified"] = report.kind == .merged ? "Server verified at" : "Verified"
        page["target"] = report.target
        if report.verdict == .passed { page["lede"] = proof }
        let map = APIMap(report)
        page["map"] = map.svg(isStandalone: false)
        page["isMapOpen"] = map.count <= Self.mostMapped
        let runs = history.runs.isEmpty ? [] : history.adding(report).runs.suffix(Self.mostRuns)
        page["rail"] = rail(map.count, runs.count)
        if report.summary.failed > 0 { page["failures"] = ["kinds": cards.kinds] as TemplateFields }
        if problems.left > 0 { page["leftProblems"] = problems.left.counted("more problem") }
        if !problems.warnings.isEmpty {
            page["warnings"] = ["count": problems.warnings.count, "problems": cards.warnings] as TemplateFields
        }
        page["changes"] = history.last.map { changes(RunComparison(from: $0, to: RunOutline(report))) }
        if !runs.isEmpty { page["history"] = ["runs": trend(Array(runs))] as TemplateFields }
        page["operations"] = OperationTable(report).fields
        page["needs"] = NeedsMarkup(report).fields
        page["coverage"] = report.coverageLines.first?.capitalizedFirst
        if let extent = report.extent, !extent.lines.isEmpty {
            page["extent"] =
                [
                    "summary": extent.heading?.capitalizedFirst ?? "Generated requests",
                    "lines": extent.unaskedLines + extent.generatedLines,
                ] as TemplateFields
        }
        return page
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
        var fields: TemplateFields = ["since": comparison.since.shownTime]
        // Only the cases that ran are on the page, so link only to these.
        let present = Set(report.cases.map(\.title))
        let lists = [
            changes("failed", "newly failing", comparison.newlyFailing, present),
            changes("passed", "fixed", comparison.fixed, present),
            changes("still", "still failing", comparison.stillFailing, present),
            changes("idle", "failed in the earlier run, did not run in this run", comparison.noLongerJudged, present),
            changes("slower", "slower", comparison.slower.map(\.title), present) { index in
                let slower = comparison.slower[index]
                return "\(slower.before.shownDuration) → \(slower.after.shownDuration)"
            },
        ].compactMap { $0 }
        if lists.isEmpty { fields["same"] = true } else { fields["lists"] = lists }
        return fields
    }

    /// - Parameters:
    ///   - present: the titles of the cases that are on the page.
    ///   - note: a function that returns the text to show after a title, such as the durations of a slower case. Its
    ///     argument is the title's index in `titles`.
    private func changes(
        _ kind: String, _ name: String, _ titles: [String], _ present: Set<String>,
        note: (Int) -> String? = { _ in nil }
    ) -> TemplateFields? {
        guard !titles.isEmpty else { return nil }
        var list: TemplateFields = ["kind": kind, "name": name, "count": titles.count]
        list["items"] = titles.prefix(Self.longestList).enumerated().map { index, title -> TemplateFields in
            var item: TemplateFields = ["title": title]
            if present.contains(title) { item["anchor"] = CaseMarkup.anchor(title) }
            item["note"] = note(index)
            return item
        }
        if titles.count > Self.longestList { list["left"] = titles.count - Self.longestList }
        return list
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
