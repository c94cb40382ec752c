// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// A transport fault between a client and a server. The enum cases are the fault catalogue, in its published order.
///
/// AccordServer's `BrokenAnswer` causes the fault on a socket.
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

extension Fault {
    private static let failInTime = "throw an error in time, return no value and not crash"
    private static let decodeAsEver = "decode it as usual"
    private static let noHeaderLines = "a stub gives headers as a dictionary"
    private static let oneChunk =
        "on Linux only the last of several chunks of a stub reaches the caller"
    private static let noRedirect = "on Linux a stub that redirects crashes the process"

    /// The fault's row of the catalogue.
    var facts: Facts {
        switch self {
        case .connectionRefused:
            Facts(.connect, .mustError, .fails(code: -1004), "TCP SYN answered by RST", must: Self.failInTime)
        case .dnsFailure:
            Facts(.connect, .mustError, .fails(code: -1003), "name does not resolve", must: Self.failInTime)
        case .offline:
            Facts(.connect, .mustError, .fails(code: -1009), "no network interface", must: Self.failInTime)
        case .dataNotAllowed:
            Facts(.connect, .mustError, .fails(code: -1020), "cellular/low-data policy forbids", must: Self.failInTime)
        case .connectTimeout:
            Facts(.connect, .mustError, .fails(code: -1001), "SYN never answered", must: Self.failInTime)
        case .resetOnAccept:
            Facts(.connect, .mustError, .fails(code: -1005), "RST right after the handshake", must: Self.failInTime)
        case .tlsPlaintextServer:
            Facts(
                .tls, .mustError, .fails(code: -1200), "https:// client meets a plaintext listener",
                must: Self.failInTime)
        case .tlsHandshakeClosed:
            Facts(.tls, .mustError, .fails(code: -1200), "FIN/RST during ClientHello", must: Self.failInTime)
        case .tlsUntrustedRoot:
            Facts(
                .tls, .mustError, .fails(code: -1202), "self-signed chain",
                must: "throw an error in time, return no value and not fall back to http")
        case .tlsExpired:
            Facts(.tls, .mustError, .fails(code: -1201), "notAfter in the past", must: Self.failInTime)
        case .tlsHostMismatch:
            Facts(.tls, .mustError, .fails(code: -1202), "SAN does not list the host", must: Self.failInTime)
        case .tlsClientCertRequired:
            Facts(.tls, .mustError, .fails(code: -1206), "server demands mTLS", must: Self.failInTime)
        case .emptyResponse:
            Facts(
                .preResponse, .mustError, .fails(code: -1005),
                "request read, then FIN with zero bytes (WireMock EMPTY_RESPONSE)", must: Self.failInTime)
        case .resetAfterRequest:
            Facts(
                .preResponse, .mustError, .fails(code: -1005),
                "request read, then RST (WireMock CONNECTION_RESET_BY_PEER, toxiproxy reset_peer)",
                must: Self.failInTime)
        case .noResponse:
            Facts(
                .preResponse, .mustError, .fails(code: -1001), "request read, nothing ever sent (toxiproxy timeout)",
                must: "throw an error once its timeout is over, and let the task be cancelled")
        case .garbageResponse:
            Facts(
                .preResponse, .mustError, .fails(code: -1017),
                "random bytes then FIN (WireMock RANDOM_DATA_THEN_CLOSE)", must: Self.failInTime)
        case .malformedStatusLine:
            Facts(.preResponse, .mustError, .fails(code: -1017), "HTTP/1.1 ABC OK", must: Self.failInTime)
        case .unsupportedHttpVersion:
            Facts(.preResponse, .mustError, .fails(code: -1017), "HTTQ/9.9 200 OK", must: Self.failInTime)
        case .statusBelow100:
            Facts(
                .preResponse, .mustError, .answers, "status 99", must: "throw an error: the status isn't a success",
                change: .status(99))
        case .status600:
            Facts(
                .preResponse, .mustError, .answers, "status 600",
                must: "throw an error, as for 500 (RFC 9110 section 15)", change: .status(600))
        case .status999:
            Facts(
                .preResponse, .mustError, .answers, "status 999", must: "throw an error: the status isn't a success",
                change: .status(999))
        case .noReasonPhrase:
            Facts(
                .preResponse, .mustTolerate, .impossible("a stub gives no status line"),
                "HTTP/1.1 200 CRLF (legal per RFC 9112: reason optional, SP required)", must: Self.decodeAsEver)
        case .http10Response:
            Facts(
                .preResponse, .mustTolerate, .impossible("a stub gives no status line"), "HTTP/1.0, no length, close",
                must: Self.decodeAsEver)
        case .earlyErrorResponse:
            Facts(
                .preResponse, .mustError, .answers, "413/401 sent before the request body was read, then close",
                must: "throw an error, and not wait for more", change: .emptied(413))
        case .truncatedHeaders:
            Facts(.headers, .mustError, .fails(code: -1005), "FIN inside the header block", must: Self.failInTime)
        case .resetMidHeaders:
            Facts(.headers, .mustError, .fails(code: -1005), "RST inside the header block", must: Self.failInTime)
        case .malformedHeaderLine:
            Facts(
                .headers, .may, .impossible(Self.noHeaderLines), "line without colon",
                must: "throw an error or ignore the line, and not crash")
        case .headerNul:
            Facts(
                .headers, .mustError, .impossible(Self.noHeaderLines), "NUL inside a field value",
                must: "throw an error, and never return a truncated value")
        case .headerNonAscii:
            Facts(
                .headers, .may, .impossible(Self.noHeaderLines), "ISO-8859-1 byte in a value",
                must: "throw an error or take the bytes as they are")
        case .headerOversize:
            Facts(
                .headers, .may, .impossible(Self.noHeaderLines), "one 1 MB field",
                must: "throw an error or take it, in bounded memory")
        case .headerFlood:
            Facts(
                .headers, .may, .answers, "5,000 fields", must: "take them or throw an error, in bounded time",
                change: .fields(5000))
        case .bareLf:
            Facts(
                .headers, .may, .impossible(Self.noHeaderLines), "LF line ends",
                must: "take LF for the end of a line or throw an error (RFC 9112 section 2.2)")
        case .contentLengthConflict:
            Facts(
                .headers, .mustError, .impossible(Self.noHeaderLines), "two different Content-Length",
                must: "throw an error (RFC 9112 section 6.3; Foundation on Linux doesn't)")
        case .contentLengthInvalid:
            Facts(.headers, .mustError, .impossible("a stub has no framing"), "-5 or abc", must: Self.failInTime)
        case .teAndCL:
            Facts(
                .headers, .mustTolerate, .impossible("a stub has no framing"),
                "both Transfer-Encoding and Content-Length",
                must: "read the body as Transfer-Encoding specifies (RFC 9112 section 6.3)")
        case .shortBody:
            Facts(
                .framing, .mustError, .breaksOff(sendsBody: .half, code: -1005),
                "fewer bytes than Content-Length then FIN",
                must: "throw an error and decode no part: the message is incomplete (RFC 9112 section 8)")
        case .longBody:
            Facts(
                .framing, .mustError, .impossible("a stub has no framing"), "more bytes than Content-Length",
                must: "throw an error: the JSON is truncated")
        case .bodyStall:
            Facts(
                .framing, .mustError, .breaksOff(sendsBody: .half, code: -1001),
                "headers + part, then silence (toxiproxy timeout)", must: Self.failInTime)
        case .headersThenStall:
            Facts(
                .framing, .mustError, .breaksOff(sendsBody: .none, code: -1001), "headers only, then silence",
                must: Self.failInTime)
        case .resetMidBody:
            Facts(
                .framing, .mustError, .breaksOff(sendsBody: .half, code: -1005),
                "part of the body, RST (toxiproxy limit_data + reset)",
                must: "throw an error, and return no partial value")
        case .malformedChunk:
            Facts(
                .framing, .mustError, .breaksOff(sendsBody: .none, code: -1017),
                "garbage where a chunk size belongs (WireMock MALFORMED_RESPONSE_CHUNK)", must: Self.failInTime)
        case .chunkUnterminated:
            Facts(
                .framing, .mustError, .breaksOff(sendsBody: .all, code: -1005), "no 0-chunk before FIN",
                must: "throw an error, even though the JSON is complete (RFC 9112 section 8)")
        case .closeDelimited:
            Facts(.framing, .mustTolerate, .answers, "no length, FIN ends the body (legal)", must: Self.decodeAsEver)
        case .chunkedOk:
            Facts(.framing, .mustTolerate, .impossible(Self.oneChunk), "chunked body (legal)", must: Self.decodeAsEver)
        case .slowDrip:
            Facts(
                .framing, .mustTolerate, .impossible(Self.oneChunk),
                "1 byte per 5 ms (WireMock chunkedDribble, toxiproxy slicer)", must: "decode it when it is complete")
        case .utf8Split:
            Facts(
                .framing, .mustTolerate, .impossible(Self.oneChunk), "chunk boundary inside a code point",
                must: Self.decodeAsEver)
        case .bodyOn204:
            Facts(
                .framing, .mustTolerate, .answers, "204 with bytes", must: "treat it as no content",
                change: .status(204))
        case .gzipOk:
            Facts(
                .coding, .mustTolerate, .answers, "Content-Encoding: gzip", must: Self.decodeAsEver,
                change: .coding("gzip"))
        case .gzipTruncated:
            Facts(
                .coding, .mustError, .impossible("a stub does not inflate"), "gzip stream cut",
                must: "throw an error: the JSON is truncated")
        case .gzipCorrupt:
            Facts(.coding, .mustError, .fails(code: -1015), "bytes flipped", must: Self.failInTime)
        case .gzipMislabelled:
            Facts(.coding, .mustError, .fails(code: -1015), "says gzip, is plain", must: Self.failInTime)
        case .encodingUnknown:
            Facts(
                .coding, .may, .impossible("a stub does not inflate"), "Content-Encoding: zzz",
                must: "throw an error or take the bytes as they are, and return no wrong value")
        case .decompressionBomb:
            Facts(
                .coding, .shouldError, .impossible("a stub does not inflate"), "1 MB that inflates to 1 GB",
                must: "throw an error, in bounded memory")
        case .oversizedBody:
            Facts(
                .coding, .shouldError, .impossible("no limit is documented"), "body above the documented/agreed limit",
                must: "throw an error, in bounded memory")
        case .interim100:
            Facts(
                .flow, .mustTolerate, .impossible("a stub gives one status line"), "100 Continue first (legal)",
                must: "take the final answer")
        case .interim103:
            Facts(
                .flow, .mustTolerate, .impossible("a stub gives one status line"), "103 Early Hints first (legal)",
                must: "take the final answer")
        case .unexpected101:
            Facts(.flow, .mustError, .answers, "101 without Upgrade", must: Self.failInTime, change: .emptied(101))
        case .redirectFollow:
            Facts(
                .flow, .mustTolerate, .impossible(Self.noRedirect), "301/302/303/307/308 to the same origin",
                must: "follow or report it as documented; 307 and 308 keep method and body, 303 becomes GET")
        case .redirectLoop:
            Facts(.flow, .mustError, .fails(code: -1007), "Location to itself", must: Self.failInTime)
        case .redirectNoLocation:
            Facts(
                .flow, .mustError, .answers, "302 without Location", must: "throw an error: 3xx isn't a success",
                change: .emptied(302))
        case .redirectBadScheme:
            Facts(.flow, .mustError, .fails(code: -1002), "Location: ftp://", must: Self.failInTime)
        case .redirectCrossOrigin:
            Facts(
                .flow, .mustTolerate, .impossible(Self.noRedirect), "302 to another host",
                must: "send the other host no Authorization, Cookie or API key (RFC 9110 section 15.4)")
        case .redirectDowngrade:
            Facts(
                .flow, .shouldError, .impossible(Self.noRedirect), "https to http",
                must: "refuse to follow, or at least send no credentials")
        case .notModifiedUnsolicited:
            Facts(
                .flow, .mustError, .answers, "304 without a conditional request",
                must: "throw an error: its cache has no response", change: .emptied(304))
        case .challengeBasic:
            Facts(
                .flow, .mustError,
                .impossible("Foundation 6.3.1 on Linux never completes a 401 with a Basic challenge"),
                "401 + WWW-Authenticate: Basic", must: "throw an error: the status is 401", change: .challenge("Basic"))
        case .challengeBearer:
            Facts(
                .flow, .mustError, .answers, "401 + WWW-Authenticate: Bearer",
                must: "throw an error, after getting a new token once at the most", change: .challenge("Bearer"))
        case .proxyAuth:
            Facts(.flow, .mustError, .answers, "407", must: "throw an error: the status is 407", change: .emptied(407))
        case .rateLimited:
            Facts(
                .flow, .mustError, .answers, "429 + Retry-After: seconds or HTTP-date or garbage",
                must: "throw an error, or retry after Retry-After, a bounded number of times",
                change: .retryLater(429))
        case .unavailable:
            Facts(
                .flow, .mustError, .answers, "503 + Retry-After",
                must: "throw an error, or retry after Retry-After, a bounded number of times",
                change: .retryLater(503))
        case .unknown4xx:
            Facts(
                .flow, .mustError, .answers, "499", must: "throw an error, as for 400 (RFC 9110 section 15)",
                change: .status(499))
        case .unknown5xx:
            Facts(
                .flow, .mustError, .answers, "599", must: "throw an error, as for 500 (RFC 9110 section 15)",
                change: .status(599))
        case .unknown2xx:
            Facts(
                .flow, .shouldTolerate, .answers, "299 with the documented body",
                must: "decode the response, as for 200 (RFC 9110 section 15)", change: .status(299))
        case .flakyThenOk:
            Facts(
                .flow, .may, .impossible("it takes a documented retry"), "N faults then success (any fault above)",
                must: "retry only idempotent requests and requests with an idempotency key, as often as documented")
        case .staleKeepalive:
            Facts(
                .flow, .mustTolerate, .impossible("a stub has no connections"),
                "server closes an idle pooled connection", must: "send an idempotent call again, which then succeeds")
        case .cancelBeforeResponse:
            Facts(
                .client, .mustError, .cancelled(sendsHead: false), "task cancelled while waiting",
                must: "throw CancellationError or URLError.cancelled within a second")
        case .cancelMidBody:
            Facts(
                .client, .mustError, .cancelled(sendsHead: true), "task cancelled during the body",
                must: "throw CancellationError or URLError.cancelled within a second")
        case .concurrentIsolation:
            Facts(
                .client, .mustTolerate, .together, "N parallel calls, distinct answers, shuffled order",
                must: "give each caller its own answer")
        }
    }
}
