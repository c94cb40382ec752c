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

    private func labeled(_ label: Finding.Label, _ value: String) -> [String] {
        let name = label.rawValue + String(repeating: " ", count: 10 - label.rawValue.count)
        return TerminalText.lines(value).enumerated().map { index, line in
            index == 0 ? "    \(style.paint(name, .faint))\(line)" : "              \(line)"
        }
    }
}
