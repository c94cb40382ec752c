import AccordContract
import AccordCore
import AccordSchema

/// What was seen of one call of a client.
struct CallObservation: Sendable {
    var outcome: CallOutcome
    var requests: [HTTPRequest]
    /// When each was sent, by the stub's clock.
    var times: [Duration] = []
    var surplusCalls: Int
    /// True where a request was left running after the call had been cancelled and had ended.
    var leavesTask = false
    var notifications: [String]
    /// How many seconds the call took after its last answer, where that was beyond the deadline.
    var slowness: Double?
    /// What the stub found.
    var findings: [Finding] = []
    /// True where the connection was refused: no request could come.
    var isUnseen = false
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

extension CallObservation {
    /// As it is judged.
    var judged: ClientObservation {
        var judged = ClientObservation(outcome: ClientOutcome(outcome))
        judged.requests = requests
        judged.times = times
        judged.surplusCalls = surplusCalls
        judged.leavesTask = leavesTask
        judged.notifications = notifications
        judged.slowness = slowness
        judged.findings = findings
        judged.isUnseen = isUnseen
        return judged
    }
}
