import AccordContract
import AccordCore
import AccordJSON
import AccordSchema
import Foundation

/// A request that is being loaded, and can still be made to fail with a URLError code.
package struct Loading: @unchecked Sendable {
    // URLProtocol's client may be called from any thread.
    let fail: (Int) -> Void

    package init(fail: @escaping (Int) -> Void) {
        self.fail = fail
    }
}

/// A request that is being loaded, and waits for its reply; nil ends it.
package struct Answering: @unchecked Sendable {
    // URLProtocol's client may be called from any thread.
    let begin: (StubReply?) -> Void
    let finish: (StubReply?) -> Void

    /// - Parameters:
    ///   - begin: gives what can be given before the end: a client may be sent the bodies of several calls by turns.
    ///   - finish: gives the rest.
    package init(
        begin: @escaping (StubReply?) -> Void = { _ in }, finish: @escaping (StubReply?) -> Void
    ) {
        self.begin = begin
        self.finish = finish
    }
}

/// A stub that answers on a socket, for clients that no session can be given to.
package protocol SocketStub: Sendable {
    /// Why the fault can't be caused there; nil where it can.
    func obstacle(to fault: Fault) -> String?
    /// What the client has to do before the fault means anything; nil: nothing.
    func rehearsal(for fault: Fault) -> Rehearsal?
    /// Gets ready for the next call: some faults come before its request.
    func prepare(for reply: StubReply?)
    /// Ends every connection.
    func close()
}

/// What comes before a call that a fault is caused for.
package enum Rehearsal: Sendable {
    /// A request on a certificate that is in order: a client that refuses this would fail without the fault, too.
    case trust
    /// The same call, which leaves a connection open.
    case connection
}

