// SPDX-License-Identifier: Apache-2.0

/// A transport fault between a client and a server. The enum cases are the fault catalogue, in its published order.
///
/// `BrokenAnswer` in AccordServer causes the same faults on a socket.
package enum Fault: String, CaseIterable, Sendable, Hashable {
    // Faults before the connection is open.
    case connectionRefused = "connection-refused"
    case dnsFailure = "dns-failure"
    case offline
    case dataNotAllowed = "data-not-allowed"
    case connectTimeout = "connect-timeout"
    case resetOnAccept = "reset-on-accept"

    // Faults of the TLS connection.
    case tlsPlaintextServer = "tls-plaintext-server"
    case tlsHandshakeClosed = "tls-handshake-closed"
    case tlsUntrustedRoot = "tls-untrusted-root"
    case tlsExpired = "tls-expired"
    case tlsHostMismatch = "tls-host-mismatch"
    case tlsClientCertRequired = "tls-client-cert-required"

    // Faults before the header section of the response.
    case emptyResponse = "empty-response"
    case resetAfterRequest = "reset-after-request"
    case noResponse = "no-response"
    case garbageResponse = "garbage-response"
    case malformedStatusLine = "malformed-status-line"
    case unsupportedHttpVersion = "unsupported-http-version"
    case statusBelow100 = "status-below-100"
    case status600 = "status-600"
    case status999 = "status-999"
    case noReasonPhrase = "no-reason-phrase"
    case http10Response = "http-1.0-response"
    case earlyErrorResponse = "early-error-response"

    // Faults in the header section of the response.
    case truncatedHeaders = "truncated-headers"
    case resetMidHeaders = "reset-mid-headers"
    case malformedHeaderLine = "malformed-header-line"
    case headerNul = "header-nul"
    case headerNonAscii = "header-non-ascii"
    case headerOversize = "header-oversize"
    case headerFlood = "header-flood"
    case bareLf = "bare-lf"
    case contentLengthConflict = "content-length-conflict"
    case contentLengthInvalid = "content-length-invalid"
    case teAndCL = "te-and-cl"

    // Faults in the length or the chunks of the response body.
    case shortBody = "short-body"
    case longBody = "long-body"
    case bodyStall = "body-stall"
    case headersThenStall = "headers-then-stall"
    case resetMidBody = "reset-mid-body"
    case malformedChunk = "malformed-chunk"
    case chunkUnterminated = "chunk-unterminated"
    case closeDelimited = "close-delimited"
    case chunkedOk = "chunked-ok"
    case slowDrip = "slow-drip"
    case utf8Split = "utf8-split"
    case bodyOn204 = "body-on-204"

    // Faults in the content coding of the response, such as gzip.
    case gzipOk = "gzip-ok"
    case gzipTruncated = "gzip-truncated"
    case gzipCorrupt = "gzip-corrupt"
    case gzipMislabelled = "gzip-mislabelled"
    case encodingUnknown = "encoding-unknown"
    case decompressionBomb = "decompression-bomb"
    case oversizedBody = "oversized-body"

    // Faults in the sequence of responses: redirects, authentication, retries and unusual status codes.
    case interim100 = "interim-100"
    case interim103 = "interim-103"
    case unexpected101 = "unexpected-101"
    case redirectFollow = "redirect-follow"
    case redirectLoop = "redirect-loop"
    case redirectNoLocation = "redirect-no-location"
    case redirectBadScheme = "redirect-bad-scheme"
    case redirectCrossOrigin = "redirect-cross-origin"
    case redirectDowngrade = "redirect-downgrade"
    case notModifiedUnsolicited = "not-modified-unsolicited"
    case challengeBasic = "challenge-basic"
    case challengeBearer = "challenge-bearer"
    case proxyAuth = "proxy-auth"
    case rateLimited = "rate-limited"
    case unavailable
    case unknown4xx = "unknown-4xx"
    case unknown5xx = "unknown-5xx"
    case unknown2xx = "unknown-2xx"
    case flakyThenOk = "flaky-then-ok"
    case staleKeepalive = "stale-keepalive"

    // Situations that the client's caller creates: cancellation and concurrent calls.
    case cancelBeforeResponse = "cancel-before-response"
    case cancelMidBody = "cancel-mid-body"
    case concurrentIsolation = "concurrent-isolation"
}
