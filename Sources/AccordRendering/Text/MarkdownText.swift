// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Formats untrusted text as GitHub Flavored Markdown without markup, mentions or links.
package enum MarkdownText {
    /// Returns the text on one line. The result is also safe in a table cell or an HTML element.
    package static func escape(_ text: String) -> String {
        var result = ""
        let scalars = VisibleText.escape(text, lines: .shown).unicodeScalars
        for (index, scalar) in zip(scalars.indices, scalars) {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            // A mention would notify a user. An empty HTML comment after `@` prevents the mention.
            case "@": result += "@<!-- -->"
            case ":":
                // Escape the colon in a link such as `https://…` and in an emoji such as `:tada:`. A colon before a
                // space is safe.
                let next = scalars.index(after: index)
                if next < scalars.endIndex, scalars[next] != " " { result += "\\" }
                result.unicodeScalars.append(scalar)
            case "\\", "`", "*", "_", "[", "]", "#", "|", "~", "$":
                result.unicodeScalars.append("\\")
                result.unicodeScalars.append(scalar)
            case ".":
                // GitHub also turns text that starts with “www.” into a link.
                if result.utf8.suffix(3).elementsEqual("www".utf8) { result += "\\" }
                result.unicodeScalars.append(scalar)
            case "-", "+", "=":
                if result.isEmpty { result += "\\" }
                result.unicodeScalars.append(scalar)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns the text as a code span on one line. In a table cell, `|` is escaped.
    package static func code(_ text: String, inTable: Bool = false) -> String {
        var line = VisibleText.escape(text, lines: .shown)
        if line.isEmpty { return "` `" }
        if inTable { line = line.replacingScalars { $0 == "|" ? #"\|"# : nil } }
        let fence = String(repeating: "`", count: longestRun(in: line) + 1)
        let (first, last) = (line.utf8.first, line.utf8.last)
        let needsSpace = [first, last].contains(UInt8(ascii: "`")) || first == 0x20 && last == 0x20
        let space = needsSpace ? " " : ""
        return fence + space + line + space + fence
    }

    /// Returns the text as a fenced code block.
    package static func block(_ text: String, language: String = "") -> String {
        let shown = VisibleText.escape(text, lines: .kept)
        let fence = String(repeating: "`", count: max(3, longestRun(in: shown) + 1))
        return "\(fence)\(language)\n\(shown)\n\(fence)"
    }

    private static func longestRun(in text: String) -> Int {
        var longest = 0
        var run = 0
        for byte in text.utf8 {
            run = byte == UInt8(ascii: "`") ? run + 1 : 0
            longest = max(longest, run)
        }
        return longest
    }
}
