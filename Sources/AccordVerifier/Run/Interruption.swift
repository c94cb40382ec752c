import AccordJSON

/// Asks a run to stop, from any thread; what is under way is given up, what is done is reported.
package final class Interruption: Sendable {
    private let state = Locked<State>(State())

    private struct State {
        var isAsked = false
        var waker: CurlMulti.Waker?
    }

    package init() {}

    package var isAsked: Bool { state.withLock { $0.isAsked } }

    package func ask() {
        let waker = state.withLock { state in
            state.isAsked = true
            return state.waker
        }
        waker?.wake()
    }

    /// From now on `ask` ends the waits of this executor.
    func wakes(_ waker: CurlMulti.Waker) {
        state.withLock { $0.waker = waker }
    }
}
