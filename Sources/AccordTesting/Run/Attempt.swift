// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// What a case needs to run: the input of the client's call, the expected requests, and the replies of the stub.
struct Attempt: Sendable {
    var testCase: Case
    let scope: Scope
    let expected: [ExpectedRequest]
    let replies: [StubReply]
    /// The requests that the client may send after a failed response, such as a request that renews the token.
    let recovery: [ExpectedRequest]
    let input: CallInput

    init(_ testCase: Case, shape: InputShape? = nil) throws(SubstitutionError) {
        self.testCase = testCase
        var scope = testCase.scope()
        if testCase.outcome.isAnotherCall { scope.identity = testCase.id }
        self.scope = scope
        var expected: [ExpectedRequest] = []
        var replies: [StubReply] = []
        for step in testCase.steps.indices {
            expected.append(try testCase.expectedRequest(step, scope: scope))
            replies.append(try testCase.reply(step, scope: scope))
        }
        // This case contains a link to a different server. That server replies with 404, so that the client follows no
        // further link.
        if testCase.derivation?.variation == .request(.link) { replies.append(.answer(HTTPResponse(status: 404))) }
        self.expected = expected
        self.recovery = try Self.recovery(of: testCase, expected, &replies)
        self.replies = replies
        input = CallInput(try testCase.inputValues(scope: scope, expecting: expected, shape: shape))
    }

    /// Returns the requests that the client may send after a failed response, such as a request that renews the token.
    /// Returns no requests if the last of `replies` isn't the failed response. Appends the replies for the returned
    /// requests to `replies`. The reply for a repetition of the failed request is the failed response again.
    private static func recovery(
        of testCase: Case, _ expected: [ExpectedRequest], _ replies: inout [StubReply]
    ) throws(SubstitutionError) -> [ExpectedRequest] {
        guard let last = replies.last, let status = last.response?.status, let repetition = expected.last else {
            return []
        }
        guard let recovery = testCase.recovery else {
            // The stub answers requests for OAuth tokens, and doesn't count them.
            guard status == 401, testCase.usedSchemes.contains(where: \.needsToken) else { return [] }
            replies.append(last)
            return [repetition]
        }
        guard status == recovery.failedStatus else { return [] }
        let scope = recovery.scope()
        var requests: [ExpectedRequest] = []
        for step in recovery.steps.indices.dropFirst() {
            let isRepetition = recovery.steps[step].operation.id == recovery.operation.id
            requests.append(isRepetition ? repetition : try recovery.expectedRequest(step, scope: scope))
            replies.append(isRepetition ? last : try recovery.reply(step, scope: scope))
        }
        return requests
    }

    var isCancelled: Bool { testCase.outcome.isCancelled }
    /// Whether the test compares the returned value. It doesn't if the case expects an error.
    var comparesValue: Bool { if case .throwing = testCase.outcome.result { false } else { true } }
    /// The fault that the stub causes instead of the first response.
    var fault: Fault? { if case .fault(let fault, _)? = replies.first { fault } else { nil } }

    /// Whether a client may wait and then send the request again: after a fault, or after a status code of 400 or higher.
    var mayRetry: Bool {
        guard !isCancelled else { return false }
        return replies.contains { reply in
            switch reply {
            case .fault: true
            case .answer(let response): response.status >= 400
            }
        }
    }
}

extension Attempt {
    /// Judges the requests, their number, and whether the call ended as the case expects.
    func judge(_ observation: ClientObservation) -> Judgement {
        switch observation.outcome {
        case .notBound, .misreadInput: return judgeOutcome(observation)
        case .returned, .threw, .neither, .both, .dropped, .hung: break
        }
        // If the fault prevents the connection, no request reaches the stub, and none can be judged.
        var judgement =
            observation.isUnseen ? Judgement() : judge(observation.requests, thrown: observation.outcome.error)
        judgement.findings += observation.findings.map { finding in
            var finding = finding
            finding.contract = finding.contract ?? testCase.location
            return finding
        }
        judgement.formUnion(judgePace(observation.times, of: observation.requests))
        var outcome = judgeOutcome(observation)
        if judgement.findings.contains(where: { [.requestCountNone, .requestCountMissing].contains($0.rule) }) {
            // Without its last request, the client didn't get the response to which the expected outcome belongs.
            let others: Set<Rule> = [.outcomeHang, .outcomeNothing, .outcomeBoth, .outcomeTwice]
            outcome.findings.removeAll { !others.contains($0.rule) }
        }
        judgement.formUnion(outcome)
        return judgement
    }

