import AccordContract
import AccordCore

/// A finding as lines of a terminal.
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
        var lines = [message]
        lines += difference
        for detail in finding.details { lines += TerminalText.lines(detail).map { "    \($0)" } }
        lines += labelled("where", finding.place?.description)
        lines += labelled("contract", finding.contract?.description)
        if let quote, let line = finding.contract?.line {
            let text = TerminalText.line(String(quote.drop(while: \.isWhitespace)))
            lines.append("              \(style.paint("\(line) | \(text)", .faint))")
        }
        lines += labelled("fault", finding.blame.subject)
        lines += labelled("rule", finding.rule)
        lines += labelled("repeat", finding.reproduce)
        lines += labelled("next", finding.advice)
        return lines
    }

    private var message: String {
        let text = TerminalText.line(finding.message)
        switch finding.severity {
        case .error: return "  \(style.paint(text, .bold))"
        case .warning, .note: return "  \(style.paint("\(finding.severity.rawValue):", .yellow)) \(text)"
        }
    }

    /// Both values beside their names where each is a line; else a diff.
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

    private func labelled(_ label: String, _ value: String?) -> [String] {
        guard let value else { return [] }
        let name = label + String(repeating: " ", count: 10 - label.count)
        return TerminalText.lines(value).enumerated().map { index, line in
            index == 0 ? "    \(style.paint(name, .faint))\(line)" : "              \(line)"
        }
    }
}
