// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract
import AccordRendering
import ArgumentParser

/// The command `accord diff`, which reports the changes of an API's documentation that break clients.
struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Compare two versions of an API's documentation, and report the changes that break clients.",
        discussion: """
            A changed request breaks clients if the new document rejects a request that the old document allows. \
            A changed response breaks clients if the new document allows a response that the old document rejects. \
            Accord proves each breaking change with an example of such a request or response.

            The exit status is 1 if a change breaks the clients that --fail-on selects. \
            “any” selects every possible client. “tolerant” selects clients that ignore unknown properties and values. \
            “clients” selects the clients of --client, and is the default if --client is specified. \
            The exit status is 3 if a document has an error.
            """)

    @Argument(help: "The old document: a file, git:REVISION:PATH or a URL.")
    var old: String

    @Argument(help: "The new document: a file, git:REVISION:PATH or a URL.")
    var new: String

    @Option(
        name: .customLong("client"),
        help: .value(
            "report",
            "Check which changes break a client: the Reports/client.json of its tests with ACCORD_NEEDS=1. Repeatable.")
    ) var clients: [String] = []

    @Option(help: .value("who", "Fail if a change breaks these clients: any, tolerant, clients (of --client) or none."))
    var failOn: FailOn?

    @Option(help: "The format: text, json, markdown, html, sarif, github, or changelog for the users of the API.")
    var format: ChangeFormat = .text

    @Flag(help: "Print only the changes that break clients, and warnings.")
    var breaking = false

    @OptionGroup(title: "Known changes") var known: BaselineArguments

    @OptionGroup(title: "OpenAPI documents") var openAPI: OpenAPIArguments

    @OptionGroup(title: "Display") var display: DisplayArguments

    enum FailOn: String, CaseIterable, ExpressibleByArgument { case any, tolerant, clients, none }

    /// The clients' names: the names of their files without extension, or else the paths of the files.
    private var clientNames: [String] {
        let names = clients.map { path in
            let name = FilePath.name(of: path)
            return name.hasSuffix(".json") ? String(name.dropLast(5)) : String(name)
        }
        return zip(names, clients).map { name, path in
            name == "client" || names.count(where: { $0 == name }) > 1 ? path : name
        }
    }

    func run() throws {
        let sources = try [old, new].map { try DiffSource($0) }
        let documents = try sources.map { try $0.load(openAPI) }
        let readers = try zip(clientNames, clients).map { KnownClient(name: $0, report: try SavedReport.parse($1)) }
        if failOn == .clients, readers.isEmpty { throw ExitStatus.usage.because("--fail-on clients requires --client") }
        var changes = KnownClient.judge(
            ContractComparison.changes(documents[0], documents[1], today: Clock.today), readers, documents[0],
            documents[1])
        let audience = Audience(rawValue: (failOn ?? (readers.isEmpty ? .any : .clients)).rawValue)
        let failing = changes.indices.filter { audience?.isBroken(by: changes[$0]) ?? false }
        let operations = documents.flatMap(\.contract.operations).map { "\($0.request.method) \($0.request.path)" }
        let names = Set(operations + changes.map(\.baselineName) + [Change.documentName])
        try known.write(failing.map { changes[$0] }, operations: names)
        let rejected = try known.rejected(failing.map { changes[$0] }, operations: names)
        for (index, isRejected) in zip(failing, rejected) { changes[index].isAccepted = !isRejected }
        let report = ChangeReport(changes: changes, old: sources[0].shown, new: sources[1].shown)
        let shown = breaking ? report.important : report
        switch format {
        case .text: Output.line(shown.text(style: display.terminal(.output).style, isQuiet: display.quiet))
        case .json: Output.json(shown.json)
        case .markdown: Output.line(shown.markdown)
        case .html: Output.line(try shown.html)
        case .sarif: Output.json(shown.sarif)
        case .github: Output.command(shown.annotations)
        case .changelog: Output.line(shown.changeLog(from: documents[0].contract, to: documents[1].contract))
        }
        if documents.contains(where: { !$0.contract.leftOut.isEmpty }) { throw ExitStatus.contractInvalid }
        // A change log tells users about the changes. It isn't a check.
        if rejected.contains(true), format != .changelog { throw ExitStatus.broken }
    }
}

/// The format in which `accord diff` prints the changes. The option `--format` selects it.
enum ChangeFormat: String, CaseIterable, ExpressibleByArgument {
    case text, json, markdown, html, sarif, github, changelog
}
