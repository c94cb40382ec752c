// SPDX-License-Identifier: Apache-2.0
/// The rules about the connection between Accord and a server.
extension Rule {
    static let transport: [Rule] = [
        transportDns, transportRefused, transportUnreachable, transportProxy, transportField, transportUrl,
        transportTimeoutConnect, transportTimeoutFirstByte, transportTimeoutTotal, transportTlsUntrusted,
        transportTlsExpired, transportTlsHost, transportTlsProtocol, transportTlsClient, transportReset,
        transportEmpty, transportCut, transportMalformed, transportEncoding, transportTooLarge, transportTooLargeHead,
        transportOther,
    ]

    package static let transportDns = Rule(
        "transport.dns", "unresolved host name",
        "The host name in --base-url or “servers” has no address.",
        advice: "Check the spelling and the network.")

    package static let transportRefused = Rule(
        "transport.refused", "refused connection",
        "No program listens on the server's port.",
        advice: "Start the server, or correct --base-url.")

    package static let transportUnreachable = Rule(
        "transport.unreachable", "unreachable host",
        "The network has no route to the server's address.",
        advice: "Check the network, VPN and firewall.")

    package static let transportProxy = Rule(
        "transport.proxy", "request blocked by a proxy",
        "A proxy is configured, and it responded instead of the server.",
        advice: "Check the variables http_proxy, https_proxy and no_proxy.")

    package static let transportField = Rule(
        "transport.field", "invalid header field in the request",
        "A header field contains a line break or a NUL, which would start a new header field (RFC 9110, section 5.5).",
        advice: """
            Check the variable, the output or the case that provides the value. The text of a file often ends with a \
            line break.
            """)

    package static let transportUrl = Rule(
        "transport.url", "invalid request URL",
        "The server's address and the operation's path don't form a URL.",
        advice: "Check --base-url and the operation's “path”.")

    package static let transportTimeoutConnect = Rule(
        "transport.timeout.connect", "connection timeout",
        "The connection wasn't established within the time limit.",
        advice: "Check the address, or raise --connect-timeout.")

    package static let transportTimeoutFirstByte = Rule(
        "transport.timeout.first-byte", "timeout before the response",
        "Accord sent the request, but received no byte of the response within the time limit.",
        advice: "Read the server's log, or raise the limit.")

    package static let transportTimeoutTotal = Rule(
        "transport.timeout.total", "timeout during the response",
        "The response started, but didn't end within the time limit.",
        advice: "Read the server's log, or raise the limit.")

    package static let transportTlsUntrusted = Rule(
        "transport.tls.untrusted", "untrusted server certificate",
        "The certificate isn't signed by an authority that this machine trusts.",
        advice: "Specify the certificate's authority, or use a trusted certificate.")

    package static let transportTlsExpired = Rule(
        "transport.tls.expired", "expired server certificate",
        "The certificate has expired, or isn't valid yet.",
        advice: "Renew the certificate, and check the clock.")

    package static let transportTlsHost = Rule(
        "transport.tls.host", "server certificate for a different host",
        "The certificate doesn't contain the requested host name.",
        advice: "Use the host name in the certificate, or a certificate for this host.")

    package static let transportTlsProtocol = Rule(
        "transport.tls.protocol", "failed TLS handshake",
        "Server and client have no protocol in common, or one of them ended the handshake.",
        advice: "Check that the port uses TLS, and which TLS versions the server supports.")

    package static let transportTlsClient = Rule(
        "transport.tls.client", "missing or rejected client certificate",
        "The server requires a client certificate (mutual TLS). Accord sent none, or the server rejected it.",
        advice: "Specify a certificate and its key with --client-cert and --client-key.")

    package static let transportReset = Rule(
        "transport.reset", "connection reset",
        "The server reset the connection during the exchange.",
        advice: "Read the server's log.")

