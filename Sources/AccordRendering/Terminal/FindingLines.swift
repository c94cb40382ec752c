// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore

/// A finding as lines for a terminal.
struct FindingLines {
    private let finding: Finding
    private let style: TextStyle
    private let quote: String?

    init(_ finding: Finding, style: TextStyle, quoting: (SourceLocation) -> String?) {
        self.finding = finding
        self.style = style
        quote = finding.contract.flatMap(quoting)
    }

    var lines: [String] {
        var lines = [message] + difference
        for (label, value) in finding.fields {
            switch label {
            case .expected, .actual: break
            case .details: lines += TerminalText.lines(value).map { "    \($0)" }
            case .contract:
                lines += labeled(label, value)
                if let quote, let line = finding.contract?.line {
                    let text = TerminalText.line(String(quote.drop(while: \.isWhitespace)))
                    lines.append("              \(style.paint("\(line) | \(text)", .faint))")
                }
            case .place, .blame, .rule, .reproduce, .advice: lines += labeled(label, value)
            }
        }
        return lines
    }

    private var message: String {
        let text = TerminalText.line(finding.message)
        switch finding.severity {
        case .error: return "  \(style.paint(text, .bold))"
        case .warning, .note: return "  \(style.paint("\(finding.severity.rawValue):", .yellow)) \(text)"
        }
    }

    /// The expected and actual values, on one line each or as a diff.
    private var difference: [String] {
        guard finding.expected != nil || finding.actual != nil else { return [] }
        let diff = Diff(expected: finding.expected, actual: finding.actual)
        if diff.isSmall {
            return diff.lines.map { line in
                line.mark == .expected
                    ? "    \(style.paint("expected", .green))  \(text(line))"
                    : "    \(style.paint("actual", .red))    \(text(line))"
            }
        }
        return ["    \(style.paint("- expected", .green))  \(style.paint("+ actual", .red))"]
            + diff.lines.map { line in
                switch line.mark {
                case .same, .gap: "    | \(text(line))"
                case .expected: "    \(style.paint("-", .green)) \(text(line))"
                case .actual: "    \(style.paint("+", .red)) \(text(line))"
                }
            }
    }

    private func text(_ line: Diff.Line) -> String {
        guard line.pieces.contains(where: { $0.isChanged && !$0.text.isEmpty }), style != .plain else {
            return TerminalText.disarmed(line.text)
        }
        return line.pieces.map { piece in
            piece.isChanged
                ? style.paint(TerminalText.disarmed(piece.text), .reversed) : TerminalText.disarmed(piece.text)
        }.joined()
    }

    private func labeled(_ label: Finding.Label, _ value: String) -> [String] {
        let name = label.rawValue + String(repeating: " ", count: 10 - label.rawValue.count)
        return TerminalText.lines(value).enumerated().map { index, line in
            index == 0 ? "    \(style.paint(name, .faint))\(line)" : "              \(line)"
        }
    }
}

/// Formats failures as blocks of lines. Causes that affect the same cases share a block.
struct CauseLines {
    private let report: RunReport
    private let style: TextStyle

    init(_ report: RunReport, style: TextStyle) {
        self.report = report
        self.style = style
    }

    /// The maximum number of causes printed as one line each.
    private static let longestListed = 100

    /// Returns blocks with the details of the first case. After `limit` blocks, each remaining cause gets one line.
    func blocks(limit: Int) -> [[String]] {
        var groups: [[Cause]] = []
        var positions: [[Int]: Int] = [:]
        for cause in Cause.grouping(report.cases) {
            let cases = cause.occurrences.map(\.result)
            if let position = positions[cases] {
                groups[position].append(cause)
            } else {
                positions[cases] = groups.count
                groups.append([cause])
            }
        }
        let detailed = groups.prefix(limit).map(block)
        let rest = groups.dropFirst(limit).flatMap { $0 }
        let left = rest.count - Self.longestListed
        let more = left > 0 ? ["… and \(left.counted("more cause")); see --verbose or the reports"] : []
        return detailed + [rest.prefix(Self.longestListed).map(line) + more]
    }

    /// Returns a cause as one line.
    private func line(_ cause: Cause) -> String {
        let place = cause.finding.contract.map { " (\($0))" } ?? ""
        return "\(head(cause)): \(TerminalText.line(cause.finding.message))\(place)"
    }

    private func block(_ causes: [Cause]) -> [String] {
        guard let first = causes.first, let occurrence = first.occurrences.first else { return [] }
        let result = report.cases[occurrence.result]
        var lines = [head(first), "  \(style.paint(result.location.description, .cyan))"]
        let notes = result.located.filter { $0.severity == .note }
        for finding in causes.map(\.finding) + notes {
            lines.append("")
            lines += FindingLines(finding, style: style) { report.quote($0.file, line: $0.line) }.lines
        }
        return lines + others(first)
    }

    /// Returns the first line of a block, such as `✗ login/creates a token and 11 more cases`.
    private func head(_ cause: Cause) -> String {
        let id = cause.occurrences.first.map { report.cases[$0.result].title } ?? ""
        let more = cause.count > 1 ? " and \((cause.count - 1).counted("more case"))" : ""
        return style.paint("✗ \(TerminalText.line(id))\(more)", .bold, .red)
    }

    /// Returns lines with the second and third case of a cause, and the number of further cases.
    private func others(_ cause: Cause) -> [String] {
        let examples = cause.examples.filter { $0 != cause.occurrences.first }.prefix(2)
        guard !examples.isEmpty else { return [] }
        var lines: [String] = []
        for example in examples {
            let result = report.cases[example.result]
            lines.append(TerminalText.line(result.title))
            let finding = result.findings[example.finding]
            if finding.message != cause.finding.message { lines.append("  \(TerminalText.line(finding.message))") }
            if let curl = finding.reproduce, result.reason == nil { lines.append("  \(TerminalText.line(curl))") }
        }
        let left = cause.count - 1 - examples.count
        if left > 0 { lines.append("and \(left.counted("more case")); see --verbose or the reports") }
        return lines.enumerated().map { index, line in
            "    \(style.paint(index == 0 ? "also in   " : "          ", .faint))\(line)"
        }
    }
}
