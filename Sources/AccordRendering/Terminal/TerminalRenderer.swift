// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Formats a report for a terminal or a build log: problems, cases without a result, warnings, hints and a summary. The
/// text contains no times, so that equal runs produce equal texts.
package struct TerminalRenderer: Sendable {
    /// The maximum number of lines in which problems are shown with details. The first problem always has details.
    private static let detailedLines = 26
    /// The maximum number of entries in each list other than the list of problems, such as the list of warnings.
    private static let longestListed = 10
    /// The maximum number of lines about operations and cases that weren't tested.
    private static let longestUntested = 6

    private let style: TextStyle
    private let isVerbose: Bool

    /// - Parameter isVerbose: whether to print details of every case that didn't pass.
    package init(style: TextStyle = .plain, isVerbose: Bool = false) {
        self.style = style
        self.isVerbose = isVerbose
    }

    /// Returns the report as text that ends with a line feed.
    package func render(_ report: RunReport) -> String {
        let problems = report.problems()
        let excerpts = report.excerpts()
        let failures =
            isVerbose
            ? report.cases.filter { $0.status == .failed }.map { failure($0, excerpts) }
            : ProblemLines(report: report, excerpts: excerpts, style: style).blocks(problems, lines: Self.detailedLines)
        let tally = problems.count > 1 ? ["\(style.paint("problems:", .red)) \(problems.tally)"] : []
        let blocks =
            failures + [
                idle(report), warnings(report), stale(report), hints(report), coverage(report), extent(report),
                tally + [summary(report, problems)],
            ]
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    /// Returns a summary line, such as `3 problems in 2 of 5 operations: 4 of 9 cases failed, 5 passed`.
    package func summary(_ report: RunReport) -> String { summary(report, report.problems()) }

    private func summary(_ report: RunReport, _ problems: [Problem]) -> String {
        let line = "\(report.outcome.mark) \(report.headline(problems))"
        let counts = ": \(report.countsLine)\(report.profileText)"
        guard !report.isEmptyPart else { return style.paint(line, .bold) + counts }
        return style.paint(line, .bold, report.verdict == .passed ? .green : .red) + counts
    }

    private func failure(_ result: CaseResult, _ excerpts: ContractExcerpts) -> [String] {
        let reason = result.reason.map { " \(TerminalText.line($0))" } ?? ""
        var lines = [style.paint("✗ \(TerminalText.line(result.title))\(reason)", .bold, .red)]
        lines.append("  \(style.paint(result.location.description, .cyan))")
        for finding in result.located.mostSevereFirst where finding.severity != .warning {
            lines.append("")
            lines += FindingLines(finding, style: style, excerpts).lines
        }
        return lines
    }

    /// Returns lines with the cases that neither passed nor failed, grouped by reason. Skipped cases are omitted,
    /// because `extent` lists them.
    private func idle(_ report: RunReport) -> [String] {
        let idle = report.cases.filter { result in
            result.status != .failed && result.status != .passed
                && (result.status != .skipped || report.extent == nil || isVerbose)
        }
        let groups = Dictionary(grouping: idle) { [$0.status.rawValue, $0.reason] }
        let kinds = idle.map { [$0.status.rawValue, $0.reason] }.distinct.compactMap { groups[$0] }
        return listed(isVerbose ? idle.map { [$0] } : kinds) { results in
            let more = results.count > 1 ? " and \((results.count - 1).counted("more case"))" : ""
            let reason = results[0].reason.map { ": \(TerminalText.line($0))" } ?? ""
            let status = style.paint("- \(results[0].status.name)", .faint)
            return ["\(status)  \(TerminalText.line(results[0].title))\(more)\(reason)"]
        }
    }

    private func warnings(_ report: RunReport) -> [String] {
        // Accepted problems come last, so that they don't hide new warnings.
        let all = report.problems(.warning, includesPending: true)
        let isAccepted = { (problem: Problem) in
            problem.occurrences.allSatisfy { report.cases[$0.result].status == .pending }
        }
        return listed(all.filter { !isAccepted($0) } + all.filter(isAccepted)) { problem in
            let titles = problem.occurrences.map { report.cases[$0.result].title }
            let shown = isVerbose ? titles : Array(titles.prefix(1))
            let left = titles.count - shown.count
            let more = left > 0 ? " and \(left.counted("more case"))" : ""
            let head = style.paint("! \(TerminalText.line(problem.heading))", .yellow)
            let place = problem.finding.contract.map { ", \($0)" } ?? ""
            return shown.map { "\(head) (\(TerminalText.line($0))\(more)\(place))" }
        }
    }

    /// Returns lines with the entries of the baseline whose problem no longer occurs. These are notes while cases fail.
    private func stale(_ report: RunReport) -> [String] {
        let entries = report.problems(.note, includesPending: true).filter { $0.finding.rule == .baselineStale }
        return listed(entries) { problem in
            let place = problem.finding.contract.map { " (\($0))" } ?? ""
            let entry = TerminalText.line("\(problem.finding.message): \(problem.finding.expected ?? "")")
            return ["\(style.paint("- note", .faint))  \(entry)\(place)"]
        }
    }

    /// Returns lines that name the operations and cases that weren't tested, and lines about the generated requests.
    private func extent(_ report: RunReport) -> [String] {
        listed(report.extent?.lines ?? [], most: Self.longestUntested) { [TerminalText.line($0)] }
    }

    private func hints(_ report: RunReport) -> [String] {
        report.hints.map { "\(style.paint("hint:", .yellow)) \(TerminalText.line($0))" }
    }

    private func coverage(_ report: RunReport) -> [String] {
        var lines = listed(report.coverageLines) { [TerminalText.line($0)] }
        if !lines.isEmpty { lines[0] = style.paint(lines[0], .faint) }
        return lines
    }

    private func listed<Value>(_ values: [Value], most: Int = longestListed, _ lines: (Value) -> [String]) -> [String] {
        guard !isVerbose, values.count > most else { return values.flatMap(lines) }
        return values.prefix(most).flatMap(lines)
            + ["  … and \(values.count - most) more; see --verbose or the reports"]
    }

    /// The maximum number of case ids in each list of changed cases, such as the list of fixed cases.
    private static let longestChanged = 50

    /// Returns the changes between two runs as text that ends with a line feed.
    package func render(_ comparison: RunComparison) -> String {
        let slower = comparison.slower.map { "\($0.title)  \($0.before.shownDuration) → \($0.after.shownDuration)" }
        let blocks = [
            block("✗", "newly failing", comparison.newlyFailing, .red), block("✓", "fixed", comparison.fixed, .green),
            block("✗", "still failing", comparison.stillFailing, .yellow),
            block("-", "failed in the earlier run, did not run in the later run", comparison.noLongerJudged, .faint),
            block("!", "slower", slower, .yellow),
        ].filter { !$0.isEmpty }
        let head = "Changes since \(comparison.since.shownTime), \(comparison.shared.counted("case")) in both runs:"
        guard !blocks.isEmpty else { return "\(head) no changes\n" }
        return ([[head]] + blocks).map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    private func block(_ mark: String, _ name: String, _ titles: [String], _ ink: TextStyle.Ink) -> [String] {
        guard !titles.isEmpty else { return [] }
        let shown = isVerbose ? titles : Array(titles.prefix(Self.longestChanged))
        let left = titles.count - shown.count
        return [style.paint("\(mark) \(titles.count) \(name)", .bold, ink)] + shown.map { "  \(TerminalText.line($0))" }
            + (left > 0 ? ["  … and \(left) more; see --verbose"] : [])
    }
}
