/// Texts in XML 1.0, which has no way at all to write most control characters.
enum XMLText {
    /// The text as an attribute's value, line feeds kept by reference.
    static func attribute(_ text: String) -> String {
        element(text).replacingScalars { scalar in
            switch scalar {
            case "\"": "&quot;"
            case "\n": "&#10;"
            case "\t": "&#9;"
            default: nil
            }
        }
    }

    /// The text as an element's content.
    static func element(_ text: String) -> String {
        VisibleText.escape(text, lines: .kept).replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: nil
            }
        }
    }
}
