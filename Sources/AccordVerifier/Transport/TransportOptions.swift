/// How requests travel: the limits on an answer, the time it may take, and whom to trust.
package struct TransportOptions: Sendable, Hashable {
    /// Seconds from the start until the connection, TLS included, stands.
    package var connectTimeout: Double = 10
    /// Seconds from the start until the first byte of the answer.
    package var firstByteTimeout: Double = 30
    /// Seconds from the start until the last byte of the answer.
    package var totalTimeout: Double = 60
    /// Bytes of a body as it is on the wire; nothing is ever decompressed.
    package var maximumBodyBytes = 10 * 1024 * 1024
    /// Bytes of the status line and all fields together.
    package var maximumHeaderBytes = 256 * 1024
    package var maximumConnections = 64
    package var httpVersion = HTTPVersion.negotiated
    package var userAgent = "accord"
    /// A file of certificates in PEM form to trust in place of the system's.
    package var certificateAuthorities: String?
    package var clientCertificate: String?
    package var clientKey: String?
    /// Skips every check of the server's certificate.
    package var trustsAnyCertificate = false
    /// `http://proxy:3128`; nil: the environment's (`http_proxy`, `https_proxy`, `no_proxy`).
    package var proxy: String?
    /// `host:port:address`, as curl's `--resolve` takes them.
    package var resolve: [String] = []

    package enum HTTPVersion: String, Sendable, CaseIterable {
        /// HTTP/2 where TLS agrees on it, else HTTP/1.1.
        case negotiated
        case http1 = "1.1"
        case http2 = "2"
    }

    package init() {}
}
