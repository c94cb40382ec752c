// SPDX-License-Identifier: Apache-2.0
import AccordCore
package import NIOCore

/// An HTTP/1.1 server on a free port of the loopback interface. It replies to each request with a script: a list of
/// steps, such as sending bytes or resetting the connection.
package final class ScriptedServer: Sendable {
    /// A function that returns the steps with which the server replies to a request, or `nil` to close the connection.
    /// The server calls the function on its own threads, so the function must not block.
    package typealias Responder = @Sendable (_ request: HTTPRequest, _ keepsAlive: Bool) -> SocketScript?
    /// A function that adds TLS for a host to a connection. If the function throws an error, the server closes the
    /// connection.
    package typealias Securing = @Sendable (_ channel: any Channel, _ host: String) throws -> Void

    private let server: HTTPServer

    package var port: Int { server.port }

    /// The host and the port, such as `127.0.0.1:40123`.
    package var authority: String { "127.0.0.1:\(port)" }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - unixSocket: The path of a Unix socket, which replaces the port.
    ///   - prepare: A closure that adds handlers below HTTP, such as TLS, to a new connection.
    ///   - tunnel: A closure that adds TLS to a connection on which a client sent CONNECT. If it is `nil`, the server
    ///     isn't a proxy.
    /// - Throws: `DescribedError` if the server can't listen.
    package static func start(
        unixSocket: String? = nil, prepare: (@Sendable (any Channel) throws -> Void)? = nil, tunnel: Securing? = nil,
        responder: @escaping Responder
    ) async throws -> ScriptedServer {
        var options = ServerOptions()
        options.unixSocket = unixSocket
        options.isStrict = false
        options.dripMilliseconds = 0
        // The test case has a deadline of its own, so the server needs no short time limits.
        options.limits = .patient
        options.limits.bodyBytes = 256 * 1024 * 1024
        options.limits.totalBodyBytes = 512 * 1024 * 1024
        options.limits.inlineBytes = .max
        let layers: @Sendable (any Channel) throws -> Void = { channel in
            try prepare?(channel)
            if let tunnel { try channel.pipeline.syncOperations.addHandler(TunnelHandler(tunnel)) }
        }
        let server = try HTTPServer(options, sharesThreads: true, prepare: layers) { request in
            var message = request.message
            // Replace the URL by the request target, because the contract doesn't contain the address of the stub.
            message.url = request.wireTarget
            return .script(responder(message, request.keepsAlive) ?? SocketScript([.hangUp]))
        }
        return ScriptedServer(server)
    }

    private init(_ server: HTTPServer) { self.server = server }

    /// Closes the open connections. The server still accepts new connections.
    package func closeConnections() { server.closeConnections() }

    /// Closes all connections and refuses new connections.
    package func refuse() { server.refuseConnections() }

    /// Closes all connections and resets new connections.
    package func resetConnections() { server.resetConnections() }

    /// Stops the server and closes all connections.
    package func stop() { server.refuseConnections() }
}
