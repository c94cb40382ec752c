// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON

/// Escapes text for XML 1.0, which doesn't allow most control characters.
enum XMLText {
    /// Returns text escaped for the value of an attribute. Line feeds become character references.
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

    /// Returns text escaped for the content of an element.
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
