// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// A request that waits for its reply. A reply of `nil` ends the request without a response.
package struct Answering: @unchecked Sendable {
    // The closure calls the client of a URLProtocol. Foundation lets any thread call this client, so `Answering` is
    // sendable.
    let begin: (StubReply?) -> Void
    let finish: (StubReply?) -> Void

    /// - Parameters:
    ///   - begin: A closure that sends the response except its end. All concurrent responses begin before any of them
    ///     ends.
    ///   - finish: A closure that sends the rest of the response.
    package init(begin: @escaping (StubReply?) -> Void = { _ in }, finish: @escaping (StubReply?) -> Void) {
        self.begin = begin
        self.finish = finish
    }
}

/// A stub on a socket, for clients that don't accept a session.
package protocol SocketStub: Sendable {
    /// Returns the reason why the socket can't cause a fault, or `nil` if it can.
    func obstacle(to fault: Fault) -> String?
    /// Returns the kind of call that must be made before a call with this fault, or `nil` if none is necessary.
    func rehearsal(for fault: Fault) -> Rehearsal?
    /// Prepares the socket for the next call, because some faults occur before the request arrives.
    func prepare(for reply: StubReply?)
    /// Closes the socket and all of its connections.
    func close()
}

/// A call without a fault that must be made before a call with a fault.
package enum Rehearsal: Sendable {
    /// A call with a valid certificate. A client that rejects this certificate would fail even without the fault.
    case trust
    /// The same call without the fault. It leaves a connection open, on which the fault then occurs.
    case connection
}

