import AccordSchema

/// What goes wrong between a client and a server: the catalogue of transport faults, in its published order.
///
/// `FaultFacts` has a row for each. What a fault does on a socket is in AccordServer's `BrokenAnswer`.
package enum Fault: String, CaseIterable, Sendable, Hashable, Codable {
    // connect
    case connectionRefused = "connection-refused"
    case dnsFailure = "dns-failure"
    case offline
    case dataNotAllowed = "data-not-allowed"
    case connectTimeout = "connect-timeout"
    case resetOnAccept = "reset-on-accept"

    // tls
    case tlsPlaintextServer = "tls-plaintext-server"
    case tlsHandshakeClosed = "tls-handshake-closed"
    case tlsUntrustedRoot = "tls-untrusted-root"
    case tlsExpired = "tls-expired"
    case tlsHostMismatch = "tls-host-mismatch"
    case tlsClientCertRequired = "tls-client-cert-required"

    // pre-response
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

    // headers
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

    // framing
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

    // coding
    case gzipOk = "gzip-ok"
    case gzipTruncated = "gzip-truncated"
    case gzipCorrupt = "gzip-corrupt"
    case gzipMislabelled = "gzip-mislabelled"
    case encodingUnknown = "encoding-unknown"
    case decompressionBomb = "decompression-bomb"
    case oversizedBody = "oversized-body"

    // flow
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

    // client
    case cancelBeforeResponse = "cancel-before-response"
    case cancelMidBody = "cancel-mid-body"
    case concurrentIsolation = "concurrent-isolation"
}

/// The part of an exchange in which a fault occurs; the group of its cases' ids.
package enum FaultLayer: String, CaseIterable, Sendable, Hashable, Codable {
    case connect
    case tls
    case preResponse = "pre-response"
    case headers
    case framing
    case coding
    case flow
    case client
}

extension Fault {
    /// `offline`, as in the ids of cases.
    package var id: String { rawValue }
    package var layer: FaultLayer { facts.layer }
    /// What a client has to do.
    package var verdict: Verdict { facts.verdict }
    /// How a stub within the process causes it.
    package var stub: Stub { facts.stub }
    /// What happens, in words.
    package var event: String { facts.event }
    /// What a client must do, in words.
    package var clientMust: String { facts.clientMust }
    /// What becomes of the documented answer, where a status or a header makes the fault.
    package var change: AnswerChange { facts.change }

    /// How a stub within the process causes a fault; codes are those of `URLError`.
    package enum Stub: Sendable, Hashable {
        /// The call fails before anything of the response was received.
        case fails(code: Int)
        /// The response's head and part of its body are received, then the call fails.
        case breaksOff(sendsBody: BodyShare, code: Int)
        /// The changed response is given.
        case answers
        /// Nothing more is received until the call is cancelled.
        case cancelled(sendsHead: Bool)
        /// Several calls are made at once, and answered in an order that the stub chooses.
        case together
        /// A stub within the process can't cause it, with the reason.
        case impossible(String)
    }

    /// How much of the body is received before the call fails.
    package enum BodyShare: String, Sendable, Hashable {
        case none, half, all
    }

    /// How a fault changes the response that it breaks.
    package enum AnswerChange: Sendable, Hashable {
        case none
        /// The documented response with another status.
        case status(Int)
        /// A response with nothing but a status.
        case emptied(Int)
        /// A 401 that asks for credentials of a scheme.
        case challenge(String)
        /// A response with nothing but a status and `Retry-After: 60`.
        case retryLater(Int)
        /// As many more header fields.
        case fields(Int)
        /// A `Content-Encoding`.
        case coding(String)
    }
}
