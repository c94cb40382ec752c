// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// Makes the call of a case, and of the cases that must run before it, on one client.
///
/// The state is in the ``Conversation`` of the stub. A call may never return, so the calls run in a separate task, which
/// is abandoned if the client hangs.
struct FlowRun: Sendable {
    let stub: Stub
    let bindings: ClientBindings
    var conversation: Conversation { stub.conversation }

    /// Makes calls of a client in order, and stops at the first call that hangs.
    ///
    /// - Parameter finally: A closure that makes concurrent calls of the same client after these calls.
    func observe(
        _ attempts: [Attempt], finally: @escaping @Sendable (ClientBindings.Instance) async -> Void
    ) async -> [ClientObservation] {
        let token = stub.notificationCenter.addObserver(forName: nil, object: nil, queue: nil) { [conversation] in
            conversation.noteNotification($0.name.rawValue)
        }
        defer { stub.notificationCenter.removeObserver(token) }
        return await conversation.perform { await self.run(attempts, finally) }
    }

    private func run(_ attempts: [Attempt], _ finally: @Sendable (ClientBindings.Instance) async -> Void) async {
        let instance = bindings.make(stub)
        do {
            try await instance.prepare()
        } catch {
            // Don't record this error as the outcome of the call. Otherwise, every case that expects an error would
            // pass.
            conversation.obstacle = .noClient(String(reflecting: error))
            return
        }
        for attempt in attempts {
            var obstacle = obstacle(to: attempt)
            if obstacle == nil { obstacle = await rehearse(attempt, on: instance) }
            if let obstacle {
                conversation.obstacle = .noFault(obstacle)
                break
            }
            if await run(attempt, on: instance) { return }
            if conversation.obstacle != nil { break }
        }
        await finally(instance)
    }

    private func obstacle(to attempt: Attempt) -> String? {
        for case .fault(let fault, _) in attempt.replies {
            if let socket = conversation.socket {
                if let obstacle = socket.obstacle(to: fault) { return obstacle }
            } else if case .impossible(let reason) = fault.stub {
                return reason
            }
            if case .together = fault.stub { return CallsAtOnce.reason }
        }
        if attempt.testCase.delivery == .oneByOne, conversation.socket == nil {
            return "a stub in the test process sends each body in one piece; run the client against stub.baseURL"
        }
        return nil
    }

    /// Makes the ``Rehearsal`` call without the fault, if the fault requires a rehearsal. Returns the reason why the
    /// fault can't be tested if the client rejects the stub's certificate in this call. Otherwise, returns `nil`.
    private func rehearse(_ attempt: Attempt, on instance: ClientBindings.Instance) async -> String? {
        guard let fault = attempt.fault, let rehearsal = conversation.socket?.rehearsal(for: fault) else { return nil }
        conversation.expect(rehearsal == .trust ? [.answer(HTTPResponse(status: 200))] : attempt.replies)
        _ = await outcome(of: attempt, on: instance)
        guard rehearsal == .trust, conversation.requests.isEmpty else { return nil }
        return "the client rejects the stub’s certificates; let the client trust stub.certificateAuthority"
    }

    /// Makes a call, and returns `true` if it was abandoned before it ended.
    private func run(_ attempt: Attempt, on instance: ClientBindings.Instance) async -> Bool {
        conversation.expect(attempt.replies, of: attempt)
        let observer = conversation.turn.observer
        let outcome = await CompletionObserver.$current.withValue(observer) {
            await self.outcome(of: attempt, on: instance) { [conversation] count in
                conversation.noteElements(count)
                if attempt.testCase.delivery == .slowReader, count < 3 { try await pauseReading(after: count) }
            }
        }
        if observer.isUsed { await settle() }
        // If a call has a completion handler, the client has no task that the test can cancel.
        var leavesTask = false
        if attempt.isCancelled, !observer.isUsed { leavesTask = await conversation.leavesRequest() }
        return conversation.ended(outcome, leavesTask: leavesTask)
    }

    /// Pauses before the next element of a stream, so that the client has time to receive everything that the stub
    /// sends.
    private func pauseReading(after count: Int) async throws {
        // On a loaded machine, a client may take long to send its request. Some clients send the request only when the
        // first element is read.
        for _ in 0..<20 where count == 0 && conversation.requests.isEmpty {
            try await Task.sleep(for: .milliseconds(50))
        }
        // Sleep in many short steps. On a loaded machine, they take longer than one long sleep, so the client has more
        // time.
        for _ in 0..<20 { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// - Parameter onElements: A closure that receives how many elements of a returned sequence have been read.
    func outcome(
        of attempt: Attempt, on instance: ClientBindings.Instance,
        onElements: @Sendable (Int) async throws -> Void = { _ in }
    ) async -> ClientOutcome {
        do {
            var value = try await instance.call(attempt.testCase.operation.id, attempt.input)
            if let result = value as? any ReturnedResult { value = try result.value() }
            // An asynchronous sequence throws its error while it is iterated.
            if let sequence = value as? any AsyncSequence { value = try await Self.elements(of: sequence, onElements) }
            return .returned(ClientValue(value, isCoded: attempt.comparesValue))
        } catch {
            if let error = error as? CallInput.NotApplicable {
                conversation.obstacle = .notApplicable(error.description)
            } else if case .dataCorrupted(let context)? = error as? DecodingError, conversation.requests.isEmpty,
                attempt.testCase.madeInputs.contains(where: { $0.name == JSONPointer(context.codingPath).description })
            {
                // The closure decodes a text that Accord generated into an enum.
                conversation.obstacle = .notApplicable(ClientError(error).text)
            }
            return ClientOutcome(error)
        }
    }

    private static func elements<Sequence: AsyncSequence>(
        of sequence: Sequence, _ onElements: @Sendable (Int) async throws -> Void
    ) async throws -> [Any] {
        var elements: [Any] = []
        try await onElements(0)
        for try await element in sequence {
            elements.append(element)
            try await onElements(elements.count)
        }
        // A stream whose task is cancelled ends without an error, so check here whether it was cancelled.
        try Task.checkCancellation()
        return elements
    }

    /// Waits until the client's callback has returned, so that a second call of a completion handler is counted.
    func settle() async {
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            stub.callbackQueue.addOperation { DispatchQueue.global().async { continuation.resume() } }
        }
    }
}

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

/// A `Result` that a call returns in place of a value or an error.
private protocol ReturnedResult { func value() throws -> Any }

extension Result: ReturnedResult { fileprivate func value() throws -> Any { try get() } }
