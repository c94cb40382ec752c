import AccordContract

extension Diagnostic {
    /// The diagnostic as a terminal shows it.
    package func rendered(for terminal: Terminal) -> String {
        let style = terminal.style
        return rendered(columns: terminal.isInteractive ? terminal.columns : nil) { text, part in
            switch part {
            case .place: style.paint(text, .cyan)
            case .error: style.paint(text, .bold, .red)
            case .warning: style.paint(text, .bold, .yellow)
            case .note: style.paint(text, .bold)
            case .message: severity == .error ? style.paint(text, .bold) : text
            case .rule: style.paint(text, .faint)
            case .caret: style.paint(text, .bold, .green)
            case .advice: style.paint(text, .green)
            }
        }
    }
}
