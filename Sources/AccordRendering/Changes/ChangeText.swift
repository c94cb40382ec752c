// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract

/// Formats the changes between two documents for a terminal.
package struct ChangeText {
    private let report: ChangeReport
    private let style: TextStyle
    private let isQuiet: Bool

    /// - Parameter isQuiet: whether to omit compatible changes.
    package init(_ report: ChangeReport, style: TextStyle, isQuiet: Bool = false) {
        self.report = isQuiet ? report.important : report
        self.style = style
        self.isQuiet = isQuiet
    }

    package var text: String {
        var lines: [String] = []
        for (name, groups) in report.sections {
            lines.append(style.paint(TerminalText.line(name.isEmpty ? "the document" : name), .bold))
            for group in groups { lines += self.lines(group) }
            lines.append("")
        }
        lines.append(report.summary)
        return lines.joined(separator: "\n")
    }

    private func lines(_ group: ChangeGroup) -> [String] {
        let change = group.change
        let mark =
            switch change.impact {
            case .breaking: style.paint("✗", .red)
            case .strict: style.paint("✗", .yellow)
            case .warning: style.paint("!", .yellow)
            case .compatible: style.paint("·", .faint)
            }
        var lines = ["  \(mark) \(TerminalText.line(group.sentence)) \(style.paint("[\(change.id)]", .faint))"]
        if change.isAccepted { lines.append("      accepted by the baseline") }
        if let list = group.operationList(limit: 5) { lines.append("      \(TerminalText.line(list))") }
        if change.impact == .strict {
            lines.append(
                "      breaks only clients that validate responses or reject unknown values of an enumeration or union")
        }
        if change.isUndecided { lines.append("      undecided: Accord found neither a proof nor a counterexample") }
        if let proof = change.proof { lines.append("      \(TerminalText.line(proof))") }
        lines += change.clientSentences.map { "      \(TerminalText.line($0))" }
        guard change.impact > .compatible else { return lines }
        let places = [change.old, change.new].compactMap { $0.map { TerminalText.line("\($0)") } }
        lines.append("      " + style.paint(places.joined(separator: " → "), .cyan))
        return lines
    }
}
