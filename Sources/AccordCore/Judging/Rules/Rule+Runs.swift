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
        "The host name in --base-url or under “servers” has no IP address.",
        advice: "Check the spelling of the host name, and the network.")

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
        "A proxy responded to the request, and didn't forward the request to the server.",
        advice: "Check the environment variables http_proxy, https_proxy and no_proxy.")

    package static let transportField = Rule(
        "transport.field", "invalid header field in the request",
        """
        A header field of the request contains a line break or a NUL. \
        A line break would start a new header field (RFC 9110, section 5.5).
        """,
        advice: """
            Correct the source of the value: an environment variable, an earlier response or the case. \
            A value from a file often ends with a line break.
            """)

    package static let transportUrl = Rule(
        "transport.url", "invalid request URL",
        "The server's address and the operation's path don't form a valid URL.",
        advice: "Check --base-url and “path” of the operation.")

    package static let transportTimeoutConnect = Rule(
        "transport.timeout.connect", "connection timeout",
        "Accord couldn't connect to the server within the time limit.",
        advice: "Check the server's address, or increase --connect-timeout.")

    package static let transportTimeoutFirstByte = Rule(
        "transport.timeout.first-byte", "timeout before the response",
        "Accord sent the request, but received no byte of the response within the time limit.",
        advice: "Read the server's log, or increase --timeout or --first-byte-timeout.")

    package static let transportTimeoutTotal = Rule(
        "transport.timeout.total", "timeout during the response",
        "The server started the response, but didn't complete it within the time limit.",
        advice: "Read the server's log, or increase --timeout.")

    package static let transportTlsUntrusted = Rule(
        "transport.tls.untrusted", "untrusted server certificate",
        "No certificate authority that this machine trusts has signed the server's certificate.",
        advice: "Specify the CA certificate with --cacert, or use a server certificate that this machine trusts.")

    package static let transportTlsExpired = Rule(
        "transport.tls.expired", "expired server certificate",
        "The server's certificate has expired, or isn't valid yet.",
        advice: "Renew the server's certificate, and check the clock of this machine.")

    package static let transportTlsHost = Rule(
        "transport.tls.host", "server certificate for a different host",
        "The server's certificate doesn't contain the host name of the request.",
        advice: "Use the host name in the certificate, or install a certificate for the requested host.")

    package static let transportTlsProtocol = Rule(
        "transport.tls.protocol", "failed TLS handshake",
        "Accord and the server support no common TLS version or cipher, or one of them ended the handshake.",
        advice: "Check that the port uses TLS, and check which TLS versions the server supports.")

    package static let transportTlsClient = Rule(
        "transport.tls.client", "missing or rejected client certificate",
        """
        The server requires a client certificate (mutual TLS). \
        Accord sent no certificate, or the server rejected the certificate.
        """,
        advice: "Specify a certificate and its key with --client-cert and --client-key.")

    package static let transportReset = Rule(
        "transport.reset", "connection reset",
        "The server reset the TCP connection before the response was complete.",
        advice: "Look in the server's log for the reason.")

    package static let transportEmpty = Rule(
        "transport.empty", "connection closed without a response",
        "The server closed the connection before the first byte of a response.",
        advice: "Look in the server's log for a crash.")

    package static let transportCut = Rule(
        "transport.cut", "truncated response",
        "The server closed the connection before it had sent the complete body that its header fields announced.",
        advice: "Check Content-Length and the server's code that ends the response.")

    package static let transportMalformed = Rule(
        "transport.malformed", "malformed HTTP response",
        "The status line, a header field or the framing of the body violates RFC 9112.",
        advice: "Check which program listens on the port.")

    package static let transportEncoding = Rule(
        "transport.encoding", "body that can't be decompressed",
        "The response's Content-Encoding names an encoding, such as gzip. Decompressing the body failed.",
        advice: "Compress the body as Content-Encoding specifies, or omit Content-Encoding.")

    package static let transportTooLarge = Rule(
        "transport.too-large", "response above the size limit",
        "The response exceeded the size limit, and Accord stopped reading the response.",
        advice: "Increase --max-body, or make the server send a smaller response.")

    package static let transportTooLargeHead = Rule(
        "transport.too-large.head", "header fields above the size limit",
        """
        The header fields of the response exceed 256 KB in total, or one field exceeds 100 KB. \
        Most clients and proxies accept far less.
        """,
        advice: "Look for a long cookie, stack trace or error text in the header fields. Send long values in the body.")

    package static let transportOther = Rule(
        "transport.other", "failed transfer",
        "The request failed for a reason that no other rule covers. The finding contains libcurl's error message.",
        advice: "To see the failure outside of Accord, run the curl command in the finding.")
}