    /// Judges a call that prepares a later case: only whether it returned or threw as expected. A different case
    /// already judges the request of the call.
    func judgeAsProducer(_ observation: ClientObservation) -> Judgement {
        if observation.requests.isEmpty, !observation.isUnseen { return judge(observation) }
        return judgeOutcome(observation)
    }

    /// Judges the requests and their number.
    ///
    /// - Parameter thrown: The error that the call threw.
    func judge(_ requests: [HTTPRequest], thrown: ClientError? = nil) -> Judgement {
        let requests = withoutRecovery(requests)
        var judgement = Judgement()
        var previous: HTTPRequest?
        var again = expected.last
        again?.repeatsPrevious = true
        for (index, request) in requests.prefix(expected.count + maxRetries).enumerated() {
            guard var step = index < expected.count ? expected[index] : again else { break }
            if step.repeatsPrevious, let server = step.operation.servers.first(where: { request.url.hasPrefix($0.url) })
            {
                step.baseURL = server.url
            }
            var stepJudgement = Judge.judge(request, against: step, previous: previous)
            if step.repeatsPrevious {
                // If the same mistake occurs in several retries, report the mistake once.
                stepJudgement.findings.removeAll { again in
                    judgement.findings.contains { $0.rule == again.rule && $0.place == again.place }
                }
            }
            judgement.formUnion(stepJudgement)
            previous = request
        }
        judgement.formUnion(judgeCount(requests, thrown))
        return judgement
    }

    /// Returns the requests without the requests by which the client recovered from a failure. If the last requests
    /// differ from the documented recovery, returns all requests.
    private func withoutRecovery(_ requests: [HTTPRequest]) -> [HTTPRequest] {
        guard !recovery.isEmpty, requests.count == expected.count + recovery.count else { return requests }
        let isDocumented = zip(requests.suffix(recovery.count), recovery).allSatisfy { request, step in
            if step.operation.id == testCase.operation.id, let first = requests.first {
                return request.method == first.method && request.url == first.url
            }
            return request.method == step.operation.request.method
                && URLParts(request.url).path == URLParts(step.example.url).path
        }
        return isDocumented ? Array(requests.prefix(expected.count)) : requests
    }

    /// The maximum number of retries that the contract permits after the last reply.
    private var maxRetries: Int {
        guard let retry = testCase.outcome.retry, let reply = replies.last,
            retry.covers(reply, isRepeatable: isRepeatable)
        else { return 0 }
        return retry.retryLimit
    }

    /// Whether the client may send the last request twice: its method is idempotent, or the request contains an
    /// idempotency key.
    private var isRepeatable: Bool {
        guard let request = expected.last else { return true }
        return HTTPMethod.isIdempotent(request.operation.request.method) || !request.freshPlaces.isEmpty
            || request.headers.contains { $0.name.isIdempotencyKey }
    }

    /// Judges the delay before each retry, which must be at least as long as `Retry-After` or the contract requires. A
    /// retry to a different host may be immediate.
    private func judgePace(_ times: [Duration], of requests: [HTTPRequest]) -> Judgement {
        guard let retry = testCase.outcome.retry, !replies.isEmpty else { return Judgement() }
        var judgement = Judgement()
        for (index, pair) in zip(times, times.dropFirst()).enumerated() {
            let reply = replies[min(index, replies.count - 1)]
            let least = retry.delay(after: reply)
            let hosts = requests.dropFirst(index).prefix(2).map { URLParts($0.url).authority }
            guard least > 0, retry.covers(reply, isRepeatable: isRepeatable), hosts.first == hosts.last else {
                continue
            }
            judgement.assertions += 1
            let waited = (pair.1 - pair.0).seconds
            guard waited + 0.001 < least else { continue }
            judgement.findings.append(
                Finding(
                    rule: .requestRetryEarly, blame: .client, "the client retried too early",
                    contract: retry.location, place: .init(.count), expected: "not before \(least) s",
                    actual: "after \((waited * 1000).rounded() / 1000) s",
                    advice:
                        "In the client, wait as long as Retry-After or the contract requires. "
                        + "In tests, wait with stub.clock: it doesn't wait in real time."
                ))
        }
        return judgement
    }

