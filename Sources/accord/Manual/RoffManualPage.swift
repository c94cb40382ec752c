/// The manual as a page for `man`, in the macros of man(7).
enum RoffManualPage {
    static func render(_ root: CommandDescription, version: String) -> String {
        var lines = [
            ".TH ACCORD 1 \"\" \"accord \(escaped(version))\" \"User Commands\"", ".SH NAME",
            "accord \\- \(escaped(root.abstract))", ".SH SYNOPSIS", ".B accord", ".I subcommand", "[options]",
            ".SH DESCRIPTION",
        ]
        lines += root.discussion.flatMap(paragraph)
        for command in root.subcommands.flatMap(\.all) {
            lines += [".SH \(escaped(command.name).uppercased())", escaped(command.abstract)]
            lines += command.discussion.flatMap(paragraph)
            for (title, arguments) in MarkdownManualPage.sections(command) {
                if let title { lines += [".SS \(escaped(title))"] }
                for argument in arguments { lines += [".TP", ".B \(escaped(argument.usage))", escaped(argument.text)] }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func paragraph(_ text: String) -> [String] {
        guard text.hasPrefix(" ") else { return [".PP", escaped(text.replacing("\n", with: " "))] }
        return [".PP", ".nf"] + text.split(separator: "\n").map { escaped(String($0)) } + [".fi"]
    }

    /// A line in which nothing is a request or an escape.
    private static func escaped(_ text: String) -> String {
        var line = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": line += "\\e"
            case "-": line += "\\-"
            // A terminal of ASCII has none.
            case "…": line += "..."
            // As groff and mandoc know them, whatever the page's encoding is taken for.
            case _ where !scalar.isASCII:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                line += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            default: line.unicodeScalars.append(scalar)
            }
        }
        return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : line
    }
}
