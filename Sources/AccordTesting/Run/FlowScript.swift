import AccordContract
import AccordCore
import AccordJSON

/// Answers the requests of a flow whose calls aren't announced: by what is asked, as far as it was not asked before.
///
/// The calls that a case comes after may be left out; its own requests may not.
final class FlowScript: Sendable {
    private struct Entry: Sendable {
        var attempt: Int
        var operation: String
        var reply: StubReply
        var isServed = false
    }

    private struct State {
        var entries: [Entry]
        /// What was asked, by call.
        var requests: [[HTTPRequest]]
    }

    private let attempts: [Attempt]
    private let router: Router
    private let state: Locked<State>

    /// - Parameter attempts: the calls of the flow, that of the case itself last; at least one.
    init(_ attempts: [Attempt], router: Router) {
        self.attempts = attempts
        self.router = router
        var entries: [Entry] = []
        for (index, attempt) in attempts.enumerated() {
            for (step, reply) in zip(attempt.tried.steps, attempt.replies) {
                entries.append(Entry(attempt: index, operation: step.operation.id, reply: reply))
            }
        }
        state = Locked(State(entries: entries, requests: attempts.map { _ in [] }))
    }

    /// The documented answer to a request; an undocumented request gets the case's own, and is judged with it.
    func answer(_ request: HTTPRequest) -> StubReply {
        let matches = router.route(method: request.method, path: URLParts(request.url).path).matches
        return state.withLock { state in
            let waiting = state.entries.indices.filter { !state.entries[$0].isServed }
            let meant = waiting.first { index in
                matches.contains { $0.operation.id == state.entries[index].operation }
            }
            let own = attempts.count - 1
            let chosen = meant ?? waiting.first { state.entries[$0].attempt == own }
            guard let chosen else {
                state.requests[own].append(request)
                return state.entries[state.entries.count - 1].reply
            }
            state.entries[chosen].isServed = true
            state.requests[state.entries[chosen].attempt].append(request)
            return state.entries[chosen].reply
        }
    }

    /// What is wrong with what was asked.
    var result: CaseResult {
        let requests = state.withLock { $0.requests }
        var judgement = Judgement()
        for (attempt, asked) in zip(attempts.dropLast(), requests) where !asked.isEmpty {
            judgement.formUnion(attempt.judge.judge(asked))
        }
        if let own = attempts.last, let asked = requests.last { judgement.formUnion(own.judge.judge(asked)) }
        let tried = attempts[attempts.count - 1].tried
        return CaseResult(
            id: tried.id, file: tried.file, operation: tried.operation.id,
            origin: .init(tried), summary: tried.summary,
            status: judgement.failed ? .failed : .passed, assertions: judgement.assertions, location: tried.location,
            findings: judgement.findings)
    }
}
