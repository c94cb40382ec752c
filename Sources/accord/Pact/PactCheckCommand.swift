// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordPactJudge
import AccordRendering
import ArgumentParser

/// The command `accord pact check`, which checks pacts against the server's documentation.
struct PactCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Check pacts against the server's documentation, without a running server.",
        discussion: """
            Checks the request of each interaction like a client's request, and the response like a server's response. \
            The response in a pact may omit documented properties, because the consumer may not read them.
            """)

    @Argument(help: .value("pact", "A pact, or a folder with pacts."))
    var pacts: String

    @Argument(help: .value("document", "The OpenAPI documents or contracts of the server."))
    var documents: [String]

    @Option(help: .value("folder", "Write the reports to this folder."))
    var report: String?

    @OptionGroup var openAPI: OpenAPIArguments
    @OptionGroup(title: "Reports") var reports: ReportArguments
    @OptionGroup(title: "Display") var display: DisplayArguments

    func run() throws {
        let started = Clock.now
        let clock = ContinuousClock.now
        let pacts = try load([self.pacts])
        let check = PactCheck(try load(documents))
        for pact in pacts where pact.origin != .messages { throw ExitStatus.usage.because("\(pact.file) isn't a pact") }
        let results = pacts.flatMap { check.results(of: $0) }
        var result = RunReport(
            tool: .current, kind: .verify, started: started, duration: (.now - clock) / .seconds(1),
            contracts: pacts.map { .init(file: $0.file, title: $0.title, version: $0.version) }, cases: results)
        if let emptiness = result.emptiness { result.hints.insert(emptiness, at: 0) }
        result.quoteContracts(reading: DiskFiles().read)
        if let report {
            try ReportOutput.prepare(report)
            try ReportOutput(folder: report, arguments: reports, display: display).publish(result)
        } else if !display.quiet || result.verdict != .passed {
            Output.text(
                TerminalRenderer(style: display.terminal(.output).style, isVerbose: reports.verbose).render(result))
        }
        guard result.verdict == .passed else { throw ExitStatus.broken }
    }

    private func load(_ paths: [String]) throws -> [Contract] {
        var arguments = ContractArguments()
        arguments.documents = paths
        arguments.openAPI = openAPI
        return try arguments.load(color: display.color)
    }
}
