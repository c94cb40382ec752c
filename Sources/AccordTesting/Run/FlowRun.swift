// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// Runs a case, and the cases that must run before it, on one client.
///
/// A call may never return. The calls therefore run in a separate task, which is abandoned if the client hangs.
final class FlowRun: Sendable {
    /// The reason why a call wasn't made.
    enum Obstacle {
        /// The `client` closure of the bindings threw this error.
        case noClient(String)
        /// The closure of the call in the bindings threw this reason as ``CallInput/NotApplicable``.
        case notApplicable(String)
        /// The stub can't cause the fault of the call for this client.
        case noFault(String)
        /// The call was abandoned after a tenth of the deadline, because the client has shown that it sleeps longer.
        case sleeps
    }

    struct State {
        var observations: [ClientObservation] = []
        var waiting: CheckedContinuation<Void, Never>?
        var isFinished = false
        var task: Task<Void, Never>?
        var notifications: [String] = []
        var observer = CompletionObserver()
        var obstacle: Obstacle?
        /// How the concurrent calls ended. An element is `nil` if the call hasn't ended.
        var endings: [CallEnding?] = []
        var isConcurrent = false
        /// Whether the call is still running after its deadline.
        var isSlow = false
        var call: Call?
        /// The number of sleeps of the client that ended early.
        var skips = 0
    }

    let state = Locked(State())
    let stub: Stub
    private let bindings: ClientBindings
    let deadline: Duration
    private let habits: ClientHabits?
    private static let maxSkips = 20

    /// - Parameters:
    ///   - deadline: The longest time without progress of the client. After that, the run is abandoned.
    ///   - habits: The habits for which a call is abandoned after a tenth of the deadline, or `nil` for none.
    init(stub: Stub, bindings: ClientBindings, deadline: Duration, habits: ClientHabits? = nil) {
        self.stub = stub
        self.bindings = bindings
        self.deadline = deadline
        self.habits = habits
    }

    /// Makes calls of a client in order, and stops at the first call that hangs.
    ///
    /// - Parameter finally: A closure that makes concurrent calls of the same client after these calls.
    func observe(
        _ calls: [Call], finally: @escaping @Sendable (ClientBindings.Instance) async -> Void
    ) async -> [ClientObservation] {
        let token = stub.notificationCenter.addObserver(forName: nil, object: nil, queue: nil) { [state] notification in
            let name = notification.name.rawValue
            state.withLock { $0.notifications.append(name) }
        }
        defer { stub.notificationCenter.removeObserver(token) }
        // Store the task while the state is locked, because the stub may cancel the task before this thread continues.
        state.withLock { $0.task = Task { await self.run(calls, finally) } }
        Watchdog.shared.watch(self, step: step)
        await withCheckedContinuation { continuation in
            let isFinished = state.withLock { state in
                if !state.isFinished { state.waiting = continuation }
                return state.isFinished
            }
            if isFinished { continuation.resume() }
        }
        Watchdog.shared.forget(self, step: step)
        return state.withLock { $0.observations }
    }

    private func run(_ calls: [Call], _ finally: @Sendable (ClientBindings.Instance) async -> Void) async {
        do {
            let instance = try bindings.make(stub)
            do {
                try await instance.prepare()
            } catch {
                // Don't record this error as the outcome of the call. Otherwise, every case that expects an error would
                // pass.
                state.withLock { $0.obstacle = .noClient(String(reflecting: error)) }
                await stub.conversation.end()
                return end()
            }
            for call in calls {
                var obstacle = obstacle(to: call)
                if obstacle == nil { obstacle = await rehearse(call, on: instance) }
                if let obstacle {
                    state.withLock { $0.obstacle = .noFault(obstacle) }
                    break
                }
                let isGivenUp = await run(call, on: instance)
                if isGivenUp { return await stub.conversation.end() }
                if state.withLock({ $0.obstacle != nil }) { break }
            }
            await finally(instance)
        } catch {
            finish(ClientOutcome(error))
        }
        await stub.conversation.end()
        end()
    }

    /// The reason why the call wasn't made. It is known only after the run.
    var obstacle: Obstacle? { state.withLock { $0.obstacle } ?? stub.conversation.obstacle.map { .noFault($0) } }