    package static let transportEmpty = Rule(
        "transport.empty", "connection closed without a response",
        "The server closed the connection before the first byte of a response.",
        advice: "Read the server's log: a crash looks like this.")

    package static let transportCut = Rule(
        "transport.cut", "truncated response",
        "The server closed the connection after fewer bytes than it announced.",
        advice: "Check Content-Length and the code that ends the response.")

    package static let transportMalformed = Rule(
        "transport.malformed", "malformed HTTP response",
        "The status line, a header field or the framing of the body violates RFC 9112.",
        advice: "Check which program listens on the port.")

    package static let transportEncoding = Rule(
        "transport.encoding", "body that Content-Encoding can't decode",
        "The body can't be decoded with the content coding that the response names.",
        advice: "Compress the body as Content-Encoding specifies, or omit the field.")

    package static let transportTooLarge = Rule(
        "transport.too-large", "response above the size limit",
        "Accord stopped reading the response at the limit.",
        advice: "Raise the limit, or send a smaller response.")

    package static let transportTooLargeHead = Rule(
        "transport.too-large.head", "header fields above the size limit",
        "Reading stopped at 256 KB in total or 100 KB for one field. Most clients and proxies accept far less.",
        advice: "Look for a growing cookie, trace or error text, and send long values in the body.")

    package static let transportOther = Rule(
        "transport.other", "failed transfer",
        "The transfer failed for a reason that no other rule covers. The message contains libcurl's text.",
        advice: "Run the curl command in the finding.")
}

/// The rules about cases and runs, and about requests that only `verify` sends to a server.
extension Rule {
    static let runs: [Rule] = [
        jsonInterop, caseNoAssertion, caseTemplate, caseFlaky, casePendingPasses, caseWaiverUnneeded, runNoCases,
        outputMissing, stateFailed, baselineStale, refusalAccepted, refusalMediaType, refusalDuplicateKey,
        refusalUnanswered, refusalCrashed, refusalOther, httpHead, httpNotModified, httpAllow, fuzzCrashed, fuzzRefused,
        fuzzIntegerNotation, fuzzNoneSucceeded, resourceLost, resourceStale, resourceSameID, resourceUnlisted,
        securityToken, securitySigning, securityRefused, securityOtherUser, contractInvalid,
    ]

    package static let jsonInterop = Rule(
        "json-interop", "JSON that parsers read differently",
        """
        The value of the body depends on the parser: it contains a duplicate key, an integer beyond 64 bits, a lone \
        surrogate, or a NUL in a key. Clients in other languages read a different value.
        """,
        advice: "Write each key once, and large integers as strings.")

    package static let caseNoAssertion = Rule(
        "case.no-assertion", "case without an assertion",
        "The case has no expectation that Accord can check, so it could never fail.",
        advice: "Document a body, a header field or an assertion.")

    package static let caseTemplate = Rule(
        "case.template", "placeholder without a value",
        "A ${…} in the case has no value: the name is unknown, the variable isn't set, or no step produced the output.",
        advice: "Set the variable, or use a name that the flow defines.")

    package static let caseFlaky = Rule(
        "case.flaky", "flaky case",
        "The first attempt failed, and a later one passed.",
        advice: "Look for a difference between the attempts: order, time, shared state.")

    package static let casePendingPasses = Rule(
        "case.pending-passes", "pending case that passes",
        "The case is marked as pending, but it passes.",
        advice: "Remove “pending”.")

    package static let caseWaiverUnneeded = Rule(
        "case.waiver-unneeded", "unneeded waiver",
        "The contract waives the case under “derived”, but the client passes it.",
        advice: "Remove the waiver.")

    package static let runNoCases = Rule(
        "run.no-cases", "run without cases",
        "No case was selected. A run without cases doesn't pass.",
        advice: "Check the files, --tag and the names.")

    package static let outputMissing = Rule(
        "output.missing", "missing output",
        "The response has no value for an output that a later step of the flow needs.",
        advice: "Look at the response. Correct the expression, or the server.")

