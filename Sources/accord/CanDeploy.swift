// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordCore
import ArgumentParser

/// The command `accord can-i-deploy`, which decides whether a server meets the needs of all known clients.
struct CanDeploy: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "can-i-deploy",
        abstract: "Decide without a broker whether a server sends the responses that all known clients need.",
        discussion: """
            The --needs folder contains a file for each client and each server. Keep the folder in git. \
            To create a client's file, run `accord needs Reports/client.json --write FILE.json`. \
            For a server, copy the report of `accord verify` into the folder.

            If a case failed on the server, the server breaks each client that tests the same case. \
            A wrong property or header field breaks only the clients that read it. \
            An operation counts as a failure if the server's report doesn't contain the operation.

            If --server is an OpenAPI document or a contract, it must allow every request of the client. \
            The documented responses must have all properties that the client requires. \
            This doesn't prove that the server sends the documented responses.
            """)

    @Option(help: .value("folder", "The folder with a file per client, created by accord needs --write."))
    var needs: String

    @Option(
        help: .value(
            "name|file",
            "The server: a report of accord verify, a document, or NAME for NAME.json in the --needs folder."))
    var server: String

    @Option(name: .customLong("client"), help: .value("name", "Check only this client. Repeatable."))
    var chosen: [String] = []

    @Flag(help: "Print all operations, not only the operations that fail.")
    var verbose = false

    func run() throws {
        let clients = try clients()
        let evidence = try evidence()
        var isDeployable = true
        for client in clients {
            let effects = evidence.effects(client)
            let breaking = effects.filter(\.effect.isBreaking)
            if !breaking.isEmpty || effects.isEmpty { isDeployable = false }
            let count = effects.count.counted("operation")
            if effects.isEmpty {
                Output.line("✗ \(client.name): the client's file contains no operation")
            } else if breaking.isEmpty {
                Output.line("✓ \(client.name): \(count)")
            } else {
                Output.line("✗ \(client.name): \(breaking.count) of \(count)")
            }
            for (operation, effect) in verbose ? effects : breaking {
                Output.line("    \(operation): \(effect.words.verdict): \(effect.words.reason)")
            }
        }
        Output.line("\(isDeployable ? "✓" : "✗") \(server)\(evidence.origin)")
        guard isDeployable else { throw ExitStatus.broken }
    }

    /// The evidence about the server: a report of `accord verify` on the server, or a document that describes the
    /// server.
    private typealias Evidence = (origin: String, effects: (KnownClient) -> [(operation: String, effect: ClientEffect)])

    private func evidence() throws -> Evidence {
        if Environment.hasFile(server), (try? JSONDocument(parsing: DiskFiles().read(server)))?.root["tool"] == nil {
            let contract = try ContractArguments.parse([server]).load()[0]
            return (", documented but not verified", { $0.effects(of: contract) })
        }
        let report = try serverReport()
        let origin = ", verified \(report.started)\(report.target.map { " at \($0)" } ?? "")"
        return (origin, { $0.effects(of: report) })
    }

    private func serverReport() throws -> RunReport {
        let file = Environment.hasFile(server) ? server : "\(needs)/\(server).json"
        guard Environment.hasFile(file) else {
            throw ExitStatus.usage.because(
                "the server's report \(file) doesn't exist\n"
                    + "Run accord verify on the server, and copy Reports/report.json to \(file).")
        }
        let report = try SavedReport.parse(file)
        guard report.kind == .verify else { throw ExitStatus.usage.because("\(file) isn't a report of accord verify") }
        guard !report.isInterrupted, report.verdict != .empty else {
            throw ExitStatus.broken.because(
                "\(file): the report proves nothing, because the run was interrupted or tested no case")
        }
        return report
    }

    private func clients() throws -> [KnownClient] {
        let names = try ExitStatus.usageOnError { try DiskFiles().names(in: needs) }.filter { $0.hasSuffix(".json") }
        var clients = try names.compactMap { name -> KnownClient? in
            let report = try SavedReport.parse("\(needs)/\(name)")
            return report.kind == .client ? KnownClient(name: String(name.dropLast(5)), report: report) : nil
        }
        if !chosen.isEmpty {
            for name in chosen where !clients.contains(where: { $0.name == name }) {
                throw ExitStatus.usage.because("the folder \(needs) has no file for the client “\(name)”")
            }
            clients.removeAll { !chosen.contains($0.name) }
        }
        guard !clients.isEmpty else {
            throw ExitStatus.broken.because(
                "the folder \(needs) contains no file for a client\n"
                    + "To write such a file, run `accord needs Reports/client.json --write \(needs)/NAME.json`.")
        }
        return clients
    }
}
