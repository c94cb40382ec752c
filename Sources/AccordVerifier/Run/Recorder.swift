import AccordContract
import AccordMatching
import AccordReport

/// Makes results of what happened, secrets masked, within a limit on what is kept of passing cases.
package final class Recorder {
    private let mask: (String) -> String
    private var keptExchanges: Int

    /// - Parameters:
    ///   - keptExchanges: exchanges of passing cases are kept up to this many; those of failing ones always.
    ///   - mask: hides secrets in a text.
    package init(keptExchanges: Int, mask: @escaping (String) -> String) {
        self.keptExchanges = keptExchanges
        self.mask = mask
    }

    func skipped(_ entry: RunPlan.Entry, reason: String) -> CaseResult {
        result(entry, .skipped, reason: reason)
    }

    func blocked(_ entry: RunPlan.Entry, by id: String, isSkipped: Bool) -> CaseResult {
        result(entry, .blocked, reason: isSkipped ? "\(id), which it comes after, is skipped" : "blocked by \(id)")
    }

    func result(
        of entry: RunPlan.Entry, _ progress: CaseProgress, _ failure: TransportFailure?, duration: Double
    ) -> CaseResult {
        var findings = progress.findings
        if let failure { findings.append(failure.finding(contract: entry.testCase.location)) }
        let failed = progress.failed || failure != nil
        if !failed && !progress.retried.isEmpty { findings.append(flaky(entry, progress)) }
        if !failed, let pending = entry.pending { findings.append(passesThoughPending(entry, pending)) }
        if let request = progress.attempts.last?.request {
            let line = CurlCommand.line(for: request, masking: mask)
            for index in findings.indices where findings[index].severity == .error && findings[index].reproduce == nil {
                findings[index].reproduce = line
            }
        }
        let status: CaseResult.Status = entry.pending != nil ? .pending : failed ? .failed : .passed
        var result = result(entry, status, reason: entry.pending?.reason)
        result.duration = duration
        result.assertions = progress.assertions
        result.findings = findings.map(masked)
        if failed || keptExchanges > 0 {
            if !failed { keptExchanges -= progress.attempts.count }
            result.exchanges = progress.attempts.map { ExchangeRecord($0, mask: mask) }
        }
        return result
    }

    private func result(_ entry: RunPlan.Entry, _ status: CaseResult.Status, reason: String?) -> CaseResult {
        let testCase = entry.testCase
        return CaseResult(
            id: testCase.id, file: testCase.file, operation: testCase.operation.id,
            origin: testCase.isDerived ? .derived : .documented, summary: testCase.summary, status: status,
            reason: reason, location: testCase.location)
    }

    private func masked(_ finding: Finding) -> Finding {
        var finding = finding
        finding.message = mask(finding.message)
        finding.expected = finding.expected.map(mask)
        finding.actual = finding.actual.map(mask)
        finding.details = finding.details.map(mask)
        return finding
    }

    private func flaky(_ entry: RunPlan.Entry, _ progress: CaseProgress) -> Finding {
        Finding(
            rule: "case.flaky", severity: .warning, blame: .server,
            "passed only when it was tried again", contract: entry.testCase.location,
            actual: progress.retried.joined(separator: ", then "),
            advice: "Look for what the server lacked the first time: start-up, load, a dependency.")
    }

    private func passesThoughPending(_ entry: RunPlan.Entry, _ pending: Exemption) -> Finding {
        Finding(
            rule: "case.pending-passes", severity: .warning, blame: .contract, "is pending, and passes",
            contract: pending.location, advice: "Take \"pending\" out, so that the case counts.")
    }
}

extension ExchangeRecord {
    init(_ attempt: CaseProgress.Attempt, mask: (String) -> String) {
        let times = attempt.completion.times
        func seconds(_ microseconds: Int) -> Double { Double(microseconds) / 1_000_000 }
        let timing = Timing(
            nameLookup: seconds(times.nameLookup), connect: seconds(times.connect),
            tlsHandshake: seconds(times.tlsHandshake), firstByte: seconds(times.firstByte),
            total: seconds(times.total))
        let request = Request(
            method: attempt.request.method, url: mask(attempt.request.url),
            headers: attempt.request.headers.map { HTTPField($0.name, mask($0.value)) },
            body: Body(attempt.request.body, mask: mask))
        let response: HTTPResponse?
        var failure: String?
        switch attempt.completion.outcome {
        case .response(let received): response = received
        case .failure(let reason, let partial):
            response = partial
            failure = "\(reason.message) (\(reason.detail))"
        }
        self.init(
            request: request,
            response: response.map { response in
                Response(
                    status: response.status,
                    headers: response.headers.map { HTTPField($0.name, mask($0.value)) },
                    body: Body(response.body, mask: mask))
            }, failure: failure, timing: timing)
    }
}

extension ExchangeRecord.Body {
    /// What a report shows of a body at most.
    private static let limit = 64 * 1024

    fileprivate init?(_ bytes: [UInt8], mask: (String) -> String) {
        guard !bytes.isEmpty else { return nil }
        let isCut = bytes.count > Self.limit
        let shown = isCut ? Array(bytes.prefix(Self.limit)) : bytes
        if let text = String(validating: shown, as: UTF8.self) {
            self.init(text: mask(text), size: bytes.count, isCut: isCut)
        } else {
            self.init(base64: Base64.encode(shown), size: bytes.count, isCut: isCut)
        }
    }
}
