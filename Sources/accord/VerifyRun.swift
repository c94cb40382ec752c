// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordRendering
import AccordVerifier
import Foundation

/// A run of `accord verify`: its progress, its report and its exit status.
struct VerifyRun {
    /// The command, with the values of its options.
    var command: Verify
    /// The server's address, which is shown in reports.
    var address: String
    var contracts: [Contract]
    /// Reads the contract files.
    var files: any ContractFiles
    var secrets: Secrets
    var options: VerifierOptions
    var part: RunReport.Shard?
    var baseline: Baseline?
    var severities: Severities
    var events: EventStream?
    var interruption: Interruption
    /// Converts the omissions of a plan to entries of the report: tests that Accord didn't run, and the reasons.
    var unasked: ([Omission]) -> [Omission]

    /// Runs the planned cases, writes the reports, and throws the exit status.
    ///
    /// - Parameters:
    ///   - total: The number of cases that are known at the start of the run.
    ///   - isFinal: Whether `total` includes all cases.
    /// - Throws: An `ExitStatus`, always.
    func run(_ source: PlanSource, planned total: Int, isFinal: Bool) throws {
        let started = Clock.now
        let clock = ContinuousClock.now
        let requests = URL(filePath: command.report).appending(path: "requests")
        var fileCount = 0
        let recorder = Recorder(
            secrets, keptExchanges: options.keptExchanges, baseline: baseline, today: Clock.today,
            contracts: contracts, severities: severities
        ) { bytes in
            fileCount += 1
            let file = requests.appending(path: "\(fileCount).txt")
            guard (try? FileManager.default.createDirectory(at: requests, withIntermediateDirectories: true)) != nil,
                (try? Data(bytes).write(to: file)) != nil
            else { return nil }
            return file.relativePath
        }
        events?.write(start(started, total, recorder.masking))
        var progress = ProgressLog(total: total, isFinal: isFinal, display: command.display)
        progress.begin()
        let verified = try Verifier.run(source, options: options, recorder: recorder, interruption: interruption) {
            event in
            switch event {
            case .started(let testCase):
                events?.write(.caseStarted(id: testCase.id, file: testCase.file, operation: testCase.operation.id))
            case .ended(let result):
                events?.write(.caseEnded(recorder.masking.mask(result)))
                progress.ended(result, at: .now - clock)
            case .planned(let count, let isFinal):
                progress.planned(count, isFinal: isFinal)
                if isFinal, count != total { events?.write(.runPlanned(total: count)) }
            }
        }
        let unasked = self.unasked(source.omissions)
        if interruption.isAsked { ShellCommand.endAll() }
        progress.finish()
        let extent = RunExtent(verified, unasked: unasked, generated: recorder.generated)
        var results = RefusedCredentials(contracts).applied(
            to: recorder.coverage.doubting(extent.doubting(Hints.markDuplicates(verified))))
        // A run that writes the baseline removes the entries whose problem no longer occurs.
        if let baseline, command.known.writeBaseline == nil { results = baseline.concluded(results) }
        var report = RunReport(
            tool: .current, kind: .verify, started: started, duration: (.now - clock) / .seconds(1), target: address,
            contracts: summaries, cases: results,
            hints: warnings + Hints.unpermitted(recorder.unpermitted.count) + Hints.of(results),
            isInterrupted: interruption.isAsked, shard: part, coverage: recorder.coverage.listing(extent.unasked),
            coverageThreshold: command.coverageThreshold)
        report.extent = extent
        report.profile = severities.description
        if let ending = recorder.ending, ending != .interrupted {
            report.hints.insert("The run ended early: \(ending.reason).", at: 0)
        }
        if let emptiness = report.emptiness { report.hints.insert(emptiness, at: 0) }
        report.quoteContracts { try RemoteDocument.bytes(at: $0) ?? files.read($0) }
        report = recorder.masking.mask(report)
        try finish(report, recorder.ending)
    }

