// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Foundation

/// The properties of the terminal that a standard stream is connected to.
package struct Terminal: Sendable, Hashable {
    package enum Stream: CInt, Sendable {
        case output = 1
        case error = 2
    }

    /// Whether a user watches the terminal and the cursor can be moved.
    package var isInteractive: Bool
    package var style: TextStyle
    /// The width of the terminal in characters.
    package var columns: Int

    /// Determines the properties of the terminal at a standard stream. Environment variables may override them.
    package init(_ stream: Stream, color: ColorChoice = .auto) {
        self.init(
            isTerminal: isatty(stream.rawValue) == 1, columns: Self.columns(of: stream), color: color,
            variable: Self.variable)
    }

    /// Creates a terminal. It isn't interactive if `CI` is set, because build services may use a pseudo-terminal.
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

/// The value of the option `--color`.
package enum ColorChoice: String, Sendable, CaseIterable {
    case auto, always, never

    /// Returns whether the output uses colors.
    ///
    /// The choices `always` and `never` take precedence. Then `NO_COLOR` (no-color.org) applies, then `CLICOLOR_FORCE`
    /// and `CLICOLOR` (bixense.com/clicolors).
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

/// The style of the output: plain text, or text with colors.
package enum TextStyle: Sendable {
    case plain
    /// Text with ANSI escape sequences for the eight standard colors.
    case colored

    package enum Ink: String {
        case red = "31"
        case green = "32"
        case yellow = "33"
        case cyan = "36"
        case bold = "1"
        case faint = "2"
        /// Swaps foreground and background, to highlight changes within a line.
        case reversed = "7"
    }

    /// Returns the text in the given colors and styles, or unchanged if the style is plain.
    package func paint(_ text: String, _ inks: Ink...) -> String {
        guard self == .colored, !text.isEmpty, !inks.isEmpty else { return text }
        return "\u{1B}[\(inks.map(\.rawValue).joined(separator: ";"))m\(text)\u{1B}[0m"
    }
}

/// Makes untrusted text safe for a terminal and for build logs. Some build services run commands that a log contains.
package enum TerminalText {
    /// Returns the text on one line, with line feeds shown as `\n`.
    static func line(_ text: String) -> String { disarmed(VisibleText.escape(text, lines: .shown)) }

    /// Returns the text split into lines.
    static func lines(_ text: String) -> [String] { VisibleText.escape(text, lines: .kept).lines.map(disarmed) }

    /// Returns a line without commands that a build service would run.
    ///
    /// GitHub runs `##[command]` anywhere in a line, and `::command` at its start (`ActionCommand.cs` in
    /// `actions/runner`). Azure runs `##vso[…]`, and TeamCity runs `##teamcity[…]`.
    package static func disarmed(_ line: String) -> String {
        let text = withoutHashCommands(line)
        let start = text.unicodeScalars.drop { $0.properties.isWhitespace }
        guard start.starts(with: "::".unicodeScalars) else { return text }
        return #":\u{3A}"# + String(start.dropFirst(2))
    }

    /// Escapes a bracket that follows `##` and letters.
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
    /// Returns the diagnostic as text with the terminal's style and width.
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
