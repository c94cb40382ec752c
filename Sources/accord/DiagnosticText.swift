import AccordContract

/// A diagnostic as a compiler would print it.
enum DiagnosticText {
    static func text(_ diagnostic: Diagnostic) -> String {
        var lines = [
            "\(diagnostic.location): \(diagnostic.severity.rawValue): \(diagnostic.message) [\(diagnostic.rule)]"
        ]
        if let line = diagnostic.sourceLine {
            let caret = diagnostic.caret ?? diagnostic.location.column - 1
            lines += [line, String(repeating: " ", count: max(0, caret)) + "^"]
        }
        lines += diagnostic.notes.map { "\($0.location): note: \($0.message)" }
        if let advice = diagnostic.advice { lines.append("→ \(advice)") }
        return lines.joined(separator: "\n")
    }
}
