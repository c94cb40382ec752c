// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON

/// Escapes text for XML 1.0, which doesn't allow most control characters, and for HTML.
package enum XMLText {
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

    /// Returns text escaped for an element or a quoted attribute of HTML.
    ///
    /// swift-mustache 2.1.1 escapes characters instead of Unicode scalars. It doesn't escape a quotation mark that is
    /// followed by a combining accent.
    package static func html(_ text: String) -> String {
        let special = "&<>\"'`".utf8
        let isPlain = text.utf8.allSatisfy { byte in
            (byte == 0x0A || byte == 0x09 || (0x20...0x7E).contains(byte)) && !special.contains(byte)
        }
        guard !isPlain else { return text }
        return element(text).replacingScalars { scalar in
            switch scalar {
            case "\"": "&quot;"
            case "'": "&#39;"
            case "`": "&#96;"
            default: nil
            }
        }
    }
}
