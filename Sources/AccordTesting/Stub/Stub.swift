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
            if let session { return session.made }
            let configuration = SpareConfigurations.shared.take()
            configuration.protocolClasses = [protocolClass]
            let made = URLSession(configuration: configuration)
            session = (made, configuration)
            StubClasses.shared.noteSession()
            return made
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
    private let session = Locked<(made: URLSession, configuration: URLSessionConfiguration)?>(nil)

    init(conversation: Conversation, credentials: [String: String] = [:]) {
        self.conversation = conversation
        self.credentials = credentials
        notificationCenter = NotificationCenter()
        protocolClass = StubClasses.shared.mint(for: conversation)
    }

    /// A configuration for a session of the client's own; a fresh one each time.
    public var configuration: URLSessionConfiguration {
        Self.configuration(protocolClass)
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

    private static func configuration(_ protocolClass: AnyClass) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [protocolClass]
        return configuration
    }

    /// Where the session calls completion handlers, if it was asked for.
    var callbackQueue: OperationQueue { session.withLock { $0 }?.made.delegateQueue ?? OperationQueue() }

    /// Ends the case: what is still loading fails, and later requests find nobody.
    func close() {
        if let (session, configuration) = session.withLock({ $0 }) {
            // FoundationNetworking 6.3.1 ends the process where it cancels a task that is just completing: it calls its
            // handler once more, or goes through the tasks while one is taken out. So only what waits is cancelled.
            if conversation.mayBeLoading {
                session.invalidateAndCancel()
            } else {
                session.finishTasksAndInvalidate()
            }
            SpareConfigurations.shared.giveBack(configuration)
        }
        conversation.socket?.close()
        StubClasses.shared.remove(protocolClass, of: conversation)
    }
}
