import AccordContract
import AccordCore
import AccordJSON
import AccordSchema
import Foundation

/// Tries cases on a client, and judges what it asked and what it did.
struct CaseRunner: Sendable {
    var bindings: ClientBindings
    /// How long nothing may happen before a call counts as hung.
    var deadline: Duration = .seconds(5)
    /// The schemes whose token requests the stub answers.
    var tokens: [String: HTTPResponse] = [:]
    /// What the calls of operations take, where it is known already.
    var shapes: [String: InputShape] = [:]
    /// True where waived cases are tried all the same, to tell which waivers aren't needed any more.
    var checksWaivers = false
    /// False in a child process, whose parent knows what was tried.
    var notesCrashes = true
    /// What calls make of intact answers, as far as it is known.
    var intactOutcomes = IntactOutcomes()

    func run(_ tried: Case) async -> CaseResult {
        if let skip = tried.skip, skip.isInForce {
            guard checksWaivers, tried.isDerived else { return CaseResult(tried, .skipped, reason: skip.reason) }
            return await check(skip, of: tried)
        }
        guard bindings.bound.contains(tried.operation.id) else {
            return CaseResult(tried, .skipped, reason: Self.unbound(tried.operation.id, bindings.bound))
        }
        let began = ContinuousClock.now
        var result = notesCrashes ? await CrashNote.noting(tried.id) { await tryOut(tried) } : await tryOut(tried)
        result.duration = (ContinuousClock.now - began).seconds
        return result
    }

    private func tryOut(_ tried: Case) async -> CaseResult {
        guard tried.atOnce.isEmpty else { return await attemptAtOnce(tried) }
        return await attemptInTurn(tried)
    }

    /// Tries a case and what comes in turn, up to the first that doesn't pass: the others fail by the same mistake.
    private func attemptInTurn(_ tried: Case) async -> CaseResult {
        var result = await attempt(tried)
        for other in tried.inTurn {
            guard result.status == .passed else { break }
            var next = await attempt(other)
            next.assertions += result.assertions
            next.findings = result.findings + next.findings.filter { !result.findings.contains($0) }
            if next.status == .passed { next.exchanges = result.exchanges }
            result = next
        }
        return result
    }

    /// Tries a waived case; only that it passes is told.
    private func check(_ waiver: Exemption, of tried: Case) async -> CaseResult {
        let outcome = await run(tried.with { $0.skip = nil })
        guard outcome.status == .passed else { return CaseResult(tried, .skipped, reason: waiver.reason) }
        let finding = Finding(
            rule: .caseWaiverUnneeded, severity: .warning, blame: .contract, "is waived, and passes",
            contract: waiver.location, actual: waiver.reason, advice: "Take the waiver out of “derived”.")
        return CaseResult(tried, .skipped, reason: waiver.reason, findings: [finding])
    }

    private static func unbound(_ operation: String, _ bound: Set<String>) -> String {
        let near = Suggestion.nearest(to: operation, in: bound.sorted())
        return "“\(operation)” is not bound: give the bindings a closure for it"
            + (near.map { "; is “\($0)” meant to be it?" } ?? "")
    }

    private func attempt(_ tried: Case) async -> CaseResult {
        let attempts: [Attempt]
        do {
            attempts = try self.attempts(for: tried)
        } catch {
            return CaseResult(tried, .failed, findings: [error.finding], assertions: 1)
        }
        let stub = stub(for: tried, attempts)
        defer { stub.close() }
        let run = FlowRun(stub: stub, bindings: bindings, deadline: deadline)
        let observations = await run.observe(attempts.map(\.call))
        if let failure = run.failure {
            return CaseResult(tried, .failed, findings: [unmade(tried, failure)], assertions: 1)
        }
        if let obstacle = run.obstacle { return CaseResult(tried, .notApplicable, reason: obstacle) }
        for (attempt, observation) in zip(attempts, observations).dropLast(observations.count == attempts.count ? 1 : 0)
        {
            let judgement = attempt.judge.judgeAsProducer(observation.judged)
            if judgement.failed {
                return CaseResult(
                    tried, .blocked, reason: "“\(attempt.tried.id)”, which comes first, failed",
                    findings: judgement.findings)
            }
        }
        guard observations.count == attempts.count, let last = observations.last, let attempt = attempts.last else {
            return CaseResult(tried, .blocked, reason: "an earlier call of its flow did not end")
        }
        guard tried.outcome.isAnotherCall, attempts.count > 1 else { return await verdict(on: tried, attempt, last) }
        let before = observations.count - 2
        guard let one = observations[before].requests.last, let other = last.requests.first else {
            return CaseResult(tried, .notApplicable, reason: "the client sends no second request")
        }
        let judge = FreshnessJudge(first: attempts[before].expected[0], second: attempt.expected[0])
        return await verdict(on: tried, attempt, last, and: judge.judge(one, other))
    }

