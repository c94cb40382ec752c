import AccordContract
import AccordCore
import AccordRendering
import AccordServer
import ArgumentParser

/// What becomes of what the mock's clients did.
struct MockReportArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When the mock stops, write the reports of verify into a folder, with the client to blame.",
            valueName: "folder"))
    var report: String?

    @Flag(help: "End with status 1 where a request broke the contract, or none came at all.")
    var failOnFindings = false

    /// - Throws: `ExitStatus.usage` where the folder can't be written.
    func prepare() throws {
        if let report { try ReportFolder.prepare(report) }
    }

    /// Writes the reports and tells what was wrong.
    ///
    /// - Throws: `ExitStatus`, where findings or the want of requests are a failure.
    func finish(_ servers: [MockServer], _ contracts: [Contract], started: String, duration: Double) throws {
        guard report != nil || failOnFindings else { return }
        let clients = servers.map(\.report)
        var run = RunReport(
            tool: .current, kind: .client, started: started, duration: duration,
            target: servers.map(\.address).joined(separator: ", "),
            contracts: contracts.map { .init(file: $0.file, title: $0.title, version: $0.version) },
            cases: clients.flatMap(\.cases),
            hints: clients.flatMap(\.hints) + contracts.flatMap(\.leftOut).map(Self.hint))
        run.quoteContracts(reading: DiskFiles().read)
        let hasRequests = servers.contains { $0.journal.count > 0 }
        if !hasRequests { run.hints.insert("No request came: nothing proves nothing.", at: 0) }
        StandardError.write(TerminalRenderer(style: Terminal(.error).style).render(run), terminator: "")
        if let report {
            do {
                try ReportWriter().write(run, to: report)
                StandardError.write("Reports: \(report)/report.html, summary.md, report.json, junit.xml and more")
            } catch {
                throw ExitStatus.usage.because("\(error)")
            }
        }
        if failOnFindings, run.summary.failed > 0 || !hasRequests { throw ExitStatus.broken }
    }

    private static func hint(leftOut diagnostic: Diagnostic) -> String {
        "Left out of the document, and judged nowhere: \(diagnostic.location): \(diagnostic.message)"
    }
}
