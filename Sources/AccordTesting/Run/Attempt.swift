import AccordContract
import AccordCore
import AccordJSON
import Foundation

/// A case made ready: what it expects, what the stub answers, what the call takes.
struct Attempt: Sendable {
    var tried: Case
    let scope: Scope
    let expected: [ExpectedRequest]
    let replies: [StubReply]
    let call: Call

    init(_ tried: Case, shape: InputShape? = nil) throws(SubstitutionError) {
        self.tried = tried
        var scope = tried.scope()
        if tried.outcome.isAnotherCall { scope.identity = tried.id }
        self.scope = scope
        var expected: [ExpectedRequest] = []
        var replies: [StubReply] = []
        for step in tried.steps.indices {
            expected.append(try tried.expectedRequest(step, scope: scope))
            replies.append(try tried.reply(step, scope: scope))
        }
        self.expected = expected
        self.replies = replies
        call = Call(
            operation: tried.operation.id,
            input: CallInput(try tried.inputValues(scope: scope, expecting: expected, shape: shape)),
            replies: replies, isCancelled: tried.outcome.isCancelled,
            comparesValue: tried.outcome.comparesValue)
    }

    /// What the call is held to.
    var judge: ClientJudge { ClientJudge(tried, scope: scope, expected: expected, replies: replies) }
}

extension ExpectedOutcome {
    /// True where the call may return something.
    fileprivate var comparesValue: Bool {
        if case .throwing = result { false } else { true }
    }
}

/// One call to make on a client: an operation, its input, what the stub answers.
struct Call: Sendable {
    var operation: String
    var input: CallInput
    var replies: [StubReply]
    var isCancelled: Bool
    /// True where what it returns may be compared.
    var comparesValue = true

    /// What the stub does instead of answering the first request.
    var fault: Fault? {
        if case .fault(let fault, _)? = replies.first { fault } else { nil }
    }
}

extension CaseResult {
    /// What became of a case that was tried, or wasn't.
    init(
        _ tried: Case, _ status: Status, reason: String? = nil, findings: [Finding] = [], assertions: Int = 0,
        exchanges: [ExchangeRecord] = []
    ) {
        self.init(
            id: tried.id, file: tried.file, operation: tried.operation.id,
            origin: .init(tried), summary: tried.summary, status: status, reason: reason,
            assertions: assertions, location: tried.location, findings: findings, exchanges: exchanges)
    }
}

extension Exemption {
    /// True for clients, today.
    var isInForce: Bool { isInForce(on: Instant.text(Date())) }
}
