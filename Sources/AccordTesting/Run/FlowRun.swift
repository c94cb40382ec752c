import AccordContract
import AccordCore
import AccordJSON
import AccordSchema
import Foundation

/// Makes the calls of a flow on one client, and notices when one never ends.
///
/// The client may never return, so the flow runs in a task of its own that is left behind where it hangs.
final class FlowRun: Sendable {
    struct State {
        var observations: [CallObservation] = []
        var waiting: UnsafeContinuation<Void, Never>?
        var isFinished = false
        var task: Task<Void, Never>?
        var notifications: [String] = []
        var observer = CompletionObserver()
        var obstacle: String?
        var failure: String?
        /// How the calls that were made at once ended, as far as they did.
        var endings: [CallEnding?] = []
        var isAtOnce = false
        /// True once the call went on beyond its deadline, busy with something.
        var isSlow = false
    }

    let state = Locked(State())
    let stub: Stub
    private let bindings: ClientBindings
    let deadline: Duration

    /// `deadline` is counted from the stub's last answer.
    init(stub: Stub, bindings: ClientBindings, deadline: Duration) {
        self.stub = stub
        self.bindings = bindings
        self.deadline = deadline
    }

    /// Makes the calls in order, then those of `together` at once, on one client; stops at the first that hangs.
    func observe(_ calls: [Call], together: Together? = nil) async -> [CallObservation] {
        let token = stub.notificationCenter.addObserver(forName: nil, object: nil, queue: nil) { [state] notification in
            let name = notification.name.rawValue
            state.withLock { $0.notifications.append(name) }
        }
        defer { stub.notificationCenter.removeObserver(token) }
        // Within the lock: the flow may come to be cancelled before this thread goes on.
        state.withLock { $0.task = Task { await self.run(calls, together) } }
        Watchdog.shared.watch(self, step: step)
        await withUnsafeContinuation { continuation in
            let isFinished = state.withLock { state in
                if !state.isFinished { state.waiting = continuation }
                return state.isFinished
            }
            if isFinished { continuation.resume() }
        }
        Watchdog.shared.forget(self, step: step)
        return state.withLock { $0.observations }
    }

    private func run(_ calls: [Call], _ together: Together?) async {
        do {
            let instance = try bindings.make(stub)
            do {
                try await instance.prepare()
            } catch {
                // Not an outcome: where a call has to fail, it would pass for one.
                state.withLock { $0.failure = String(reflecting: error) }
                return end()
            }
            for call in calls {
                if let obstacle = obstacle(to: call) {
                    state.withLock { $0.obstacle = obstacle }
                    break
                }
                if let obstacle = await rehearse(call, on: instance) {
                    state.withLock { $0.obstacle = obstacle }
                    break
                }
                let isLast = await run(call, on: instance)
                if isLast { return }
            }
            if let together { await run(together, on: instance) }
        } catch {
            finish(CallOutcome(error))
        }
        end()
    }

    /// Why a call's fault can't be caused for this client; known once it has been made.
    var obstacle: String? { state.withLock { $0.obstacle } ?? stub.conversation.obstacle }

    /// Why the client couldn't be made.
    var failure: String? { state.withLock { $0.failure } }

    private func obstacle(to call: Call) -> String? {
        for case .fault(let fault, _) in call.replies {
            if let socket = stub.conversation.socket {
                if let obstacle = socket.obstacle(to: fault) { return obstacle }
            } else if case .impossible(let reason) = fault.stub {
                return reason
            }
            if case .together = fault.stub { return CallsAtOnce.reason }
        }
        return nil
    }

    /// Does what a fault takes to mean anything; why it means nothing for this client.
    private func rehearse(_ call: Call, on instance: ClientBindings.Instance) async -> String? {
        guard let fault = call.fault, let rehearsal = stub.conversation.socket?.rehearsal(for: fault) else {
            return nil
        }
        stub.conversation.expect(rehearsal == .trust ? [.answer(HTTPResponse(status: 200))] : call.replies)
        _ = await Self.outcome(of: call, on: instance)
        guard rehearsal == .trust, stub.conversation.requests.isEmpty else { return nil }
        return "the client doesn’t trust the stub’s certificates: give it stub.certificateAuthority"
    }

