// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON

/// Renders the Markdown of descriptions as HTML: paragraphs, lists, code, emphasis and links.
///
/// HTML tags in a description are escaped.
enum MarkdownHTML {
    static func render(_ text: String) -> String {
        var blocks: [String] = []
        var lines = text.lines.map { Substring($0) }[...]
        while let line = lines.first {
            let trimmed = line.trimmed
            if trimmed.isEmpty {
                lines.removeFirst()
            } else if trimmed.hasPrefix("```") {
                blocks.append(code(&lines))
            } else if trimmed.hasPrefix("#") {
                lines.removeFirst()
                blocks.append("<p><strong>\(inline(String(trimmed.drop { $0 == "#" || $0 == " " })))</strong></p>")
            } else if item(line) != nil {
                blocks.append(list(&lines))
            } else {
                var paragraph: [String] = []
                while let next = lines.first, !next.trimmed.isEmpty, item(next) == nil, !next.trimmed.hasPrefix("```") {
                    paragraph.append(String(next.trimmed))
                    lines.removeFirst()
                }
                blocks.append("<p>\(inline(paragraph.joined(separator: "\n")))</p>")
            }
        }
        return blocks.joined(separator: "\n")
    }

    private static func code(_ lines: inout ArraySlice<Substring>) -> String {
        lines.removeFirst()
        var code: [Substring] = []
        while let line = lines.popFirst(), !line.trimmed.hasPrefix("```") { code.append(line) }
        return "<pre><code>\(XMLText.html(code.joined(separator: "\n")))</code></pre>"
    }

    private static func list(_ lines: inout ArraySlice<Substring>) -> String {
        let isOrdered = lines.first.map { $0.trimmed.first?.isNumber == true } ?? false
        var items: [String] = []
        while let line = lines.first, let text = item(line) {
            items.append("<li>\(inline(text))</li>")
            lines.removeFirst()
        }
        let name = isOrdered ? "ol" : "ul"
        return "<\(name)>\(items.joined())</\(name)>"
    }

    /// Returns the text of a list item, or `nil` if the line isn't a list item.
    private static func item(_ line: Substring) -> String? {
        let text = line.trimmed
        if text.hasPrefix("- ") || text.hasPrefix("* ") { return String(text.dropFirst(2)) }
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard !digits.isEmpty, digits.count < 4 else { return nil }
        let rest = text.dropFirst(digits.count)
        return rest.hasPrefix(". ") ? String(rest.dropFirst(2)) : nil
    }

    /// Renders the code, emphasis and links of a line.
    static func inline(_ text: String) -> String {
        text.renderingCode({ "<code>\(XMLText.html($0))</code>" }, emphasised)
    }

    private static func emphasised(_ text: String) -> String {
        var html = ""
        var rest = text[...]
        let link = /\[([^\[\]]+)\]\((https?:\/\/[^\s()<>"]+|#[A-Za-z0-9_-]+)\)/
        while let match = rest.firstMatch(of: link) {
            html += marked(String(rest[..<match.range.lowerBound]))
            let target = XMLText.html(String(match.2))
            html += "<a href=\"\(target)\" rel=\"noreferrer\">\(marked(String(match.1)))</a>"
            rest = rest[match.range.upperBound...]
        }
        return html + marked(String(rest))
    }

    private static func marked(_ text: String) -> String {
        XMLText.html(text)
            .replacing(/\*\*([^*]+)\*\*/) { "<strong>\($0.1)</strong>" }
            .replacing(/(^|\s)[*_]([^*_\s][^*_]*)[*_](?=$|\s|[.,;:!?)])/) { "\($0.1)<em>\($0.2)</em>" }
    }
}

extension String {
    /// Renders the code spans of a line of Markdown with `code`, and the texts between them with `text`. Finds code spans
    /// first, because they can't contain other markup.
    func renderingCode(_ code: (String) -> String, _ text: (String) -> String) -> String {
        let pieces = split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        guard pieces.count % 2 == 1 else { return text(self) }
        return pieces.enumerated().map { $0.isMultiple(of: 2) ? text($1) : code($1) }.joined()
    }
}
