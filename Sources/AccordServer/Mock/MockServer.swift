import AccordCases
import AccordContract

/// The contracts, served on a socket.
package final class MockServer: Sendable {
    private let server: HTTPServer

    /// `http://127.0.0.1:8080`
    package var address: String { server.address }

    /// Starts to listen; returns once connections are taken.
    ///
    /// - Parameter port: 0 lets the system choose one.
    /// - Throws: `ServerFailure` where the address can't be had, `SubstitutionError` where a case can't be answered.
    package init(
        _ contracts: [Contract], host: String = "127.0.0.1", port: Int = 0, limits: ServerLimits = ServerLimits(),
        environment: @escaping Scope.Environment = { _ in nil }
    ) throws {
        let responder = try MockResponder(contracts, environment: environment)
        server = try HTTPServer(host: host, port: port, limits: limits, responder: responder.response(to:))
    }

    /// Closes every connection; returns once the threads have ended.
    package func stop() throws {
        try server.stop()
    }
}