    private func obstacle(to call: Call) -> String? {
        for case .fault(let fault, _) in call.replies {
            if let socket = stub.conversation.socket {
                if let obstacle = socket.obstacle(to: fault) { return obstacle }
            } else if case .impossible(let reason) = fault.stub {
                return reason
            }
            if case .together = fault.stub { return CallsAtOnce.reason }
        }
        if call.delivery == .oneByOne, stub.conversation.socket == nil {
            return "a stub in the test process sends each body in one piece; run the client against stub.baseURL"
        }
        return nil
    }

    /// Makes the ``Rehearsal`` call without the fault, if the fault requires a rehearsal. Returns the reason why the
    /// fault can't be tested if the client rejects the stub's certificate in this call. Otherwise, returns `nil`.
    private func rehearse(_ call: Call, on instance: ClientBindings.Instance) async -> String? {
        guard let fault = call.fault, let rehearsal = stub.conversation.socket?.rehearsal(for: fault) else {
            return nil
        }
        stub.conversation.expect(rehearsal == .trust ? [.answer(HTTPResponse(status: 200))] : call.replies)
        _ = await outcome(of: call, on: instance)
        guard rehearsal == .trust, stub.conversation.requests.isEmpty else { return nil }
        return "the client rejects the stub’s certificates; let the client trust stub.certificateAuthority"
    }

    /// Returns whether the call failed before the stub could receive its request.
    private func isUnseen(_ call: Call, _ outcome: ClientOutcome) -> Bool {
        if isUnreachable(call) { return true }
        // This fault closes an idle connection. If the client sends its request on this connection, the stub never
        // receives the request.
        guard stub.conversation.socket != nil, call.fault == .staleKeepalive, case .threw = outcome else {
            return false
        }
        return stub.conversation.requests.isEmpty
    }

    /// Whether the fault of a call prevents a request from reaching the stub, as a failed TLS handshake does.
    private func isUnreachable(_ call: Call) -> Bool {
        guard stub.conversation.socket != nil, let layer = call.fault?.layer else { return false }
        return layer == .connect || layer == .tls
    }

    /// Makes a call, and returns `true` if the run was abandoned before the call ended.
    private func run(_ call: Call, on instance: ClientBindings.Instance) async -> Bool {
        let observer = CompletionObserver()
        state.withLock {
            $0.notifications = []
            $0.observer = observer
            $0.call = call
        }
        var onHold: (@Sendable () -> Void)?
        if call.isCancelled { onHold = { self.cancel(observer) } }
        stub.conversation.expect(call.replies, delivery: call.delivery, onHold: onHold)
        let outcome = await CompletionObserver.$current.withValue(observer) {
            await self.outcome(of: call, on: instance) { [stub] count in
                stub.conversation.noteElements(count)
                if call.delivery == .slowReader, count < 3 { try await pauseReading(after: count) }
            }
        }
        if observer.isUsed { await settle() }
        // If a call has a completion handler, the client has no task that the test can cancel.
        var leavesTask = false
        if call.isCancelled, !observer.isUsed { leavesTask = await isRequestLeft() }
        return finish(
            outcome, leavesTask: leavesTask, isUnseen: isUnseen(call, outcome), inputsRead: call.input.reads.names)
    }

    /// Pauses before the next element of a stream, so that the client has time to receive everything that the stub
    /// sends.
    private func pauseReading(after count: Int) async throws {
        // On a loaded machine, a client may take long to send its request. Some clients send the request only when the
        // first element is read.
        for _ in 0..<20 where count == 0 && stub.conversation.requests.isEmpty {
            try await Task.sleep(for: .milliseconds(50))
        }
        // Sleep in many short steps. On a loaded machine, they take longer than one long sleep, so the client has more
        // time.
        for _ in 0..<20 { try await Task.sleep(for: .milliseconds(5)) }
    }

