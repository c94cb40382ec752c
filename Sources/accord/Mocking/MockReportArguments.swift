// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordRendering
import AccordServer
import ArgumentParser

/// The options for reports about the requests that the mock received.
struct MockReportArguments: ParsableArguments {
    @Option(help: .value("folder", "On exit, write reports about the received requests into this folder."))
    var report: String?

    @Flag(help: "Exit with status 1 if a request was invalid, or if the mock received no request.")
    var failOnFindings = false

    /// Prints the results, and writes the reports.
    ///
    /// - Throws: With `--fail-on-findings`, `ExitStatus.broken` if the mock received no requests, or if there are
    ///   findings.
    func finish(_ servers: [MockServer], _ contracts: [Contract], started: String, duration: Double) throws {
        guard report != nil || failOnFindings else { return }
        let clients = servers.map(\.report)
        var run = RunReport(
            tool: .current, kind: .client, started: started, duration: duration,
            target: servers.map(\.address).joined(separator: ", "),
            contracts: contracts.map { .init(file: $0.file, title: $0.title, version: $0.version) },
            cases: clients.flatMap(\.cases),
            hints: clients.flatMap(\.hints)
                + contracts.flatMap(\.leftOut).map { "not checked: \($0.location): \($0.message)" })
        run.quoteContracts(reading: DocumentFiles().read)
        let hasRequests = servers.contains { $0.journal.count > 0 }
        if !hasRequests { run.hints.insert("The mock received no requests.", at: 0) }
        StandardError.write(TerminalRenderer(style: Terminal(.error).style).render(run), terminator: "")
        if let report {
            Environment.createFolder(report)
            let files = try ExitStatus.usageOnError { try ReportWriter().write(run, to: report) }
            StandardError.write(ReportOutput.summary(of: files, in: report))
        }
        if failOnFindings, run.summary.failed > 0 || !hasRequests { throw ExitStatus.broken }
    }
}