/// The rules about cases and runs, and about requests that only `verify` sends to a server.
extension Rule {
    static let runs: [Rule] = [
        jsonInterop, caseNoAssertion, caseTemplate, caseFlaky, casePendingPasses, caseWaiverUnneeded, caseMadeValue,
        caseNotApplicable,
        runNoCases, outputMissing, stateFailed, baselineStale, refusalAccepted, refusalMediaType, refusalDuplicateKey,
        refusalUnanswered, refusalCrashed, refusalPractice, refusalOther, httpHead, httpNotModified, httpAllow,
        fuzzCrashed, fuzzRefused, fuzzIntegerNotation, fuzzPractice, fuzzNoneSucceeded, resourceLost, resourceStale,
        resourceSameID, resourceUnlisted, resourceListed, resourceSelection,
        securityToken, securitySigning, securityRefused, securityOtherUser, contractInvalid,
    ]

    package static let jsonInterop = Rule(
        "json-interop", "JSON that parsers read differently",
        """
        Different JSON parsers read different values from the body. \
        The body contains a duplicate key, an integer beyond 64 bits, a lone surrogate, or a NUL in a key.
        """,
        advice: "Write each key once, and write large integers as strings.")

    package static let caseNoAssertion = Rule(
        "case.no-assertion", "case without an assertion",
        "The case contains nothing that Accord can check. It could never fail.",
        advice: "In the contract, add an expected body, header field or assertion to the case.")

    package static let caseTemplate = Rule(
        "case.template", "placeholder without a value",
        """
        A placeholder ${…} in the case has no value. \
        Accord doesn't know the name, the environment variable isn't set, or the earlier response lacks the value.
        """,
        advice: "Set the environment variable, or correct the name of the placeholder in the contract.")

    package static let caseFlaky = Rule(
        "case.flaky", "flaky case",
        "The first attempt to run the case failed, and a later attempt passed.",
        advice: "Look for a difference between the attempts: the order of cases, the time or shared state.")

    package static let casePendingPasses = Rule(
        "case.pending-passes", "pending case that passes",
        "The contract marks the case as “pending”, but the case passes.",
        advice: "Remove “pending” from the case.")

    package static let caseWaiverUnneeded = Rule(
        "case.waiver-unneeded", "unneeded waiver",
        "A waiver under “derived” in the contract permits the client to fail the case, but the client passes the case.",
        advice: "Remove the waiver from “derived” in the contract.")

    package static let caseMadeValue = Rule(
        "case.made-value", "generated value that the client rejects",
        """
        The schema of a string has neither an example nor a format. \
        The client rejects the string that Accord generated. \
        The client accepted a different valid string. Accord used this string in all further cases.
        """,
        advice: "Add an “example” or a “format” to the schema of the property.")

    package static let caseNotApplicable = Rule(
        "case.not-applicable", "request that the client can't send",
        """
        The closure in the bindings threw CallInput.NotApplicable, because the client can't send the case's request. \
        The case isn't applicable. If the operation has no applicable case, its test fails.
        """,
        advice: "Add the missing parameter to the client, or keep the case as not applicable.")

    package static let runNoCases = Rule(
        "run.no-cases", "run without cases",
        "The command's arguments select no case. A run without cases fails, because it tests nothing.",
        advice: "Check the file arguments, --tag and the names of the cases.")

    package static let outputMissing = Rule(
        "output.missing", "missing output",
        "The response lacks a value that a later request needs (an output).",
        advice: """
            Compare the output's expression with the response. Correct the expression in the contract, or the server.
            """)

    package static let stateFailed = Rule(
        "state.failed", "failed setup of a provider state",
        "The case requires a provider state (“given”), but setting up this state failed. Accord didn't run the case.",
        advice: "The finding contains the error. Correct the code that sets up the provider state.")

    package static let baselineStale = Rule(
        "baseline.stale", "stale baseline entry",
        "The baseline file accepts a finding that no longer occurs.",
        advice: "Remove the entry from the baseline file.")

    package static let refusalAccepted = Rule(
        "refusal.accepted", "accepted invalid request",
        """
        Accord sent an invalid request, with a missing or wrong value. \
        The server accepted the request with a 2xx response.
        """,
        advice: "Reject the request with a documented 4xx, or correct the documented request in the contract.")

    package static let refusalMediaType = Rule(
        "refusal.media-type", "accepted wrong Content-Type",
        """
        Accord sent a body with an undocumented Content-Type, such as text/plain for JSON. \
        The server accepted the body with a 2xx response. Many frameworks ignore Content-Type. \
        Browsers let any website send a text/plain request, without a CORS preflight request. \
        The finding is a warning in the default profile.
        """,
        advice: "Reject the body with 415, or document the media type in the contract.")