/// The requests of a flow and what answers them, for one client.
///
/// A case loads its replies, lets the client make its call, and takes what was asked.
package final class Conversation: Sendable {
    /// A client that goes on asking is stopped here: it would never end.
    static let mostRequests = 50

    private struct State {
        var replies: [StubReply] = []
        var answer: (@Sendable (HTTPRequest) -> StubReply)?
        var barrier: ResponseBarrier?
        var socket: (any SocketStub)?
        var obstacle: String?
        var findings: [Finding] = []
        var requests: [HTTPRequest] = []
        var times: [Duration] = []
        var held: [Loading] = []
        /// True once a request was left without an answer.
        var hasHeld = false
        /// What is held and was begun by a task that nobody has cancelled yet.
        var unstopped: Set<ObjectIdentifier> = []
        var whenStopped: UnsafeContinuation<Bool, Never>?
        var lastActivity = ContinuousClock.now
        var onHold: (@Sendable () -> Void)?

        /// Remembers a request; true where the client is to be stopped.
        mutating func note(_ request: HTTPRequest, at time: Duration) -> Bool {
            requests.append(request)
            times.append(time)
            lastActivity = .now
            return requests.count > Conversation.mostRequests
        }
    }

    let clock = StubClock()
    private let state = Locked(State())
    /// Addresses that issue access tokens, and what they answer: asked for without being part of a case.
    private let tokens: [String: HTTPResponse]

    /// The address of the documented server, which a stub on a socket stands in for.
    package let server: String

    /// The faults that its calls will meet.
    package let faults: [Fault]

    /// The names of the header fields that carry credentials, in lower case.
    package let credentialFields: Set<String>

    init(
        tokens: [String: HTTPResponse] = [:], server: String = "", faults: [Fault] = [],
        credentialFields: Set<String> = []
    ) {
        self.tokens = tokens
        self.server = server
        self.faults = faults
        self.credentialFields = credentialFields
    }

    /// The stub on a socket, where the client asked for one.
    package var socket: (any SocketStub)? {
        get { state.withLock { $0.socket } }
        set { state.withLock { $0.socket = newValue } }
    }

    /// Why the platform can't answer what was asked; nil where it can.
    package var obstacle: String? {
        get { state.withLock { $0.obstacle } }
        set { state.withLock { $0.obstacle = newValue } }
    }

    /// Starts the next call: what was asked before is forgotten. `onHold` is told when a request is left without an answer.
    func expect(_ replies: [StubReply], onHold: (@Sendable () -> Void)? = nil) {
        state.withLock {
            $0.replies = replies
            $0.answer = nil
            $0.barrier = nil
            $0.requests = []
            $0.findings = []
            $0.times = []
            $0.held = []
            $0.unstopped = []
            $0.lastActivity = .now
            $0.onHold = onHold
        }
        socket?.prepare(for: replies.first)
    }

    /// Leaves the choice of every answer to `answer`, until the next `expect`.
    func expect(_ answer: @escaping @Sendable (HTTPRequest) -> StubReply) {
        expect([])
        state.withLock { $0.answer = answer }
    }

    /// Leaves it to `barrier` when and with what each request is answered, until the next `expect`.
    func expect(_ barrier: ResponseBarrier) {
        expect([])
        state.withLock { $0.barrier = barrier }
    }

    /// Takes a request that is to be answered together with others; false where it is answered by itself.
    package func gather(_ request: HTTPRequest, _ answering: Answering) -> Bool {
        guard tokens[request.url] == nil else { return false }
        let (barrier, isEndless) = state.withLock { state in
            guard state.barrier != nil else { return (nil as ResponseBarrier?, false) }
            return (state.barrier, state.note(request, at: clock.elapsed))
        }
        guard let barrier else { return false }
        if isEndless {
            DispatchQueue.global().async { answering.finish(nil) }
        } else {
            barrier.take(request, answering)
        }
        return true
    }

    /// Takes a request; nil where the client is to be stopped. What comes after the last documented one is answered as that was, and counted.
    package func receive(_ request: HTTPRequest) -> StubReply? {
        if let token = tokens[request.url] { return .answer(token) }
        return state.withLock { state in
            let isEndless = state.note(request, at: clock.elapsed)
            let index = min(state.requests.count, state.replies.count) - 1
            if let answer = state.answer, !isEndless { return answer(request) }
            return index < 0 || isEndless ? nil : state.replies[index]
        }
    }

    /// The reply that the latest request was given.
    package var latestReply: StubReply? {
        state.withLock { state in
            let index = min(state.requests.count, state.replies.count) - 1
            return index < 0 ? nil : state.replies[index]
        }
    }

    /// Keeps what gets no answer, once all that comes of it has come; `loader` tells when its task is over.
    package func hold(_ loading: Loading, by loader: ObjectIdentifier? = nil) {
        let tell = state.withLock { state in
            state.held.append(loading)
            state.hasHeld = true
            if let loader { state.unstopped.insert(loader) }
            return state.onHold
        }
        // Not from here: a task that is cancelled while its loading starts crashes FoundationNetworking 6.3.1.
        if let tell { DispatchQueue.global().async(execute: tell) }
    }

    /// Notes that the task of `loader` is over.
    func stopped(_ loader: ObjectIdentifier) {
        let waiting = state.withLock { state -> UnsafeContinuation<Bool, Never>? in
            guard state.unstopped.remove(loader) != nil, state.unstopped.isEmpty else { return nil }
            defer { state.whenStopped = nil }
            return state.whenStopped
        }
        waiting?.resume(returning: true)
    }

    /// True once no task is left of those that were held; false where ``giveUpStopping()`` was called before.
    func isStopped() async -> Bool {
        await withUnsafeContinuation { continuation in
            let isStopped = state.withLock { state in
                if !state.unstopped.isEmpty { state.whenStopped = continuation }
                return state.unstopped.isEmpty
            }
            if isStopped { continuation.resume(returning: true) }
        }
    }

    /// Ends the wait for tasks that go on.
    func giveUpStopping() {
        let waiting = state.withLock { state in
            defer { state.whenStopped = nil }
            return state.whenStopped
        }
        waiting?.resume(returning: false)
    }

    /// True where a request may still be waiting for its answer.
    var mayBeLoading: Bool {
        let (hasHeld, barrier) = state.withLock { ($0.hasHeld, $0.barrier) }
        return hasHeld || barrier?.isWaiting == true
    }

    package var requests: [HTTPRequest] { state.withLock { $0.requests } }

    /// What was found while it was answered.
    var findings: [Finding] { state.withLock { $0.findings } }

    /// Notes what is wrong with a request that isn't one of the contract's.
    package func report(_ finding: Finding) {
        state.withLock { $0.findings.append(finding) }
    }

    /// When the requests came, by the stub's clock.
    var times: [Duration] { state.withLock { $0.times } }

    var lastActivity: ContinuousClock.Instant { state.withLock { $0.lastActivity } }

    /// Fails what nothing was sent for, as a session does whose tasks are cancelled.
    func cancelHeld() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for loading in held { loading.fail(NSURLErrorCancelled) }
    }
}
