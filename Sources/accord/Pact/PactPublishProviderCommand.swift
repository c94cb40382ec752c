// SPDX-License-Identifier: Apache-2.0
import AccordCore
import ArgumentParser

/// The command `accord pact publish-provider`, which publishes an OpenAPI document and a verification report to
/// PactFlow.
struct PactPublishProviderCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "publish-provider",
        abstract: "Publish an OpenAPI document to PactFlow, and the report of accord verify as the verification.",
        discussion: """
            PactFlow compares the clients' pacts with the document. \
            The report shows whether the server conforms to the document. \
            If the verification failed, PactFlow receives a failed verification.
            """)

    @Argument(help: "The OpenAPI document of the server.")
    var document: String

    @Argument(help: "The report of accord verify, Reports/report.json.")
    var report: String

    @Option(help: .value("name", "The name of the server (the provider) in PactFlow."))
    var provider: String

    @OptionGroup var version: PublishedVersion

    @OptionGroup(title: "Broker") var broker: BrokerArguments
    @OptionGroup(title: "Transport") var transport: TransportArguments

    func run() throws {
        let run = try SavedReport.parse(report)
        guard run.kind == .verify else { throw ExitStatus.usage.because("\(report) isn't a report of accord verify") }
        let name = FilePath.name(of: document)
        let isAboutDocument = run.contracts.contains { FilePath.name(of: $0.file) == name }
        guard isAboutDocument else {
            throw ExitStatus.usage.because(
                "\(report) is the report of a different document; run accord verify with \(document)")
        }
        let isSuccess = run.verdict == .passed
        let (bytes, evidence) = try ExitStatus.usageOnError {
            (try DiskFiles().read(document), try DiskFiles().read(report))
        }
        try broker.run(transport) { client in
            try client.publish(
                bytes, document.hasSuffix(".json") ? "application/json" : "application/yaml", verifiedBy: evidence,
                isSuccess: isSuccess, provider: provider, version: version
            ).printNotices()
        }
        Output.line("✓ published: \(document): \(isSuccess ? "success" : "failure")")
    }
}