    package static let refusalDuplicateKey = Rule(
        "refusal.duplicate-key", "accepted duplicate key",
        """
        Accord sent a JSON body with a duplicate key. The server accepted the body with a 2xx response. \
        RFC 8259 doesn't specify which of the two values a parser uses. \
        A proxy that checks the body may use the first value, and the server may use the second value. \
        The finding is an error if the contract sets “json” to “strict”, and a warning otherwise. \
        The JSON parsers of most languages accept duplicate keys.
        """,
        advice: "Reject the body with a documented 4xx if the server's JSON parser can detect duplicate keys.")

    package static let refusalUnanswered = Rule(
        "refusal.unanswered", "unproven check of credentials",
        """
        Accord sent a request with missing or wrong credentials. \
        The server rejected the request, but not with 401, 403 or the documented status code. \
        The server probably rejected the request for a different reason, and may not check credentials at all.
        """,
        advice: """
            On the server, check credentials before other conditions. \
            If the status code is intended, document a case with the status code and with “security”: [].
            """)

    package static let refusalCrashed = Rule(
        "refusal.crashed", "server error for an invalid request",
        "Accord sent an invalid request, with a missing or wrong value. The server responded with 5xx.",
        advice: "Validate requests before processing them.")

    package static let refusalPractice = Rule(
        "refusal.practice", "invalid request that many frameworks don't reject",
        """
        Accord sent a request that the contract forbids, and that many frameworks accept or fail to parse: \
        a Boolean value written as 1, yes or on, a content coding in upper case, the number 1e400, \
        or JSON with 10,000 levels of nesting. \
        The server responded with 2xx or 5xx. The finding is a warning in the default profile.
        """,
        advice: "Reject the request if your clients depend on it. Otherwise, set the severity of the rule to “off”.")

    package static let refusalOther = Rule(
        "refusal.other", "unexpected status code for an invalid request",
        """
        Accord sent an invalid request. \
        The server responded with a status code other than 2xx, 4xx or 5xx, such as a redirect.
        """,
        advice: "Respond to invalid requests with a documented 4xx.")

    package static let httpHead = Rule(
        "http.head", "HEAD response that differs from GET",
        """
        A response to HEAD must equal the response to GET, without the content (RFC 9110, section 9.3.2). \
        Accord compares the status code and the documented header fields. \
        A Content-Length in the response to HEAD must be the length of the content in the response to GET. \
        A server that responds with 405 or 501 doesn't support HEAD, and passes. \
        Accord can detect forbidden content after a response to HEAD only over HTTP/1.1.
        """,
        advice: "Let the server's framework handle HEAD with the handler for GET.")

    package static let httpNotModified = Rule(
        "http.not-modified", "unchanged content sent twice",
        """
        Accord repeated a GET with If-None-Match (the ETag) or If-Modified-Since (the date) of the previous response. \
        The server must respond with 304 (RFC 9110, section 13.2.2). \
        A 2xx response is an error if the contract documents 304, and a warning otherwise. \
        Any other status code is an error, because caches such as URLSession's repeat a GET in this way automatically.
        """,
        advice: "On the server, compare If-None-Match with the current ETag before generating the response.")

    package static let httpAllow = Rule(
        "http.allow", "missing or wrong Allow header field",
        """
        A 405 response must list the supported methods in Allow (RFC 9110, section 15.5.6). \
        A missing Allow is a warning in the default profile, and an error in the strict profile. \
        A missing Allow is always a warning for TRACE, because a proxy often responds in place of the server. \
        A difference between Allow and the documented methods causes only a warning. \
        Allow may also list OPTIONS, and HEAD if it lists GET.
        """,
        advice: """
            In Allow, send exactly the methods that the contract documents for the path, or correct the contract.
            """)

    package static let fuzzCrashed = Rule(
        "fuzz.crashed", "server error for a valid request",
        """
        Accord sent a valid request that it generated from the schemas (--fuzz). The server responded with 5xx. \
        Accord then simplified the request step by step, as long as the server responded with 5xx. \
        The curl command in the finding sends the smallest failing request.
        """,
        advice: "Handle every request that the schemas allow, or restrict the schemas in the contract.")

    package static let fuzzRefused = Rule(
        "fuzz.refused", "rejected valid request",
        """
        Accord sent a valid request that it generated from the schemas (--fuzz). The server responded with 4xx. \
        A documented 404, 409, 410, 412, 423 or 429 passes, because a valid request can cause it. \
        A status code that a documented case expects for a valid request also passes.
        """,
        advice: """
            Accept valid requests, restrict the schemas, or document a case in which the server rejects a valid request.
            """)