    package static let stateFailed = Rule(
        "state.failed", "failed setup of a provider state",
        "The setup of “given” failed, so the case can't run.",
        advice: "Look at the message of the setup.")

    package static let baselineStale = Rule(
        "baseline.stale", "stale baseline entry",
        "An entry of --baseline accepts a finding that the case no longer has.",
        advice: "Remove the entry from the baseline.")

    package static let refusalAccepted = Rule(
        "refusal.accepted", "accepted invalid request",
        "The server responded with 2xx to a request with a missing or wrong part.",
        advice: "Reject the request with a documented 4xx, or correct its description in the contract.")

    package static let refusalMediaType = Rule(
        "refusal.media-type", "accepted wrong Content-Type",
        """
        The server responded with 2xx to a body with an undocumented Content-Type, such as text/plain for JSON. Many \
        frameworks ignore the field. A web page of a different site can send such a request without asking the server \
        (CORS). A warning in the default profile.
        """,
        advice: "Reject the body with 415, or document the media type.")

    package static let refusalDuplicateKey = Rule(
        "refusal.duplicate-key", "accepted duplicate key",
        """
        The server responded with 2xx to a JSON body with a duplicate key. RFC 8259 doesn't specify which of the two \
        values counts, so a proxy that checks the body may read a different one. An error if the contract has \
        "json": "strict", otherwise a warning, because the JSON parsers of most languages accept duplicate keys.
        """,
        advice: "Reject the body with a documented 4xx, if the JSON parser has an option for it.")

