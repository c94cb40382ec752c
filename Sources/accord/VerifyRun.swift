import AccordContract
import AccordMatching
import AccordRendering
import AccordReport
import AccordVerifier

/// A run of `accord verify`: its progress, its report and its exit status.
struct VerifyRun {
    var plan: RunPlan
    var target: Target
    var contracts: [Contract]
    var options: VerifierOptions
    var shard: Shard?
    var baseline: Baseline?
    var baselineArguments: BaselineArguments
    var reportFolder: String
    var interruption: Interruption

    /// - Throws: `ExitStatus`, in the end always.
    func run() throws {
        let started = Clock.now
        let clock = ContinuousClock.now
        let secrets = Secrets(contracts, environment: options.environment)
        let recorder = Recorder(
            secrets, keptExchanges: options.keptExchanges, baseline: baseline, today: Clock.today)
        var progress = ProgressDisplay(total: plan.entries.count, terminal: Terminal(.error))
        let results = try Verifier(plan, options: options, recorder: recorder, interruption: interruption) { event in
            guard case .ended(let result) = event else { return }
            StandardError.write(progress.ended(result, at: .now - clock), terminator: "")
        }.run()
        StandardError.write(progress.finish(), terminator: "")
        var report = RunReport(
            tool: .init(version: Accord.version), kind: .verify, started: started,
            duration: (.now - clock) / .seconds(1), target: address,
            contracts: contracts.map { .init(file: $0.file, title: $0.title, version: $0.version) },
            cases: results, hints: doubts + Hints.of(results), isInterrupted: interruption.isAsked,
            shard: shard.map { .init(index: $0.index, count: $0.count) })
        report.quoteContracts(reading: DiskFiles().read)
        report = recorder.masking.mask(report)
        if !report.isInterrupted { try baselineArguments.write(report.cases, known: baseline) }
        try finish(report)
    }

    /// Prints and writes the report, and ends with its status.
    private func finish(_ report: RunReport) throws {
        Output.text(TerminalRenderer(style: Terminal(.output).style).render(report))
        do {
            try ReportWriter().write(report, to: reportFolder)
            Output.line("Reports: \(reportFolder)/report.html, summary.md, report.json, junit.xml and more")
        } catch {
            throw ExitStatus.usage.because("\(error)")
        }
        throw status(report)
    }

    /// What the run itself leaves to be doubted.
    private var doubts: [String] {
        guard options.transport.trustsAnyCertificate else { return [] }
        return ["The server's certificate was not checked: --insecure was given."]
    }

    private var address: String {
        switch target {
        case .baseURL(let url): url
        case .server(let name): plan.entries.first.flatMap { target.baseURL(for: $0.testCase.operation) } ?? name
        }
    }

    private func status(_ report: RunReport) -> ExitStatus {
        if report.isInterrupted { return .interrupted }
        if report.summary.failed + report.summary.blocked == 0 {
            // Nothing judged proves nothing; of a run in parts the parts together say whether anything was.
            return report.verdict == .empty && shard == nil ? .broken : .passed
        }
        let failed = report.cases.filter { $0.status == .failed }
        let isNeverConnected = !failed.isEmpty && report.summary.passed == 0 && failed.allSatisfy(Self.neverConnected)
        return isNeverConnected ? .unreachable : .broken
    }

    private static func neverConnected(_ result: CaseResult) -> Bool {
        let rules = TransportFailure.Kind.allCases.map { TransportFailure($0, "") }.filter(\.isBeforeRequest).map(
            \.rule)
        return result.findings.contains { rules.contains($0.rule) }
    }
}