    package static let fuzzIntegerNotation = Rule(
        "fuzz.integer-notation", "integer notation that the server rejects",
        """
        Accord sent an integer in a notation such as 1.0 or 1e2. The server responded with 4xx. \
        The server accepts the same request if the integer has only digits. \
        JSON Schema treats 1.0 and 1 as the same number, but many programming languages don't. \
        The finding is a warning in the default profile.
        """,
        advice: """
            On the server, accept integers in every notation. \
            If no client sends notations such as 1.0, set the severity of the rule to “off”.
            """)

    package static let fuzzPractice = Rule(
        "fuzz.practice", "valid request that many frameworks reject",
        """
        Accord sent a request that the contract allows, and that many frameworks reject: \
        a time with a leap second (RFC 3339), or a request without an optional body. \
        The server accepts the same request without the leap second. The finding is a warning in the default profile.
        """,
        advice: "Accept the request, or restrict the contract. If no client sends it, set the severity to “off”.")

    package static let fuzzNoneSucceeded = Rule(
        "fuzz.none-succeeded", "operation without a successful generated request",
        """
        The server responded to every generated request with a documented 4xx such as 404. \
        The run hardly tested the operation.
        """,
        advice: """
            Document a successful case for an existing resource. Accord takes values for its requests from this case.
            """)

    package static let resourceLost = Rule(
        "resource.lost", "created resource that doesn't exist",
        """
        In a generated sequence (--fuzz), one request created a resource, and no request deleted it. \
        The server responded to a later request for the resource with 404 or 410.
        """,
        advice: """
            Store the resource before responding to the request that creates it. Return the id of the stored resource.
            """)

    package static let resourceStale = Rule(
        "resource.stale", "change that isn't visible",
        """
        In a generated sequence (--fuzz), one request created or changed a resource. \
        A later GET contradicted the response to the creation or change, returned all values from before the change, or \
        returned only the start of a text.
        """,
        advice: "Store all documented properties of the request, and update caches after each change.")

    package static let resourceSameID = Rule(
        "resource.same-id", "two resources with one id",
        "The server created two resources from different requests, and gave both the same id (--fuzz).",
        advice: "Generate a unique id for each resource.")

    package static let resourceUnlisted = Rule(
        "resource.unlisted", "created resource missing from its list",
        """
        In a generated sequence (--fuzz), a request created a resource. \
        The response to a later GET of the list doesn't contain the resource. \
        Accord judges only complete lists, because a page of a list may lack the resource. \
        A paginated list is complete if it has fewer elements than the documented default page size.
        """,
        advice: "Return the resource in the list, or document the query parameter that excludes the resource.")

    package static let resourceListed = Rule(
        "resource.listed", "deleted resource in a list",
        "In a generated sequence (--fuzz), a request deleted a resource. A later list still contains the resource.",
        advice: "Remove deleted resources from lists, indexes and caches.")

    package static let resourceSelection = Rule(
        "resource.selection", "list that ignores its query",
        """
        In a generated sequence (--fuzz), a list has more elements than the documented limit in the query, or an element \
        whose property has a different value than the query parameter of the same name (a Boolean or an enumeration).
        """,
        advice: "Apply the query parameter to the list, or remove the parameter from the contract.")

    package static let securityToken = Rule(
        "security.token", "missing access token",
        "The token server at “tokenUrl” didn't issue a bearer token (RFC 6749, section 4.4).",
        advice: "Check the values of clientId and clientSecret, and check --token-url.")

    package static let securityRefused = Rule(
        "security.refused", "rejected credentials",
        """
        The server responded with 401 to a valid request of every operation that requires credentials. \
        The credentials of the run are wrong. \
        The run thus proves nothing about these operations, even if the contract documents 401.
        """,
        advice: "Check the values of --auth and --header, and the environment variables in these values.")

    package static let securityOtherUser = Rule(
        "security.other-user", "access to a different user's resource",
        """
        The first user created a resource. The second user requested the resource, and the server responded with 2xx. \
        The flag --auth NAME@USER=VALUE specifies the second user.
        """,
        advice: """
            Check on the server that the resource belongs to the user who sends the request. \
            If users share the resource, waive “refuse.other-user” under “derived” in the contract.
            """)

    package static let securitySigning = Rule(
        "security.signing", "failed signing of a request",
        "The command of --sign-command failed or printed invalid output.",
        advice: "To see the error, run the command in a terminal, with a request as JSON on standard input.")

    package static let contractInvalid = Rule(
        "contract.invalid", "invalid contract",
        "The contract has errors, and Accord can't run its cases.",
        advice: "Run `accord lint` on the contract's file.")
}