    package static let refusalUnanswered = Rule(
        "refusal.unanswered", "unproven check of credentials",
        """
        The server rejected a request with missing or wrong credentials, but not with 401, 403 or the documented \
        status code. The server checked something else first, and might accept the request once that check passes.
        """,
        advice: #"Check credentials first, or document a case with "security": [] and this status code."#)

    package static let refusalCrashed = Rule(
        "refusal.crashed", "server error for an invalid request",
        "The server responded with 5xx to a request with a missing or wrong part.",
        advice: "Validate requests before processing them.")

    package static let refusalOther = Rule(
        "refusal.other", "unexpected status code for an invalid request",
        "The server responded to an invalid request with a redirect or another status code outside 2xx, 4xx and 5xx.",
        advice: "Respond with a documented 4xx.")

    package static let httpHead = Rule(
        "http.head", "HEAD response that differs from GET",
        """
        A response to HEAD equals the one to GET, without the content (RFC 9110, section 9.3.2): the same status code, \
        the documented header fields, and no Content-Length other than that of the content. A server that responds \
        with 405 or 501 doesn't support HEAD, and passes. Content is detected over HTTP/1.1, up to the end of the \
        connection.
        """,
        advice: "Let the framework handle HEAD with the handler of GET.")

    package static let httpNotModified = Rule(
        "http.not-modified", "unchanged content sent again",
        """
        The response to a GET with the ETag (If-None-Match) or Last-Modified (If-Modified-Since) of the previous \
        response is 304 (RFC 9110, section 13.2.2). A 2xx is an error if 304 is documented, and a warning otherwise. \
        Any other status code is always an error, because caches such as URLSession's send these fields \
        automatically.
        """,
        advice: "Compare If-None-Match with the ETag before generating the response.")

    package static let httpAllow = Rule(
        "http.allow", "missing or wrong Allow",
        """
        A 405 response lists the supported methods in Allow (RFC 9110, section 15.5.6). A missing Allow is an error \
        (in the default profile a warning), or a warning for TRACE, to which proxies often respond. Methods that differ from the contract are a warning, \
        except HEAD together with GET, and OPTIONS.
        """,
        advice: "Send exactly the documented methods of the path in the Allow header field, or document the others.")

    package static let fuzzCrashed = Rule(
        "fuzz.crashed", "server error for a valid request",
        """
        The server responded with 5xx to a request generated from the schemas (--fuzz). Accord reduced the request \
        while the server still failed; the curl command sends the smallest one.
        """,
        advice: "Handle every request that the schemas allow, or restrict the schemas.")

    package static let fuzzRefused = Rule(
        "fuzz.refused", "rejected valid request",
        """
        The server responded with 4xx to a request generated from the schemas (--fuzz). Documented 404, 409, 410, 412, \
        423 and 429 responses pass, since schemas can't prevent them. So does the status code of a documented case \
        with a valid request.
        """,
        advice: "Accept valid requests, restrict the schemas, or document a case that shows the rejection.")

    package static let fuzzIntegerNotation = Rule(
        "fuzz.integer-notation", "rejected notation of an integer",
        """
        The server responded with 4xx to a request with an integer such as 1.0 or 1e2, and accepts the same request \
        with the integer's digits. JSON Schema has no difference between 1.0 and 1, but many programming languages do. \
        A warning in the default profile.
        """,
        advice: "Accept integers in every notation, or set the rule to off if no client sends other notations.")

    package static let fuzzNoneSucceeded = Rule(
        "fuzz.none-succeeded", "operation without a successful generated request",
        "The server responded to every generated request with a documented 4xx such as 404, so the run hardly tested "
            + "the operation.",
        advice: "Document a successful case for an existing resource. Accord bases its generated requests on it.")

    package static let resourceLost = Rule(
        "resource.lost", "created resource that doesn't exist",
        """
        The server responded with 404 or 410 to a request for a resource that an earlier request of the sequence \
        created, and that no request deleted (--fuzz).
        """,
        advice: "Store the resource before the response to its creation, and respond with the id of the stored one.")

    package static let resourceStale = Rule(
        "resource.stale", "change that isn't visible",
        """
        A GET returns a different value than the server confirmed in its response to the creation or change of the \
        resource, or still the old values after a successful change (--fuzz). A property that the server ignores, and \
        returns unchanged in its response, passes.
        """,
        advice: "Store all documented properties of the request, and renew caches after a change.")

    package static let resourceSameID = Rule(
        "resource.same-id", "two resources with one id",
        "The server created two resources from different requests, and gave both the same id (--fuzz).",
        advice: "Generate a unique id for each resource.")

    package static let resourceUnlisted = Rule(
        "resource.unlisted", "created resource missing from its list",
        """
        The GET of the path at which the resource was created returns a complete list of resources without this one \
        (--fuzz). A list with pages is complete if it has fewer elements than the documented default of a page.
        """,
        advice: "Add the resource to the list, or document the query parameter that leaves it out.")

    package static let securityToken = Rule(
        "security.token", "missing access token",
        "The server at “tokenUrl” didn't issue a bearer token for the client's credentials (RFC 6749, section 4.4).",
        advice: "Check clientId and clientSecret, and --token-url.")

    package static let securityRefused = Rule(
        "security.refused", "refused credentials",
        """
        Every operation that requires credentials responded with 401 to a valid request. The credentials of the run are \
        wrong, so the run proves nothing about these operations, even if the contract documents the 401.
        """,
        advice: "Check the values of --auth and --header, and the environment variables in them.")

    package static let securityOtherUser = Rule(
        "security.other-user", "resource of a different user",
        """
        The server responded with 2xx to a request of the second user for a resource that the first user created. The \
        second user is given with --auth NAME@USER=VALUE.
        """,
        advice: """
            Check that the resource belongs to the user. If users share the resource, waive "refuse.other-user" under \
            “derived”.
            """)

    package static let securitySigning = Rule(
        "security.signing", "failed signing of a request",
        "The command in --sign-command failed or printed invalid output.",
        advice: "Run the command by itself, with a request as JSON on standard input.")

    package static let contractInvalid = Rule(
        "contract.invalid", "invalid contract",
        "Accord can't run a case of a contract with errors.",
        advice: "Run `accord lint` on the file.")
}
