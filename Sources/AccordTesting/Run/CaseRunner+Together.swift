// SPDX-License-Identifier: Apache-2.0
import AccordCore

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
extension CaseRunner {
    /// Makes concurrent calls on one client, and compares each result with the result of the same call alone on a new
    /// client.
    func attemptAtOnce(_ testCase: Case) async throws(CaseResult) -> CaseResult {
        let first = try attempts(testCase.producers, of: testCase)
        var baseline: [BaselineCall] = []
        for attempt in try attempts(CallsAtOnce.calls(of: testCase), of: testCase) {
            if let call = try await alone(attempt, after: first, testCase) { baseline.append(call) }
        }
        guard baseline.count > 1 else {
            return CaseResult(
                testCase, .notApplicable,
                reason: "the client rejects generated responses, so Accord can't tell concurrent calls apart")
        }
        return try await attempt(testCase, first, baseline)
    }

    /// Makes a call on a new client, without concurrent calls. Returns `nil` if the client rejects a generated response,
    /// so that this call is left out of the concurrent calls.
    private func alone(
        _ attempt: Attempt, after first: [Attempt], _ testCase: Case
    ) async throws(CaseResult) -> BaselineCall? {
        let flow = first + [attempt]
        let (conversation, seen) = await observe(flow, of: testCase)
        try requireCall(of: testCase, conversation)
        for (index, (attempt, observation)) in zip(flow, seen).enumerated() {
            let isFirst = index < first.count
            var judgement = isFirst ? attempt.judgeAsProducer(observation) : attempt.judge(observation)
            if !isFirst, judgement.failed { await SecondLook(self, attempt.testCase, observation).correct(&judgement) }
            guard judgement.failed else { continue }
            if attempt.testCase.hasMadeAnswer { return nil }
            throw CaseResult(
                testCase, .blocked, reason: "the case “\(attempt.testCase.id)” failed without concurrent calls",
                findings: judgement.findings)
        }
        return seen.count == flow.count ? seen.last.flatMap { BaselineCall(attempt, $0) } : nil
    }

    private func attempt(
        _ testCase: Case, _ first: [Attempt], _ baseline: [BaselineCall]
    ) async throws(CaseResult) -> CaseResult {
        let together = Together(
            baseline.map(\.attempt), seed: testCase.qualifiedID,
            choose: { request, open in BaselineCall.nearest(to: request, among: open, of: baseline) })
        let endings = try await endings(of: together, after: first, testCase)
        let served = together.barrier.served
        let judge = IsolationJudge(testCase: testCase, baseline: baseline, endings: endings, served: served)
        for call in judge.unattributed.map({ baseline[$0] }) {
            let again = try? await alone(call.attempt, after: first, testCase)
            guard let again, again.value != call.value else { continue }
            return CaseResult(
                testCase, .notApplicable, reason: "the client returns different values for the same response")
        }
        let judgement = judge.judgement
        if judgement.findings.isEmpty {
            if let stale = await staleCall(testCase, first, baseline) {
                return CaseResult(testCase, Judgement(findings: [stale], assertions: baseline.count))
            }
            if let reason = judge.obstacle { return CaseResult(testCase, .notApplicable, reason: reason) }
        }
        return CaseResult(testCase, judgement, served.map(\.exchange))
    }

    /// Makes concurrent calls after the calls of the cases that must run first, and returns how they ended.
    private func endings(
        of together: Together, after first: [Attempt], _ testCase: Case
    ) async throws(CaseResult) -> [ClientObservation?] {
        let conversation = await observe(first, of: testCase) { await $0.run(together, on: $1) }.conversation
        try requireCall(of: testCase, conversation)
        guard conversation.endings.count == together.calls.count else {
            throw CaseResult(testCase, .blocked, reason: "a call that must precede this case didn't end")
        }
        return conversation.endings
    }

    /// Makes calls with different arguments on one client, one after the other. Returns a finding if a call returns the
    /// value of the first call, but a different value on a new client.
    ///
    /// A client does this if the key of its cache lacks an argument, such as the page of a list.
    private func staleCall(_ testCase: Case, _ first: [Attempt], _ baseline: [BaselineCall]) async -> Finding? {
        let one = baseline[0]
        let documented = baseline.first { !$0.sends(one.request) && $0.value != one.value }?.attempt
        let others =
            [documented].compactMap(\.self) + CallsAtOnce.otherArguments(of: testCase).compactMap { try? Attempt($0) }
        if others.isEmpty { return nil }
        let observations = await observe(first + [one.attempt] + others, of: testCase).observations
        for (other, observation) in zip(others, observations.dropFirst(first.count + 1)) {
            guard let value = observation.outcome.value, BaselineCall.forms(of: value) == one.value,
                let alone = try? await alone(other, after: first, testCase), !alone.sends(one.request),
                alone.value != one.value
            else { continue }
            return Finding(
                rule: .outcomeMixed, severity: testCase.outcome.severity, blame: .client,
                "a call returned the response of an earlier call", contract: testCase.location, place: .init(.outcome),
                expected: alone.value[0]?.compact, actual: value.json.compact,
                advice: "Use the whole URL as the key of the client's cache.",
                details: [one, alone].map { call in
                    // The record of a request contains no credentials.
                    let sent = ExchangeRecord(request: call.request, response: nil).request
                    return "the client called \(sent.method) \(sent.url)"
                })
        }
        return nil
    }

