// SPDX-License-Identifier: Apache-2.0
import AccordJSON
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A replacement for the network of the client under test: its requests never leave the process.
///
/// Pass the client the session, its configuration, or the session as a protocol to which `URLSession` conforms.
public struct Stub: Sendable {
    /// The session whose requests the stub answers.
    public var urlSession: URLSession {
        session.withLock { session in
            if let session { return session }
            let newSession = URLSession(configuration: configuration)
            session = newSession
            StubClasses.shared.noteSession()
            return newSession
        }
    }

    /// The stub of the running test, from its trait `.contract(…)`.
    ///
    /// - Throws: An error if the test has no such trait.
    public static var current: Stub {
        get throws {
            guard let active else { throw NoStub() }
            return active
        }
    }

    @TaskLocal static var active: Stub?

    /// The error of ``current``.
    struct NoStub: Error, CustomStringConvertible {
        var description: String { "the test has no stub: add the trait @Test(.contract(\"Specs/…\", \"…\"))" }
    }

    /// The notification center of the case. `client.notifies` in the contract lists its notifications.
    public let notificationCenter: NotificationCenter

    /// A virtual clock for clients that retry. Sleeping returns immediately and advances the clock.
    public var clock: StubClock { conversation.clock }

    /// The credentials of the case by their names in the contract, such as `token` and `username`, for a client that
    /// takes them when it is created. Empty if the case sends none.
    public let credentials: [String: String]

    package let conversation: Conversation
    private let protocolClass: AnyClass
    /// Created on first use, because ``answerSharedSession()`` requires that no session exists.
    private let session = Locked<URLSession?>(nil)

    init(conversation: Conversation, credentials: [String: String] = [:]) {
        self.conversation = conversation
        self.credentials = credentials
        notificationCenter = NotificationCenter()
        protocolClass = StubClasses.shared.mint(for: conversation)
    }

    /// A new configuration for a session that the client creates.
    public var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [protocolClass]
        return configuration
    }

    /// Answers the requests of `URLSession.shared`, for clients that don't accept a session.
    ///
    /// The process has only one shared session. Cases must run one after the other in a process in which it is the
    /// first session, as with `"isolated": true` in accord.json.
    ///
    /// - Throws: An error if the process already has a session, or if the stub of a different case still answers.
    public func answerSharedSession() throws {
        guard StubClasses.shared.answerSharedSession(from: conversation) else { throw SharedSessionInUse() }
    }

    /// The error of ``answerSharedSession()``.
    struct SharedSessionInUse: Error, CustomStringConvertible {
        var description: String {
            "a stub can answer URLSession.shared for one case at a time, and before any other session exists: "
                + "set \"isolated\": true in accord.json"
        }
    }

    /// The queue on which the session calls completion handlers.
    var callbackQueue: OperationQueue { session.withLock { $0 }?.delegateQueue ?? OperationQueue() }

    /// Ends the case: requests that are loading, and later ones, fail.
    func close() {
        if let session = session.withLock({ $0 }) {
            // FoundationNetworking 6.3.1 crashes if it cancels a task that is completing: it calls the completion
            // handler again, or mutates the tasks while it enumerates them. Only waiting tasks are cancelled.
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

/// A virtual clock. Sleeping returns immediately and advances the clock.
///
/// Pass it to a client that waits before it retries and accepts any `Clock` with the duration `Duration`. Accord compares
/// the virtual and real time between requests with `Retry-After` and with `retry` in the contract.
public final class StubClock: Clock, Sendable {
    /// A point in time since the start of the clock.
    public struct Instant: InstantProtocol {
        let elapsed: Duration

        /// Returns a later instant.
        public func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }

        /// Returns the time from this instant to `other`.
        public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }

        /// Returns whether `left` is before `right`.
        public static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
    }

    private let began = ContinuousClock.now
    private let slept = Locked(Duration.zero)

    init() {}

    /// The virtual and real time since the start of the clock.
    var elapsed: Duration { slept.withLock { $0 } + (ContinuousClock.now - began) }

    /// The current instant.
    public var now: Instant { Instant(elapsed: elapsed) }

    /// The resolution of the clock: zero.
    public var minimumResolution: Duration { .zero }

    /// Advances the clock to `deadline` and returns immediately.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let rest = deadline.elapsed - elapsed
        if rest > .zero { slept.withLock { $0 += rest } }
        await Task.yield()
    }
}
