// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A request that a server received, with details such as the HTTP version and whether the client is local.
package struct ServerRequest: Sendable {
    /// The request. Its URL is absolute: the scheme and the address of the server, followed by the request target.
    package var message: HTTPRequest
    /// The request target as received: a path, an absolute URL, or `*`.
    package var wireTarget: String
    /// The request target as a path with a query: `/login?username=a`.
    package var target: String
    package var keepsAlive: Bool = true
    /// Whether the client is on this machine.
    package var isLocal: Bool = true
    /// The HTTP version, `1.1` or `2`.
    package var httpVersion: String = "1.1"
}

/// What a server sends in reply to a request: a response, a stream, or the raw bytes of a broken response.
package enum ServerReply: Sendable {
    case answer(HTTPResponse)
    /// Steps such as sending raw bytes or closing the connection, for responses that violate HTTP.
    case script(SocketScript)
    /// A stream of server-sent events, which ends when the client disconnects.
    case feed(EventFeed)
    /// A response whose body is sent in pieces.
    case paced(PacedResponse)
    /// A reply after a number of seconds. The server drops the reply if the client closes its half of the connection
    /// first.
    indirect case after(Double, ServerReply)
    /// A reply that isn't known yet. The server calls the closure. When the reply is known, the closure calls `deliver`
    /// once, on any thread.
    case later(@Sendable (_ deliver: @escaping @Sendable (ServerReply) -> Void) -> Void)
}

/// A stream of server-sent events, which ends when the client disconnects.
package struct EventFeed: Sendable {
    package var response: HTTPResponse
    /// A closure that the server calls after it has sent the head of the response. The closure calls `send` with the
    /// bytes of each event. It returns a function, which the server calls when the client disconnects.
    package var subscribe: @Sendable (_ send: @escaping @Sendable ([UInt8]) -> Void) -> (@Sendable () -> Void)
}

/// A response whose body is sent in pieces, such as the items of a stream.
package struct PacedResponse: Sendable {
    /// The response without its body.
    package var response: HTTPResponse
    /// A closure that takes an index and returns the piece with this index, or `nil` after the last piece.
    package var piece: @Sendable (Int) -> [UInt8]?
    /// The number of seconds between two pieces.
    package var pause: Double

    package init(_ response: HTTPResponse, pause: Double, piece: @escaping @Sendable (Int) -> [UInt8]?) {
        self.response = response
        self.response.body = []
        self.pause = pause
        self.piece = piece
    }
}

/// The steps with which a server replies to a request, such as sending bytes or closing the connection.
package struct SocketScript: Sendable, Hashable {
    package enum Step: Sendable, Hashable {
        /// Sends bytes in one write.
        case send([UInt8])
        /// Sends each byte in a separate write.
        case drip([UInt8])
        /// Half-closes the connection (RFC 9112 section 9.6).
        case close
        /// Closes both halves of the connection, without reading further bytes from the client.
        case hangUp
        /// Resets the TCP connection; the client loses bytes that it hasn't read.
        case reset
        /// Sends nothing more until the client disconnects or the server stops.
        case hold
        /// Waits for a script that isn't known yet, and then continues with that script.
        case later(LaterScript)
    }

    package var steps: [Step]

    package init(_ steps: [Step]) { self.steps = steps }
}

/// A script that isn't known yet. The server waits until ``settle(_:)`` sets the script.
package final class LaterScript: Sendable {
    private struct State {
        var isSettled = false
        var script: SocketScript?
        var observer: (@Sendable (SocketScript?) -> Void)?
    }

    private let state = Locked(State())

    package init() {}

    /// Sets the script, or closes the connection if the script is `nil`. Call this function only once.
    package func settle(_ script: SocketScript?) {
        let observer = state.withLock { state in
            state.isSettled = true
            state.script = script
            defer { state.observer = nil }
            return state.observer
        }
        observer?(script)
    }

    /// Calls `body` with the script, immediately if the script is already set.
    func whenSettled(_ body: @escaping @Sendable (SocketScript?) -> Void) {
        let (isSettled, script) = state.withLock { state in
            if !state.isSettled { state.observer = body }
            return (state.isSettled, state.script)
        }
        if isSettled { body(script) }
    }
}

extension LaterScript: Hashable {
    package static func == (left: LaterScript, right: LaterScript) -> Bool { left === right }

    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