    /// Writes a report in which no case ran because the server can't be reached. The report replaces the report of an
    /// earlier run.
    ///
    /// - Throws: An `ExitStatus`, always.
    func giveUp(_ plan: RunPlan, _ failure: Reachability.Failure) throws {
        let started = Clock.now
        let recorder = Recorder(secrets, keptExchanges: 0)
        let masking = recorder.masking
        let reason = "can't reach \(failure.address): \(failure.reason.message)"
        events?.write(start(started, plan.entries.count, masking))
        let report = masking.mask(
            RunReport(
                tool: .current, kind: .verify, started: started, duration: 0, target: address,
                contracts: summaries, cases: recorder.blocked(plan, because: reason),
                hints: ["No cases ran: \(reason). \(failure.reason.advice)"], shard: part))
        for result in report.cases { events?.write(.caseEnded(result)) }
        var status = ExitStatus.unreachable.because(
            masking.mask("\(reason) (\(failure.reason.detail))\n\(failure.reason.advice)"))
        do {
            try command.reports.writer().write(report, to: command.report)
        } catch {
            status = ExitStatus.usage.because("\(error)")
        }
        try end(report, status)
    }

    private func start(_ started: String, _ total: Int, _ masking: Masking) -> RunEvent {
        .runStarted(
            started, target: masking.mask(address), contracts: summaries, shard: part, total: total)
    }

    private var summaries: [RunReport.ContractSummary] {
        contracts.map { .init(file: $0.file, title: $0.title, version: $0.version) }
    }

    /// Prints the report, writes the report files, and throws the exit status.
    ///
    /// - Throws: An `ExitStatus`, always.
    private func finish(_ report: RunReport, _ ending: RunEnding?) throws {
        let output = ReportOutput(
            folder: command.report, arguments: command.reports, display: command.display,
            usesStandardError: events?.isStandardOutput ?? false)
        var failure: ExitStatus?
        do {
            try output.publish(report)
        } catch let status as ExitStatus {
            failure = status
        }
        do {
            if !report.isInterrupted { try command.known.write(report.cases, known: baseline) }
        } catch let status as ExitStatus {
            failure = status
        }
        // `status(_:_:)` prints the reason for a failure. Call it after the report was printed, because otherwise the
        // last line could say that all cases passed.
        let status = status(report, ending)
        try end(report, failure ?? status)
    }

    private func end(_ report: RunReport, _ status: ExitStatus) throws {
        events?.write(.runEnded(report, exitStatus: Int(status.rawValue)))
        try events?.finish()
        throw status
    }

    private var warnings: [String] {
        options.transport.trustsAnyCertificate ? ["The server's certificate was not checked (--insecure)."] : []
    }

    private func status(_ report: RunReport, _ ending: RunEnding?) -> ExitStatus {
        if report.isInterrupted { return .interrupted }
        switch ending {
        case .interrupted: return .interrupted
        case .serverWentAway: return .unreachable.because(ending?.reason ?? "")
        case .timeIsUp: return .broken.because("\(ending?.reason ?? ""); the remaining cases didn't run")
        case .credentialsLost(let reason, isAtEnd: false):
            return .broken.because(
                "\(reason); the remaining cases didn't run\nExclude this operation with --exclude-operation.")
        case .credentialsLost, .enoughFailures, nil: break
        }
        if command.warningsAsErrors, report.summary.warnings > 0 {
            let warnings = report.problems(.warning, includesPending: true).count.counted("warning")
            return .broken.because("failed: the run has \(warnings), and --warnings-as-errors is set")
        }
        if let minimum = command.minimumTested, let extent = report.extent, extent.share * 100 < minimum {
            return .broken.because(
                "failed: the run tested \(extent.asked) of \(extent.asked + extent.unasked.count) possible checks, "
                    + "less than --minimum-tested \(minimum) %")
        }
        if report.lacksCoverage != nil, report.summary.failed == 0 { return .broken }
        if report.summary.failed + report.summary.blocked == 0 {
            // No case failed. A run without results isn't a success, but a shard without results is, because other
            // shards may have results.
            return report.verdict == .passed || report.isEmptyPart ? .passed : .broken
        }
        let failed = report.cases.filter { $0.status == .failed }
        let isNeverConnected = !failed.isEmpty && report.summary.passed == 0 && failed.allSatisfy(Self.neverConnected)
        return isNeverConnected ? .unreachable : .broken
    }

    private static func neverConnected(_ result: CaseResult) -> Bool {
        let rules = TransportFailure.Kind.allCases.map { TransportFailure($0, "") }.filter(\.isBeforeRequest)
            .map(\.rule)
        return result.findings.contains { rules.contains($0.rule) }
    }
}
