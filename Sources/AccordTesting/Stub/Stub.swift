import AccordJSON
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// What a client under test is given in place of the network: every request ends in the test, none leaves the machine.
///
/// Hand the client whichever it takes: a session, a session's configuration, or whatever protocol `URLSession` meets.
public struct Stub: Sendable {
    /// A session whose every request the stub answers; the same one each time.
    public var urlSession: URLSession {
        session.withLock { session in
            if let session { return session }
            let newSession = URLSession(configuration: configuration)
            session = newSession
            StubClasses.shared.noteSession()
            return newSession
        }
    }

    /// The stub of the running test, which its `.contract(…)` trait made.
    ///
    /// Throws where the test has no such trait.
    public static var current: Stub {
        get throws {
            guard let active else { throw NoStub() }
            return active
        }
    }

    @TaskLocal static var active: Stub?

    /// Thrown by ``current``.
    struct NoStub: Error, CustomStringConvertible {
        var description: String { "no stub is there: give the test a trait, @Test(.contract(\"Specs/…\", \"…\"))" }
    }

    /// A notification centre of the case's own; what is posted there is held to `client.notifies`.
    public let notificationCenter: NotificationCenter

    /// A clock that never waits: what sleeps on it goes on at once, and later by it. Give it to a client that retries.
    public var clock: StubClock { conversation.clock }

    /// What the case's security schemes take, by the names that the contract gives them: `token`, `username`; for a
    /// client that is made with its credentials. Empty where the case sends none.
    public let credentials: [String: String]

    package let conversation: Conversation
    private let protocolClass: AnyClass
    /// Made when it is first asked for: `URLSession.shared` can be answered only before there is any.
    private let session = Locked<URLSession?>(nil)

    init(conversation: Conversation, credentials: [String: String] = [:]) {
        self.conversation = conversation
        self.credentials = credentials
        notificationCenter = NotificationCenter()
        protocolClass = StubClasses.shared.mint(for: conversation)
    }

    /// A configuration for a session of the client's own; a fresh one each time.
    public var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [protocolClass]
        return configuration
    }

    /// Answers what is asked of `URLSession.shared`, for clients that can be given no session.
    ///
    /// It is one for the whole process, so that cases have to be tried one after the other, in a process where it is the
    /// first session: `"isolated": true` in accord.json. Throws where another was made before, and where the stub of
    /// another case still answers it.
    public func answerSharedSession() throws {
        guard StubClasses.shared.answerSharedSession(from: conversation) else { throw SharedSessionInUse() }
    }

    /// Thrown by ``answerSharedSession()``.
    struct SharedSessionInUse: Error, CustomStringConvertible {
        var description: String {
            "URLSession.shared can be answered for one case at a time, and before any other session: "
                + "set \"isolated\": true"
        }
    }

    /// Where the session calls completion handlers, if it was asked for.
    var callbackQueue: OperationQueue { session.withLock { $0 }?.delegateQueue ?? OperationQueue() }

    /// Ends the case: what is still loading fails, and later requests find nobody.
    func close() {
        if let session = session.withLock({ $0 }) {
            // FoundationNetworking 6.3.1 ends the process where it cancels a task that is just completing: it calls its
            // handler once more, or goes through the tasks while one is taken out. So only what waits is cancelled.
            if conversation.mayBeLoading {
                session.invalidateAndCancel()
            } else {
                session.finishTasksAndInvalidate()
            }
        }
        conversation.socket?.close()
        StubClasses.shared.remove(protocolClass, of: conversation)
    }
}

/// A clock on which sleeping takes no time, but is counted.
///
/// A client that waits before it tries again takes any `Clock` whose instants are told apart by a `Duration`; in tests it
/// is given this one. What it slept, and what really passed, is held to `Retry-After` and to the contract's `retry`.
public final class StubClock: Clock, Sendable {
    /// A point in time, from the clock's beginning.
    public struct Instant: InstantProtocol {
        let elapsed: Duration

        /// The instant later by a duration.
        public func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }

        /// The time from this instant to another.
        public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }

        /// True where this instant comes first.
        public static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
    }

    private let began = ContinuousClock.now
    private let slept = Locked(Duration.zero)

    init() {}

    /// The time that passed, slept or real, since the clock was made.
    var elapsed: Duration { slept.withLock { $0 } + (ContinuousClock.now - began) }

    /// Now.
    public var now: Instant { Instant(elapsed: elapsed) }

    /// The least that can be told apart: nothing.
    public var minimumResolution: Duration { .zero }

    /// Returns at once, at `deadline`; throws `CancellationError` where the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let rest = deadline.elapsed - elapsed
        if rest > .zero { slept.withLock { $0 += rest } }
        await Task.yield()
    }
}
