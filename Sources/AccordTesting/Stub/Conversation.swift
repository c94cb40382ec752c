import AccordMatching
import Foundation

/// What a stub does with one request.
enum Playback: Sendable {
    case answer(HTTPResponse)
    /// A URLError code.
    case fail(code: Int)
    case breakOff(HTTPResponse, Fault.BodyShare, code: Int)
    /// Nothing more comes, until the call is cancelled; the head of the answer, if there is one.
    case hold(HTTPResponse?)

    init(_ reply: StubReply) {
        switch reply {
        case .answer(let response): self = .answer(response)
        case .fault(let fault, let response):
            let answer = response ?? HTTPResponse(status: 200)
            switch fault.stub {
            case .fails(let code): self = .fail(code: code)
            case .breaksOff(let share, let code): self = .breakOff(answer, share, code: code)
            case .answers: self = .answer(answer)
            case .cancelled(let sendsHead): self = .hold(sendsHead ? answer : nil)
            case .impossible: self = .fail(code: NSURLErrorUnknown)
            }
        }
    }
}

/// A request that is being loaded, and can still be made to fail with a URLError code.
struct Loading: @unchecked Sendable {
    // URLProtocol's client may be called from any thread.
    let fail: (Int) -> Void
}

/// The requests of a flow and what answers them, for one client.
///
/// A case loads its replies, lets the client make its call, and takes what was asked.
final class Conversation: Sendable {
    /// A client that goes on asking is stopped here: it would never end.
    static let mostRequests = 50

    private struct State {
        var replies: [Playback] = []
        var answer: (@Sendable (HTTPRequest) -> Playback)?
        var requests: [HTTPRequest] = []
        var held: [Loading] = []
        var lastActivity = ContinuousClock.now
        var onHold: (@Sendable () -> Void)?
    }

    private let state = Guarded(State())
    /// Addresses that issue access tokens, and what they answer: asked for without being part of a case.
    private let tokens: [String: HTTPResponse]

    init(tokens: [String: HTTPResponse] = [:]) {
        self.tokens = tokens
    }

    /// Starts the next call: what was asked before is forgotten. `onHold` is told when a request is left without an answer.
    func expect(_ replies: [Playback], onHold: (@Sendable () -> Void)? = nil) {
        state.withLock {
            $0.replies = replies
            $0.answer = nil
            $0.requests = []
            $0.held = []
            $0.lastActivity = .now
            $0.onHold = onHold
        }
    }

    /// Leaves the choice of every answer to `answer`, until the next `expect`.
    func expect(_ answer: @escaping @Sendable (HTTPRequest) -> Playback) {
        expect([])
        state.withLock { $0.answer = answer }
    }

    /// Takes a request; what comes after the last documented one is answered as that was, and counted.
    func receive(_ request: HTTPRequest) -> Playback {
        if let token = tokens[request.url] { return .answer(token) }
        return state.withLock { state in
            state.requests.append(request)
            state.lastActivity = .now
            let index = min(state.requests.count, state.replies.count) - 1
            let isEndless = state.requests.count > Self.mostRequests
            if let answer = state.answer, !isEndless { return answer(request) }
            return index < 0 || isEndless ? .fail(code: NSURLErrorCancelled) : state.replies[index]
        }
    }

    /// Keeps what gets no answer, once all that comes of it has come.
    func hold(_ loading: Loading) {
        let tell = state.withLock { state in
            state.held.append(loading)
            return state.onHold
        }
        // Not from here: a task that is cancelled while its loading starts crashes FoundationNetworking 6.3.1.
        if let tell { DispatchQueue.global().async(execute: tell) }
    }

    var requests: [HTTPRequest] { state.withLock { $0.requests } }

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
