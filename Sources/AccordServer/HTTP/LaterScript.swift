import Synchronization

/// A script that is to be known later, when more has happened than one request.
package final class LaterScript: Sendable {
    private struct State {
        var isSettled = false
        var script: SocketScript?
        var waiting: (@Sendable (SocketScript?) -> Void)?
    }

    private let state = Mutex(State())

    package init() {}

    /// Says what the script is, once; nil closes the connection.
    package func settle(_ script: SocketScript?) {
        let waiting = state.withLock { state in
            state.isSettled = true
            state.script = script
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?(script)
    }

    /// Calls `body` with the script once it is known.
    func whenSettled(_ body: @escaping @Sendable (SocketScript?) -> Void) {
        let (isSettled, script) = state.withLock { state in
            if !state.isSettled { state.waiting = body }
            return (state.isSettled, state.script)
        }
        if isSettled { body(script) }
    }
}

extension LaterScript: Hashable {
    package static func == (left: LaterScript, right: LaterScript) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
