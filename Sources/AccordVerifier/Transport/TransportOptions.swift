// SPDX-License-Identifier: Apache-2.0
/// The options for HTTP requests: timeouts, limits on responses, and trusted certificates.
package struct TransportOptions: Sendable, Hashable {
    /// The timeout for connecting, including the TLS handshake, in seconds.
    package var connectTimeout: Double = 10
    /// The timeout until the first byte of the response, in seconds.
    package var firstByteTimeout: Double = 30
    /// The timeout until the last byte of the response, in seconds.
    package var totalTimeout: Double = 60
    /// The maximum size of a decoded body, in bytes.
    package var maximumBodyBytes = 10 * 1024 * 1024
    /// The maximum size of the status line and all header fields, in bytes.
    package var maximumHeaderBytes = 256 * 1024
    package var maximumConnections = 64
    package var httpVersion = HTTPVersion.negotiated
    package var userAgent = "accord"
    /// The path of a PEM file with trusted certificates, which replaces the system's certificates.
    package var certificateAuthorities: String?
    package var clientCertificate: String?
    package var clientKey: String?
    /// Whether to accept any certificate of the server.
    package var trustsAnyCertificate = false
    /// The URL of the proxy, such as `http://proxy:3128`. If `nil`, the variables `http_proxy`, `https_proxy` and
    /// `no_proxy` apply.
    package var proxy: String?
    /// The addresses of hosts as `host:port:address`, like curl's option `--resolve`.
    package var resolve: [String] = []

    package enum HTTPVersion: String, Sendable, CaseIterable {
        /// HTTP/2 if TLS negotiates it, otherwise HTTP/1.1.
        case negotiated
        case http1 = "1.1"
        case http2 = "2"
    }

    package init() {}
}
