/// The Markdown of descriptions as Markdown that can do no harm: paragraphs, lists, code and links stay, and everything
/// else is escaped.
enum DescriptionText {
    /// A description of its own: its lines, lists and blocks of code.
    static func block(_ text: String) -> String {
        var blocks: [String] = []
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        while let line = lines.popFirst() {
            let trimmed = line.trimmed
            if trimmed.hasPrefix("```") {
                var code: [Substring] = []
                while let next = lines.popFirst(), !next.trimmed.hasPrefix("```") { code.append(next) }
                blocks.append(MarkdownText.block(code.joined(separator: "\n")))
            } else if trimmed.hasPrefix("#") {
                blocks.append("**\(MarkdownText.escape(String(trimmed.drop { $0 == "#" || $0 == " " })))**")
            } else {
                let marker = trimmed.prefixMatch(of: /(?:[-*]|[0-9]{1,3}\.)[ ]/).map { String($0.output) } ?? ""
                blocks.append(marker + inline(String(trimmed.dropFirst(marker.count))))
            }
        }
        return blocks.joined(separator: "\n")
    }

    /// A description in one line, also in a table's cell.
    static func inline(_ text: String, inTable: Bool = false) -> String {
        let pieces = text.split(separator: "`", omittingEmptySubsequences: false)
        guard pieces.count > 1, pieces.count % 2 == 1 else { return linked(text) }
        return pieces.enumerated().map { index, piece in
            if index % 2 == 0 { return linked(String(piece)) }
            return piece.isEmpty ? "" : MarkdownText.code(String(piece), inTable: inTable)
        }.joined()
    }

    private static func linked(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let match = rest.firstMatch(of: /\[([^\[\]]+)\]\((https?:\/\/[^\s()<>"|\\`]+)\)/) {
            result += MarkdownText.escape(String(rest[..<match.range.lowerBound]))
            result += "[\(MarkdownText.escape(String(match.1)))](\(match.2))"
            rest = rest[match.range.upperBound...]
        }
        return result + MarkdownText.escape(String(rest))
    }
}
