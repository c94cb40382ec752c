import AccordJSON

/// The fault catalogue: 77 things that go wrong between a client and a server.
///
/// A line has an id, a layer, a verdict, what a stub within the process does, what happens, and what a client must do.
/// The numbers are URLError codes; `half`, `all` and `none` say how much of the body comes before the call fails;
/// `together` takes several calls at once.
enum FaultTable {
    // swift-format-ignore
    static let text = #"""
        connection-refused | connect | mustError | fails -1004 | TCP SYN answered by RST | throw an error in time, return no value and not crash
        dns-failure | connect | mustError | fails -1003 | name does not resolve | throw an error in time, return no value and not crash
        offline | connect | mustError | fails -1009 | no network interface | throw an error in time, return no value and not crash
        data-not-allowed | connect | mustError | fails -1020 | cellular/low-data policy forbids | throw an error in time, return no value and not crash
        connect-timeout | connect | mustError | fails -1001 | SYN never answered | throw an error in time, return no value and not crash
        reset-on-accept | connect | mustError | fails -1005 | RST right after the handshake | throw an error in time, return no value and not crash
        tls-plaintext-server | tls | mustError | fails -1200 | https:// client meets a plaintext listener | throw an error in time, return no value and not crash
        tls-handshake-closed | tls | mustError | fails -1200 | FIN/RST during ClientHello | throw an error in time, return no value and not crash
        tls-untrusted-root | tls | mustError | fails -1202 | self-signed chain | throw an error in time, return no value and not fall back to http
        tls-expired | tls | mustError | fails -1201 | notAfter in the past | throw an error in time, return no value and not crash
        tls-host-mismatch | tls | mustError | fails -1202 | SAN does not list the host | throw an error in time, return no value and not crash
        tls-client-cert-required | tls | mustError | fails -1206 | server demands mTLS | throw an error in time, return no value and not crash
        empty-response | pre-response | mustError | fails -1005 | request read, then FIN with zero bytes (WireMock EMPTY_RESPONSE) | throw an error in time, return no value and not crash
        reset-after-request | pre-response | mustError | fails -1005 | request read, then RST (WireMock CONNECTION_RESET_BY_PEER, toxiproxy reset_peer) | throw an error in time, return no value and not crash
        no-response | pre-response | mustError | fails -1001 | request read, nothing ever sent (toxiproxy timeout) | throw an error once its timeout is over, and let the task be cancelled
        garbage-response | pre-response | mustError | fails -1017 | random bytes then FIN (WireMock RANDOM_DATA_THEN_CLOSE) | throw an error in time, return no value and not crash
        malformed-status-line | pre-response | mustError | fails -1017 | HTTP/1.1 ABC OK | throw an error in time, return no value and not crash
        unsupported-http-version | pre-response | mustError | fails -1017 | HTTQ/9.9 200 OK | throw an error in time, return no value and not crash
        status-below-100 | pre-response | mustError | answers | status 99 | throw an error: the status is no success
        status-600 | pre-response | mustError | answers | status 600 | throw an error, as for 500 (RFC 9110 section 15)
        status-999 | pre-response | mustError | answers | status 999 | throw an error: the status is no success
        no-reason-phrase | pre-response | mustTolerate | impossible a stub gives no status line | HTTP/1.1 200 CRLF (legal per RFC 9112: reason optional, SP required) | decode it as ever
        http-1.0-response | pre-response | mustTolerate | impossible a stub gives no status line | HTTP/1.0, no length, close | decode it as ever
        early-error-response | pre-response | mustError | answers | 413/401 sent before the request body was read, then close | throw an error, and not wait for more
        truncated-headers | headers | mustError | fails -1005 | FIN inside the header block | throw an error in time, return no value and not crash
        reset-mid-headers | headers | mustError | fails -1005 | RST inside the header block | throw an error in time, return no value and not crash
        malformed-header-line | headers | may | impossible a stub gives headers as a dictionary | line without colon | throw an error or ignore the line, and not crash
        header-nul | headers | mustError | impossible a stub gives headers as a dictionary | NUL inside a field value | throw an error, and never take a value that is cut
        header-non-ascii | headers | may | impossible a stub gives headers as a dictionary | ISO-8859-1 byte in a value | throw an error or take the bytes as they are
        header-oversize | headers | may | impossible a stub gives headers as a dictionary | one 1 MB field | throw an error or take it, in bounded memory
        header-flood | headers | may | answers | 5,000 fields | take them or throw an error, in bounded time
        bare-lf | headers | may | impossible a stub gives headers as a dictionary | LF line ends | take LF for the end of a line or throw an error (RFC 9112 section 2.2)
        content-length-conflict | headers | mustError | impossible a stub gives headers as a dictionary | two different Content-Length | throw an error (RFC 9112 section 6.3; Foundation on Linux doesn't)
        content-length-invalid | headers | mustError | impossible a stub has no framing | -5 or abc | throw an error in time, return no value and not crash
        te-and-cl | headers | mustTolerate | impossible a stub has no framing | both Transfer-Encoding and Content-Length | read the body as Transfer-Encoding says (RFC 9112 section 6.3)
        short-body | framing | mustError | half -1005 | fewer bytes than Content-Length then FIN | throw an error and decode no part: the message is incomplete (RFC 9112 section 8)
        long-body | framing | mustError | impossible a stub has no framing | more bytes than Content-Length | throw an error: the JSON is cut
        body-stall | framing | mustError | half -1001 | headers + part, then silence (toxiproxy timeout) | throw an error in time, return no value and not crash
        headers-then-stall | framing | mustError | none -1001 | headers only, then silence | throw an error in time, return no value and not crash
        reset-mid-body | framing | mustError | half -1005 | part of the body, RST (toxiproxy limit_data + reset) | throw an error, and make no value of the part
        malformed-chunk | framing | mustError | none -1017 | garbage where a chunk size belongs (WireMock MALFORMED_RESPONSE_CHUNK) | throw an error in time, return no value and not crash
        chunk-unterminated | framing | mustError | all -1005 | no 0-chunk before FIN | throw an error, even though the JSON is complete (RFC 9112 section 8)
        close-delimited | framing | mustTolerate | answers | no length, FIN ends the body (legal) | decode it as ever
        chunked-ok | framing | mustTolerate | impossible on Linux only the last of several chunks of a stub reaches the caller | chunked body (legal) | decode it as ever
        slow-drip | framing | mustTolerate | impossible on Linux only the last of several chunks of a stub reaches the caller | 1 byte per 5 ms (WireMock chunkedDribble, toxiproxy slicer) | decode it once it is all there
        utf8-split | framing | mustTolerate | impossible on Linux only the last of several chunks of a stub reaches the caller | chunk boundary inside a code point | decode it as ever
        body-on-204 | framing | mustTolerate | answers | 204 with bytes | treat it as no content
        gzip-ok | coding | mustTolerate | answers | Content-Encoding: gzip | decode it as ever
        gzip-truncated | coding | mustError | impossible a stub does not inflate | gzip stream cut | throw an error: the JSON is cut
        gzip-corrupt | coding | mustError | fails -1015 | bytes flipped | throw an error in time, return no value and not crash
        gzip-mislabelled | coding | mustError | fails -1015 | says gzip, is plain | throw an error in time, return no value and not crash
        encoding-unknown | coding | may | impossible a stub does not inflate | Content-Encoding: zzz | throw an error or take the bytes as they are, and make no wrong value of them
        decompression-bomb | coding | shouldError | impossible a stub does not inflate | 1 MB that inflates to 1 GB | throw an error, in bounded memory
        oversized-body | coding | shouldError | impossible no limit is documented | body above the documented/agreed limit | throw an error, in bounded memory
        interim-100 | flow | mustTolerate | impossible a stub gives one status line | 100 Continue first (legal) | take the final answer
        interim-103 | flow | mustTolerate | impossible a stub gives one status line | 103 Early Hints first (legal) | take the final answer
        unexpected-101 | flow | mustError | answers | 101 without Upgrade | throw an error in time, return no value and not crash
        redirect-follow | flow | mustTolerate | impossible on Linux a stub that redirects crashes the process | 301/302/303/307/308 to the same origin | follow or report it as documented; 307 and 308 keep method and body, 303 becomes GET
        redirect-loop | flow | mustError | fails -1007 | Location to itself | throw an error in time, return no value and not crash
        redirect-no-location | flow | mustError | answers | 302 without Location | throw an error: 3xx is no success
        redirect-bad-scheme | flow | mustError | fails -1002 | Location: ftp:// | throw an error in time, return no value and not crash
        redirect-cross-origin | flow | mustTolerate | impossible on Linux a stub that redirects crashes the process | 302 to another host | send the other host no Authorization, Cookie or API key (RFC 9110 section 15.4)
        redirect-downgrade | flow | shouldError | impossible on Linux a stub that redirects crashes the process | https to http | refuse to follow, or at least send no credentials
        not-modified-unsolicited | flow | mustError | answers | 304 without a conditional request | throw an error: there is nothing that it could take from a cache
        challenge-basic | flow | mustError | impossible Foundation 6.3.1 on Linux never completes a 401 with a Basic challenge | 401 + WWW-Authenticate: Basic | throw an error: the status is 401
        challenge-bearer | flow | mustError | answers | 401 + WWW-Authenticate: Bearer | throw an error, after getting a new token once at the most
        proxy-auth | flow | mustError | answers | 407 | throw an error: the status is 407
        rate-limited | flow | mustError | answers | 429 + Retry-After: seconds or HTTP-date or garbage | throw an error, or try again after Retry-After, a bounded number of times
        unavailable | flow | mustError | answers | 503 + Retry-After | throw an error, or try again after Retry-After, a bounded number of times
        unknown-4xx | flow | mustError | answers | 499 | throw an error, as for 400 (RFC 9110 section 15)
        unknown-5xx | flow | mustError | answers | 599 | throw an error, as for 500 (RFC 9110 section 15)
        unknown-2xx | flow | shouldTolerate | answers | 299 with the documented body | decode the answer, as for 200 (RFC 9110 section 15)
        flaky-then-ok | flow | may | impossible it takes a documented retry | N faults then success (any fault above) | try again only what is idempotent or has an idempotency key, as often as documented
        stale-keepalive | flow | mustTolerate | impossible a stub has no connections | server closes an idle pooled connection | send an idempotent call again, which then succeeds
        cancel-before-response | client | mustError | cancelled | task cancelled while waiting | throw CancellationError or URLError.cancelled within a second
        cancel-mid-body | client | mustError | cancelled-mid-body | task cancelled during the body | throw CancellationError or URLError.cancelled within a second
        concurrent-isolation | client | mustTolerate | together | N parallel calls, distinct answers, shuffled order | give each caller its own answer
        """#
}
