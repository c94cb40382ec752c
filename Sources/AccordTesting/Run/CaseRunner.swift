// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// Runs cases on a client, and checks the client's requests and the values or errors of its calls.
struct CaseRunner: Sendable {
    var bindings: ClientBindings
    /// The time without progress after which a call counts as hanging.
    var deadline: Duration = .seconds(5)
    /// The responses to requests for OAuth tokens, by the URL of the request.
    var tokens: [String: HTTPResponse] = [:]
    /// The properties of each operation's generated input type, by operation id.
    var shapes: [String: InputShape] = [:]
    /// Whether waived cases also run. If a waived case passes, a warning reports that the waiver is unnecessary.
    var checksWaivers = false
    var earlierCalls = EarlierCalls()
    var profile = Severities.Profile.strict
    /// The habits that the client's calls have shown.
    var habits = ClientHabits()

    func run(_ testCase: Case) async -> CaseResult {
        if let skip = testCase.skip {
            guard checksWaivers, testCase.isDerived else { return CaseResult(testCase, .skipped, reason: skip.reason) }
            return await check(skip, of: testCase)
        }
        guard bindings.bound.contains(testCase.operation.id) else {
            let hint = Suggestion.hint(for: testCase.operation.id, in: bindings.bound.sorted())
            return CaseResult(
                testCase, .skipped, reason: "the bindings have no closure for “\(testCase.operation.id)”\(hint)")
        }
        let began = ContinuousClock.now
        var result = await attemptInTurn(testCase)
        result.duration = (ContinuousClock.now - began).seconds
        return result
    }

    /// Runs a case and its variants, and stops at the first that doesn't pass. Further variants would fail for the same
    /// reason.
    private func attemptInTurn(_ testCase: Case) async -> CaseResult {
        var result = await attempt(testCase)
        for other in testCase.inTurn {
            guard result.status == .passed else { break }
            var next = await attempt(other)
            next.assertions += result.assertions
            next.findings = result.findings + next.findings.filter { !result.findings.contains($0) }
            if next.status == .passed { next.exchanges = result.exchanges }
            result = next
        }
        return result
    }

    /// Runs a waived case, and adds a warning if the case passes.
    private func check(_ waiver: Exemption, of testCase: Case) async -> CaseResult {
        let outcome = await run(testCase.with { $0.skip = nil })
        guard outcome.status == .passed else { return CaseResult(testCase, .skipped, reason: waiver.reason) }
        let finding = Finding(
            rule: .caseWaiverUnneeded, severity: .warning, blame: .contract, "the case passes, although it is waived",
            contract: waiver.location, actual: waiver.reason,
            advice: "Remove the waiver from “derived” in the contract.")
        return CaseResult(testCase, .skipped, reason: waiver.reason, findings: [finding])
    }

