import AccordJSON
import Dispatch

/// Runs tasks on one thread by turns, as an app's main thread does: where one waits, the next goes on.
///
/// A client need not be safe on several threads for its calls to be under way at the same time.
final class InterleavingExecutor: TaskExecutor {
    private struct State {
        var held: [UnownedJob] = []
        /// So many jobs are gathered before one of them runs; 0: none is held back.
        var awaited = 0
        /// The ticks without another job: those that are there run after some, for tasks of an actor come as one.
        var ticks = 0
    }

    private let queue = DispatchQueue(label: "accord.calls-at-once")
    private let state = Locked(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let ready = state.withLock { state -> [UnownedJob] in
            guard state.awaited > 0 else { return [job] }
            state.held.append(job)
            state.ticks = 0
            return state.held.count < state.awaited ? [] : Self.open(&state)
        }
        run(ready)
    }

    /// Lets what begins or is resumed from now on wait until `count` have: all answers are there before one is read.
    func gather(_ count: Int) {
        let ready = state.withLock { state in
            let ready = Self.open(&state)
            state.awaited = count
            return ready
        }
        run(ready)
    }

    /// To be called at intervals: what has waited so many of them goes on.
    func tick(patience: Int) {
        let ready = state.withLock { state -> [UnownedJob] in
            guard state.awaited > 0 else { return [] }
            state.ticks += 1
            return state.ticks < patience ? [] : Self.open(&state)
        }
        run(ready)
    }

    private static func open(_ state: inout State) -> [UnownedJob] {
        defer { state = State() }
        return state.held
    }

    /// Runs jobs one after the other: what one of them resumes comes behind all of them.
    private func run(_ jobs: [UnownedJob]) {
        guard !jobs.isEmpty else { return }
        queue.async {
            for job in jobs { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }
}
