// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordPactJudge
import AccordRendering
import ArgumentParser

/// The command `accord pact write`, which writes a pact from the report of a client's tests.
struct PactWriteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "write",
        abstract:
            "Write a pact from a client's tests: the requests, and the response properties that the client needs.",
        discussion: """
            Each passed case of the contract becomes an interaction. \
            An interaction contains the request that the client sent. \
            It also contains the response properties that the client needs, with matchers from the schemas. \
            The client's tests determine these properties. To print them, run accord needs.
            """)

    @Argument(help: "The report of the client's tests, Reports/client.json.")
    var report: String

    @Option(name: .shortAndLong, help: .value("folder", "The folder to write the pacts to."))
    var output = "Pacts"

    @Option(help: .value("name", "The name of the client."))
    var consumer: String

    @Option(help: .value("name", "The name of the server; default: the title of the contract."))
    var provider: String?

    @Option(help: .value("folder", "The folder to which the contract paths in the report are relative."))
    var root = "."

    func run() throws {
        let report = try SavedReport.parse(report)
        let needs = ClientNeeds(report)
        if needs.operations.isEmpty {
            StandardError.write(
                "accord: \(self.report) doesn't show which properties the client needs, so the pact has full responses\n"
                    + SavedReport.adviceForNeeds)
        }
        try ReportOutput.prepare(output)
        var count = 0
        for file in Set(report.cases.map(\.file)).sorted() {
            count += try write(file, report.cases.filter { $0.file == file }, needs)
        }
        guard count > 0 else {
            throw ExitStatus.broken.because("no case of the client's tests passed, so there is nothing to write")
        }
    }

    private func write(_ file: String, _ results: [CaseResult], _ needs: ClientNeeds) throws -> Int {
        let path = root == "." ? file : "\(root)/\(file)"
        guard let contract = try ContractArguments.parse(["--", path]).load().first else { return 0 }
        let provider = provider ?? contract.title
        let pact = PactDocument(
            consumer: consumer, provider: provider, contract, results, needs.operations.filter { $0.file == file })
        for omission in pact.omissions { StandardError.write("accord: not written to the pact: \(omission)") }
        guard pact.count > 0 else { return 0 }
        let target = "\(output)/\(Self.fileName(consumer))-\(Self.fileName(provider)).json"
        try Environment.write(JSONWriter.pretty(pact.json) + "\n", to: target)
        Output.line("wrote \(target): \(pact.count.counted("interaction"))")
        return pact.count
    }

    static func fileName(_ text: String) -> String {
        String(text.map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "_" })
    }
}
