import AccordContract
package import NIOCore

/// An HTTP/1.1 server on a free port of the loopback that answers each request with a script, however broken.
package final class ScriptedServer: Sendable {
    /// Called on the server's threads; must not wait for anything. nil closes the connection.
    package typealias Responder = @Sendable (_ request: HTTPRequest, _ keepsAlive: Bool) -> SocketScript?

    private let server: HTTPServer

    package var port: Int { server.port }

    /// `127.0.0.1:40123`
    package var authority: String { "127.0.0.1:\(port)" }

    /// Starts to listen; throws what the system says where it can't.
    ///
    /// - Parameter prepare: puts handlers in front of a new connection, where its bytes aren't HTTP yet.
    package static func start(
        prepare: (@Sendable (any Channel) throws -> Void)? = nil, responder: @escaping Responder
    ) async throws -> ScriptedServer {
        var options = ServerOptions()
        options.isStrict = false
        options.dripMilliseconds = 0
        // How long a client takes is for the deadline of its case; what it uploads is its own to decide.
        options.limits = .patient
        options.limits.bodyBytes = 256 * 1024 * 1024
        options.limits.totalBodyBytes = 512 * 1024 * 1024
        options.limits.inlineBodyBytes = .max
        let server = try HTTPServer(options, sharesThreads: true, prepare: prepare) { request in
            var asked = request.message
            // As it came: where the stub stands is nothing that a contract knows.
            asked.url = request.wireTarget
            return .script(responder(asked, request.keepsAlive) ?? SocketScript([.hangUp]))
        }
        return ScriptedServer(server)
    }

    private init(_ server: HTTPServer) {
        self.server = server
    }

    /// Closes the connections that are open; new ones may come.
    package func closeConnections() { server.closeConnections() }

    /// From now on connections are refused, and those that are open are closed.
    package func refuse() { server.refuseConnections() }

    /// From now on connections are reset as they come, and those that are open are closed.
    package func resetConnections() { server.resetConnections() }

    /// Ends the server and every connection.
    package func stop() { server.refuseConnections() }
}
