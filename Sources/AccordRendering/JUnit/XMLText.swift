/// Texts in XML 1.0, which has no way at all to write most control characters.
enum XMLText {
    /// The text as an attribute's value, line feeds kept by reference.
    static func attribute(_ text: String) -> String {
        element(text).replacing("\"", with: "&quot;").replacing("\n", with: "&#10;").replacing("\t", with: "&#9;")
    }

    /// The text as an element's content.
    static func element(_ text: String) -> String {
        VisibleText.escape(text, lines: .kept)
            .replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