    /// Runs a case, without the cases that follow in turn.
    func attempt(_ testCase: Case) async -> CaseResult {
        do throws(CaseResult) {
            let isRenewal = testCase.derivation?.variation == .request(.renewal)
            guard isRenewal || !testCase.atOnce.isEmpty else { return try await attemptAlone(testCase) }
            guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
                return CaseResult(testCase, .notApplicable, reason: "concurrent calls require macOS 15 or iOS 18")
            }
            return try await isRenewal ? attemptRenewal(testCase) : attemptAtOnce(testCase)
        } catch {
            return error
        }
    }

    private func attemptAlone(_ testCase: Case) async throws(CaseResult) -> CaseResult {
        let attempts = try attempts(for: testCase)
        if let delivery = testCase.delivery, let reason = await obstacle(to: delivery, testCase) {
            return CaseResult(testCase, .notApplicable, reason: reason)
        }
        let (conversation, observations) = await observe(
            attempts, of: testCase, habits: attempts.count == 1 ? habits : nil)
        try requireCall(of: testCase, conversation)
        if let last = observations.last, last.requests.isEmpty, !last.isUnseen, var refusal = conversation.refusal {
            refusal.contract = testCase.location
            return CaseResult(testCase, Judgement(findings: [refusal], assertions: 1))
        }
        for (attempt, observation) in zip(attempts, observations).dropLast(observations.count == attempts.count ? 1 : 0)
        {
            let judgement = attempt.judgeAsProducer(observation)
            if judgement.failed {
                return CaseResult(
                    testCase, .blocked, reason: "the case “\(attempt.testCase.id)”, which must run first, failed",
                    findings: judgement.findings)
            }
        }
        guard observations.count == attempts.count, let last = observations.last, let attempt = attempts.last else {
            throw CaseResult(testCase, .blocked, reason: "a call that must precede this case didn't end")
        }
        guard testCase.outcome.isAnotherCall, attempts.count > 1 else {
            return await verdict(on: testCase, attempt, last)
        }
        let before = observations.count - 2
        guard let one = observations[before].requests.last, let other = last.requests.first else {
            return CaseResult(testCase, .notApplicable, reason: "the client sent no request in one of two equal calls")
        }
        let freshness = attempt.judgeFreshness(other, after: one, of: attempts[before])
        return await verdict(on: testCase, attempt, last, and: freshness)
    }

    /// Returns the calls of the cases that must run first, followed by the call of the case itself.
    func attempts(for testCase: Case) throws(CaseResult) -> [Attempt] {
        try attempts(testCase.producers + [testCase], of: testCase)
    }

    /// Returns the calls of cases. If Accord can't generate one of them, the case that needs the calls fails.
    func attempts(_ members: [Case], of testCase: Case) throws(CaseResult) -> [Attempt] {
        do {
            return try members.map { member throws(SubstitutionError) in
                try Attempt(member, shape: shapes[member.operation.id])
            }
        } catch {
            throw CaseResult(testCase, .failed, findings: [error.finding], assertions: 1)
        }
    }

    /// Ends a case whose client can't be created, or that isn't applicable to the client.
    func requireCall(of testCase: Case, _ conversation: Conversation) throws(CaseResult) {
        switch conversation.obstacle {
        case nil: return
        case .noFault(let reason)?: throw CaseResult(testCase, .notApplicable, reason: reason)
        case .sleeps?: throw ClientHabits.sleeping(testCase, after: deadline / 10)
        case .notApplicable(let reason)?:
            let finding = cantSend(testCase, because: reason, conversation.turn.attempt?.input.reads.names ?? [])
            throw CaseResult(testCase, .notApplicable, reason: reason, findings: [finding])
        case .noClient(let error)?:
            let finding = Finding(
                rule: .outcomeUnmade, blame: .client, "can't create the client", contract: testCase.location,
                place: .init(.outcome), expected: "the closure “client” of the bindings returns a client",
                actual: error, advice: "Fix the closure “client” of the bindings, which throws the error.")
            throw CaseResult(testCase, .failed, findings: [finding], assertions: 1)
        }
    }

    private func verdict(
        on testCase: Case, _ attempt: Attempt, _ observation: ClientObservation, and other: Judgement = Judgement()
    ) async -> CaseResult {
        var observation = observation
        let exchanges = observation.requests.enumerated().map { index, request in
            let reply = attempt.replies[min(index, attempt.replies.count - 1)]
            return ExchangeRecord(request: request, response: reply.response, failure: reply.failure)
        }
        if testCase.derivation?.variation == .request(.link) {
            observation.takeRequestsElsewhere(of: testCase, keeping: attempt.expected.count)
        }
        var judgement = attempt.judge(observation)
        judgement.formUnion(other)
        await SecondLook(self, testCase, observation).correct(&judgement)
        return CaseResult(testCase, judgement, exchanges)
    }

    /// Returns the reason why a stream variation, such as one event at a time, can't be tested with this client.
    /// Returns `nil` if the variation can be tested.
    private func obstacle(to delivery: StreamVariation, _ testCase: Case) async -> String? {
        guard delivery != .reconnection else { return nil }
        guard let intact = testCase.intact, let observation = await observation(of: intact),
            case .returned = observation.outcome
        else { return "the call fails even with the documented response" }
        guard let count = observation.elementCount else { return "the client returns no asynchronous sequence" }
        guard delivery == .oneByOne, case .answer(let response)? = testCase.lastReply else { return nil }
        var pieces = response.pieces
        if EventStream.parse(pieces.last ?? []).first?.object?["data"] == "[DONE]" { pieces.removeLast() }
        return count == pieces.count ? nil : "the client doesn't return an element for each event"
    }

    /// Makes calls in order on a new client, whose stub is closed at the end. Judging may make further calls, and only
    /// one stub at a time can replace the shared session.
    ///
    /// - Parameter finally: A closure that makes concurrent calls of the same client after these calls.
    func observe(
        _ attempts: [Attempt], of testCase: Case, habits: ClientHabits? = nil,
        finally: (@Sendable (FlowRun, ClientBindings.Instance) async -> Void)? = nil
    ) async -> (conversation: Conversation, observations: [ClientObservation]) {
        // In Mastodon's document, an operation has the URL for tokens, too.
        let tested = attempts.flatMap(\.expected).map(\.example.url)
        let conversation = Conversation(
            tokens: tokens.filter { !tested.contains($0.key) }, server: testCase.operation.exampleServer,
            faults: attempts.compactMap(\.fault),
            credentialFields: testCase.credentialFields, deadline: deadline, habits: habits)
        let stub = Stub(conversation: conversation, credentials: credentials(of: testCase))
        defer { stub.close() }
        let run = FlowRun(stub: stub, bindings: bindings)
        let observations = await CompletionObserver.$keepsHandlers.withValue(earlierCalls.keepsHandlers) {
            await run.observe(attempts) { await finally?(run, $0) }
        }
        return (conversation, observations)
    }

    private func credentials(of testCase: Case) -> [String: String] {
        let values = (try? testCase.credentials(scope: testCase.scope()))??.object ?? [:]
        return values.reduce(into: [:]) { $0[$1.key] = $0[$1.key] ?? $1.value.string }
    }

}

