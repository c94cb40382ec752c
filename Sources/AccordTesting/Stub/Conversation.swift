// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// A request that the client is waiting for. The stub can make it fail with a code of `URLError`.
package struct Loading: @unchecked Sendable {
    // The closure calls the client of a URLProtocol. Foundation lets any thread call this client, so `Loading` is
    // sendable.
    let fail: (Int) -> Void

    package init(fail: @escaping (Int) -> Void) { self.fail = fail }
}

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

/// The requests that a client sends during a case, and the replies of the stub.
///
/// Dynamic member lookup reads and changes the properties of ``State``, such as `conversation.requests`.
@dynamicMemberLookup package final class Conversation: Sendable {
    /// The maximum number of requests that a client may send in one call.
    static let maxRequests = 50

    package struct State {
        var replies: [StubReply] = []
        var answer: (@Sendable (HTTPRequest) -> StubReply)?
        var barrier: ResponseBarrier?
        /// The stub on a socket, or `nil` if the client sends its requests with the `URLSession` of the stub.
        package var socket: (any SocketStub)?
        /// The reason why the stub can't respond to the request on this platform, or `nil` if it can.
        package var obstacle: String?
        /// The finding about a request to a real server that Accord blocked, or `nil` if Accord blocked no request.
        package var refusal: Finding?
        /// The closures to run after the calls of the case.
        var endings: [@Sendable () async throws -> Void] = []
        /// The findings that the stub reported during the case, for example about credentials sent to a different
        /// origin.
        var findings: [Finding] = []
        package var requests: [HTTPRequest] = []
        /// The times at which the requests arrived, by the stub's clock.
        var times: [Duration] = []
        var held: [Loading] = []
        /// Whether the stub left at least one request without a response.
        var hasHeld = false
        /// The identifiers of the URLProtocol objects whose requests got no response, and whose tasks haven't ended.
        var unstopped: Set<ObjectIdentifier> = []
        var lastActivity = ContinuousClock.now
        /// The time that sleeps of the client would have taken since its last request. They ended early.
        var skipped = Duration.zero
        var onHold: (@Sendable () -> Void)?
        /// How the stub sends a stream, such as one event at a time, or `nil` for a plain response.
        package var delivery: StreamVariation?
        /// The number of elements of the returned sequence that were read, or `nil` if the call returned no sequence.
        var elementCount: Int?
        /// Closures to call when the test has read a certain number of elements.
        var awaitedElements: [(count: Int, body: @Sendable () -> Void)] = []

        /// Adds a request. Returns `true` if the client has sent too many requests.
        mutating func note(_ request: HTTPRequest, at time: Duration) -> Bool {
            requests.append(request)
            times.append(time)
            lastActivity = .now
            skipped = .zero
            return requests.count > Conversation.maxRequests
        }
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

    init(
        tokens: [String: HTTPResponse] = [:], server: String = "", faults: [Fault] = [],
        credentialFields: Set<String> = []
    ) {
        self.tokens = tokens
        self.server = server
        self.faults = faults
        self.credentialFields = credentialFields
    }

    package subscript<Value>(dynamicMember member: WritableKeyPath<State, Value>) -> Value {
        get { state.withLock { $0[keyPath: member] } }
        set { state.withLock { $0[keyPath: member] = newValue } }
    }

    /// Adds a closure to run after the calls of the case.
    func atEnd(_ body: @escaping @Sendable () async throws -> Void) { state.withLock { $0.endings.append(body) } }

    /// Runs the closures of ``atEnd(_:)``. The closure that was added last runs first.
    func end() async {
        let endings = state.withLock { state in
            defer { state.endings = [] }
            return state.endings
        }
        for ending in endings.reversed() { try? await ending() }
    }

    /// Starts the next call.
    ///
    /// - Parameters:
    ///   - delivery: The way in which the stub sends a stream.
    ///   - onHold: A closure that is called when a request is left without a response.
    func expect(_ replies: [StubReply], delivery: StreamVariation? = nil, onHold: (@Sendable () -> Void)? = nil) {
        state.withLock { state in
            var next = State()
            (next.socket, next.obstacle) = (state.socket, state.obstacle)
            (next.endings, next.hasHeld) = (state.endings, state.hasHeld)
            (next.replies, next.delivery, next.onHold) = (replies, delivery, onHold)
            state = next
        }
        self.socket?.prepare(for: replies.first)
    }

    /// Starts a call. The closure returns the reply to each request.
    func expect(_ answer: @escaping @Sendable (HTTPRequest) -> StubReply) {
        expect([])
        state.withLock { $0.answer = answer }
    }

    /// Starts concurrent calls. The barrier decides when and in which order they get replies.
    func expect(_ barrier: ResponseBarrier) {
        expect([])
        state.withLock { $0.barrier = barrier }
    }

    /// Receives a request during concurrent calls. Returns `false` if it is a request for a token, or if no concurrent
    /// calls are running.
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

    /// Records a request and returns the reply to it, or `nil` if the client has sent too many requests.
    ///
    /// If the client sends more requests than there are replies, each further request gets the last reply.
    package func receive(_ request: HTTPRequest) -> StubReply? {
        if let token = tokens[request.url] { return .answer(token) }
        return state.withLock { state in
            let isEndless = state.note(request, at: clock.elapsed)
            let index = min(state.requests.count, state.replies.count) - 1
            if let answer = state.answer, !isEndless { return answer(request) }
            if index < 0 || isEndless { return nil }
            guard state.delivery == .reconnection, state.requests.count > 1 else { return state.replies[index] }
            return .continuation(of: state.replies[index], for: request)
        }
    }

    /// The reply that the latest request got, or `nil` if there was no request.
    package var latestReply: StubReply? {
        state.withLock { state in
            let index = min(state.requests.count, state.replies.count) - 1
            return index < 0 ? nil : state.replies[index]
        }
    }

    /// Leaves a request without a response until the call is cancelled or ends.
    ///
    /// - Parameter loader: The identifier of the object that reports the end of the task.
    package func hold(_ loading: Loading, by loader: ObjectIdentifier? = nil) {
        let tell = state.withLock { state in
            state.held.append(loading)
            state.hasHeld = true
            if let loader { state.unstopped.insert(loader) }
            return state.onHold
        }
        // Call the closure asynchronously: FoundationNetworking 6.3.1 crashes if a task is cancelled while its loading
        // starts.
        if let tell { DispatchQueue.global().async(execute: tell) }
    }

    /// Records that the task of a request without a response has ended.
    func stopped(_ loader: ObjectIdentifier) { state.withLock { _ = $0.unstopped.remove(loader) } }

    /// Whether the client may still be waiting for a response.
    var mayBeLoading: Bool {
        let (hasHeld, barrier) = state.withLock { ($0.hasHeld, $0.barrier) }
        return hasHeld || barrier?.isWaiting == true
    }

    /// Records how many elements of the returned sequence were read.
    func noteElements(_ count: Int) {
        let ready = state.withLock { state in
            state.elementCount = count
            state.lastActivity = .now
            defer { state.awaitedElements.removeAll { $0.count <= count } }
            return state.awaitedElements.filter { $0.count <= count }
        }
        for awaited in ready { awaited.body() }
    }

    /// Calls a closure when the test has read a number of elements of the returned sequence.
    package func whenRead(_ count: Int, _ body: @escaping @Sendable () -> Void) {
        let isRead = state.withLock { state in
            let isRead = state.elementCount ?? 0 >= count
            if !isRead { state.awaitedElements.append((count, body)) }
            return isRead
        }
        if isRead { body() }
    }

    /// Adds a finding that the stub itself has found, for example about a request after a redirect.
    package func report(_ finding: Finding) { state.withLock { $0.findings.append(finding) } }

    /// Makes all requests without a response fail with the error of a cancelled task.
    func cancelHeld() {
        let held = state.withLock { state in
            defer { state.held = [] }
            return state.held
        }
        for loading in held { loading.fail(NSURLErrorCancelled) }
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
