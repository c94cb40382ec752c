// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract
import AccordCore
import AccordJSON
import ArgumentParser

/// The command `accord can-i-deploy`.
struct CanDeploy: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "can-i-deploy",
        abstract: "Decide without a broker whether a server gives all known clients the responses that they need.",
        discussion: """
            The folder contains a file for each client, which accord needs --write FILE.json writes, and the reports of \
            accord verify on the servers. Keep it in git.

            A failed case of the server affects a client if the client's tests contain the case and don't ignore the \
            wrong part of the response. An operation that the server's report doesn't contain is a failure.

            For a document, the client's requests must be valid, and the responses must have all properties that the \
            client requires. Documents don't prove that the server conforms to them.
            """)

    @Option(help: ArgumentHelp("The folder with the needs of the clients.", valueName: "folder"))
    var needs: String

    @Option(
        help: ArgumentHelp(
            "The server: a report of accord verify, a document, or NAME for the report NAME.json in the folder.",
            valueName: "name|file"))
    var server: String

    @Option(name: .customLong("client"), help: ArgumentHelp("Judge only this client. Repeatable.", valueName: "name"))
    var chosen: [String] = []

    @Flag(help: "Also print the operations that work.")
    var verbose = false

    func run() throws {
        let clients = try clients()
        let evidence = try evidence()
        var isDeployable = true
        for client in clients {
            let effects = evidence.effects(on: client)
            let breaking = effects.filter(\.effect.isBreaking)
            if !breaking.isEmpty || effects.isEmpty { isDeployable = false }
            let count = "\(effects.count) operation\(effects.count == 1 ? "" : "s")"
            if effects.isEmpty {
                Output.line("✗ \(client.name): its file contains no operation")
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

    /// The description of the server.
    private enum Evidence {
        case report(RunReport)
        case document(Contract)

        func effects(on client: KnownClient) -> [(operation: String, effect: ClientEffect)] {
            switch self {
            case .report(let report): client.effects(of: report)
            case .document(let contract): client.effects(of: contract)
            }
        }

        var origin: String {
            switch self {
            case .report(let report): ", verified \(report.started)\(report.target.map { " at \($0)" } ?? "")"
            case .document: ", as documented"
            }
        }
    }

    private func evidence() throws -> Evidence {
        if Environment.hasFile(server) {
            let isReport = (try? JSONDocument(parsing: DiskFiles().read(server)))?.root["tool"] != nil
            guard isReport else {
                return .document(try ContractArguments.parse([server]).load()[0])
            }
        }
        return .report(try serverReport())
    }

    private func serverReport() throws -> RunReport {
        let file = Environment.hasFile(server) ? server : "\(needs)/\(server).json"
        guard Environment.hasFile(file) else {
            throw ExitStatus.usage.because(
                "no file \(file)\nVerify the server, and copy Reports/report.json to \(file).")
        }
        let report = try SavedReport.parse(file)
        guard report.kind == .verify else { throw ExitStatus.usage.because("\(file) isn't a report of accord verify") }
        guard !report.isInterrupted, report.verdict != .empty else {
            throw ExitStatus.broken.because("\(file): the run was interrupted or tested nothing, so it proves nothing")
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
                throw ExitStatus.usage.because("\(needs) has no client “\(name)”")
            }
            clients.removeAll { !chosen.contains($0.name) }
        }
        guard !clients.isEmpty else {
            throw ExitStatus.broken.because(
                "\(needs) contains no client\nWrite one with accord needs Reports/client.json --write \(needs)/NAME.json."
            )
        }
        return clients
    }
}
