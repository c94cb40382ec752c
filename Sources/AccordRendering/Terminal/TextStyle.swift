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