    /// - Parameter onElements: A closure that receives how many elements of a returned sequence have been read.
    func outcome(
        of call: Call, on instance: ClientBindings.Instance, onElements: @Sendable (Int) async throws -> Void = { _ in }
    ) async -> ClientOutcome {
        do {
            var value = try await instance.call(call.operation, call.input)
            if let result = value as? any ReturnedResult { value = try result.value() }
            // An asynchronous sequence throws its error while it is iterated.
            if let sequence = value as? any AsyncSequence { value = try await Self.elements(of: sequence, onElements) }
            return .returned(ClientValue(value, isCoded: call.comparesValue))
        } catch {
            if let error = error as? CallInput.NotApplicable {
                state.withLock { $0.obstacle = .notApplicable(error.description) }
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

    /// Cancels the current call. The stub calls this when it has received the request of the call.
    private func cancel(_ observer: CompletionObserver) {
        state.withLock { $0.task }?.cancel()
        // A call with a completion handler has no task to cancel. Fail its requests with the error of a cancelled task
        // instead.
        if observer.isUsed { stub.conversation.cancelHeld() }
    }

    /// Returns whether the request of a cancelled call is still running after half of the deadline.
    private func isRequestLeft() async -> Bool {
        // The task of the call is cancelled, so a different task sleeps. On a loaded machine, many short sleeps take
        // longer than one long sleep, so the client has more time.
        await Task { [conversation = stub.conversation, pause = step / 10] in
            for round in 0..<Watchdog.patience * 5
            where !conversation.unstopped.isEmpty && (round < Watchdog.patience / 2 || !self.isImpatient) {
                try? await Task.sleep(for: pause)
            }
            return !conversation.unstopped.isEmpty
        }.value
    }

    @discardableResult
    private func finish(
        _ outcome: ClientOutcome, leavesTask: Bool = false, isUnseen: Bool = false, inputsRead: Set<String> = []
    ) -> Bool {
        var observation = ClientObservation(outcome: outcome)
        observation.inputsRead = inputsRead
        observation.requests = stub.conversation.requests
        observation.times = stub.conversation.times
        observation.findings = stub.conversation.findings
        observation.leavesTask = leavesTask
        observation.isUnseen = isUnseen
        observation.elementCount = stub.conversation.elementCount
        return state.withLock { [observation] state in
            guard !state.isFinished, !state.isConcurrent else { return true }
            var observation = observation
            observation.surplusCalls = state.observer.surplus
            observation.notifications = state.notifications
            let skipped = stub.conversation.skipped
            let elapsed = ContinuousClock.now - lastActivity + skipped
            // Don't report a slow call if the client made progress recently, such as a retry after the deadline.
            if state.isSlow || skipped >= deadline, elapsed >= deadline { observation.slowness = elapsed.seconds }
            state.observations.append(observation)
            state.isSlow = false
            return false
        }
    }

    private func end() {
        let waiting = state.withLock { state in
            state.isFinished = true
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    private var step: Duration { deadline / Watchdog.patience }

    /// The time of the client's last progress, such as a request that the stub received.
    var lastActivity: ContinuousClock.Instant { stub.conversation.lastActivity }

    /// Whether the client has shown that a call like the current one takes its whole time.
    private var isImpatient: Bool { state.withLock { $0.call }.flatMap { habits?.shortens($0) } ?? false }

    /// The number of idle time steps after which the call is late.
    var patience: Int { isImpatient ? Watchdog.patience / 10 : Watchdog.patience }

    /// The factor by which the call may exceed its deadline. For example, AsyncHTTPClient 1.37 retries a refused
    /// connection for 10 s.
    var patienceFactor: Int { !isImpatient && state.withLock { $0.call?.mayRetry } == true ? 4 : 1 }

    /// Records that the call is still running after its deadline.
    func noteSlowness() { state.withLock { $0.isSlow = true } }

    /// Whether a further sleep of the client may end early. A client that sleeps again and again counts as hanging.
    var maySkipSleep: Bool { state.withLock { $0.skips < Self.maxSkips } }

    /// Records that a sleep of the client ended early by this time.
    func skip(_ duration: Duration) {
        state.withLock { $0.skips += 1 }
        stub.conversation.skipped += duration
        stub.conversation.clock.advance(by: duration)
    }

    /// Abandons the call, because the client makes no progress.
    func giveUp() {
        let call = state.withLock { $0.call }
        let waited = (step * patience * patienceFactor).seconds
        let hasEnded = finish(.hung(waited), isUnseen: call.map(isUnreachable) ?? false)
        if !hasEnded, isImpatient, call?.isCancelled == false { state.withLock { $0.obstacle = .sleeps } }
        end()
    }
}

/// A `Result` that a call returns in place of a value or an error.
private protocol ReturnedResult { func value() throws -> Any }

extension Result: ReturnedResult { fileprivate func value() throws -> Any { try get() } }