/// The calls of a client in a case: the requests that it sends, the replies of the stub, and the ends of the calls.
///
/// The stub, the client, the runner and the watchdog report events on different threads. Each event changes the state
/// once. The closures that follow from an event run after that.
///
/// Dynamic member lookup reads and changes the properties of ``State``, such as `conversation.socket`.
@dynamicMemberLookup package final class Conversation: Sendable {
    /// The maximum number of requests that a client may send in one call.
    private static let maxRequests = 50
    /// The maximum number of sleeps that end early. A client that sleeps again and again counts as hanging.
    private static let maxSkips = 20

    /// The reason why a call wasn't made.
    package enum Obstacle: Sendable {
        /// The `client` closure of the bindings threw this error.
        case noClient(String)
        /// The closure of the call in the bindings threw this reason as ``CallInput/NotApplicable``.
        case notApplicable(String)
        /// The stub can't cause the fault of the call, or respond to its request, for this client or on this platform.
        case noFault(String)
        /// The call was abandoned after a tenth of the deadline, because the client has shown that it sleeps longer.
        case sleeps
    }

    /// The state of the current call.
    struct Turn {
        /// The call, or `nil` for calls that aren't judged one by one.
        var attempt: Attempt?
        var replies: [StubReply] = []
        var answer: (@Sendable (HTTPRequest) -> StubReply?)?
        var barrier: ResponseBarrier?
        /// The requests and the end of the call, which counts as hanging until it ends.
        var observation = ClientObservation(outcome: .hung(0))
        let observer = CompletionObserver()
        /// The requests without a response.
        var held: [Answering] = []
        /// The identifiers of the URLProtocol objects whose requests got no response, and whose tasks haven't ended.
        var unstopped: Set<ObjectIdentifier> = []
        /// The time of the client's last progress, such as a request that the stub received.
        var lastActivity = ContinuousClock.now
        /// The watchdog's time steps since then.
        var quiet = Quiet()
        /// The time that sleeps of the client would have taken since its last request. They ended early.
        var skipped = Duration.zero
        /// Whether the call is still running after its deadline.
        var isSlow = false
        /// Closures to call when the test has read a certain number of elements of the returned sequence.
        var awaitedElements: [(count: Int, body: @Sendable () -> Void)] = []

        mutating func noteActivity() { (lastActivity, quiet) = (.now, Quiet()) }

        /// Adds a request. Returns `true` if the client has sent too many requests.
        mutating func note(_ request: HTTPRequest, at time: Duration) -> Bool {
            observation.requests.append(request)
            observation.times.append(time)
            noteActivity()
            skipped = .zero
            return observation.requests.count > Conversation.maxRequests
        }

        /// The reply that the latest request gets: the last reply, if the client sends more requests than there are
        /// replies.
        var reply: StubReply? {
            let index = min(observation.requests.count, replies.count) - 1
            return index < 0 ? nil : replies[index]
        }
    }

    package struct State {
        /// The stub on a socket, or `nil` if the client sends its requests with the `URLSession` of the stub.
        package var socket: (any SocketStub)?
        /// The reason why the call wasn't made, or `nil` if it was. It is known only after the call.
        package var obstacle: Obstacle?
        /// The finding about a request to a real server that Accord blocked, or `nil` if Accord blocked no request.
        package var refusal: Finding?
        /// The closures to run after the calls of the case.
        var closing: [@Sendable () async throws -> Void] = []
        var turn = Turn()
        /// Whether the stub left at least one request without a response.
        var hasHeld = false
        /// The ended calls, in order.
        var observations: [ClientObservation] = []
        /// The concurrent calls: the completion handlers of a call, and how it ended, or `nil` if it hasn't. The array is
        /// `nil` before these calls.
        var concurrent: [(observer: CompletionObserver, observation: ClientObservation?)]?
        /// The task that makes the calls. It is abandoned if the client hangs.
        var task: Task<Void, Never>?
        var isFinished = false
        var waiting: CheckedContinuation<Void, Never>?
        /// The number of sleeps of the client that ended early.
        var skips = 0
    }

    let clock = StubClock()
    private let state = Locked(State())
    /// The responses to requests for OAuth tokens, by URL. These requests aren't part of the case.
    private let tokens: [String: HTTPResponse]
    /// The URL of the documented server, which a stub on a socket replaces.
    package let server: String
    /// The faults that the stub causes during the case.
    package let faults: [Fault]
    /// The names of the header fields with credentials, in lower case.
    package let credentialFields: Set<String>
    /// The longest time without progress of the client. After that, the calls are abandoned.
    let deadline: Duration
    /// The habits for which a call is abandoned after a tenth of the deadline, or `nil` for none.
    private let habits: ClientHabits?

    init(
        tokens: [String: HTTPResponse] = [:], server: String = "", faults: [Fault] = [],
        credentialFields: Set<String> = [], deadline: Duration = .seconds(5), habits: ClientHabits? = nil
    ) {
        self.tokens = tokens
        self.server = server
        self.faults = faults
        self.credentialFields = credentialFields
        self.deadline = deadline
        self.habits = habits
    }

    package subscript<Value>(dynamicMember member: WritableKeyPath<State, Value>) -> Value {
        get { state.withLock { $0[keyPath: member] } }
        set { state.withLock { $0[keyPath: member] = newValue } }
    }

    package var requests: [HTTPRequest] { self.turn.observation.requests }
    /// How the stub sends a stream, such as one event at a time, or `nil` for a plain response.
    package var delivery: StreamVariation? { self.turn.attempt?.testCase.delivery }
    /// The reply that the latest request got, or `nil` if there was no request.
    package var latestReply: StubReply? { self.turn.reply }

    // MARK: Calls

    /// Makes calls in a task, and waits until the task or the calls end, whichever comes first.
    func perform(_ calls: @escaping @Sendable () async -> Void) async -> [ClientObservation] {
        // Store the task while the state is locked, because the stub may cancel the task before this thread continues.
        state.withLock { state in
            state.task = Task {
                await calls()
                await self.end()
                self.finish()
            }
        }
        Watchdog.shared.watch(self)
        await withCheckedContinuation { continuation in
            let isFinished = state.withLock { state in
                if !state.isFinished { state.waiting = continuation }
                return state.isFinished
            }
            if isFinished { continuation.resume() }
        }
        Watchdog.shared.forget(self)
        return self.observations
    }

    /// Adds a closure to run after the calls of the case.
    func atEnd(_ body: @escaping @Sendable () async throws -> Void) { state.withLock { $0.closing.append(body) } }

    /// Runs the closures of ``atEnd(_:)``. The closure that was added last runs first.
    func end() async {
        for ending in state.exchange(\.closing, for: []).reversed() { try? await ending() }
    }

    /// Starts the next call.
    func expect(_ replies: [StubReply], of attempt: Attempt? = nil) { begin(Turn(attempt: attempt, replies: replies)) }

    /// Starts a call. The closure returns the reply to each request.
    func expect(_ answer: @escaping @Sendable (HTTPRequest) -> StubReply?) { begin(Turn(answer: answer)) }

    /// Starts concurrent calls. The barrier decides when and in which order they get replies.
    func expect(_ barrier: ResponseBarrier, observers: [CompletionObserver]) {
        begin(Turn(barrier: barrier))
        self.concurrent = observers.map { ($0, nil) }
    }

    private func begin(_ turn: Turn) {
        state.withLock { ($0.turn, $0.refusal) = (turn, nil) }
        self.socket?.prepare(for: turn.replies.first)
    }

    /// Records how the current call ended. Returns `true` if the calls were abandoned before, or are concurrent.
    @discardableResult
    func ended(_ outcome: ClientOutcome, leavesTask: Bool = false) -> Bool {
        let isOnSocket = self.socket != nil
        return state.withLock { state in
            guard !state.isFinished, state.concurrent == nil else { return true }
            let turn = state.turn
            var observation = turn.observation
            observation.outcome = outcome
            observation.leavesTask = leavesTask
            observation.surplusCalls = turn.observer.surplus
            observation.inputsRead = turn.attempt?.input.reads.names ?? []
            observation.isUnseen = isOnSocket && turn.attempt?.isUnseen(observation) == true
            let elapsed = ContinuousClock.now - turn.lastActivity + turn.skipped
            // Don't report a slow call if the client made progress recently, such as a retry after the deadline.
            if turn.isSlow || turn.skipped >= deadline, elapsed >= deadline { observation.slowness = elapsed.seconds }
            state.observations.append(observation)
            state.turn.isSlow = false
            return false
        }
    }

    /// Records how a concurrent call ended.
    func ended(_ outcome: ClientOutcome, concurrent index: Int) {
        state.withLock { $0.concurrent?[index].observation = ClientObservation(outcome: outcome) }
    }

    /// How the concurrent calls ended. An element is `nil` if the call didn't end by the deadline.
    var endings: [ClientObservation?] {
        (self.concurrent ?? []).map { call in
            var observation = call.observation
            observation?.surplusCalls = call.observer.surplus
            return observation
        }
    }

    private func finish() {
        self.isFinished = true
        state.exchange(\.waiting, for: nil)?.resume()
    }

    // MARK: Requests

    /// Receives a request during concurrent calls. Returns `false` if it is a request for a token, or if no concurrent
    /// calls are running.
    package func gather(_ request: HTTPRequest, _ answering: Answering) -> Bool {
        guard tokens[request.url] == nil, let barrier = self.turn.barrier else { return false }
        if state.withLock({ $0.turn.note(request, at: clock.elapsed) }) {
            DispatchQueue.global().async { answering.finish(nil) }
        } else {
            barrier.take(request, answering)
        }
        return true
    }

    /// Records a request and returns the reply to it, or `nil` if the client has sent too many requests.
    package func receive(_ request: HTTPRequest) -> StubReply? {
        if let token = tokens[request.url] { return .answer(token) }
        return state.withLock { state in
            let isEndless = state.turn.note(request, at: clock.elapsed)
            if let answer = state.turn.answer, !isEndless { return answer(request) }
            guard !isEndless, let reply = state.turn.reply else { return nil }
            guard state.turn.attempt?.testCase.delivery == .reconnection, state.turn.observation.requests.count > 1
            else { return reply }
            return .continuation(of: reply, for: request)
        }
    }

    /// Leaves a request without a response until the call is cancelled or ends. Cancels the call, if the case does so.
    ///
    /// - Parameter loader: The identifier of the object that reports the end of the task.
    package func hold(_ answering: Answering, by loader: ObjectIdentifier? = nil) {
        let (isCancelled, observer) = state.withLock { state in
            state.turn.held.append(answering)
            state.hasHeld = true
            if let loader { state.turn.unstopped.insert(loader) }
            return (state.turn.attempt?.isCancelled == true, state.turn.observer)
        }
        guard isCancelled else { return }
        // Cancel asynchronously: FoundationNetworking 6.3.1 crashes if a task is cancelled while its loading starts.
        DispatchQueue.global().async {
            self.task?.cancel()
            // A call with a completion handler has no task to cancel. Fail its requests with the error of a cancelled
            // task instead.
            guard observer.isUsed else { return }
            for answering in self.state.exchange(\.turn.held, for: []) { answering.finish(nil) }
        }
    }

    /// Records that the task of a request without a response has ended.
    func stopped(_ loader: ObjectIdentifier) { state.withLock { _ = $0.turn.unstopped.remove(loader) } }

    /// Returns whether the request of a cancelled call is still running after half of the deadline.
    func leavesRequest() async -> Bool {
        // The task of the call is cancelled, so a different task sleeps. On a loaded machine, many short sleeps take
        // longer than one long sleep, so the client has more time.
        await Task {
            for round in 0..<Watchdog.patience * 5
            where !self.turn.unstopped.isEmpty && (round < Watchdog.patience / 2 || !self.isImpatient) {
                try? await Task.sleep(for: self.step / 10)
            }
            return !self.turn.unstopped.isEmpty
        }.value
    }

    /// Whether the client may still be waiting for a response.
    var mayBeLoading: Bool { self.hasHeld || self.turn.barrier?.isWaiting == true }

    /// Adds a finding that the stub itself has found, for example about a request after a redirect.
    package func report(_ finding: Finding) { state.withLock { $0.turn.observation.findings.append(finding) } }

    func noteNotification(_ name: String) { state.withLock { $0.turn.observation.notifications.append(name) } }

    // MARK: Elements of a returned sequence

    /// Records how many elements of the returned sequence were read.
    func noteElements(_ count: Int) {
        let ready = state.withLock { state in
            state.turn.observation.elementCount = count
            state.turn.noteActivity()
            defer { state.turn.awaitedElements.removeAll { $0.count <= count } }
            return state.turn.awaitedElements.filter { $0.count <= count }
        }
        for awaited in ready { awaited.body() }
    }

    /// Calls a closure when the test has read a number of elements of the returned sequence.
    package func whenRead(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        let isRead = state.withLock { state in
            let isRead = state.turn.observation.elementCount ?? 0 >= count
            if !isRead { state.turn.awaitedElements.append((count, body)) }
            return isRead
        }
        if isRead { body() }
    }

    // MARK: Time

    /// The length of the watchdog's time steps.
    var step: Duration { deadline / Watchdog.patience }

    /// Whether the client has shown that a call like the current one takes its whole time.
    private var isImpatient: Bool { self.turn.attempt.flatMap { habits?.shortens($0) } ?? false }

    /// Counts a time step in which the process used this share of a processor. Returns `true` if the client makes no
    /// progress, and its calls are abandoned.
    func count(_ share: Double) -> Bool {
        let isImpatient = isImpatient
        let attempt = self.turn.attempt
        let patience = isImpatient ? Watchdog.patience / 10 : Watchdog.patience
        // For example, AsyncHTTPClient 1.37 retries a refused connection for 10 s.
        let factor = !isImpatient && attempt?.mayRetry == true ? 4 : 1
        let action = state.withLock { state in
            let action = state.turn.quiet.step(
                share, patience: patience, busyFactor: Watchdog.busyFactor, times: factor)
            if action == .noteSlowness { state.turn.isSlow = true }
            return action
        }
        guard action == .giveUp else { return false }
        let hadEnded = ended(.hung((step * patience * factor).seconds))
        if !hadEnded, isImpatient, attempt?.isCancelled == false { self.obstacle = .sleeps }
        finish()
        return true
    }

    /// Whether a further sleep of the client may end early.
    var maySkipSleep: Bool { self.skips < Self.maxSkips }

    /// Records that a sleep of the client ended early by this time.
    func skip(_ duration: Duration) {
        state.withLock { state in
            state.skips += 1
            state.turn.skipped += duration
        }
        clock.advance(by: duration)
    }
}

extension Attempt {
    /// Whether the call failed before the stub could receive its request on a socket.
    fileprivate func isUnseen(_ observation: ClientObservation) -> Bool {
        // A request never reaches the stub if, for example, the TLS handshake fails.
        if fault?.layer == .connect || fault?.layer == .tls { return true }
        // This fault closes an idle connection. If the client sends its request on this connection, the stub never
        // receives the request.
        return fault == .staleKeepalive && observation.outcome.error != nil && observation.requests.isEmpty
    }
}

extension StubReply {
    /// Returns the reply to a client that reconnects to an event stream: the events after the event that
    /// `Last-Event-ID` names, or all events if the request has no such header field.
    fileprivate static func continuation(of reply: StubReply, for request: HTTPRequest) -> StubReply? {
        guard case .fault(_, var response?) = reply else { return nil }
        if let last = request.headers.first("Last-Event-ID") {
            let pieces = EventStream.pieces(response.body)
            let known = pieces.lastIndex { EventStream.parse($0).first?.object?["id"]?.string == last }
            response.body = pieces.dropFirst(known.map { $0 + 1 } ?? 0).flatMap { $0 }
        }
        return .answer(response)
    }
}
