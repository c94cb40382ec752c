/// Texts from servers and clients on a terminal, or in the log of a build that a runner reads commands from.
enum TerminalText {
    /// The text in one line.
    static func line(_ text: String) -> String { disarmed(VisibleText.escape(text, lines: .shown)) }

    /// The text in as many lines as it has.
    static func lines(_ text: String) -> [String] {
        VisibleText.escape(text, lines: .kept).split(separator: "\n", omittingEmptySubsequences: false)
            .map { disarmed(String($0)) }
    }

    /// GitHub's runner takes `##[command]` anywhere in a line, and `::command` at its start, for a command of its own
    /// (`actions/runner`, `ActionCommand.cs`); neither may come from a server.
    static func disarmed(_ line: String) -> String {
        let text = line.replacingBytes("##[", with: #"##\u{5B}"#)
        let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
        guard start.starts(with: "::".unicodeScalars) else { return text }
        return #":\u{3A}"# + String(start.dropFirst(2))
    }
}
