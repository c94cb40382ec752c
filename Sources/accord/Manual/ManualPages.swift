// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordRendering

/// Renders the manual of the command line.
enum ManualPages {
    /// Returns the manual as Markdown for `docs/command-line.md`.
    static func markdown(_ root: CommandDescription) -> String {
        var blocks = [
            "# The command line",
            "`accord manual` generates this page from the help of each command. A test checks the page.",
        ]
        func add(table rows: [(String, String)]) {
            let lines = rows.map { "| \($0.0) | \(escaped($0.1)) |" }
            blocks.append("| | |\n|---|---|\n" + lines.joined(separator: "\n"))
        }
        for command in root.all {
            blocks += ["## \(command.name)", escaped(command.abstract)]
            blocks += command.discussion.map { text in
                text.hasPrefix(" ") ? MarkdownText.block(text) : escaped(text.replacing("\n", with: " "))
            }
            blocks.append(MarkdownText.block(command.examples.joined(separator: "\n")))
            if !command.subcommands.isEmpty { add(table: command.subcommands.map { ("`\($0.name)`", $0.abstract) }) }
            for (title, arguments) in sections(command) {
                if let title { blocks.append("**\(escaped(title))**") }
                add(table: arguments.map { (MarkdownText.code($0.usage, inTable: true), $0.text) })
            }
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }

    /// Returns the manual as a page for `man`, written with the macros of man(7).
    static func man(_ root: CommandDescription, version: String) -> String {
        var lines = [
            ".TH ACCORD 1 \"\" \"accord \(roff(version))\" \"User Commands\"", ".SH NAME",
            "accord \\- \(roff(root.abstract))", ".SH SYNOPSIS", ".B accord", ".I subcommand", "[options]",
            ".SH DESCRIPTION",
        ]
        func add(discussion: [String]) {
            for text in discussion {
                guard text.hasPrefix(" ") else {
                    lines += [".PP", roff(text.replacing("\n", with: " "))]
                    continue
                }
                lines += [".PP", ".nf"] + text.split(separator: "\n").map { roff(String($0)) } + [".fi"]
            }
        }
        func add(examplesOf command: CommandDescription) {
            lines += [".PP", ".nf"] + command.examples.map(roff) + [".fi"]
        }
        add(discussion: root.discussion)
        add(examplesOf: root)
        for command in root.subcommands.flatMap(\.all) {
            lines += [".SH \(roff(command.name).uppercased())", roff(command.abstract)]
            add(discussion: command.discussion)
            add(examplesOf: command)
            for (title, arguments) in sections(command) {
                if let title { lines.append(".SS \(roff(title))") }
                for argument in arguments { lines += [".TP", ".B \(roff(argument.usage))", roff(argument.text)] }
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Returns the arguments grouped by section. Arguments without a section come first.
    private static func sections(
        _ command: CommandDescription
    ) -> [(title: String?, arguments: [CommandDescription.Argument])] {
        let shown = command.arguments.filter { !["--version", "-h, --help"].contains($0.usage) }
        let titles = shown.map(\.section).distinct
        let ordered = titles.filter { $0 == nil } + titles.filter { $0 != nil }
        return ordered.map { title in (title, shown.filter { $0.section == title }) }
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("<", with: "&lt;").replacing("*", with: "\\*").replacing("|", with: "\\|")
    }

    /// Escapes a string for roff, which would otherwise read some characters as commands.
    private static func roff(_ text: String) -> String {
        let line = text.replacingScalars { scalar in
            switch scalar {
            case "\\": return "\\e"
            case "-": return "\\-"
            // An ASCII terminal can't show the character “…”.
            case "…": return "..."
            default:
                guard !scalar.isASCII else { return nil }
                // groff and mandoc read this escape sequence in any encoding.
                let digits = String(scalar.value, radix: 16, uppercase: true)
                return "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
            }
        }
        return line.hasPrefix(".") || line.hasPrefix("'") ? "\\&\(line)" : line
    }
}
