// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// The concurrent calls of a case, and the responses to them.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Together: Sendable {
    let calls: [Call]
    let barrier: ResponseBarrier
    let executor: InterleavingExecutor

    /// - Parameters:
    ///   - calls: At least one call, each with one request.
    ///   - seed: The seed that determines the order of responses.
    ///   - reply: A closure that returns the reply to a request. By default, a request gets the first reply of its
    ///     call.
    init(_ calls: [Call], seed: String, reply: ResponseBarrier.Reply? = nil, choose: @escaping ResponseBarrier.Choice) {
        let executor = InterleavingExecutor()
        let replies = calls.compactMap(\.replies.first)
        self.calls = calls
        self.executor = executor
        barrier = ResponseBarrier(replies.count, seed: seed, reply: reply ?? { replies[$1] }, choose: choose) {
            executor.gather($0)
        }
    }
}

/// The outcome of a concurrent call, and the number of calls of its completion handler.
struct CallEnding: Sendable {
    var outcome: ClientOutcome
    var observer: CompletionObserver

    var surplusCalls: Int { observer.surplus }
}

extension FlowRun {
    /// How the concurrent calls ended. An element is `nil` if the call wasn't made, or didn't end by the deadline.
    var endings: [CallEnding?] { state.withLock { $0.endings } }

    private var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Makes concurrent calls on one thread, and waits until all of them end.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func run(_ together: Together, on instance: ClientBindings.Instance) async {
        let isOnSocket = stub.conversation.socket != nil
        if isOnSocket { together.barrier.waitForSocket() }
        let patience = isOnSocket ? Ticks.patienceOnSocket : Ticks.patience
        // Requests are held for several intervals, so each interval must be much shorter than the deadline.
        let interval = min(Ticks.interval, deadline / (patience * 4))
        stub.conversation.expect(together.barrier)
        state.withLock {
            $0.isConcurrent = true
            $0.endings = together.calls.map { _ in nil }
        }
        let clockwork = Task {
            while !Task.isCancelled, !self.isFinished {
                try? await Task.sleep(for: interval)
                together.barrier.tick()
                together.executor.tick(patience: patience)
            }
        }
        defer { clockwork.cancel() }
        let shared = Shared(instance: instance)
        // Let no call continue before all calls have begun.
        together.executor.gather(together.calls.count)
        let observers = together.calls.map { _ in CompletionObserver() }
        let tasks = zip(together.calls, observers).enumerated().map { index, pair in
            Task(executorPreference: together.executor) {
                let outcome = await CompletionObserver.$current.withValue(pair.1) {
                    await self.outcome(of: pair.0, on: shared.instance)
                }
                self.state.withLock { $0.endings[index] = CallEnding(outcome: outcome, observer: pair.1) }
            }
        }
        for task in tasks { await task.value }
        await together.barrier.settle()
        if observers.contains(where: { $0.isUsed }) { await settle() }
    }

    /// A sendable wrapper of the client, which is called from only one thread.
    private struct Shared: @unchecked Sendable {
        // Sharing is safe, because the calls are tasks of an executor with one thread.
        let instance: ClientBindings.Instance
    }
}
