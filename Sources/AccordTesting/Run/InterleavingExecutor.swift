// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Dispatch

/// An executor that interleaves tasks on one thread, as an app's main thread does.
///
/// A client therefore need not be thread-safe to make concurrent calls.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
final class InterleavingExecutor: TaskExecutor {
    private struct State {
        var held: [UnownedJob] = []
        /// The number of jobs to collect before the first one runs; 0 if each job runs immediately.
        var awaited = 0
        /// The number of intervals since the last new job.
        ///
        /// The executor waits only for a limited number of intervals. Fewer jobs than `awaited` may arrive, because an
        /// actor enqueues one job for several tasks.
        var ticks = 0
    }

    private let queue = DispatchQueue(label: "accord.calls-at-once")
    private let state = Locked(State())

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        release { state in
            state.held.append(job)
            state.ticks = 0
            return state.held.count >= state.awaited
        }
    }

    /// Collects `count` jobs before any of them runs, so that all responses arrive before one is read.
    func gather(_ count: Int) { release(collecting: count) { _ in true } }

    /// Counts a time interval. After `patience` intervals without a new job, runs the jobs that are waiting.
    func tick(patience: Int) {
        release { state in
            state.ticks += 1
            return state.awaited > 0 && state.ticks >= patience
        }
    }

    /// If the jobs that are waiting are ready, runs them in order, and then collects `count` jobs. Jobs that are enqueued
    /// meanwhile run after them.
    private func release(collecting count: Int = 0, if areReady: (inout State) -> Bool) {
        let ready = state.withLock { state -> [UnownedJob] in
            guard areReady(&state) else { return [] }
            defer { state = State(awaited: count) }
            return state.held
        }
        guard !ready.isEmpty else { return }
        queue.async { for job in ready { job.runSynchronously(on: self.asUnownedTaskExecutor()) } }
    }
}
