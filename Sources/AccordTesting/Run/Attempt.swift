import AccordContract
import AccordJSON
import AccordMatching

/// A case made ready: what it expects, what the stub answers, what the call takes.
struct Attempt: Sendable {
    let tried: Case
    let scope: Scope
    let expected: [ExpectedRequest]
    let replies: [StubReply]
    let call: Call

    init(_ tried: Case) throws(SubstitutionError) {
        self.tried = tried
        scope = tried.scope()
        var expected: [ExpectedRequest] = []
        var replies: [StubReply] = []
        for step in tried.steps.indices {
            expected.append(try tried.expectedRequest(step, scope: scope))
            replies.append(try tried.reply(step, scope: scope))
        }
        self.expected = expected
        self.replies = replies
        call = Call(
            operation: tried.operation.id, input: CallInput(try tried.inputValues(scope: scope)),
            replies: replies, isCancelled: tried.outcome.isCancelled)
    }

    /// Judges the requests, their number and the outcome.
    func judge(_ observation: CallObservation) -> Judgement {
        if case .notBound = observation.outcome { return judgeOutcome(observation) }
        // What a connection fails on before it is one, no stub sees being asked.
        var judgement = observation.isUnseen ? Judgement() : judge(observation.requests)
        judgement.formUnion(judgeOutcome(observation))
        return judgement
    }

    /// Judges the requests and their number.
    func judge(_ requests: [HTTPRequest]) -> Judgement {
        var judgement = Judgement()
        var previous: HTTPRequest?
        for (request, expected) in zip(requests, expected) {
            judgement.formUnion(Judge.judge(request, against: expected, previous: previous))
            previous = request
        }
        judgement.formUnion(judgeCount(requests))
        return judgement
    }

    private func judgeOutcome(_ observation: CallObservation) -> Judgement {
        OutcomeJudge(
            expected: tried.outcome, scope: scope, answer: replies.map(\.words).joined(separator: ", ")
        )
        .judge(
            observation.outcome, surplusCalls: observation.surplusCalls, notifications: observation.notifications)
    }

    private func judgeCount(_ requests: [HTTPRequest]) -> Judgement {
        let wanted = expected.count
        let most = wanted + (tried.outcome.retry?.retryLimit ?? 0)
        var judgement = Judgement(assertions: 1)
        guard requests.count < wanted || requests.count > most else { return judgement }
        let rule: String
        let message: String
        let advice: String
        if requests.isEmpty {
            rule = "request.count.none"
            message = "the client sent no request"
            advice = "Make the client use the stub's session: nothing else is seen."
        } else if requests.count < wanted {
            rule = "request.count.missing"
            message = "the client sent fewer requests than documented"
            advice = "The contract's steps are all sent by one call."
        } else {
            rule = "request.count.extra"
            message = "the client sent more requests than documented"
            advice = "Where the client may try again, say so with “retry” in the contract."
        }
        let sent = requests.map { "\($0.method) \($0.url)" }.prefix(5).joined(separator: "\n")
        judgement.findings.append(
            Finding(
                rule: rule, blame: .client, message, contract: tried.location, place: .init(.count),
                expected: String(wanted), actual: requests.isEmpty ? "0" : "\(requests.count)\n\(sent)",
                advice: advice))
        return judgement
    }
}
