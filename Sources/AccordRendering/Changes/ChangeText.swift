// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract

extension ChangeReport {
    /// Returns the changes as text for a terminal.
    ///
    /// - Parameter isQuiet: whether to omit compatible changes.
    package func text(style: TextStyle, isQuiet: Bool = false) -> String {
        let report = isQuiet ? important : self
        var lines: [String] = []
        for (name, groups) in report.sections {
            lines.append(style.paint(TerminalText.line(name.isEmpty ? "the document" : name), .bold))
            for group in groups { lines += Self.lines(group, style) }
            lines.append("")
        }
        lines.append(report.summary)
        return lines.joined(separator: "\n")
    }

    private static func lines(_ group: ChangeGroup, _ style: TextStyle) -> [String] {
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
        if let proof = change.proof() { lines.append("      \(TerminalText.line(proof))") }
        lines += change.clientSentences.map { "      \(TerminalText.line($0))" }
        guard change.impact > .compatible else { return lines }
        let places = [change.old, change.new].compactMap { $0.map { TerminalText.line("\($0)") } }
        lines.append("      " + style.paint(places.joined(separator: " → "), .cyan))
        return lines
    }
}
