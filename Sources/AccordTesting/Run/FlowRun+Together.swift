import AccordCore
import AccordJSON
import Foundation

/// Calls to be made at once, and what answers them.
struct Together: Sendable {
    let calls: [Call]
    let barrier: ResponseBarrier
    let executor: InterleavingExecutor

    /// - Parameters:
    ///   - calls: at least one, each of one request.
    ///   - seed: what the order of the answers is made of.
    init(_ calls: [Call], seed: String, choose: @escaping ResponseBarrier.Choice) {
        let executor = InterleavingExecutor()
        self.calls = calls
        self.executor = executor
        barrier = ResponseBarrier(calls.compactMap(\.replies.first), seed: seed, choose: choose) { executor.gather($0) }
    }
}

/// How a call ended that was made with others at once.
struct CallEnding: Sendable {
    var outcome: CallOutcome
    var observer: CompletionObserver

    /// How often its completion handler was called too often.
    var surplusCalls: Int { observer.surplus }
}

extension FlowRun {
    /// How each call that was made at once ended; nil: it hadn't by the deadline, or was never made.
    var endings: [CallEnding?] { state.withLock { $0.endings } }

    private var isFinished: Bool { state.withLock { $0.isFinished } }

    /// Makes the calls at once, on one thread, and waits for all of them.
    func run(_ together: Together, on instance: ClientBindings.Instance) async {
        let isOnSocket = stub.conversation.socket != nil
        if isOnSocket { together.barrier.beOnSocket() }
        let patience = isOnSocket ? Ticks.patienceOnSocket : Ticks.patience
        // All of it well within the deadline, which is counted from the last request.
        let interval = min(Ticks.interval, deadline / (patience * 4))
        stub.conversation.expect(together.barrier)
        state.withLock {
            $0.isAtOnce = true
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
        // None goes ahead before all have begun.
        together.executor.gather(together.calls.count)
        let observers = together.calls.map { _ in CompletionObserver() }
        let tasks = zip(together.calls, observers).enumerated().map { index, pair in
            Task(executorPreference: together.executor) {
                let outcome = await CompletionObserver.$current.withValue(pair.1) {
                    await Self.outcome(of: pair.0, on: shared.instance)
                }
                self.state.withLock { $0.endings[index] = CallEnding(outcome: outcome, observer: pair.1) }
            }
        }
        for task in tasks { await task.value }
        await together.barrier.settle()
        if observers.contains(where: { $0.isUsed }) { await settle() }
    }

    /// The client, which is called from one thread only.
    private struct Shared: @unchecked Sendable {
        // The calls are tasks of one executor, and that has one thread.
        let instance: ClientBindings.Instance
    }
}
