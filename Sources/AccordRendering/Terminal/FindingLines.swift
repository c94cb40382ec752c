// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore

/// A finding as lines for a terminal.
struct FindingLines {
    private let finding: Finding
    private let style: TextStyle
    private let excerpt: ContractExcerpt?

    init(_ finding: Finding, style: TextStyle, _ excerpts: ContractExcerpts) {
        self.finding = finding
        self.style = style
        excerpt = finding.contract.flatMap(excerpts.excerpt)
    }

    var lines: [String] { [message] + fields }

    /// The lines below the message.
    var fields: [String] {
        var lines = difference
        for (label, value) in finding.fields {
            switch label {
            case .expected, .actual: break
            case .details: lines += TerminalText.lines(value).map { "    \($0)" }
            case .contract:
                lines += labeled(label, value)
                lines += excerpt?.textLines.map { "              \(style.paint($0, .faint))" } ?? []
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

extension ContractExcerpt {
    /// The lines with their numbers, and a caret below the location.
    var textLines: [String] {
        let width = lines.last.map { String($0.line).count } ?? 0
        return lines.flatMap { quote -> [String] in
            let number = String(repeating: " ", count: width - String(quote.line).count) + String(quote.line)
            let line = "\(number) | \(TerminalText.line(quote.text))"
            guard quote.line == self.line, let caret else { return [line] }
            return [line, String(repeating: " ", count: width) + " | " + String(repeating: " ", count: caret) + "^"]
        }
    }
}

/// Formats problems as blocks of lines.
struct ProblemLines {
    private let report: RunReport
    private let style: TextStyle
    private let excerpts: ContractExcerpts

    init(_ report: RunReport, _ excerpts: ContractExcerpts, style: TextStyle) {
        self.report = report
        self.excerpts = excerpts
        self.style = style
    }

    /// The maximum number of problems printed as one line each.
    private static let longestListed = 100
    /// The maximum number of operations named in a problem.
    private static let mostOperations = 5

    /// Returns blocks with the details of the first case. After `limit` blocks, each remaining problem gets one line.
    func blocks(_ problems: [Problem], limit: Int) -> [[String]] {
        let detailed = problems.prefix(limit).map(block)
        let rest = problems.dropFirst(limit)
        let left = rest.count - Self.longestListed
        let more = left > 0 ? ["… and \(left.counted("more problem")); see --verbose or the reports"] : []
        return detailed + [rest.prefix(Self.longestListed).map(head) + more]
    }

    private func block(_ problem: Problem) -> [String] {
        guard let occurrence = problem.occurrences.first else { return [] }
        let result = report.cases[occurrence.result]
        let more = problem.count > 1 ? " and \((problem.count - 1).counted("more case"))" : ""
        let place = style.paint(result.location.description, .cyan)
        var lines = [head(problem), "  \(TerminalText.line(result.title))\(more) (\(place))"]
        if problem.operations.count > 1 {
            let names = problem.operations.prefix(Self.mostOperations).map(TerminalText.line).joined(separator: ", ")
            let left = problem.operations.count - Self.mostOperations
            lines.append("  in \(names)\(left > 0 ? " and \(left) more" : "")")
        }
        let isFirst = result.findings.firstIndex { $0.severity == .error } == occurrence.finding
        let notes = isFirst ? result.located.filter { $0.severity == .note } : []
        lines += FindingLines(problem.finding, style: style, excerpts).fields
        for note in notes { lines += [""] + FindingLines(note, style: style, excerpts).lines }
        return lines + others(problem)
    }

    private func head(_ problem: Problem) -> String {
        style.paint("✗ \(TerminalText.line(problem.heading))", .bold, .red)
    }

    /// Returns lines with the second and third case of a problem.
    private func others(_ problem: Problem) -> [String] {
        let examples = problem.examples.filter { $0 != problem.occurrences.first }.prefix(2)
        guard !examples.isEmpty else { return [] }
        var lines: [String] = []
        for example in examples {
            let result = report.cases[example.result]
            lines.append(TerminalText.line(result.title))
            let finding = result.findings[example.finding]
            if finding.message != problem.finding.message { lines.append("  \(TerminalText.line(finding.message))") }
            if let curl = finding.reproduce, result.reason == nil { lines.append("  \(TerminalText.line(curl))") }
        }
        let left = problem.count - 1 - examples.count
        if left > 0 { lines.append("and \(left.counted("more case")); see --verbose or the reports") }
        return lines.enumerated().map { index, line in
            "    \(style.paint(index == 0 ? "also in   " : "          ", .faint))\(line)"
        }
    }
}
