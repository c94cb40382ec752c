// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordRendering
import ArgumentParser

/// The command `accord pact fetch`, which downloads the pacts of a server from a Pact Broker.
struct PactFetchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fetch", abstract: "Download the pacts of a server from a Pact Broker.",
        discussion: """
            Prints why the broker selected each pact. \
            Marks pending pacts, because a pending pact must not make accord verify fail. \
            Without --selector, the broker selects the latest pact of each consumer.
            """)

    @Option(help: .value("name", "The name of the server (the provider) in the broker."))
    var provider: String

    @Option(
        name: .customLong("selector"),
        help: .value("json", #"A consumer version selector, such as {"mainBranch": true}. Repeatable."#))
    var selectors: [String] = []

    @Option(
        help: .value("name", "The branch of the server. The broker uses the branch to decide which pacts are pending."))
    var branch: String?

    @Option(name: .customLong("tag"), help: .value("name", "A tag of the server's version. Repeatable."))
    var tags: [String] = []

    @Flag(help: "Treat a pact as pending if the server has never satisfied the pact.")
    var pending = false

    @Option(
        name: .customLong("wip-since"),
        help: .value(
            "date", "Include pacts of work in progress that were published since this date, such as 2026-11-01."))
    var since: String?

    @Option(name: .shortAndLong, help: .value("folder", "The folder to write the pacts to."))
    var output = "Pacts"

    @OptionGroup(title: "Broker") var broker: BrokerArguments
    @OptionGroup(title: "Transport") var transport: TransportArguments

    func run() throws {
        let selectors = try self.selectors.map { text -> JSON in
            guard let json = try? JSON(parsing: text), json.object != nil else {
                throw ExitStatus.usage.because("--selector \(text): expected a JSON object")
            }
            return json
        }
        try ReportOutput.prepare(output)
        let pacts = try broker.run(transport) { client in
            try client.pactsForVerification(
                provider: provider, branch: branch, tags: tags, selectors: selectors, includesPending: pending,
                since: since)
        }
        guard !pacts.isEmpty else {
            throw ExitStatus.broken.because("the broker has no pact for the server \(provider)")
        }
        for (index, pact) in pacts.enumerated() {
            for notice in pact.notices { Output.line(notice) }
            let consumer = pact.pact["consumer"]?["name"]?.string ?? "consumer"
            let name = "\(PactWriteCommand.fileName(consumer))-\(PactWriteCommand.fileName(provider))-\(index + 1).json"
            let json = pact.isPending ? Self.pending(pact.pact) : pact.pact
            try Environment.write(JSONWriter.pretty(json) + "\n", to: "\(output)/\(name)")
            Output.line("wrote \(output)/\(name)\(pact.isPending ? ", pending" : "")")
        }
    }

    private static func pending(_ pact: JSON) -> JSON {
        var pact = pact
        for key in ["interactions", "messages"] {
            guard let list = pact[key]?.array else { continue }
            pact[key] = .array(
                list.map { interaction in
                    var interaction = interaction
                    interaction["pending"] = true
                    return interaction
                })
        }
        return pact
    }
}

/// The command `accord pact results`, which publishes verification results to a Pact Broker.
struct PactResultsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "results",
        abstract: "Publish the results of accord verify to the Pact Broker from which the pacts were fetched.")

    @Argument(help: "The report of accord verify, Reports/report.json.")
    var report: String

    @OptionGroup var version: PublishedVersion

    @OptionGroup(title: "Broker") var broker: BrokerArguments
    @OptionGroup(title: "Transport") var transport: TransportArguments

    func run() throws {
        let report = try SavedReport.parse(report)
        var count = 0
        var described: Set<String> = []
        for contract in report.contracts {
            let root = try pact(contract.file)
            guard let address = BrokerClient.link("pb:publish-verification-results", of: root) else { continue }
            let results = report.cases.filter { $0.file == contract.file }
            let isSuccess = !results.isEmpty && results.allSatisfy(Self.isSatisfied)
            var body: JSONObject = [
                "success": .bool(isSuccess), "providerApplicationVersion": .string(version.number),
                "testResults": .array(
                    results.map {
                        ["description": .string($0.summary ?? $0.id), "success": .bool(Self.isSatisfied($0))]
                    }),
                "verifiedBy": ["implementation": "Accord", "version": .string(RunReport.Tool.current.version)],
            ]
            if let buildURL = version.buildURL { body["buildUrl"] = .string(buildURL) }
            try broker.run(transport) { client in
                // Sends the branch before the results. The broker needs the branch to decide which pacts are pending.
                if let provider = root["provider"]?["name"]?.string, described.insert(provider).inserted {
                    try client.describe(provider, version)
                }
                try client.send("POST", address, .object(body)).printNotices()
            }
            Output.line("✓ published: \(contract.file): \(isSuccess ? "success" : "failure")")
            count += 1
        }
        guard count > 0 else {
            throw ExitStatus.usage.because(
                "no pact in \(self.report) was fetched from a broker\n"
                    + "Fetch pacts with accord pact fetch, and run accord verify with these pacts.")
        }
    }

    /// Returns the pact that a report names, read from a file or URL.
    private func pact(_ file: String) throws -> JSON {
        if RemoteDocument.isURL(file) {
            return try broker.run(transport) { client in try client.send("GET", file).json }
        }
        return try ExitStatus.usageOnError("can't read \(file): ") {
            JSON(try JSONDocument(parsing: DiskFiles().read(file), file: file).root)
        }
    }

    /// Returns whether the server satisfied an interaction. A pending interaction that the server satisfied has the
    /// finding `casePendingPasses`.
    private static func isSatisfied(_ result: CaseResult) -> Bool {
        result.status == .passed || result.findings.contains { $0.rule == .casePendingPasses }
    }
}
