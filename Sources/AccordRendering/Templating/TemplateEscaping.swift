import Mustache

/// Escapes what templates fill into HTML.
///
/// Scalar by scalar: swift-mustache 2.1.1 looks at characters, and to it a quotation mark with a combining accent is
/// another character than a quotation mark, which a browser's parser is not deceived by.
package struct HTMLEscaping: MustacheContentType {
    package static let name: String = "AccordHTML"

    package init() {}

    package func escapeText(_ text: String) -> String { Self.escape(text) }

    /// The text as an element's, or as an attribute's value in quotes.
    package static func escape(_ text: String) -> String {
        VisibleText.escape(text, lines: .kept).replacingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            case "`": "&#96;"
            default: nil
            }
        }
    }
}

/// Escapes what templates fill into Markdown.
struct MarkdownEscaping: MustacheContentType {
    static let name = "AccordMarkdown"

    func escapeText(_ text: String) -> String { MarkdownText.escape(text) }
}
