import AccordJSON

/// Texts as JSON has them.
enum JSONText {
    /// The text as a JSON string, with what would steer a terminal shown by its number.
    static func quoted(_ text: String) -> String {
        JSON.string(VisibleText.escape(text, lines: .kept)).compact
    }
}
