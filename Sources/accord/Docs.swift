import AccordContract
import AccordCore
import AccordRendering
import ArgumentParser

/// `accord docs`: the contracts as documentation, with proof.
struct Docs: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "docs",
        abstract: "Write documentation from contracts, with a proof for each operation.",
        discussion: """
            Writes a static site (open index.html), or Markdown for a repository: operations, parameters, schemas, \
            errors, and every case as an example with curl and Swift. Beside each operation it says whether it holds, \
            when it was last verified and against which server, as far as report.json and client.json of the folder \
            that --report names tell.
            """)

    @OptionGroup var contracts: ContractArguments

    enum Format: String, CaseIterable, ExpressibleByArgument {
        case html, markdown
    }

    @Option(help: "Write html or markdown.")
    var format: Format = .html

    @Option(name: .shortAndLong, help: ArgumentHelp("Write the documentation into this folder.", valueName: "folder"))
    var output = "Documentation"

    @Option(help: ArgumentHelp("Take the proofs from the reports in this folder.", valueName: "folder"))
    var report = "Reports"

    @OptionGroup(title: "Display") var display: DisplayArguments

    func run() throws {
        let loaded = try contracts.load(color: display.color)
        let manual = Manual(loaded, reports: try reports())
        do {
            let files =
                switch format {
                case .html: try HTMLManual.render(manual, version: RunReport.Tool.current.version)
                case .markdown: MarkdownManual.render(manual, version: RunReport.Tool.current.version)
                }
            try FolderWriter.write(files, to: output)
            guard !display.quiet else { return }
            let first = files.first { $0.path.hasSuffix("index.html") || $0.path.hasSuffix(".md") }
            Output.line("Documentation: \(output)/\(first?.path ?? "") (\(files.count) files)")
        } catch {
            throw ExitStatus.usage.because("\(error)")
        }
    }

    /// The last runs' reports; without them no operation is verified, and the pages say so.
    private func reports() throws -> [RunReport] {
        let files = ["report.json", "client.json"].map { "\(report)/\($0)" }.filter(Environment.hasFile)
        if files.isEmpty, !display.quiet {
            StandardError.write(
                "accord: \(report) has no report.json and no client.json: the pages will say that nothing is verified")
        }
        return try files.map { file in
            do {
                return try RunReport(parsing: DiskFiles().read(file), file: file)
            } catch {
                throw ExitStatus.usage.because("can't read \(file): \(error)")
            }
        }
    }
}
