// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// The concurrent calls of a case, and the responses to them.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
struct Together: Sendable {
    let calls: [Attempt]
    let barrier: ResponseBarrier
    let executor: InterleavingExecutor

    /// - Parameters:
    ///   - calls: At least one call, each with one request.
    ///   - seed: The seed that determines the order of responses.
    ///   - reply: A closure that returns the reply to a request. By default, a request gets the first reply of its
    ///     call.
    init(
        _ calls: [Attempt], seed: String, reply: ResponseBarrier.Reply? = nil, choose: @escaping ResponseBarrier.Choice
    ) {
        let executor = InterleavingExecutor()
        let replies = calls.compactMap(\.replies.first)
        self.calls = calls
        self.executor = executor
        barrier = ResponseBarrier(replies.count, seed: seed, reply: reply ?? { replies[$1] }, choose: choose) {
            executor.gather($0)
        }
    }
}

extension FlowRun {
    /// Makes concurrent calls on one thread, and waits until all of them end.
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func run(_ together: Together, on instance: ClientBindings.Instance) async {
        let isOnSocket = conversation.socket != nil
        if isOnSocket { together.barrier.waitForSocket() }
        let patience = isOnSocket ? ResponseBarrier.patienceOnSocket : ResponseBarrier.patience
        // Requests are held for several intervals, so each interval must be much shorter than the deadline.
        let interval = min(ResponseBarrier.interval, conversation.deadline / (patience * 4))
        let observers = together.calls.map { _ in CompletionObserver() }
        conversation.expect(together.barrier, observers: observers)
        let clockwork = Task {
            while !Task.isCancelled, !conversation.isFinished {
                try? await Task.sleep(for: interval)
                together.barrier.tick()
                together.executor.tick(patience: patience)
            }
        }
        defer { clockwork.cancel() }
        // Let no call continue before all calls have begun.
        together.executor.gather(together.calls.count)
        let tasks = zip(together.calls, observers).enumerated().map { index, pair in
            Task(executorPreference: together.executor) {
                let outcome = await CompletionObserver.$current.withValue(pair.1) {
                    await self.outcome(of: pair.0, on: instance)
                }
                conversation.ended(outcome, concurrent: index)
            }
        }
        for task in tasks { await task.value }
        await together.barrier.settle()
        if observers.contains(where: { $0.isUsed }) { await settle() }
    }
}