    /// The calls of a case's flow, its own last.
    func attempts(for tried: Case) throws(SubstitutionError) -> [Attempt] {
        var attempts: [Attempt] = []
        for member in tried.producers + [tried] {
            attempts.append(try Attempt(member, shape: shapes[member.operation.id]))
        }
        return attempts
    }

    func unmade(_ tried: Case, _ failure: String) -> Finding {
        Finding(
            rule: .outcomeUnmade, blame: .client, "the client could not be made", contract: tried.location,
            place: .init(.outcome), expected: "a client, from the bindings’ “client” closure", actual: failure,
            advice: "See what the closure throws.")
    }

    private func verdict(
        on tried: Case, _ attempt: Attempt, _ observation: CallObservation, and other: Judgement = Judgement()
    ) async -> CaseResult {
        var attempt = attempt
        if case .returned = observation.outcome, await isIgnored(observation.outcome, by: tried) {
            attempt.tried = tried.with { $0.outcome.result = .either }
        }
        var judgement = attempt.judge.judge(observation.judged)
        judgement.formUnion(other)
        if tried.outcome.mustBeIgnored, let intact = tried.intact {
            judgement.assertions += 1
            if await isSame(OutcomeForm(observation.outcome), asIntact: intact) == false {
                judgement.findings = [readInSpite(tried, observation.outcome)]
            }
        }
        if judgement.assertions == 0 {
            judgement.findings.append(
                Finding(
                    rule: .caseNoAssertion, blame: .contract, "the case asserted nothing",
                    contract: tried.location, advice: "State what the request, the answer or the client must be."))
        }
        let exchanges = observation.requests.enumerated().map { index, request in
            let reply = attempt.replies[min(index, attempt.replies.count - 1)]
            return ExchangeRecord(request: request, response: reply.response, failure: reply.failure)
        }
        return conclude(tried, judgement, exchanges)
    }

    private func readInSpite(_ tried: Case, _ outcome: CallOutcome) -> Finding {
        var what = "what"
        if let place = tried.derivation?.place { what = "“\(place)”, which" }
        var actual = OutcomeForm(outcome).text
        if case .threw(let error) = outcome { actual = error.text }
        return Finding(
            rule: .outcomeIgnored, blame: .client, "the client reads \(what) it is said to ignore",
            contract: tried.outcome.location, place: .init(.outcome), expected: "the outcome of the intact answer",
            actual: actual, advice: "Take the place out of “ignores”, or don’t read it.")
    }

    func stub(for tried: Case, _ attempts: [Attempt]) -> Stub {
        Stub(
            conversation: Conversation(
                tokens: tokens, server: tried.operation.servers.first?.url ?? "",
                faults: attempts.compactMap(\.call.fault), credentialFields: tried.credentialFields),
            credentials: credentials(of: tried))
    }

    private func credentials(of tried: Case) -> [String: String] {
        let values = (try? tried.credentials(scope: tried.scope()))??.object ?? [:]
        return Dictionary(values.compactMap { member in member.value.string.map { (member.key, $0) } }) { first, _ in
            first
        }
    }

    /// The result of a judgement: failed, passed, or pending whatever it says.
    func conclude(_ tried: Case, _ judgement: Judgement, _ exchanges: [ExchangeRecord]) -> CaseResult {
        let isPending = tried.pending?.isInForce ?? false
        var status: CaseResult.Status = judgement.failed ? .failed : .passed
        var reason: String?
        if isPending {
            status = .pending
            reason = tried.pending.map { judgement.failed ? $0.reason : "\($0.reason) (it passes now)" }
        }
        return CaseResult(
            tried, status, reason: reason, findings: judgement.findings, assertions: judgement.assertions,
            exchanges: exchanges)
    }
}

extension Case {
    /// The header fields that carry credentials, in lower case.
    fileprivate var credentialFields: Set<String> {
        var names: Set<String> = ["authorization", "proxy-authorization", "cookie"]
        for scheme in self.securitySchemes {
            if case .apiKey(.header, let name) = scheme.kind { names.insert(name.lowercased()) }
        }
        return names
    }
}

extension StubReply {
    /// What was given back, for the report.
    var response: HTTPResponse? {
        switch self {
        case .answer(let response): response
        case .fault(_, let response): response
        }
    }

    var failure: String? {
        if case .fault(let fault, _) = self { "\(fault.id): \(fault.event)" } else { nil }
    }
}
