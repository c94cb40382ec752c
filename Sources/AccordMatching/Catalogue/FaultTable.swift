/// The fault catalogue: 77 things that go wrong between a client and a server.
///
/// A line has an id, a layer, a verdict, what a stub within the process does, what happens, and what a client must do.
/// The numbers are URLError codes; `half`, `all` and `none` say how much of the body comes before the call fails;
/// `together` takes several calls at once.
enum FaultTable {
    // swift-format-ignore
    static let text = #"""
        connection-refused | connect | mustError | fails -1004 | TCP SYN answered by RST | error within deadline, no value, no crash
        dns-failure | connect | mustError | fails -1003 | name does not resolve | error within deadline, no value, no crash
        offline | connect | mustError | fails -1009 | no network interface | error within deadline, no value, no crash
        data-not-allowed | connect | mustError | fails -1020 | cellular/low-data policy forbids | error within deadline, no value, no crash
        connect-timeout | connect | mustError | fails -1001 | SYN never answered | error within deadline, no value, no crash
        reset-on-accept | connect | mustError | fails -1005 | RST right after the handshake | error within deadline, no value, no crash
        tls-plaintext-server | tls | mustError | fails -1200 | https:// client meets a plaintext listener | error within deadline, no value, no crash
        tls-handshake-closed | tls | mustError | fails -1200 | FIN/RST during ClientHello | error within deadline, no value, no crash
        tls-untrusted-root | tls | mustError | fails -1202 | self-signed chain | error within deadline, no value, no crash; MUST NOT fall back to http
        tls-expired | tls | mustError | fails -1201 | notAfter in the past | error within deadline, no value, no crash
        tls-host-mismatch | tls | mustError | fails -1202 | SAN does not list the host | error within deadline, no value, no crash
        tls-client-cert-required | tls | mustError | fails -1206 | server demands mTLS | error within deadline, no value, no crash
        empty-response | pre-response | mustError | fails -1005 | request read, then FIN with zero bytes (WireMock EMPTY_RESPONSE) | error within deadline, no value, no crash
        reset-after-request | pre-response | mustError | fails -1005 | request read, then RST (WireMock CONNECTION_RESET_BY_PEER, toxiproxy reset_peer) | error within deadline, no value, no crash
        no-response | pre-response | mustError | fails -1001 | request read, nothing ever sent (toxiproxy timeout) | error within the client timeout; task cancellable
        garbage-response | pre-response | mustError | fails -1017 | random bytes then FIN (WireMock RANDOM_DATA_THEN_CLOSE) | error within deadline, no value, no crash
        malformed-status-line | pre-response | mustError | fails -1017 | HTTP/1.1 ABC OK | error within deadline, no value, no crash
        unsupported-http-version | pre-response | mustError | fails -1017 | HTTQ/9.9 200 OK | error within deadline, no value, no crash
        status-below-100 | pre-response | mustError | answers | status 99 | never treat as success
        status-600 | pre-response | mustError | answers | status 600 | treat as invalid = 5xx-class error (RFC 9110 s15)
        status-999 | pre-response | mustError | answers | status 999 | never treat as success
        no-reason-phrase | pre-response | mustTolerate | impossible a stub gives no status line | HTTP/1.1 200 CRLF (legal per RFC 9112: reason optional, SP required) | decode normally (with SP); without SP is MAY
        http-1.0-response | pre-response | mustTolerate | impossible a stub gives no status line | HTTP/1.0, no length, close | decode normally
        early-error-response | pre-response | mustError | answers | 413/401 sent before the request body was read, then close | surface the status or a connection error, not a hang
        truncated-headers | headers | mustError | fails -1005 | FIN inside the header block | error within deadline, no value, no crash
        reset-mid-headers | headers | mustError | fails -1005 | RST inside the header block | error within deadline, no value, no crash
        malformed-header-line | headers | may | impossible a stub gives headers as a dictionary | line without colon | error or ignore the line; no crash
        header-nul | headers | mustError | impossible a stub gives headers as a dictionary | NUL inside a field value | error; never a truncated value
        header-non-ascii | headers | may | impossible a stub gives headers as a dictionary | ISO-8859-1 byte in a value | obs-text is legal on the wire; error or opaque value
        header-oversize | headers | may | impossible a stub gives headers as a dictionary | one 1 MB field | error or accept; bounded memory
        header-flood | headers | may | answers | 5,000 fields | accept or error; bounded time
        bare-lf | headers | may | impossible a stub gives headers as a dictionary | LF line ends | RFC 9112 s2.2 MAY recognise LF
        content-length-conflict | headers | mustError | impossible a stub gives headers as a dictionary | two different Content-Length | RFC 9112 s6.3: unrecoverable error (Linux Foundation violates: report as platform note)
        content-length-invalid | headers | mustError | impossible a stub has no framing | -5 or abc | error within deadline, no value, no crash
        te-and-cl | headers | mustTolerate | impossible a stub has no framing | both Transfer-Encoding and Content-Length | TE wins (RFC 9112 s6.3); MAY error
        short-body | framing | mustError | half -1005 | fewer bytes than Content-Length then FIN | RFC 9112 s8: incomplete message, never decode the part
        long-body | framing | mustError | impossible a stub has no framing | more bytes than Content-Length | the cut JSON must fail to decode
        body-stall | framing | mustError | half -1001 | headers + part, then silence (toxiproxy timeout) | error within deadline, no value, no crash
        headers-then-stall | framing | mustError | none -1001 | headers only, then silence | error within deadline, no value, no crash
        reset-mid-body | framing | mustError | half -1005 | part of the body, RST (toxiproxy limit_data + reset) | no value from the part
        malformed-chunk | framing | mustError | none -1017 | garbage where a chunk size belongs (WireMock MALFORMED_RESPONSE_CHUNK) | error within deadline, no value, no crash
        chunk-unterminated | framing | mustError | all -1005 | no 0-chunk before FIN | even though the JSON is complete (RFC 9112 s8)
        close-delimited | framing | mustTolerate | answers | no length, FIN ends the body (legal) | decode
        chunked-ok | framing | mustTolerate | impossible on Linux only the last of several chunks of a stub reaches the caller | chunked body (legal) | decode
        slow-drip | framing | mustTolerate | impossible on Linux only the last of several chunks of a stub reaches the caller | 1 byte per 5 ms (WireMock chunkedDribble, toxiproxy slicer) | decode when inside the deadline
        utf8-split | framing | mustTolerate | impossible on Linux only the last of several chunks of a stub reaches the caller | chunk boundary inside a code point | decode
        body-on-204 | framing | mustTolerate | answers | 204 with bytes | treat as no content
        gzip-ok | coding | mustTolerate | answers | Content-Encoding: gzip | decode
        gzip-truncated | coding | mustError | impossible a stub does not inflate | gzip stream cut | the JSON decode must catch it
        gzip-corrupt | coding | mustError | fails -1015 | bytes flipped | error within deadline, no value, no crash
        gzip-mislabelled | coding | mustError | fails -1015 | says gzip, is plain | error within deadline, no value, no crash
        encoding-unknown | coding | may | impossible a stub does not inflate | Content-Encoding: zzz | error or raw bytes; never a wrong value
        decompression-bomb | coding | shouldError | impossible a stub does not inflate | 1 MB that inflates to 1 GB | bounded memory
        oversized-body | coding | shouldError | impossible no limit is documented | body above the documented/agreed limit | bounded memory
        interim-100 | flow | mustTolerate | impossible a stub gives one status line | 100 Continue first (legal) | use the final response
        interim-103 | flow | mustTolerate | impossible a stub gives one status line | 103 Early Hints first (legal) | use the final response
        unexpected-101 | flow | mustError | answers | 101 without Upgrade | error within deadline, no value, no crash
        redirect-follow | flow | mustTolerate | impossible on Linux a stub that redirects crashes the process | 301/302/303/307/308 to the same origin | follow or surface 3xx as documented; 307/308 keep method+body, 303 becomes GET
        redirect-loop | flow | mustError | fails -1007 | Location to itself | error within deadline, no value, no crash
        redirect-no-location | flow | mustError | answers | 302 without Location | 3xx is not success
        redirect-bad-scheme | flow | mustError | fails -1002 | Location: ftp:// | error within deadline, no value, no crash
        redirect-cross-origin | flow | mustTolerate | impossible on Linux a stub that redirects crashes the process | 302 to another host | Authorization/Cookie/API-key headers absent on the second request (RFC 9110 s15.4)
        redirect-downgrade | flow | shouldError | impossible on Linux a stub that redirects crashes the process | https to http | refuse, or at least drop credentials
        not-modified-unsolicited | flow | mustError | answers | 304 without a conditional request | not a success value unless cached
        challenge-basic | flow | mustError | impossible Foundation 6.3.1 on Linux never completes a 401 with a Basic challenge | 401 + WWW-Authenticate: Basic | surface 401; harness must own a deadline
        challenge-bearer | flow | mustError | answers | 401 + WWW-Authenticate: Bearer | surface 401 (or refresh once, then surface)
        proxy-auth | flow | mustError | answers | 407 | surface
        rate-limited | flow | mustError | answers | 429 + Retry-After: seconds or HTTP-date or garbage | surface, or retry not earlier than Retry-After and a bounded number of times
        unavailable | flow | mustError | answers | 503 + Retry-After | same
        unknown-4xx | flow | mustError | answers | 499 | as 400 class (RFC 9110 s15)
        unknown-5xx | flow | mustError | answers | 599 | as 500 class
        unknown-2xx | flow | shouldTolerate | answers | 299 with the documented body | as 200 class; MAY reject when the spec closes the list
        flaky-then-ok | flow | may | impossible it takes a documented retry | N faults then success (any fault above) | GET/HEAD/PUT/DELETE may be retried, POST/PATCH MUST NOT without an idempotency key; assert the exact request count
        stale-keepalive | flow | mustTolerate | impossible a stub has no connections | server closes an idle pooled connection | second idempotent call succeeds
        cancel-before-response | client | mustError | cancelled | task cancelled while waiting | returns within 1 s with CancellationError or URLError.cancelled
        cancel-mid-body | client | mustError | cancelled-mid-body | task cancelled during the body | same
        concurrent-isolation | client | mustTolerate | together | N parallel calls, distinct answers, shuffled order | each caller gets its own answer
        """#
}
