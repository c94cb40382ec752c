// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// If a fuzz-generated request fails, searches for the smallest request that fails by the same rule (shrinking).
extension CaseProgress {
    struct Shrinking: Sendable {
        var shrinker: FuzzShrinker
        /// Identifies the failure. Smaller requests must fail in the same way.
        var failure: MistakeKey
        /// The smaller request that was sent, or `nil` while Accord searches for the next smaller request.
        var candidate: Case?
        var smallest: (testCase: Case, attempt: Attempt, findings: [Finding])?
    }

    /// Asks the executor whether to shrink the failed request. Ends the case if the request isn't fuzz-generated.
    mutating func offerShrinking() -> Action {
        guard let error, case .generated(let generated)? = testCase.steps.last?.answer, asking.step == testCase.lastStep
        else { return finish() }
        if generated.refusal == nil, let answered, (400...499).contains(answered),
            let plain = generated.request.withPlainNotation(FuzzRequest.parameters(of: testCase))?.request
        {
            let candidate = testCase.with { $0.last.request = plain.definition(in: testCase, stated: generated.stated) }
            if let request = try? request(candidate, attempt: "plain notation") {
                phase = .respelling(candidate, refused: asking)
                asking.request = request
                return .send(request)
            }
        }
        phase = .offeringShrinking
        return .offerShrinking(error)
    }

    /// Starts to shrink the failed request, or ends the case if the request can't be smaller.
    package mutating func shrink() -> Action {
        guard case .offeringShrinking = phase, let error,
            // If the connection broke, the cause may be something other than the violation. The smaller requests can
            // then omit the violation.
            let shrinker = FuzzShrinker(testCase, keepsWrong: !error.isTransportFailure)
        else { return finish() }
        phase = .shrinking(Shrinking(shrinker: shrinker, failure: identity(error)))
        return .search(shrinker)
    }

    /// Sends the next smaller request, `candidate`. If `candidate` is `nil`, ends the case.
    mutating func propose(_ candidate: Case?, _ shrinker: FuzzShrinker) -> Action {
        guard case .shrinking(var search) = phase else { return finish() }
        search.shrinker = shrinker
        guard let candidate else { return search.shrinker.tries == 0 ? finish() : finish(search) }
        search.candidate = candidate
        guard let next = try? request(candidate, attempt: String(search.shrinker.tries)) else { return finish(search) }
        asking.request = next
        phase = .shrinking(search)
        return .send(next)
    }

    /// The reason why Accord doesn't search for a smaller request, or stops the search.
    enum Leaving {
        /// The case with this id has the same failure. Only the request of that case is shrunk.
        case failsAlike(String)
        case outOfTime
    }

    /// Stops shrinking, and ends the case with the smallest request that was found so far.
    mutating func leave(_ leaving: Leaving) -> Action {
        switch phase {
        case .shrinking(let shrinking): return finish(shrinking, isOutOfTime: true)
        case .offeringShrinking:
            switch leaving {
            case .failsAlike(let id):
                representative = id
                addDetails([])
            case .outOfTime: addDetails(["Accord had no time left to search for a smaller request that fails"])
            }
            return finish()
        case .settingUp, .asking, .authorizing, .respelling, .tearingDown, .ended: return finish()
        }
    }

    /// Handles the response to a smaller request, and searches for the next smaller request.
    mutating func receive(_ attempt: Attempt, _ shrinking: Shrinking) -> Action {
        var search = shrinking
        guard let candidate = search.candidate else { return finish(search) }
        let candidateFindings = judged(attempt.completion, of: candidate, to: attempt.request)
        if let error = candidateFindings.first(where: { $0.severity == .error }), identity(error) == search.failure {
            search.shrinker.accept()
            search.smallest = (candidate, attempt, candidateFindings)
        }
        search.candidate = nil
        phase = .shrinking(search)
        return .search(search.shrinker)
    }

    private func request(_ candidate: Case, attempt: String) throws -> HTTPRequest {
        let step = candidate.lastStep
        var scope = scope
        // Each smaller request gets a new idempotency key. With the same key, a server would reject a different body.
        scope.identity += "\n\(attempt)"
        return try candidate.request(step, scope: scope, baseURL: baseURL(candidate.steps[step].operation))
    }

    /// Handles the response to the repeated request, in which values have a plain notation, such as `1`, not `1.0`. If
    /// the server accepts this request, the notation was the reason for rejecting the first request.
    mutating func receive(_ completion: Completion, respelled plain: Case, _ refused: Asking) -> Action {
        guard let error else { return finish() }
        guard judged(completion, of: plain).allSatisfy({ $0.severity != .error || $0.rule != error.rule }) else {
            asking = refused
            phase = .offeringShrinking
            return .offerShrinking(error)
        }
        guard case .generated(let generated)? = testCase.steps.last?.answer,
            let (_, rule, names) = generated.request.withPlainNotation(FuzzRequest.parameters(of: testCase))
        else { return finish() }
        let subject = names.joined(separator: " or ")
        let finding = Finding(
            rule: rule, blame: .server, "the server rejected \(subject)",
            contract: error.contract, place: error.place, expected: error.expected, actual: error.actual,
            advice: rule.advice, details: ["the server accepts the same request without \(subject)", "again: \(again)"])
        findings = findings.filter { $0.severity != .error } + [finding]
        return finish()
    }

