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

    /// Compares the requests and the value or error of the client's call with the case.
    var judge: ClientJudge {
        ClientJudge(testCase, scope: scope, expected: expected, recovery: recovery, replies: replies)
    }
}

extension Case {
    /// The security schemes that the last request uses.
    var usedSchemes: [SecurityScheme] {
        let names = requirements(of: lastStep).flatMap(\.uses).map(\.scheme)
        return self.securitySchemes.filter { names.contains($0.name) }
    }
}

extension CaseResult {
    /// Creates the result of a case.
    init(
        _ testCase: Case, _ status: Status, reason: String? = nil, findings: [Finding] = [], assertions: Int = 0,
        exchanges: [ExchangeRecord] = []
    ) {
        self.init(
            id: testCase.id, file: testCase.file, operation: testCase.operation.id,
            origin: .init(testCase), summary: testCase.summary, status: status, reason: reason,
            assertions: assertions, location: testCase.location, findings: findings, exchanges: exchanges)
    }

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

extension Exemption {
    /// Whether the exemption applies today. It doesn't if its end date has come, or if it is limited to certain
    /// servers.
    var isInForce: Bool { isInForce(on: Instant.text(Date())) }
}
