// SPDX-License-Identifier: Apache-2.0
/// The options of the transport: limits on responses, timeouts, and trust.
package struct TransportOptions: Sendable, Hashable {
    /// The timeout for connecting, including TLS, in seconds.
    package var connectTimeout: Double = 10
    /// The timeout until the first byte of the response, in seconds.
    package var firstByteTimeout: Double = 30
    /// The timeout until the last byte of the response, in seconds.
    package var totalTimeout: Double = 60
    /// The limit on a decoded body, in bytes.
    package var maximumBodyBytes = 10 * 1024 * 1024
    /// The limit on the status line and all header fields, in bytes.
    package var maximumHeaderBytes = 256 * 1024
    package var maximumConnections = 64
    package var httpVersion = HTTPVersion.negotiated
    package var userAgent = "accord"
    /// A PEM file of trusted certificates that replaces the system's.
    package var certificateAuthorities: String?
    package var clientCertificate: String?
    package var clientKey: String?
    /// Whether to accept any certificate of the server.
    package var trustsAnyCertificate = false
    /// The proxy, such as `http://proxy:3128`. By default `http_proxy`, `https_proxy` and `no_proxy` apply.
    package var proxy: String?
    /// Addresses of hosts, as `host:port:address`, like curl's `--resolve`.
    package var resolve: [String] = []

    package enum HTTPVersion: String, Sendable, CaseIterable {
        /// HTTP/2 if TLS negotiates it, otherwise HTTP/1.1.
        case negotiated
        case http1 = "1.1"
        case http2 = "2"
    }

    package init() {}
}
