import AccordRendering

/// The manual as Markdown: `docs/command-line.md`.
enum MarkdownManualPage {
    static func render(_ root: CommandDescription) -> String {
        var blocks = [
            "# The command line",
            "Made by `accord manual` from the command line's own description; a test holds the two together.",
        ]
        for command in root.all {
            blocks.append("## \(command.name)")
            blocks.append(escaped(command.abstract))
            blocks += command.discussion.map(paragraph)
            if !command.subcommands.isEmpty {
                let rows = command.subcommands.map { "| `\($0.name)` | \(escaped($0.abstract)) |" }
                blocks.append("| | |\n|---|---|\n" + rows.joined(separator: "\n"))
            }
            for (title, arguments) in sections(command) {
                if let title { blocks.append("**\(escaped(title))**") }
                let rows = arguments.map { argument in
                    "| \(MarkdownText.code(argument.usage, inTable: true)) | \(escaped(argument.text)) |"
                }
                blocks.append("| | |\n|---|---|\n" + rows.joined(separator: "\n"))
            }
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    /// Those without a title first.
    static func sections(
        _ command: CommandDescription
    ) -> [(title: String?, arguments: [CommandDescription.ArgumentDescription])] {
        var titles: [String?] = []
        let shown = command.arguments.filter { !["--version", "-h, --help"].contains($0.usage) }
        for argument in shown where !titles.contains(argument.section) { titles.append(argument.section) }
        let ordered = titles.filter { $0 == nil } + titles.filter { $0 != nil }
        return ordered.map { title in (title, shown.filter { $0.section == title }) }
    }

    /// Texts of accord's own: no more is escaped than what would be a mark.
    private static func escaped(_ text: String) -> String {
        text.replacing("<", with: "&lt;").replacing("*", with: "\\*").replacing("|", with: "\\|")
    }

    private static func paragraph(_ text: String) -> String {
        text.hasPrefix(" ") ? MarkdownText.block(text) : escaped(text.replacing("\n", with: " "))
    }
}
