// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Formats a finding as lines for a terminal.
struct FindingLines {
    private let finding: Finding
    private let style: TextStyle
    private let excerpt: ContractExcerpt?
    private let isShort: Bool

    /// The maximum number of lines of a detail, such as a response body, if `isShort` is true.
    private static let longestDetail = 3

    init(_ finding: Finding, style: TextStyle, _ excerpts: ContractExcerpts, isShort: Bool = false) {
        self.isShort = isShort
        self.finding = finding
        self.style = style
        excerpt = finding.contract.flatMap(excerpts.excerpt)
    }

    var lines: [String] { [message] + fields }

    /// The lines below the finding's message, such as the expected and the actual value.
    var fields: [String] {
        var lines = difference
        for (label, value) in finding.fields {
            switch label {
            case .expected, .actual: break
            case .details:
                var all = TerminalText.lines(value)
                while all.count > 1, all.last?.allSatisfy(\.isWhitespace) == true { all.removeLast() }
                let shown = isShort ? all.prefix(Self.longestDetail) : all[...]
                lines += shown.map { "    \($0)" } + (all.count > shown.count ? ["    …"] : [])
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

    /// Lines that show the expected and the actual value: one line for each, or a comparison line by line.
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
    /// The lines of the contract with their line numbers, and a caret that marks the location.
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

/// Formats the problems of a run as blocks of lines for a terminal.
struct ProblemLines {
    let report: RunReport
    let excerpts: ContractExcerpts
    let style: TextStyle

    /// The maximum number of problems in the list without details, which shows only a command to reproduce each
    /// problem.
    private static let longestListed = 10
    /// The maximum number of operations that the text of a problem names.
    private static let mostOperations = 5

    /// Returns blocks of lines. The first blocks contain problems with details, at most `limit` lines. The last block
    /// contains only the heading and the command of each remaining problem.
    func blocks(_ problems: [Problem], lines limit: Int) -> [[String]] {
        var detailed: [[String]] = []
        var count = 0
        for problem in problems {
            let block = block(problem)
            count += block.count
            guard detailed.isEmpty || count <= limit else { break }
            detailed.append(block)
        }
        let remainingProblems = problems.dropFirst(detailed.count)
        let left = remainingProblems.count - Self.longestListed
        let more = left > 0 ? ["… and \(left.counted("more problem")); see --verbose or the reports"] : []
        let listed = remainingProblems.prefix(Self.longestListed).flatMap { problem in
            [head(problem), "    \(TerminalText.line(problem.finding.reproduce ?? place(of: problem)))"]
        }
        return detailed + [listed + more]
    }

    private func block(_ problem: Problem) -> [String] {
        guard let occurrence = problem.occurrences.first else { return [] }
        let result = report.cases[occurrence.result]
        let more = problem.count > 1 ? " and \((problem.count - 1).counted("more case"))" : ""
        let place = style.paint(result.location.description, .cyan)
        var lines = [head(problem), "  \(TerminalText.line(result.title))\(more) (\(place))"]
        if problem.operations.count > 1 {
            lines.append("  in \(problem.operations.map(TerminalText.line).joined(upTo: Self.mostOperations))")
        }
        let isFirst = result.findings.firstIndex { $0.severity == .error } == occurrence.finding
        let notes = isFirst ? result.located.filter { $0.severity == .note } : []
        lines += FindingLines(problem.finding, style: style, excerpts, isShort: true).fields
        for note in notes { lines += [""] + FindingLines(note, style: style, excerpts).lines }
        return lines + others(problem)
    }

    private func place(of problem: Problem) -> String {
        problem.occurrences.first.map { "\(report.cases[$0.result].title) (\(report.cases[$0.result].location))" } ?? ""
    }

    private func head(_ problem: Problem) -> String {
        style.paint("✗ \(TerminalText.line(problem.heading))", .bold, .red)
    }

    /// Returns a line with two further cases that have the problem.
    private func others(_ problem: Problem) -> [String] {
        let examples = problem.examples.filter { $0 != problem.occurrences.first }.prefix(2)
        guard !examples.isEmpty else { return [] }
        let titles = examples.map { TerminalText.line(report.cases[$0.result].title) }.joined(separator: ", ")
        let left = problem.count - 1 - examples.count
        let more = left > 0 ? " and \(left.counted("more case")); see --verbose or the reports" : ""
        return ["    \(style.paint("also in   ", .faint))\(titles)\(more)"]
    }
}
