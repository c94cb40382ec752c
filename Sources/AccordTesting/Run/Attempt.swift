import AccordContract
import AccordCore
import AccordJSON

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