    /// Makes two concurrent calls whose token has expired. The client must renew the token only once, and both calls
    /// must return a value.
    func attemptRenewal(_ testCase: Case) async throws(CaseResult) -> CaseResult {
        guard let recovery = testCase.recovery, await attempt(recovery).status == .passed else {
            return CaseResult(
                testCase, .notApplicable, reason: "the case “\(testCase.recovery?.id ?? "")” doesn’t pass")
        }
        var first = try attempts(for: testCase)
        let attempt = first.removeLast()
        let renewal: Renewal
        do {
            renewal = try Renewal(recovery, testCase, success: attempt.replies[0])
        } catch {
            throw CaseResult(testCase, .failed, findings: [error.finding], assertions: 1)
        }
        let together = Together(
            [attempt, attempt], seed: testCase.qualifiedID, reply: { request, _ in renewal.reply(to: request) },
            choose: { $1[0] })
        let endings = try await endings(of: together, after: first, testCase)
        let served = together.barrier.served
        return CaseResult(testCase, renewal.judge(endings, served, testCase), served.map(\.exchange))
    }
}

/// Replies to concurrent calls whose token has expired, and counts how often the client renews the token.
private final class Renewal: Sendable {
    private let state = Locked((expired: [String]?.none, isRenewed: false))
    private let failure: StubReply
    private let success: StubReply
    private let renewals: [(request: HTTPRequest, reply: StubReply)]
    private let credentialFields: Set<String>

    init(_ recovery: Case, _ testCase: Case, success: StubReply) throws(SubstitutionError) {
        let scope = recovery.scope()
        failure = try recovery.reply(0, scope: scope)
        self.success = success
        credentialFields = testCase.credentialFields
        var renewals: [(request: HTTPRequest, reply: StubReply)] = []
        for step in recovery.steps.indices where recovery.steps[step].operation.id != testCase.operation.id {
            let expected = try recovery.expectedRequest(step, scope: scope)
            renewals.append((expected.example, try recovery.reply(step, scope: scope)))
        }
        self.renewals = renewals
    }

    /// Returns the reply to a request: the new token if the request renews it, the failure if the request contains the
    /// expired token, otherwise the success.
    func reply(to request: HTTPRequest) -> StubReply {
        let credentials = request.headers.filter { credentialFields.contains($0.name.lowercased()) }.map(\.value)
        return state.withLock { state in
            if let renewal = renewal(for: request) {
                state.isRenewed = true
                return renewal
            }
            state.expired = state.expired ?? credentials
            // If the client sends no credentials in header fields, treat every request after a renewal as valid.
            let isRenewed = credentials.isEmpty ? state.isRenewed : state.expired != credentials
            return isRenewed ? success : failure
        }
    }

    /// Returns the reply if the request renews the token.
    private func renewal(for request: HTTPRequest) -> StubReply? {
        let path = URLParts(request.url).path
        return renewals.first { $0.request.method == request.method && URLParts($0.request.url).path == path }?.reply
    }

    func judge(
        _ endings: [ClientObservation?], _ served: [ResponseBarrier.Served], _ testCase: Case
    ) -> Judgement {
        var judgement = Judgement(assertions: 2)
        let failed = endings.first { $0?.outcome.value == nil }
        let renewals = served.map(\.request).filter { renewal(for: $0) != nil }
        if let failed {
            judgement.findings.append(
                Finding(
                    rule: .outcomeMixed, blame: .client, "a concurrent call failed although the token was renewed",
                    contract: testCase.location, place: .init(.outcome), expected: "2 returned values",
                    actual: failed?.outcome.error?.text ?? "no result",
                    advice: "In the client, let every call whose token has expired await the renewal, "
                        + "and then repeat its request."))
        } else if renewals.count > 1 {
            let isMistake = testCase.usedSchemes.contains(where: \.renewsOnce)
            judgement.findings.append(
                Finding(
                    rule: .requestCountExtra, severity: isMistake ? .error : .note, blame: .client,
                    "concurrent calls renewed the token more than once", contract: testCase.location,
                    place: .init(.count), expected: "1 renewal",
                    actual: renewals.map { "\($0.method) \($0.url)" }.joined(separator: "\n"),
                    advice: "In the client, store the Task that renews the token, "
                        + "and let concurrent calls await that Task. If the server replaces refresh tokens, add "
                        + "\"renewal\": \"once\" to the security scheme in the contract."))
        }
        return judgement
    }
}

/// A call that was made alone, for comparison. When the client makes the same call concurrently with others, it must
/// send the same request and return the same value.
struct BaselineCall: Sendable {
    let attempt: Attempt
    let request: HTTPRequest
    private let identity: RequestIdentity
    /// The returned value as JSON: its properties and, if it is `Encodable`, its encoded form.
    let value: JSON

    /// Returns `nil` if the call returned no value, or sent no request.
    init?(_ attempt: Attempt, _ observation: ClientObservation) {
        guard let value = observation.outcome.value, let request = observation.requests.last else {
            return nil
        }
        self.attempt = attempt
        self.request = request
        identity = RequestIdentity(request)
        self.value = Self.forms(of: value)
    }

    static func forms(of value: ClientValue) -> JSON { .array([value.json] + [value.coding].compactMap { $0 }) }

    /// Returns whether a request is the same as the request of this call.
    func sends(_ other: HTTPRequest) -> Bool { identity == RequestIdentity(other) }

    /// Returns the index of the call in `open` to which a request belongs: the call that sent an equal request when it
    /// was made alone, or otherwise the call with the most similar documented request.
    static func nearest(to request: HTTPRequest, among open: [Int], of calls: [BaselineCall]) -> Int {
        if let same = open.first(where: { calls[$0].sends(request) }) { return same }
        let distances = open.map { index in
            calls[index].attempt.expected.first.map { Judge.judge(request, against: $0).findings.count } ?? .max
        }
        let least = distances.min()
        return zip(open, distances).first { $0.1 == least }?.0 ?? 0
    }
}
