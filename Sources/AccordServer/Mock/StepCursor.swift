import AccordContract
import AccordCore
import Synchronization

/// Where each case of several steps stands, so that the same request can be answered differently the second time.
final class StepCursor: Sendable {
    private struct State {
        var next = 0
        var previous: HTTPRequest?
    }

    private let states = Mutex<[String: State]>([:])
    private let changes: ChangeCount

    init(_ changes: ChangeCount) {
        self.changes = changes
    }

    /// The step of the case that comes next, and the request before it.
    func next(of caseID: String) -> (step: Int, previous: HTTPRequest?) {
        states.withLock { states in
            let state = states[caseID] ?? State()
            return (state.next, state.previous)
        }
    }

    /// Goes on behind `step`; after the last one the case begins anew.
    func advance(_ exchange: DocumentedExchange, with request: HTTPRequest) {
        guard exchange.stepCount > 1 else { return }
        defer { changes.add() }
        states.withLock { states in
            let next = exchange.step + 1
            states[exchange.qualifiedID] = next < exchange.stepCount ? State(next: next, previous: request) : nil
        }
    }

    /// Every case begins anew.
    func reset() {
        defer { changes.add() }
        states.withLock { $0 = [:] }
    }
}