/// A case may end with its result before its call is judged.
extension CaseResult: Error {
    /// Creates the result of a case from its findings. A case that the contract marks as pending stays pending whether it
    /// fails or passes.
    init(_ testCase: Case, _ judgement: Judgement, _ exchanges: [ExchangeRecord] = []) {
        var status: CaseResult.Status = judgement.failed ? .failed : .passed
        var reason: String?
        if let pending = testCase.pending {
            status = .pending
            reason = judgement.failed ? pending.reason : "\(pending.reason) (the case passes now)"
        }
        self.init(
            testCase, status, reason: reason, findings: judgement.findings, assertions: judgement.assertions,
            exchanges: exchanges)
    }
}

extension Case {
    /// The names of the header fields with credentials, in lower case.
    var credentialFields: Set<String> {
        var names: Set<String> = ["authorization", "proxy-authorization", "cookie"]
        for scheme in self.securitySchemes {
            if case .apiKey(.header, let name) = scheme.kind { names.insert(name.lowercased()) }
        }
        return names
    }
}

extension ClientObservation {
    /// Removes the requests that followed a link to a different origin, and reports those that contain credentials.
    ///
    /// - Parameter count: The number of expected requests to the documented server. Further requests to this server are
    ///   removed too, because a client may request the link's path from it.
    fileprivate mutating func takeRequestsElsewhere(of testCase: Case, keeping count: Int) {
        let followed = requests.filter { URLParts($0.url).host == OtherOriginLink.host }
        requests = Array(requests.filter { URLParts($0.url).host != OtherOriginLink.host }.prefix(count))
        let sent = followed.flatMap(\.headers).map(\.name)
            .filter { testCase.credentialFields.contains($0.lowercased()) }
        guard let first = sent.first else { return }
        findings.append(
            Finding(
                rule: .requestRedirectCredentials, blame: .client,
                "the client followed a link to a different origin, and sent its credentials there",
                place: .init(.header, first),
                expected: "a request without \(first), or no request", actual: "\(first) to \(OtherOriginLink.host)",
                advice: "In the client, send credentials only if the link has the server's scheme, host and port."
            ))
    }
}

extension StubReply {
    var failure: String? { if case .fault(let fault, _) = self { "\(fault.id): \(fault.event)" } else { nil } }
}