    private func judgeOutcome(_ observation: ClientObservation) -> Judgement {
        OutcomeJudge(
            expected: testCase.outcome, scope: scope,
            answer: replies.prefix(expected.count).map(\.words).joined(separator: ", "),
            fault: fault
        )
        .judge(observation)
    }

    private func judgeCount(_ requests: [HTTPRequest], _ thrown: ClientError?) -> Judgement {
        let least = expected.count
        let most = least + maxRetries
        var judgement = Judgement(assertions: 1)
        guard requests.count < least || requests.count > most else { return judgement }
        if requests.isEmpty, testCase.outcome.mayRefuse { return judgement }
        let (rule, message, advice): (Rule, String, String)
        if requests.isEmpty {
            (rule, message) = (.requestCountNone, "the client sent no request")
            advice =
                thrown.map { "The call failed before it sent a request: \($0.text)" }
                ?? "In the bindings, create the client with the stub's URLSession."
        } else if requests.count < least {
            (rule, message) = (.requestCountMissing, "the client sent fewer requests than documented")
            advice = "One call of the client must send the requests of all “steps” in the contract."
        } else {
            // A POST or PATCH that a client repeats is a different mistake than a GET.
            let areIdempotent = requests.dropFirst(least).allSatisfy { HTTPMethod.isIdempotent($0.method) }
            let kind = areIdempotent ? "requests" : "POST or PATCH requests"
            (rule, message) = (.requestCountExtra, "the client sent more \(kind) than documented")
            advice = "If the client may retry, document the retries with “retry” in the contract."
        }
        let sent = requests.map { "\($0.method) \($0.url)" }.prefix(5).joined(separator: "\n")
        judgement.findings.append(
            Finding(
                rule: rule, blame: .client, message, contract: testCase.location, place: .init(.count),
                expected: String(least), actual: requests.isEmpty ? "0" : "\(requests.count)\n\(sent)", advice: advice))
        return judgement
    }

    /// Judges whether two calls send different values where they must, for example different idempotency keys. Doesn't
    /// report missing values, because `judge(_:thrown:)` reports them.
    func judgeFreshness(_ request: HTTPRequest, after earlier: HTTPRequest, of first: Attempt) -> Judgement {
        var judgement = Judgement()
        for (before, place) in zip(first.expected[0].freshPlaces, expected[0].freshPlaces) {
            let sent = place.values(in: request)
            let isSame = !sent.isEmpty && sent == before.values(in: earlier)
            // If the test passes the same value to both calls, the client may send the same value twice.
            let isGiven = place.given.map { place.place.part == .path || sent == [ScalarText.text($0) ?? $0.compact] }
            if isSame, before.given == place.given, isGiven == true { continue }
            judgement.assertions += 1
            guard isSame else { continue }
            let part = place.place.part
            let noun = part == .body ? "" : "the \(part)\(part == .path || part == .query ? " parameter" : "") "
            judgement.findings.append(
                Finding(
                    rule: .requestFresh, blame: .client, "\(noun)“\(place.place.name ?? "")” is the same in two calls",
                    contract: place.location, place: place.place,
                    expected: "a different value in each call, and the same value in the retries of a call",
                    actual: Excerpt.cut(sent.joined(separator: ", ")),
                    advice: "In the client, generate a new value at the start of each call, such as "
                        + "UUID().uuidString. Reuse the value only for retries of the call."))
        }
        return judgement
    }
}

extension Case {
    /// The security schemes that the last request uses.
    var usedSchemes: [SecurityScheme] {
        requirements(of: lastStep).flatMap { $0.schemes(among: self.securitySchemes) }
    }
}

extension CaseResult {
    /// The result without its exchanges if it is derived and has no findings. The exchanges of thousands of such cases
    /// would make the report large, and its writing slow.
    var withoutIdleExchanges: CaseResult {
        var result = self
        if origin == .derived, !isAboutDocumentedParts, status == .passed, findings.isEmpty { result.exchanges = [] }
        return result
    }

    /// Whether Accord derived the case from a documented status code or request parameter.
    var isAboutDocumentedParts: Bool { id.contains("~status.") || id.contains("~request.") }
}

extension StubReply {
    /// Describes the stub's response or fault for messages: `status 200, 14 bytes`, `offline`.
    var words: String {
        switch self {
        case .answer(let response): "status \(response.status), \(response.body.count) bytes"
        case .fault(let fault, _): fault.id
        }
    }
}

extension Duration {
    var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
