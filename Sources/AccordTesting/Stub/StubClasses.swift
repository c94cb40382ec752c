import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The one piece of global state, which URLProtocol forces: which class belongs to which conversation.
///
/// A session knows its protocol by class alone, so each stub gets a class of its own, a new specialisation of a generic
/// one; thousands of stubs at once don't hear each other. A class is never used again: a request that comes after its
/// case has ended finds nobody instead of somebody else's answer.
final class StubClasses: Sendable {
    static let shared = StubClasses()

    private struct State {
        var minted = 0
        var hasSession = false
        var conversations: [ObjectIdentifier: Conversation] = [:]
    }

    private let state = Guarded(State())

    /// A class that no stub has had yet.
    func mint(for conversation: Conversation) -> AnyClass {
        state.withLock { state in
            state.minted += 1
            let minted: AnyClass = Self.specialise(state.minted, Digit.Start.self)
            state.conversations[ObjectIdentifier(minted)] = conversation
            return minted
        }
    }

    /// True as long as no stub of this process has answered a session.
    var hasNoSession: Bool { state.withLock { !$0.hasSession } }

    func noteSession() { state.withLock { $0.hasSession = true } }

    func conversation(of protocolClass: AnyClass) -> Conversation? {
        state.withLock { $0.conversations[ObjectIdentifier(protocolClass)] }
    }

    func remove(_ protocolClass: AnyClass) {
        state.withLock { $0.conversations[ObjectIdentifier(protocolClass)] = nil }
    }

    /// Spells `number` in binary as nested generic arguments: a type for each number, made at run time.
    private static func specialise<Tag>(_ number: Int, _: Tag.Type) -> AnyClass {
        switch (number, number & 1) {
        case (0, _): StubProtocol<Tag>.self
        case (_, 0): specialise(number >> 1, Digit.Zero<Tag>.self)
        default: specialise(number >> 1, Digit.One<Tag>.self)
        }
    }

    private enum Digit {
        enum Start {}
        enum Zero<Rest> {}
        enum One<Rest> {}
    }
}
