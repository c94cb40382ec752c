/// Texts from servers and clients on a terminal, or in the log of a build that a runner reads commands from.
package enum TerminalText {
    /// The text in one line.
    static func line(_ text: String) -> String { disarmed(VisibleText.escape(text, lines: .shown)) }

    /// The text in as many lines as it has.
    static func lines(_ text: String) -> [String] {
        VisibleText.escape(text, lines: .kept).split(separator: "\n", omittingEmptySubsequences: false)
            .map { disarmed(String($0)) }
    }

    /// A line without anything that a build service takes for a command: GitHub's runner takes `##[command]` anywhere
    /// in a line, and `::command` at its start (`actions/runner`, `ActionCommand.cs`), Azure's `##vso[…]`, TeamCity
    /// `##teamcity[…]`. None may come from a server, or from the name of a file.
    package static func disarmed(_ line: String) -> String {
        let text = withoutHashCommands(line)
        let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
        guard start.starts(with: "::".unicodeScalars) else { return text }
        return #":\u{3A}"# + String(start.dropFirst(2))
    }

    /// `##`, letters and a bracket, with the bracket shown by its number.
    private static func withoutHashCommands(_ line: String) -> String {
        let bytes = Array(line.utf8)
        guard bytes.indices.dropLast().contains(where: { bytes[$0] == 0x23 && bytes[$0 + 1] == 0x23 }) else {
            return line
        }
        var result: [UInt8] = []
        var isCommand = false
        for (index, byte) in bytes.enumerated() {
            let isHashes = byte == 0x23 && index > 0 && bytes[index - 1] == 0x23
            if isCommand, byte == 0x5B { result += #"\u{5B}"#.utf8 } else { result.append(byte) }
            isCommand = isHashes || isCommand && (0x41...0x5A).contains(byte & 0xDF)
        }
        return String(decoding: result, as: UTF8.self)
    }
}