    /// Ends the case with the findings about the smallest request, and with the response to this request.
    mutating func finish(_ search: Shrinking, isOutOfTime: Bool = false) -> Action {
        let tries = search.shrinker.tries.counted("attempt")
        let attemptsText = "(\(tries)\(isOutOfTime ? ", time limit reached" : ""))"
        var note = "no smaller request fails in the same way \(attemptsText)"
        if let (_, attempt, smallestFindings) = search.smallest {
            attempts.append(attempt)
            findings = smallestFindings
            note = "this is the smallest request found that fails in the same way \(attemptsText)"
        }
        addDetails([note])
        return finish()
    }

    /// Returns the action that sends the request of a finding again, because a finding that doesn't occur again reports
    /// this. Returns `nil` unless the request is generated, or invalid on purpose, and failed for the first time.
    mutating func repetition() -> Action? {
        var repeated = testCase
        switch phase {
        case .asking, .offeringShrinking: break
        case .shrinking(let search): repeated = search.smallest?.testCase ?? testCase
        case .settingUp, .authorizing, .respelling, .tearingDown, .ended: return nil
        }
        guard !isRepeated, obstacle == nil, representative == nil, asking.redirects == 0, let error,
            !Severities.lenient.contains(error.rule), let attempt = attempts.last, let request = attempt.unsigned,
            attempt.step == testCase.lastStep
        else { return nil }
        switch testCase.steps[attempt.step].answer {
        case .refusal, .generated: break
        case .documented, .prepared, .fault, .convention, .resource: return nil
        }
        if case .failure(let failure, _) = attempt.completion.outcome, !failure.canBeShrunk { return nil }
        isRepeated = true
        // A server rejects the nonce of a signature that it has received before, so the request is signed again.
        asking.request = request
        asking.repeated = repeated
        phase = .asking
        return .send(request)
    }

    /// Handles the response to a request that was sent again.
    mutating func receive(_ completion: Completion, _ repeated: Case, to request: HTTPRequest) -> Action {
        let isAgain = judged(completion, of: repeated, to: request).contains { finding in
            finding.severity == .error && error.map { identity($0) == identity(finding) } ?? false
        }
        if !isAgain, let index = findings.firstIndex(where: { $0.severity == .error }) {
            let result =
                switch completion.outcome {
                case .response(let response): "the server responded with \(response.status)"
                case .failure(let failure, _): failure.message
                }
            findings[index].details.append("did not happen again: Accord sent the same request again, and \(result)")
        }
        return finish()
    }

    private func identity(_ error: Finding) -> MistakeKey { error.key(inOperation: nil, orAt: testCase.location) }

    private var error: Finding? { findings.first { $0.severity == .error } }

    mutating func addDetails(_ details: [String]) {
        guard let index = findings.firstIndex(where: { $0.severity == .error }) else { return }
        findings[index].details += details + ["again: \(again)"]
    }

    /// The command line that repeats this request.
    private var again: String {
        let permission = testCase.steps.contains(where: \.needsPermission) ? ["--allow-unsafe"] : []
        let words = permission + ["--case", testCase.qualifiedID, testCase.file].map(CurlCommand.quoted)
        return (["accord verify", options].filter { !$0.isEmpty } + words).joined(separator: " ")
    }

    private mutating func judged(
        _ completion: Completion, of candidate: Case, to request: HTTPRequest? = nil
    ) -> [Finding] {
        let step = candidate.lastStep
        switch completion.outcome {
        case .failure(let failure, _): return [failure.finding(contract: candidate.steps[step].location)]
        case .response(let response):
            let exchanges = request.map { [StepExchange(step: step, request: $0, response: response)] } ?? []
            let judgement = Judge.judge(response, of: candidate, step: step, scope: scope, exchanges: exchanges)
            return naming(response, judgement.findings, of: candidate)
        }
    }
}

extension TransportFailure {
    /// Whether to search for a smaller request that fails in the same way: the connection broke, or the response was
    /// malformed. Other failures, such as timeouts, would make the search slow.
    var canBeShrunk: Bool {
        switch kind {
        case .reset, .empty, .cut, .malformed, .badEncoding: true
        default: false
        }
    }
}

/// Limits the total time that a run spends on shrinking requests. If several cases fail in the same way, only the
/// request of the first case is shrunk.
struct ShrinkingBudget: Sendable {
    private var seconds: Double
    /// The number of cases that are being shrunk. If it isn't 0, `since` is the time at which the first of these cases
    /// began.
    private var underWay = 0
    private var since: ContinuousClock.Instant?
    private var taken: [MistakeKey: String] = [:]

    init(seconds: Double = 5) { self.seconds = seconds }

    /// Returns the seconds that remain for shrinking.
    func left(at now: ContinuousClock.Instant) -> Double { seconds - (since.map { (now - $0) / .seconds(1) } ?? 0) }

    /// Returns the reason not to shrink a failed request, or `nil` to shrink the request.
    mutating func refusal(
        _ finding: Finding, of testCase: Case, at now: ContinuousClock.Instant
    ) -> CaseProgress.Leaving? {
        let key = finding.key(inOperation: nil, orAt: testCase.location)
        if let earlier = taken[key] { return .failsAlike(earlier) }
        guard left(at: now) > 0 else { return .outOfTime }
        taken[key] = testCase.id
        return nil
    }

    mutating func begin(at now: ContinuousClock.Instant) {
        underWay += 1
        since = since ?? now
    }

    mutating func end(at now: ContinuousClock.Instant) {
        underWay -= 1
        guard underWay == 0 else { return }
        seconds = left(at: now)
        since = nil
    }
}
