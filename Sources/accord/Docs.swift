// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordRendering
import AccordVerifier
import ArgumentParser

/// The command `accord docs`, which generates documentation from contracts.
struct Docs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "docs",
        abstract: "Generate documentation from contracts, with the results of the last verification.",
        discussion: """
            Writes a static site (open index.html), or Markdown for a repository. \
            The pages document operations, parameters, schemas and errors. \
            Each case appears as an example in HTTP, curl, Swift, JavaScript and Python. \
            Each operation shows whether, when and against which server it was verified. \
            The results of verifications come from the reports in the --report folder.
            """)

    @OptionGroup var contracts: ContractArguments

    enum Format: String, CaseIterable, ExpressibleByArgument { case html, markdown }

    @Option(help: "The format: html or markdown.")
    var format: Format = .html

    @Option(name: .shortAndLong, help: .value("folder", "The folder to write the documentation to."))
    var output = "Documentation"

    @Option(help: .value("folder", "The folder with the reports of the last test runs."))
    var report = "Reports"

    @OptionGroup(title: "Display") var display: DisplayArguments

    func run() throws {
        let documents = try contracts.usable(color: display.color)
        defer { documents.printWarnings(display.color) }
        let loaded = try ExitStatus.usageOnError { try GivenCredentials.exemplified(documents.contracts) }
        let manual = Manual(loaded, reports: try reports())
        try ExitStatus.usageOnError {
            let files =
                switch format {
                case .html: try HTMLManual.render(manual, version: RunReport.Tool.current.version)
                case .markdown: try MarkdownManual.render(manual, version: RunReport.Tool.current.version)
                }
            Environment.createFolder(output)
            try ReportFolder(path: output).write(files)
            guard !display.quiet else { return }
            let first = files.first { $0.path.hasSuffix("index.html") || $0.path.hasSuffix(".md") }
            Output.line("Documentation: \(output)/\(first?.path ?? "") (\(files.count.counted("file")))")
        }
    }

    /// Returns the reports of the last test runs. Without reports, the pages show every operation as not verified.
    ///
    /// - Throws: `ExitStatus.usage` if the folder of `--report` doesn't exist.
    private func reports() throws -> [RunReport] {
        let files = SavedReport.files(in: report)
        if report != "Reports", !Environment.hasFile(report) {
            throw ExitStatus.usage.because("--report \(report): no such folder")
        }
        if files.isEmpty, !display.quiet {
            StandardError.write(
                "accord: \(report) contains no report.json or client.json; "
                    + "the pages will show each operation as “not verified”")
        }
        return try files.map(SavedReport.parse)
    }
}
