// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Creates the results of cases. Masks secrets, and limits the number of recorded exchanges of passed cases.
package final class Recorder {
    private var secrets: Secrets
    private var keptExchanges: Int
    private let baseline: Baseline?
    private let today: String
    private let severities: Severities
    /// For each operation, the number of valid fuzz-generated requests by status code of the response.
    package private(set) var generated: [RunExtent.Generated] = []
    private var tally: CoverageTally
    /// Writes bytes into a new file, and returns the file's path, or `nil` if it writes no file.
    private let writeFile: ([UInt8]) -> String?
    /// The operations with cases that weren't sent because the user didn't allow unsafe methods.
    package private(set) var unpermitted: Set<OperationKey> = []

    /// - Parameters:
    ///   - keptExchanges: The maximum number of exchanges of passed cases to record. Exchanges of failed cases are
    ///     always recorded.
    ///   - baseline: The known findings.
    ///   - today: The current date, such as `2026-03-01`, which decides whether a known finding has expired.
    ///   - contracts: The contracts whose coverage is measured.
    ///   - severities: The severities of the rules.
    ///   - writeFile: Writes a body or URL that is too long for a `curl` command into a new file, and returns the file's
    ///     path, or `nil` if it writes no file.
    package init(
        _ secrets: Secrets, keptExchanges: Int, baseline: Baseline? = nil, today: String = "",
        contracts: [Contract] = [], severities: Severities = .strict,
        writeFile: @escaping ([UInt8]) -> String? = { _ in nil }
    ) {
        self.writeFile = writeFile
        self.secrets = secrets
        self.keptExchanges = keptExchanges
        self.baseline = baseline
        self.today = today
        self.severities = severities
        tally = CoverageTally(contracts)
    }

    /// The coverage of the contracts by the cases that have ended.
    package var coverage: [OperationCoverage] { tally.coverage }

    /// Masks the secrets that are known so far.
    package var masking: Masking { secrets.masking }

    /// Adds a value that is masked in all later results.
    func hide(_ secret: String) { secrets.add(secret) }

    func skipped(_ entry: RunPlan.Entry, reason: String) -> CaseResult {
        if entry.needsPermission { unpermitted.insert(OperationKey(entry.testCase.file, entry.testCase.operation.id)) }
        return CaseResult(entry.testCase, .skipped, reason: reason)
    }

    /// Returns the result of a case that can't run, because it depends on the case `id`, which didn't succeed. The
    /// result is skipped if the case `id` was skipped or pending, otherwise blocked.
    func blocked(_ entry: RunPlan.Entry, by id: String, _ status: CaseResult.Status) -> CaseResult {
        switch status {
        case .skipped, .pending:
            CaseResult(entry.testCase, .skipped, reason: "the case depends on \(id), which is \(status.rawValue)")
        case .passed, .failed, .blocked, .notApplicable:
            CaseResult(entry.testCase, .blocked, reason: "blocked by \(id)")
        }
    }

    /// The reason why the run ended early, or `nil` if it ran to its end.
    package internal(set) var ending: RunEnding?

    /// Returns a blocked result for each case of a run whose server can't be reached. Skipped cases remain skipped.
    package func blocked(_ plan: RunPlan, because reason: String) -> [CaseResult] {
        plan.entries.map { entry in
            entry.skip.map { skipped(entry, reason: $0) } ?? CaseResult(entry.testCase, .blocked, reason: reason)
        }
    }

    /// - Parameter predecessors: The results of the cases on which the case depends, in the plan's order. They are
    ///   computed only if the case has an error.
    func result(
        of entry: RunPlan.Entry, _ progress: CaseProgress, duration: Double,
        after predecessors: @autoclosure () -> [CaseResult] = []
    ) -> CaseResult {
        secrets.add(progress.outputs)
        for attempt in progress.attempts where entry.testCase.steps.indices.contains(attempt.step) {
            let step = entry.testCase.steps[attempt.step]
            tally.record(
                attempt.request, attempt.completion.response, operation: step.operation.id, file: entry.testCase.file,
                isInvalid: step.breaksContract)
        }
        count(entry.testCase, progress.answered)
        if let obstacle = progress.obstacle {
            return CaseResult(entry.testCase, .skipped, reason: masking.mask(obstacle))
        }
        var findings = progress.findings
        let isExplained = findings.contains { $0.severity == .error }
        findings = severities.applied(to: findings)
        let failed = findings.contains { $0.severity == .error } || (progress.failed && !isExplained)
        if !failed && !progress.retried.isEmpty { findings.append(flaky(entry, progress)) }
        if !failed, let pending = entry.pending { findings.append(passesThoughPending(entry, pending)) }
        let errors = findings.indices.filter { findings[$0].severity == .error }
        let stream =
            errors.isEmpty ? nil : progress.attempts.last.flatMap { ExchangeRecord($0, masking).response?.stream }
        if !errors.isEmpty {
            let earlier = Self.requests(before: progress, after: predecessors()).suffix(Self.mostEarlierRequests)
            for index in errors {
                findings[index].details += stream?.lines() ?? []
                findings[index].details += earlier.map { "sent before: \($0)" }
            }
        }
        let unexplained = errors.filter { findings[$0].reproduce == nil }
        if !unexplained.isEmpty, let request = progress.attempts.last?.request {
            // Limits the time of the `curl` command, because the server doesn't end the stream.
            let line = curlLine(for: request, within: stream?.closing == nil ? nil : 10)
            for index in unexplained { findings[index].reproduce = line }
        }
        let status: CaseResult.Status = entry.pending != nil ? .pending : failed ? .failed : .passed
        let alike = progress.representative.map { "fails as \($0)" }
        var result = CaseResult(entry.testCase, status, reason: entry.pending?.reason ?? alike)
        result.duration = duration
        result.assertions = progress.assertions
        result.findings = findings.map(masking.mask)
        if failed || keptExchanges > 0 {
            if !failed { keptExchanges -= progress.attempts.count }
            result.exchanges = progress.attempts.map { ExchangeRecord($0, masking) }
        }
        return baseline?.applied(to: result, today: today) ?? result
    }

    /// Returns the `curl` command that repeats a request. If the command would have more than 1,000 characters, the body
    /// is in a file, and if necessary the URL and the header fields, too. The files contain no secrets.
    private func curlLine(for request: HTTPRequest, within limit: Int?) -> String {
        func line(_ body: String? = nil, _ configuration: String? = nil) -> String {
            CurlCommand.line(
                for: request, within: limit, bodyFile: body, configuration: configuration, masking: masking.pieces)
        }
        guard line().count > 1_000 else { return line() }
        let text = String(decoding: request.body, as: UTF8.self)
        let body = text.isEmpty || masking.mask(text) != text ? nil : writeFile(request.body)
        guard line(body).count > 1_000, line(body, "").count <= 1_000 else { return line(body) }
        return line(body, writeFile(Array(CurlCommand.configuration(for: request, masking: masking.pieces).utf8)))
    }

    /// The maximum number of earlier requests that a finding lists.
    private static let mostEarlierRequests = 8

    /// Returns the requests before the failed request, with their status codes: the requests of earlier cases, then the
    /// earlier requests of this case.
    private static func requests(before progress: CaseProgress, after predecessors: [CaseResult]) -> [String] {
        let others = predecessors.compactMap { result in
            result.exchanges.last.map { exchange in
                line(exchange.request.method, exchange.request.url, exchange.response?.status) + ", \(result.id)"
            }
        }
        let last = progress.attempts.last?.step ?? 0
        return others
            + progress.attempts.filter { $0.step < last }.map {
                line($0.request.method, $0.request.url, $0.completion.response?.status)
            }
    }

    private static func line(_ method: String, _ url: String, _ status: Int?) -> String {
        "\(method) \(URLParts(url).path) → \(status.map { "\($0)" } ?? "no response")"
    }

    private func count(_ testCase: Case, _ status: Int?) {
        guard let status, case .generated(let request)? = testCase.steps.last?.answer, request.refusal == nil else {
            return
        }
        let (file, operation) = (testCase.file, testCase.operation.id)
        let index = generated.firstIndex { $0.file == file && $0.operation == operation }
        if index == nil { generated.append(.init(file: file, operation: operation)) }
        generated[index ?? generated.count - 1].add(status)
    }

    private func flaky(_ entry: RunPlan.Entry, _ progress: CaseProgress) -> Finding {
        Finding(
            rule: .caseFlaky, severity: .warning, "the case failed at first, and passed when Accord repeated it",
            contract: entry.testCase.location, actual: progress.retried.joined(separator: ", then "),
            advice: "Find out what changed between the attempts: the server may have been starting or overloaded.")
    }

    private func passesThoughPending(_ entry: RunPlan.Entry, _ pending: Exemption) -> Finding {
        Finding(
            rule: .casePendingPasses, severity: .warning, "the case is marked as pending, but it passes",
            contract: pending.location, advice: "In the contract, remove “pending” from the case.")
    }
}

extension ExchangeRecord {
    init(_ attempt: CaseProgress.Attempt, _ masking: Masking) {
        var response: HTTPResponse?
        var failure: String?
        switch attempt.completion.outcome {
        case .response(let received): response = received
        case .failure(let reason, let partial):
            response = partial
            failure = "\(reason.message) (\(reason.detail))"
        }
        self.init(
            request: attempt.request, response: response,
            version: attempt.completion.httpVersion.isEmpty ? nil : attempt.completion.httpVersion, failure: failure,
            timing: attempt.completion.times, masking: masking)
    }
}

extension CaseStep {
    /// Whether Accord sends an invalid request on purpose.
    fileprivate var breaksContract: Bool {
        switch answer {
        case .refusal: true
        case .generated(let generated): generated.refusal != nil
        case .documented, .prepared, .fault, .convention: false
        case .resource(let use): use.isDeleted && use.action != .list
        }
    }
}

extension Completion {
    /// The response, or `nil` if no complete response was received.
    var response: HTTPResponse? {
        if case .response(let response) = outcome { response } else { nil }
    }
}
