import AccordJSON
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
        var sharedIsRegistered = false
        var conversations: [ObjectIdentifier: Conversation] = [:]
    }

    private let state = Locked(State())

    /// A class that no stub has had yet.
    func mint(for conversation: Conversation) -> AnyClass {
        state.withLock { state in
            state.minted += 1
            let minted: AnyClass = Self.specialise(state.minted, Digit.Start.self)
            state.conversations[ObjectIdentifier(minted)] = conversation
            return minted
        }
    }

    /// Has a conversation answer `URLSession.shared`, until it is removed; false where that can't be.
    ///
    /// The shared session keeps the classes that were registered when the first session was made, so that one class
    /// stands for one conversation after the other.
    func answerSharedSession(from conversation: Conversation) -> Bool {
        let (isPossible, isFirst) = state.withLock { state -> (Bool, Bool) in
            // A case that makes several clients asks for it with each.
            if state.conversations[Self.sharedClass] === conversation { return (true, false) }
            let isFree = state.conversations[Self.sharedClass] == nil
            guard isFree, state.sharedIsRegistered || !state.hasSession else { return (false, false) }
            defer { state.sharedIsRegistered = true }
            state.hasSession = true
            state.conversations[Self.sharedClass] = conversation
            return (true, !state.sharedIsRegistered)
        }
        if isFirst { _ = URLProtocol.registerClass(StubProtocol<Digit.Shared>.self) }
        return isPossible
    }

    func noteSession() { state.withLock { $0.hasSession = true } }

    func conversation(of protocolClass: AnyClass) -> Conversation? {
        state.withLock { $0.conversations[ObjectIdentifier(protocolClass)] }
    }

    /// Forgets a conversation: what is still asked finds nobody.
    func remove(_ protocolClass: AnyClass, of conversation: Conversation) {
        state.withLock { state in
            state.conversations[ObjectIdentifier(protocolClass)] = nil
            if state.conversations[Self.sharedClass] === conversation { state.conversations[Self.sharedClass] = nil }
        }
    }

    private static var sharedClass: ObjectIdentifier { ObjectIdentifier(StubProtocol<Digit.Shared>.self) }

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
        enum Shared {}
        enum Zero<Rest> {}
        enum One<Rest> {}
    }
}
