import AccordContract
import Foundation

/// What a standard stream is connected to.
package struct Terminal: Sendable, Hashable {
    package enum Stream: CInt, Sendable {
        case output = 1
        case error = 2
    }

    /// True where a person watches and the cursor can be moved.
    package var isInteractive: Bool
    package var style: TextStyle
    /// Characters in a line.
    package var columns: Int

    /// Looks at a stream and at the environment.
    package init(_ stream: Stream, color: ColorChoice = .auto) {
        self.init(
            isTerminal: isatty(stream.rawValue) == 1, columns: Self.columns(of: stream), color: color,
            variable: Self.variable)
    }

    /// A build service may keep a log through a terminal that nobody watches: `CI` says so.
    init(isTerminal: Bool, columns: Int?, color: ColorChoice = .auto, variable: (String) -> String?) {
        isInteractive = isTerminal && variable("TERM") != "dumb" && !LogService.isBuild(variable)
        style = color.isColored(isTerminal: isTerminal, variable: variable) ? .colored : .plain
        self.columns = columns.flatMap { $0 > 0 ? $0 : nil } ?? 80
    }

    private static func columns(of stream: Stream) -> Int? {
        var size = winsize()
        return ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0 ? Int(size.ws_col) : nil
    }

    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// What `--color` says.
package enum ColorChoice: String, Sendable, CaseIterable {
    case auto, always, never

    /// Whether text is coloured.
    ///
    /// An explicit choice wins; then `NO_COLOR` (no-color.org), `CLICOLOR_FORCE` and `CLICOLOR`
    /// (bixense.com/clicolors), and at last whether a person watches.
    func isColored(isTerminal: Bool, variable: (String) -> String?) -> Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto: break
        }
        func isSet(_ name: String) -> Bool { !(variable(name) ?? "").isEmpty }
        if isSet("NO_COLOR") { return false }
        if isSet("CLICOLOR_FORCE"), variable("CLICOLOR_FORCE") != "0" { return true }
        return isTerminal && variable("TERM") != "dumb" && variable("CLICOLOR") != "0"
    }
}

/// Colours of a terminal, or none of them.
package struct TextStyle: Sendable, Hashable {
    /// Text as it is.
    package static let plain: TextStyle = TextStyle(isColored: false)
    /// The eight colours that every terminal has, as its user chose them.
    package static let colored: TextStyle = TextStyle(isColored: true)

    private let isColored: Bool

    private init(isColored: Bool) { self.isColored = isColored }

    package enum Ink: String {
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
        case bold = "1"
        case faint = "2"
        /// Swapped foreground and background, for what differs inside a line.
        case reversed = "7"
    }

    /// The text with escape sequences around it, or as it is.
    package func paint(_ text: String, _ inks: Ink...) -> String {
        guard isColored, !text.isEmpty, !inks.isEmpty else { return text }
        return "\u{1B}[\(inks.map(\.rawValue).joined(separator: ";"))m\(text)\u{1B}[0m"
    }
}

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
