public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// What a client under test is given in place of the network: every request ends in the test, none leaves the machine.
///
/// Hand the client whichever it takes: a session, a session's configuration, or whatever protocol `URLSession` meets.
public struct Stub: Sendable {
    /// A session whose every request the stub answers.
    public let urlSession: URLSession

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

    package let conversation: Conversation
    private let protocolClass: AnyClass

    init(conversation: Conversation) {
        self.conversation = conversation
        notificationCenter = NotificationCenter()
        protocolClass = StubClasses.shared.mint(for: conversation)
        urlSession = URLSession(configuration: Self.configuration(protocolClass))
    }

    /// A configuration for a session of the client's own; a fresh one each time.
    public var configuration: URLSessionConfiguration {
        Self.configuration(protocolClass)
    }

    private static func configuration(_ protocolClass: AnyClass) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [protocolClass]
        return configuration
    }

    /// Ends the case: what is still loading fails, and later requests find nobody.
    func close() {
        urlSession.invalidateAndCancel()
        conversation.socket?.close()
        StubClasses.shared.remove(protocolClass)
    }
}