    /// True where the stub is on a socket, and the call failed before a request could come.
    private func isUnseen(_ call: Call, _ outcome: CallOutcome) -> Bool {
        guard stub.conversation.socket != nil, let fault = call.fault else { return false }
        if fault.layer == .connect || fault.layer == .tls { return true }
        // It was sent, on a connection at whose other end nobody was left.
        guard fault == .staleKeepalive, case .threw = outcome else { return false }
        return stub.conversation.requests.isEmpty
    }

    /// True: the run was given up meanwhile.
    private func run(_ call: Call, on instance: ClientBindings.Instance) async -> Bool {
        let observer = CompletionObserver()
        state.withLock {
            $0.notifications = []
            $0.observer = observer
        }
        var onHold: (@Sendable () -> Void)?
        if call.isCancelled { onHold = { self.cancel(observer) } }
        stub.conversation.expect(call.replies, onHold: onHold)
        let outcome = await CompletionObserver.$current.withValue(observer) {
            await Self.outcome(of: call, on: instance)
        }
        if observer.isUsed { await settle() }
        // A completion handler's call has no task that could be cancelled: there nothing is left.
        var leavesTask = false
        if call.isCancelled, !observer.isUsed {
            leavesTask = await isLeft()
        }
        return finish(outcome, leavesTask: leavesTask, isUnseen: isUnseen(call, outcome))
    }

    static func outcome(of call: Call, on instance: ClientBindings.Instance) async -> CallOutcome {
        do {
            let value = try await instance.call(call.operation, call.input)
            // What a sequence fails with, it fails with while it is read.
            guard let sequence = value as? any AsyncSequence else {
                return .returned(ReturnedValue(value, isCoded: call.comparesValue))
            }
            return .returned(ReturnedValue(try await elements(of: sequence), isCoded: call.comparesValue))
        } catch {
            return CallOutcome(error)
        }
    }

    private static func elements<Sequence: AsyncSequence>(of sequence: Sequence) async throws -> [Any] {
        var elements: [Any] = []
        for try await element in sequence { elements.append(element) }
        // A stream just ends where its reader is cancelled, and it is for the reader to say so.
        try Task.checkCancellation()
        return elements
    }

    /// Lets the callback that is running come to its end, so that a second call in it is seen.
    func settle() async {
        await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
            stub.callbackQueue.addOperation {
                DispatchQueue.global().async { continuation.resume() }
            }
        }
    }

    /// Cancels the call once its request is under way, as a screen does that goes away.
    private func cancel(_ observer: CompletionObserver) {
        state.withLock { $0.task }?.cancel()
        // A completion handler's call has no task to cancel: its session's tasks are.
        if observer.isUsed { stub.conversation.cancelHeld() }
    }

    /// True where a request of a cancelled call goes on: nothing ended it in half the steps of the deadline.
    private func isLeft() async -> Bool {
        let steps = Watchdog.patience / 2
        let conversation = stub.conversation
        let countdown = Watchdog.shared.after(steps, of: step) { conversation.giveUpStopping() }
        defer { Watchdog.shared.forget(countdown) }
        return await !conversation.isStopped()
    }

    @discardableResult
    private func finish(_ outcome: CallOutcome, leavesTask: Bool = false, isUnseen: Bool = false) -> Bool {
        let requests = stub.conversation.requests
        let times = stub.conversation.times
        let findings = stub.conversation.findings
        return state.withLock { state in
            guard !state.isFinished, !state.isAtOnce else { return true }
            state.observations.append(
                CallObservation(
                    outcome: outcome, requests: requests, times: times, surplusCalls: state.observer.surplus,
                    leavesTask: leavesTask, notifications: state.notifications,
                    slowness: state.isSlow ? (ContinuousClock.now - lastActivity).seconds : nil, findings: findings,
                    isUnseen: isUnseen))
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

    /// The watchdog's step: a run is given up after so many in which nothing happened.
    private var step: Duration { deadline / Watchdog.patience }

    /// When the client was last given an answer.
    var lastActivity: ContinuousClock.Instant { stub.conversation.lastActivity }
}

extension FlowRun: Watched {
    var latestProgress: ContinuousClock.Instant { lastActivity }

    func beSlow() { state.withLock { $0.isSlow = true } }

    /// Ends the wait for a client that does nothing any more.
    func giveUp() {
        finish(.hung(deadline.seconds))
        end()
    }
}
