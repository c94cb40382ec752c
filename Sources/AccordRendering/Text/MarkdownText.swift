/// Texts in GitHub-flavoured Markdown, so that nothing in them is taken for markup, a mention or a line of its own.
package enum MarkdownText {
    /// The text as running text in one line, also in a table's cell and inside an HTML element.
    package static func escape(_ text: String) -> String {
        var result = ""
        for scalar in VisibleText.escape(text, lines: .shown).unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            // A mention would send somebody a mail; an empty comment parts it and isn't seen.
            case "@": result += "@<!-- -->"
            // The colon too: without one no address becomes a link.
            case "\\", "`", "*", "_", "[", "]", "#", "|", "~", "$", ":":
                result.unicodeScalars.append("\\")
                result.unicodeScalars.append(scalar)
            case ".":
                // A link again, by another rule.
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

    /// The text as code in one line, in a fence that is longer than every run of backticks in it; with `|` escaped,
    /// which a table's cell wants even in code.
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

    /// The text as a block of code.
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
