// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Foundation

/// A case with its expected requests, the replies of the stub and the input of the call.
struct Attempt: Sendable {
    var testCase: Case
    let scope: Scope
    let expected: [ExpectedRequest]
    let replies: [StubReply]
    /// The requests with which the client may recover from a failure, such as the renewal of a token.
    let recovery: [ExpectedRequest]
    let call: Call

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
        // The link leads to a server of a different origin. This server responds with 404, so that the client follows
        // no further link.
        if testCase.derivation?.variation == .request(.link) { replies.append(.answer(HTTPResponse(status: 404))) }
        self.expected = expected
        self.recovery = try Self.recovery(of: testCase, &replies)
        self.replies = replies
        call = Call(
            operation: testCase.operation.id,
            input: CallInput(try testCase.inputValues(scope: scope, expecting: expected, shape: shape)),
            replies: replies, isCancelled: testCase.outcome.isCancelled,
            comparesValue: testCase.outcome.comparesValue, delivery: testCase.delivery)
    }

    /// Returns the requests with which the client may recover from the last reply, and appends the replies to these
    /// requests. If the client repeats the failed request, the request gets the last reply again.
    private static func recovery(
        of testCase: Case, _ replies: inout [StubReply]
    ) throws(SubstitutionError) -> [ExpectedRequest] {
        guard let recovery = testCase.recovery, let last = replies.last, let status = last.response?.status,
            status == recovery.failedStatus
        else { return [] }
        let scope = recovery.scope()
        var requests: [ExpectedRequest] = []
        for step in recovery.steps.indices.dropFirst() {
            requests.append(try recovery.expectedRequest(step, scope: scope))
            let isRepetition = recovery.steps[step].operation.id == testCase.operation.id
            replies.append(isRepetition ? last : try recovery.reply(step, scope: scope))
        }
        return requests
    }

    /// The judge that compares the observed call with the case.
    var judge: ClientJudge {
        ClientJudge(testCase, scope: scope, expected: expected, recovery: recovery, replies: replies)
    }
}

extension ExpectedOutcome {
    /// Whether the case expects a value. If so, the test compares the returned value.
    fileprivate var comparesValue: Bool {
        if case .throwing = result { false } else { true }
    }
}

/// A call of a client: the operation, its input and the replies of the stub.
struct Call: Sendable {
    var operation: String
    var input: CallInput
    var replies: [StubReply]
    var isCancelled: Bool
    /// Whether the test compares the returned value with an expected value.
    var comparesValue = true
    /// The way in which the stub sends a stream and the test reads it.
    var delivery: StreamVariation?

    /// The fault that replaces the first response.
    var fault: Fault? {
        if case .fault(let fault, _)? = replies.first { fault } else { nil }
    }

    /// Whether a client may wait and then send the request again: after a fault, or after a status code from 400.
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
}

extension Exemption {
    /// Whether the exemption applies today.
    var isInForce: Bool { isInForce(on: Instant.text(Date())) }
}
