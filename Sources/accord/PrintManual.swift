// SPDX-License-Identifier: Apache-2.0
import AccordCore
import ArgumentParser

/// The command `accord manual`, which prints the manual of all commands.
struct PrintManual: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual", abstract: "Print the manual of the accord command, as Markdown or as a page for man.")

    enum Format: String, CaseIterable, ExpressibleByArgument { case markdown, man }

    @Option(help: "The format: markdown or man.")
    var format: Format = .markdown

    func run() throws {
        let description = CommandDescription(Accord.self)
        switch format {
        case .markdown: Output.text(ManualPages.markdown(description))
        case .man: Output.text(ManualPages.man(description, version: RunReport.Tool.current.version))
        }
    }
}
