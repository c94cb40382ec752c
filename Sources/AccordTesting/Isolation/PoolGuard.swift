import Foundation

/// Notices that a call keeps every thread of the concurrency pool, so that nothing that is awaited goes on.
///
/// A thread of its own looks; the pool is stuck where it hasn't found the time for an empty task within the deadline,
/// twice over. The process can only be ended then.
final class PoolGuard: Sendable {
    private struct State {
        var give: (@Sendable (Double) -> Void)?
        var beats = 0
        var asked = 0
    }

    private let state = Guarded(State())

    init(deadline: Duration) {
        let step = deadline.seconds / 10
        Thread.detachNewThread { [self] in
            var quiet = 0
            while true {
                let isAnswered = state.withLock { state in
                    defer { state.asked += state.beats == state.asked ? 1 : 0 }
                    return state.beats == state.asked
                }
                if isAnswered {
                    quiet = 0
                    Task { self.state.withLock { $0.beats += 1 } }
                } else {
                    quiet += 1
                }
                if quiet > 20, let give = state.withLock({ $0.give }) {
                    give(step * 20)
                    ChildProcess.end()
                }
                Thread.sleep(forTimeInterval: step)
            }
        }
    }

    /// Has `give` told what to say of the case that is tried from now on.
    func expect(_ give: (@Sendable (Double) -> Void)?) {
        state.withLock { $0.give = give }
    }
}
