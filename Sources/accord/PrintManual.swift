import AccordCore
import ArgumentParser

/// `accord manual`: the command line's own description, as a manual page.
struct PrintManual: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Print the manual of the command line.",
        discussion: """
            Prints Markdown, or roff for man. For completions of a shell, see \
            `accord --generate-completion-script bash`, zsh or fish.
            """)

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case markdown, man
    }

    @Option(help: "Print markdown or a man page.")
    var format: Format = .markdown

    func run() throws {
        let description = try CommandDescription(dump: Accord._dumpHelp())
        switch format {
        case .markdown: Output.text(MarkdownManualPage.render(description))
        case .man: Output.text(RoffManualPage.render(description, version: RunReport.Tool.current.version))
        }
    }
}
