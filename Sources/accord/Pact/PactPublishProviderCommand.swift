// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordVerifier
import ArgumentParser

/// The command `accord pact publish-provider`.
struct PactPublishProviderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish-provider",
        abstract: "Publish an OpenAPI document to PactFlow, with the report of accord verify as its verification.",
        discussion: """
            PactFlow compares the pacts of the clients with the document, and the report shows that the server conforms \
            to it. The report of a failed run is published as a failure.
            """)

    @Argument(help: "The OpenAPI document of the server.")
    var document: String

    @Argument(help: "The report of accord verify, Reports/report.json.")
    var report: String

    @Option(help: ArgumentHelp("The name of the server.", valueName: "name"))
    var provider: String

    @Option(name: .customLong("app-version"), help: ArgumentHelp("The version of the server.", valueName: "version"))
    var version: String

    @Option(help: ArgumentHelp("The branch of the server.", valueName: "name"))
    var branch: String?

    @Option(name: .customLong("tag"), help: ArgumentHelp("Tag the version. Repeatable.", valueName: "name"))
    var tags: [String] = []

    @Option(help: ArgumentHelp("The URL of the build.", valueName: "url"))
    var buildURL: String?

    @OptionGroup(title: "Broker") var broker: BrokerArguments

    func run() throws {
        let run = try SavedReport.parse(report)
        guard run.kind == .verify else { throw ExitStatus.usage.because("\(report) isn't a report of accord verify") }
        let name = FilePath.name(of: document)
        let isAboutDocument = run.contracts.contains { FilePath.name(of: $0.file) == name }
        guard isAboutDocument else {
            throw ExitStatus.usage.because("\(report) isn't about \(document); verify the server with this document")
        }
        let isSuccess = run.verdict == .passed
        let (bytes, evidence) = try ExitStatus.usageOnError {
            (try DiskFiles().read(document), try DiskFiles().read(report))
        }
        try broker.run { client in
            try client.publish(
                bytes, document.hasSuffix(".json") ? "application/json" : "application/yaml", verifiedBy: evidence,
                isSuccess: isSuccess, provider: provider, version: version, branch: branch, tags: tags,
                buildURL: buildURL
            ).printNotices()
        }
        Output.line("✓ published: \(document): \(isSuccess ? "success" : "failure")")
    }
}
