import AccordContract
import AccordMatching
import AccordReport

/// A run's report as text for a terminal or a build's log: the failures in full, what wasn't judged, warnings, hints,
/// and a line that sums up.
///
/// The same run gives the same text, so no times are in it.
package struct TerminalRenderer: Sendable {
    /// What is printed in full, or listed, at most; the reports have the rest.
    private static let longestDetailed = 50
    private static let longestListed = 20

    private let style: TextStyle

    package init(style: TextStyle = .plain) { self.style = style }

    /// The text, with a line feed at the end.
    package func render(_ report: RunReport) -> String {
        let blocks =
            failures(report) + [idle(report), warnings(report), hints(report), coverage(report), [summary(report)]]
        return blocks.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
    }

    /// `4 of 9 cases break the contract: 4 failed, 2 passed`
    package func summary(_ report: RunReport) -> String {
        let line = "\(report.outcome.mark) \(report.headline)"
        let counts = ": \(report.countsLine)"
        guard !report.isEmptyPart else { return style.paint(line, .bold) + counts }
        return style.paint(line, .bold, report.verdict == .passed ? .green : .red) + counts
    }

    private func failures(_ report: RunReport) -> [[String]] {
        let failed = report.cases.filter { $0.status == .failed && $0.reason == nil }
        var blocks = failed.prefix(Self.longestDetailed).map { failure($0, report) }
        if failed.count > Self.longestDetailed {
            blocks.append(["… and \((failed.count - Self.longestDetailed).counted("more failure"))"])
        }
        return blocks + [likewise(report)]
    }

    /// Failures that an earlier one stands for, counted.
    private func likewise(_ report: RunReport) -> [String] {
        var counts: [(reason: String, count: Int)] = []
        for reason in report.cases.filter({ $0.status == .failed }).compactMap(\.reason) {
            if let index = counts.firstIndex(where: { $0.reason == reason }) {
                counts[index].count += 1
            } else {
                counts.append((reason, 1))
            }
        }
        return listed(counts) { reason, count in
            let subject = count == 1 ? "1 more" : "\(count) more, each"
            return ["\(style.paint("✗ \(subject)", .bold, .red)) \(TerminalText.line(reason))"]
        }
    }

    private func failure(_ result: CaseResult, _ report: RunReport) -> [String] {
        var lines = [style.paint("✗ \(TerminalText.line(result.title))", .bold, .red)]
        lines.append("  \(style.paint(result.location.description, .cyan))")
        for finding in result.orderedFindings {
            lines.append("")
            lines += FindingLines(finding, style: style) { report.quote($0.file, line: $0.line) }.lines
        }
        return lines
    }

    private func idle(_ report: RunReport) -> [String] {
        let idle = report.cases.filter { $0.status != .failed && $0.status != .passed }
        return listed(idle) { result in
            let reason = result.reason.map { ": \(TerminalText.line($0))" } ?? ""
            return ["\(style.paint("- \(result.status.name)", .faint))  \(TerminalText.line(result.title))\(reason)"]
        }
    }

    private func warnings(_ report: RunReport) -> [String] {
        let judged = report.cases.filter { [.passed, .pending].contains($0.status) }
        let warned = judged.flatMap { result in
            result.located.filter { $0.severity == .warning }.map { (result, $0) }
        }
        return listed(warned) { result, finding in
            let message = style.paint("! \(TerminalText.line(result.title))", .yellow)
            let place = finding.contract.map { " (\($0))" } ?? ""
            return ["\(message): \(TerminalText.line(finding.message))\(place)"]
        }
    }

    /// What wasn't asked, and how many fuzz-generated requests succeeded.
    private func coverage(_ report: RunReport) -> [String] {
        report.coverage?.lines.map { TerminalText.line($0) } ?? []
    }

    private func hints(_ report: RunReport) -> [String] {
        report.hints.map { "\(style.paint("hint:", .yellow)) \(TerminalText.line($0))" }
    }

    private func listed<Value>(_ values: [Value], _ lines: (Value) -> [String]) -> [String] {
        var result = values.prefix(Self.longestListed).flatMap(lines)
        if values.count > Self.longestListed { result.append("  … and \(values.count - Self.longestListed) more") }
        return result
    }
}
