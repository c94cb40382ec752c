// SPDX-License-Identifier: Apache-2.0
import AccordSchema

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

extension Fault {
    private static let failInTime = "throw an error within the time limit, without returning a value or crashing"
    private static let decodeAsEver = "decode the response as usual"
    private static let noHeaderLines = "a stub can’t send raw header lines"
    private static let oneChunk =
        "on Linux, a stub can’t send a body in several chunks"
    private static let noRedirect = "on Linux, a redirect from a stub crashes the process"

    /// The catalogue's entry for the fault: its stage, the requirement on clients, and the behavior of the stub.
    var facts: Facts {
        switch self {
        case .connectionRefused:
            Facts(
                .connect, .mustError, .fails(code: -1004), "TCP connection refused (RST after SYN)",
                must: Self.failInTime)
        case .dnsFailure:
            Facts(.connect, .mustError, .fails(code: -1003), "host name without an address", must: Self.failInTime)
        case .offline:
            Facts(.connect, .mustError, .fails(code: -1009), "no network interface", must: Self.failInTime)
        case .dataNotAllowed:
            Facts(
                .connect, .mustError, .fails(code: -1020), "cellular or low-data policy forbids the request",
                must: Self.failInTime)
        case .connectTimeout:
            Facts(.connect, .mustError, .fails(code: -1001), "no reply to the TCP handshake", must: Self.failInTime)
        case .resetOnAccept:
            Facts(
                .connect, .mustError, .fails(code: -1005), "connection reset right after the TCP handshake",
                must: Self.failInTime)
        case .tlsPlaintextServer:
            Facts(
                .tls, .mustError, .fails(code: -1200), "server without TLS at an https URL",
                must: Self.failInTime)
        case .tlsHandshakeClosed:
            Facts(
                .tls, .mustError, .fails(code: -1200), "connection closed during the TLS handshake",
                must: Self.failInTime)
        case .tlsUntrustedRoot:
            Facts(
                .tls, .mustError, .fails(code: -1202), "self-signed certificate chain",
                must: "throw an error within the time limit, without returning a value or falling back to http")
        case .tlsExpired:
            Facts(.tls, .mustError, .fails(code: -1201), "expired certificate", must: Self.failInTime)
        case .tlsHostMismatch:
            Facts(.tls, .mustError, .fails(code: -1202), "certificate for a different host", must: Self.failInTime)
        case .tlsClientCertRequired:
            Facts(
                .tls, .mustError, .fails(code: -1206), "server that requires a client certificate",
                must: Self.failInTime)
        case .emptyResponse:
            Facts(
                .preResponse, .mustError, .fails(code: -1005),
                "connection closed without a response (EMPTY_RESPONSE in WireMock)", must: Self.failInTime)
        case .resetAfterRequest:
            Facts(
                .preResponse, .mustError, .fails(code: -1005),
                "connection reset after the request (CONNECTION_RESET_BY_PEER in WireMock, reset_peer in toxiproxy)",
                must: Self.failInTime)
        case .noResponse:
            Facts(
                .preResponse, .mustError, .fails(code: -1001), "no response to the request (timeout in toxiproxy)",
                must: "throw an error when the request times out, and support cancellation")
        case .garbageResponse:
            Facts(
                .preResponse, .mustError, .fails(code: -1017),
                "random bytes, then the connection closes (RANDOM_DATA_THEN_CLOSE in WireMock)", must: Self.failInTime)
        case .malformedStatusLine:
            Facts(.preResponse, .mustError, .fails(code: -1017), "status line HTTP/1.1 ABC OK", must: Self.failInTime)
        case .unsupportedHttpVersion:
            Facts(.preResponse, .mustError, .fails(code: -1017), "status line HTTQ/9.9 200 OK", must: Self.failInTime)
        case .statusBelow100:
            Facts(
                .preResponse, .mustError, .answers, "status 99", must: "throw an error: the status isn't a success",
                change: .status(99))
        case .status600:
            Facts(
                .preResponse, .mustError, .answers, "status 600",
                must: "treat the unknown status like 500 and throw an error (RFC 9110 section 15)", change: .status(600)
            )
        case .status999:
            Facts(
                .preResponse, .mustError, .answers, "status 999", must: "throw an error: the status isn't a success",
                change: .status(999))
        case .noReasonPhrase:
            Facts(
                .preResponse, .mustTolerate, .impossible("a stub can’t send a raw status line"),
                "status line without a reason phrase (valid, RFC 9112 section 4)", must: Self.decodeAsEver)
        case .http10Response:
            Facts(
                .preResponse, .mustTolerate, .impossible("a stub can’t send a raw status line"),
                "HTTP/1.0 response without Content-Length, ended by closing the connection",
                must: Self.decodeAsEver)
        case .earlyErrorResponse:
            Facts(
                .preResponse, .mustError, .answers,
                "status 413 before the server read the request body, then the connection closes",
                must: "throw an error without waiting for more bytes", change: .emptied(413))
        case .truncatedHeaders:
            Facts(
                .headers, .mustError, .fails(code: -1005), "connection closed within the header section",
                must: Self.failInTime)
        case .resetMidHeaders:
            Facts(
                .headers, .mustError, .fails(code: -1005), "connection reset within the header section",
                must: Self.failInTime)
        case .malformedHeaderLine:
            Facts(
                .headers, .may, .impossible(Self.noHeaderLines), "header line without a colon",
                must: "throw an error or ignore the line, without crashing")
        case .headerNul:
            Facts(
                .headers, .mustError, .impossible(Self.noHeaderLines), "NUL in the value of a header field",
                must: "throw an error, and never return a truncated value")
        case .headerNonAscii:
            Facts(
                .headers, .may, .impossible(Self.noHeaderLines), "ISO-8859-1 byte in the value of a header field",
                must: "throw an error or keep the bytes unchanged")
        case .headerOversize:
            Facts(
                .headers, .may, .impossible(Self.noHeaderLines), "header field of 1 MB",
                must: "throw an error or accept the field, in bounded memory")
        case .headerFlood:
            Facts(
                .headers, .may, .answers, "5,000 header fields",
                must: "accept the fields or throw an error, in bounded time", change: .fields(5000))
        case .bareLf:
            Facts(
                .headers, .may, .impossible(Self.noHeaderLines), "header lines that end with LF alone",
                must: "treat LF as the end of a line, or throw an error (RFC 9112 section 2.2)")
        case .contentLengthConflict:
            Facts(
                .headers, .mustError, .impossible(Self.noHeaderLines), "two different Content-Length fields",
                must: "throw an error (RFC 9112 section 6.3); Foundation on Linux throws no error")
        case .contentLengthInvalid:
            Facts(
                .headers, .mustError, .impossible("a stub can’t send invalid framing"), "Content-Length of -5 or abc",
                must: Self.failInTime)
        case .teAndCL:
            Facts(
                .headers, .mustTolerate, .impossible("a stub can’t send invalid framing"),
                "both Transfer-Encoding and Content-Length",
                must: "read the body as Transfer-Encoding specifies, or throw an error (RFC 9112 section 6.3)")
        case .shortBody:
            Facts(
                .framing, .mustError, .breaksOff(sendsBody: .half, code: -1005),
                "connection closed after fewer bytes than Content-Length",
                must: "throw an error, and decode no part of the incomplete body (RFC 9112 section 8)")
        case .longBody:
            Facts(
                .framing, .mustError, .impossible("a stub can’t send invalid framing"),
                "more bytes than Content-Length",
                must: "throw an error: the JSON is truncated")
        case .bodyStall:
            Facts(
                .framing, .mustError, .breaksOff(sendsBody: .half, code: -1001),
                "no more bytes after part of the body (timeout in toxiproxy)", must: Self.failInTime)
        case .headersThenStall:
            Facts(
                .framing, .mustError, .breaksOff(sendsBody: .none, code: -1001),
                "no more bytes after the header section",
                must: Self.failInTime)
        case .resetMidBody:
            Facts(
                .framing, .mustError, .breaksOff(sendsBody: .half, code: -1005),
                "connection reset after part of the body (limit_data and reset_peer in toxiproxy)",
                must: "throw an error, and return no partial value")
        case .malformedChunk:
            Facts(
                .framing, .mustError, .breaksOff(sendsBody: .none, code: -1017),
                "invalid chunk size (MALFORMED_RESPONSE_CHUNK in WireMock)", must: Self.failInTime)
        case .chunkUnterminated:
            Facts(
                .framing, .mustError, .breaksOff(sendsBody: .all, code: -1005),
                "connection closed before the last chunk",
                must: "throw an error, even though the JSON is complete (RFC 9112 section 8)")
        case .closeDelimited:
            Facts(
                .framing, .mustTolerate, .answers, "body ended by closing the connection (valid)",
                must: Self.decodeAsEver)
        case .chunkedOk:
            Facts(.framing, .mustTolerate, .impossible(Self.oneChunk), "chunked body (valid)", must: Self.decodeAsEver)
        case .slowDrip:
            Facts(
                .framing, .mustTolerate, .impossible(Self.oneChunk),
                "one byte every 5 ms (chunkedDribble in WireMock, slicer in toxiproxy)",
                must: "decode the body when it is complete")
        case .utf8Split:
            Facts(
                .framing, .mustTolerate, .impossible(Self.oneChunk), "chunk boundary within a UTF-8 character",
                must: Self.decodeAsEver)
        case .bodyOn204:
            Facts(
                .framing, .mustTolerate, .answers, "204 with a body",
                must: "ignore the body, because a 204 has no content",
                change: .status(204))
        case .gzipOk:
            Facts(
                .coding, .mustTolerate, .answers, "Content-Encoding: gzip", must: Self.decodeAsEver,
                change: .coding("gzip"))
        case .gzipTruncated:
            Facts(
                .coding, .mustError, .impossible("a stub doesn’t decompress bodies"), "truncated gzip body",
                must: "throw an error: the JSON is truncated")
        case .gzipCorrupt:
            Facts(.coding, .mustError, .fails(code: -1015), "corrupt gzip body", must: Self.failInTime)
        case .gzipMislabelled:
            Facts(
                .coding, .mustError, .fails(code: -1015), "uncompressed body with Content-Encoding: gzip",
                must: Self.failInTime)
        case .encodingUnknown:
            Facts(
                .coding, .may, .impossible("a stub doesn’t decompress bodies"), "Content-Encoding: zzz",
                must: "throw an error or keep the bytes unchanged, without returning a wrong value")
        case .decompressionBomb:
            Facts(
                .coding, .shouldError, .impossible("a stub doesn’t decompress bodies"),
                "1 MB of gzip that decompresses to 1 GB",
                must: "throw an error, in bounded memory")
        case .oversizedBody:
            Facts(
                .coding, .shouldError, .impossible("the contract documents no limit on the size of bodies"),
                "body larger than the documented limit",
                must: "throw an error, in bounded memory")
        case .interim100:
            Facts(
                .flow, .mustTolerate, .impossible("a stub can’t send an interim response"),
                "100 Continue before the response (valid)",
                must: "ignore the interim response, and use the final response")
        case .interim103:
            Facts(
                .flow, .mustTolerate, .impossible("a stub can’t send an interim response"),
                "103 Early Hints before the response (valid)",
                must: "ignore the interim response, and use the final response")
        case .unexpected101:
            Facts(.flow, .mustError, .answers, "101 without Upgrade", must: Self.failInTime, change: .emptied(101))
        case .redirectFollow:
            Facts(
                .flow, .mustTolerate, .impossible(Self.noRedirect),
                "redirect (301, 302, 303, 307 or 308) to the same origin",
                must:
                    "follow or report the redirect as documented; keep the method and body for 307 and 308, use GET for 303"
            )
        case .redirectLoop:
            Facts(.flow, .mustError, .fails(code: -1007), "redirect to the same URL", must: Self.failInTime)
        case .redirectNoLocation:
            Facts(
                .flow, .mustError, .answers, "302 without Location", must: "throw an error: 3xx isn't a success",
                change: .emptied(302))
        case .redirectBadScheme:
            Facts(.flow, .mustError, .fails(code: -1002), "redirect to an ftp URL", must: Self.failInTime)
        case .redirectCrossOrigin:
            Facts(
                .flow, .mustTolerate, .impossible(Self.noRedirect), "redirect (302) to a different host",
                must: "send no Authorization, Cookie or API key to the new host (RFC 9110 section 15.4)")
        case .redirectDowngrade:
            Facts(
                .flow, .shouldError, .impossible(Self.noRedirect), "redirect from https to http",
                must: "reject the redirect, or at least send no credentials")
        case .notModifiedUnsolicited:
            Facts(
                .flow, .mustError, .answers, "status 304 for a request without If-None-Match or If-Modified-Since",
                must: "throw an error: the client has no cached response", change: .emptied(304))
        case .challengeBasic:
            Facts(
                .flow, .mustError,
                .impossible("Foundation 6.3.1 on Linux never completes a request after a 401 with a Basic challenge"),
                "401 with WWW-Authenticate: Basic", must: "throw an error: the status is 401",
                change: .challenge("Basic"))
        case .challengeBearer:
            Facts(
                .flow, .mustError, .answers, "401 with WWW-Authenticate: Bearer",
                must: "throw an error; one retry with a new token is permitted", change: .challenge("Bearer"))
        case .proxyAuth:
            Facts(
                .flow, .mustError, .answers, "407 Proxy Authentication Required",
                must: "throw an error: the status is 407", change: .emptied(407))
        case .rateLimited:
            Facts(
                .flow, .mustError, .answers, "429 with Retry-After (seconds, a date or invalid)",
                must: "throw an error, or retry a limited number of times after the delay in Retry-After",
                change: .retryLater(429))
        case .unavailable:
            Facts(
                .flow, .mustError, .answers, "503 with Retry-After",
                must: "throw an error, or retry a limited number of times after the delay in Retry-After",
                change: .retryLater(503))
        case .unknown4xx:
            Facts(
                .flow, .mustError, .answers, "status 499",
                must: "treat the unknown status like 400 and throw an error (RFC 9110 section 15)",
                change: .status(499))
        case .unknown5xx:
            Facts(
                .flow, .mustError, .answers, "status 599",
                must: "treat the unknown status like 500 and throw an error (RFC 9110 section 15)",
                change: .status(599))
        case .unknown2xx:
            Facts(
                .flow, .shouldTolerate, .answers, "status 299 with the documented body",
                must: "treat the unknown status like 200 and decode the response (RFC 9110 section 15)",
                change: .status(299))
        case .flakyThenOk:
            Facts(
                .flow, .may,
                .impossible("Accord tests this fault only in cases that it derives from “retry” in the contract"),
                "success after one or more faults",
                must:
                    "retry only idempotent requests and requests with an idempotency key, within the documented limit"
            )
        case .staleKeepalive:
            Facts(
                .flow, .mustTolerate, .impossible("a stub has no connection that a server could close"),
                "idle connection closed by the server",
                must: "send an idempotent request again, and return the value of the second response")
        case .cancelBeforeResponse:
            Facts(
                .client, .mustError, .cancelled(sendsHead: false), "task cancelled before the response",
                must: "throw CancellationError or URLError.cancelled within a second")
        case .cancelMidBody:
            Facts(
                .client, .mustError, .cancelled(sendsHead: true), "task cancelled during the response body",
                must: "throw CancellationError or URLError.cancelled within a second")
        case .concurrentIsolation:
            Facts(
                .client, .mustTolerate, .together, "concurrent calls with different responses in shuffled order",
                must: "return to each caller the response to the caller's own request")
        }
    }
}
