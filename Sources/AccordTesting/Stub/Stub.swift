// SPDX-License-Identifier: Apache-2.0
import AccordCore
public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A stub that replaces the network for the client under test. The client's requests never leave the process.
///
/// Pass ``urlSession`` or ``configuration`` to the client. The type of the client's session parameter may also be a
/// protocol to which `URLSession` conforms.
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

    /// The stub that the trait `.contract(…)` provides for the running test.
    ///
    /// - Throws: An error if the test doesn't have the trait `.contract(…)`.
    public static var current: Stub {
        get throws {
            guard let active else {
                throw DescribedError("the test has no stub: add the trait @Test(.contract(\"Specs/…\", \"…\"))")
            }
            return active
        }
    }

    @TaskLocal static var active: Stub?

    /// The notification center of the case. In the contract, `client.notifies` lists the expected notifications.
    public let notificationCenter: NotificationCenter

    /// A virtual clock for clients that retry. Sleeping returns immediately and advances the clock.
    public var clock: StubClock { conversation.clock }

    /// The credentials of the case, by their names in the contract, such as `token` and `username`.
    ///
    /// Use them for a client whose initializer takes credentials. The dictionary is empty if the case sends none.
    public let credentials: [String: String]

    package let conversation: Conversation
    private let protocolClass: AnyClass
    /// The session, which is created on first use because ``answerSharedSession()`` requires that no session exists.
    private let session = Locked<URLSession?>(nil)

    init(conversation: Conversation, credentials: [String: String] = [:]) {
        self.conversation = conversation
        self.credentials = credentials
        notificationCenter = NotificationCenter()
        protocolClass = StubClasses.shared.mint(for: conversation)
        NetworkGuard.add(conversation, isRequired: false)
    }

    /// A new configuration for a session that the client creates.
    public var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [protocolClass]
        return configuration
    }

    /// Answers the requests of `URLSession.shared`, for clients that don't accept a session.
    ///
    /// A process has only one shared session, which must be the first session of the process. Cases must also run one
    /// at a time. The setting `"isolated": true` in accord.json ensures both conditions.
    ///
    /// - Throws: An error if the process already has a session, or if the stub of a different case still uses it.
    public func answerSharedSession() throws {
        guard StubClasses.shared.answerSharedSession(from: conversation) else {
            throw DescribedError(
                "a stub can replace URLSession.shared only for one case at a time, "
                    + "and only if the process has not created a session yet: set \"isolated\": true in accord.json")
        }
    }

    /// Runs a closure after the calls of the case, for example to shut down an HTTP client. Errors that the closure
    /// throws are ignored.
    public func afterCase(_ body: @escaping @Sendable () async throws -> Void) { conversation.atEnd(body) }

    /// The operation queue on which the session calls the client's completion handlers.
    var callbackQueue: OperationQueue { session.withLock { $0 }?.delegateQueue ?? OperationQueue() }

    /// Ends the case. Requests that are still waiting for a response fail, and so does every later request.
    func close() {
        if let session = session.withLock({ $0 }) {
            // FoundationNetworking 6.3.1 crashes if it cancels a task that is completing: it calls the completion
            // handler again, or mutates the tasks while it enumerates them. Tasks are therefore cancelled only while
            // a request may still wait for its response.
            if conversation.mayBeLoading {
                session.invalidateAndCancel()
            } else {
                session.finishTasksAndInvalidate()
            }
        }
        conversation.socket?.close()
        NetworkGuard.remove(conversation)
        StubClasses.shared.remove(protocolClass, of: conversation)
    }
}

/// A virtual clock. Sleeping returns immediately and advances the clock.
///
/// Pass the clock to a client that waits between retries and accepts any `Clock<Duration>`. Accord compares the time
/// between requests, virtual plus real, with the header field `Retry-After` and with `retry` in the contract.
public final class StubClock: Clock, Sendable {
    /// A point in time, measured from the start of the clock.
    public struct Instant: InstantProtocol {
        let elapsed: Duration

        /// Returns the point in time that is `duration` after this one.
        public func advanced(by duration: Duration) -> Instant { Instant(elapsed: elapsed + duration) }

        /// Returns the time that passes from this point in time to `other`.
        public func duration(to other: Instant) -> Duration { other.elapsed - elapsed }

        /// Returns whether `left` is earlier than `right`.
        public static func < (left: Instant, right: Instant) -> Bool { left.elapsed < right.elapsed }
    }

    private let began = ContinuousClock.now
    private let slept = Locked(Duration.zero)

    /// The sum of the virtual and the real time since the start of the clock.
    var elapsed: Duration { slept.withLock { $0 } + (ContinuousClock.now - began) }

    /// The current time of the clock.
    public var now: Instant { Instant(elapsed: elapsed) }

    func advance(by duration: Duration) { slept.withLock { $0 += duration } }

    /// The resolution of the clock: zero.
    public var minimumResolution: Duration { .zero }

    /// Advances the clock to `deadline` and returns immediately.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
        try Task.checkCancellation()
        let remaining = deadline.elapsed - elapsed
        if remaining > .zero { advance(by: remaining) }
        await Task.yield()
    }
}
