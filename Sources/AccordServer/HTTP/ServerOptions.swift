// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The settings of a server, including the address that the server listens on.
package struct ServerOptions: Sendable {
    package var host = "127.0.0.1"
    /// The port, or 0 to let the system choose one.
    package var port = 0
    /// The path of a Unix socket, which replaces host and port.
    package var unixSocket: String?
    /// The number of event loops; 0 means one for each core.
    package var threads = 0
    package var limits = ServerLimits()
    /// The certificate and the private key for TLS, or `nil` for a server without TLS.
    package var identity: ServerIdentity?
    /// Whether to refuse requests that violate RFC 9110 or RFC 9112. A stub accepts these requests, and the test
    /// reports the violations.
    package var isStrict = true
    /// The pause between two bytes of a slow response.
    package var dripMilliseconds = 5

    package init() {}
}

/// The limits of a server, per client and in total. The server refuses requests that exceed them.
package struct ServerLimits: Sendable, Hashable {
    /// The largest size of one body. A larger body is refused with 413.
    package var bodyBytes = 10 * 1024 * 1024
    /// The largest size of all bodies in memory. A request that exceeds it is refused with 503.
    package var totalBodyBytes = 64 * 1024 * 1024
    /// The largest size of the request line and all header fields, and of a body's trailers and chunk extensions.
    package var headerBytes = 256 * 1024
    package var headerFields = 200
    /// The largest number of open connections. A further connection receives a 503 and is closed.
    package var connections = 1024
    /// The number of seconds for which a connection without a request may stay open.
    package var idleSeconds = 60.0
    /// The number of seconds in which a request's header section must arrive, from its first byte to its last.
    package var headSeconds = 10.0
    /// The number of seconds for which the server waits for the next piece of a body.
    package var bodySeconds = 20.0
    /// The number of seconds for which the server waits for a client to read its response.
    package var writeSeconds = 60.0
    /// The largest size of a request that is handled on an event loop. Larger requests are handled on worker threads,
    /// so that they don't delay the other connections of the event loop.
    package var inlineBytes = 2 * 1024

    package init() {}

    /// The limits for the server of a test. Each time limit is an hour, because a client may be slow, or may stop in a
    /// debugger.
    package static let patient: ServerLimits = {
        var limits = ServerLimits()
        (limits.idleSeconds, limits.headSeconds, limits.bodySeconds, limits.writeSeconds) = (3600, 3600, 3600, 3600)
        return limits
    }()
}
