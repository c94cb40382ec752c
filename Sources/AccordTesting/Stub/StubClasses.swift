// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Finds the conversation that responds to a request, by the class of the URLProtocol that receives the request.
///
/// A session is configured with a class of URLProtocol, not an instance. Each stub therefore gets a new specialization
/// of a generic class, so that thousands of stubs are independent. A class is never reused, so a request after the end
/// of its case fails instead of getting the response of a different case.
final class StubClasses: Sendable {
    static let shared = StubClasses()

    private struct State {
        var minted = 0
        var hasSession = false
        var sharedIsRegistered = false
        var conversations: [ObjectIdentifier: Conversation] = [:]
    }

    private let state = Locked(State())

    /// Returns a new URLProtocol class for a conversation.
    func mint(for conversation: Conversation) -> AnyClass {
        state.withLock { state in
            state.minted += 1
            let minted: AnyClass = Self.specialise(state.minted, Never.self)
            state.conversations[ObjectIdentifier(minted)] = conversation
            return minted
        }
    }

    /// Makes a conversation respond to `URLSession.shared` until the conversation is removed. Returns `false` if a
    /// different conversation already responds, or if the process created a session before the first call of this
    /// method.
    ///
    /// The shared session keeps the classes that were registered when the first session was created. All conversations
    /// that respond to the shared session therefore use one class.
    func answerSharedSession(from conversation: Conversation) -> Bool {
        let (isPossible, isFirst) = state.withLock { state -> (Bool, Bool) in
            // A case may create several clients, and this method may be called for each of them.
            if state.conversations[Self.sharedClass] === conversation { return (true, false) }
            let isFree = state.conversations[Self.sharedClass] == nil
            guard isFree, state.sharedIsRegistered || !state.hasSession else { return (false, false) }
            defer { state.sharedIsRegistered = true }
            state.hasSession = true
            state.conversations[Self.sharedClass] = conversation
            return (true, !state.sharedIsRegistered)
        }
        if isFirst { _ = URLProtocol.registerClass(Shared.self) }
        return isPossible
    }

    func noteSession() { state.withLock { $0.hasSession = true } }

    func conversation(of protocolClass: AnyClass) -> Conversation? {
        state.withLock { $0.conversations[ObjectIdentifier(protocolClass)] }
    }

    /// Removes a conversation. Later requests of the conversation fail.
    func remove(_ protocolClass: AnyClass, of conversation: Conversation) {
        state.withLock { state in
            state.conversations[ObjectIdentifier(protocolClass)] = nil
            if state.conversations[Self.sharedClass] === conversation { state.conversations[Self.sharedClass] = nil }
        }
    }

    /// The class that answers the shared session.
    private typealias Shared = StubProtocol<Void>

    private static var sharedClass: ObjectIdentifier { ObjectIdentifier(Shared.self) }

    /// Returns a class for a number. Each number has its own class, because its binary digits become nested generic
    /// arguments: an optional for 0, and an array for 1.
    private static func specialise<Tag>(_ number: Int, _: Tag.Type) -> AnyClass {
        switch (number, number & 1) {
        case (0, _): StubProtocol<Tag>.self
        case (_, 0): specialise(number >> 1, Tag?.self)
        default: specialise(number >> 1, [Tag].self)
        }
    }
}
