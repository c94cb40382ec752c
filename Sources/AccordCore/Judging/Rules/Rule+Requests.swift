// SPDX-License-Identifier: Apache-2.0
/// The rules about requests that a client sends.
extension Rule {
    static let requests: [Rule] = [
        requestMethod, requestScheme, requestHost, requestPort, requestHostUndocumented, requestPath,
        requestPathEncoding, requestPathSchema, requestQueryMissing, requestQueryUnexpected, requestQueryValue,
        requestQuerySchema, requestQueryCombination, requestQueryOrder, requestQueryAmbiguousPlus,
        requestQueryEncoding, requestHeaderInjection, requestHeaderMissing, requestHeaderValue, requestHeaderSchema,
        requestHeaderForbidden, requestCookieMissing, requestCookieUnexpected, requestCookieValue,
        requestCookieSchema, requestCookieOrder, requestCookieEncoding, requestFresh, requestRepeat,
        requestRetryEarly, requestRedirectCredentials, requestCountNone, requestCountMissing, requestCountExtra,
        requestBodyMissing, requestBodyUnexpected, requestBodyMediaType, requestBodySyntax, requestBodyDuplicateKey,
        requestBodySchema, requestBodyValue, requestBodyAssert, requestBodyReadOnly,
    ]

    // MARK: Method and URL

    package static let requestMethod = Rule(
        "request.method", "wrong method",
        "The client sent a method that differs from the operation's. Methods are case-sensitive.",
        advice: "Set httpMethod, or correct “method” in the contract.")

    package static let requestScheme = Rule(
        "request.scheme", "wrong URL scheme",
        "The client used http where the contract documents https, or https where it documents http.",
        advice: "Build the URL from the first server address in the contract.")

    package static let requestHost = Rule(
        "request.host", "wrong host",
        "The client sent the request to a host other than the documented server. Hosts are case-insensitive.",
        advice: "Build the URL from the first server address in the contract.")

    package static let requestPort = Rule(
        "request.port", "wrong port",
        "The client sent the request to the wrong port. The default is 80 for http and 443 for https.",
        advice: "Build the URL from the first server address in the contract.")

    package static let requestHostUndocumented = Rule(
        "request.host.undocumented", "undocumented host",
        """
        During the call, a request went to a host that the contract doesn't document. Accord stopped it: a test must \
        never reach the network.
        """,
        advice: "Document the host under “servers”, or find the code that sends the request.")

    package static let requestPath = Rule(
        "request.path", "wrong path",
        """
        The path differs from the documented one. Paths are compared byte by byte; the case of hex digits and needless \
        encoding (%7E for ~) are ignored. A slash in a value is sent as %2F. Values of {parameters} are compared \
        after decoding.
        """,
        advice: "Compare “expected” and “actual”: look for a trailing slash, a lost base path or a wrong value.")

    package static let requestPathEncoding = Rule(
        "request.path.encoding", "incorrectly encoded path parameter",
        """
        The client encoded a path value twice, with + for a space, or not in UTF-8. The server reads a different value.
        """,
        advice: "Encode each value once. Leave letters, digits and -._~ as they are, and send a slash as %2F.")

    package static let requestPathSchema = Rule(
        "request.path.schema", "path parameter that violates its schema",
        "The case doesn't specify the value, so any value that the schema allows passes.",
        advice: "Send a value that the schema allows, or correct the schema.")

    // MARK: Query

    package static let requestQueryMissing = Rule(
        "request.query.missing", "missing query item",
        #"A documented item is required unless it has "required": false. Names are case-sensitive."#,
        advice: #"Send the item, or document it as "required": false."#)

    package static let requestQueryUnexpected = Rule(
        "request.query.unexpected", "unexpected query item",
        """
        The client sent an item that the contract doesn't document, or an optional item that the case doesn't specify. \
        An item with its “default” value is allowed. An empty item (x=) is not the same as no item.
        """,
        advice: "Remove the item, or document it.")

    package static let requestQueryValue = Rule(
        "request.query.value", "wrong query value",
        """
        A query item has the wrong value. Values are read as the types that the schema allows: 1.0 equals 1 for an \
        integer, but not for a string.
        """,
        advice: "Compare “expected” and “actual”, which are percent-encoded.")

    package static let requestQuerySchema = Rule(
        "request.query.schema", "query item that violates its schema",
        "The case doesn't specify the value, so any value that the schema allows passes.",
        advice: "Send a value that the schema allows, or correct the schema.")

    package static let requestQueryCombination = Rule(
        "request.query.combination", "invalid combination of query items",
        """
        The operation's “querySchema” specifies which items exclude or require each other. Each item may be valid by \
        itself. Items are read as the types that their schemas allow.
        """,
        advice: "Send a combination that “querySchema” allows, or correct “querySchema”.")

    package static let requestQueryOrder = Rule(
        "request.query.order", "wrong order of query items",
        "The order of items with different names is ignored. Items with the same name are a list, which has an order.",
        advice: "Keep the order of the list.")

    package static let requestQueryAmbiguousPlus = Rule(
        "request.query.ambiguous-plus", "ambiguous plus sign",
        """
        RFC 3986 reads + as a plus sign; a form reads it as a space. The item has the documented value in only one \
        of the two readings, and servers differ. %20 and %2B are unambiguous. Foundation's URLComponents.queryItems \
        and .urlQueryAllowed don't encode +.
        """,
        advice: "Replace + with %2B in percentEncodedQuery, or set “queryEncoding” if you know how the server reads +.")

    package static let requestQueryEncoding = Rule(
        "request.query.encoding", "incorrectly encoded query item",
        """
        The client encoded the item twice, not at all, with an unencoded +, or not in UTF-8, or the item contains a \
        character that a URL can't contain. The server reads a different value or different items.
        """,
        advice: "Encode each value once: use URLComponents.queryItems, then replace + with %2B.")

    // MARK: Header fields and cookies

    package static let requestHeaderInjection = Rule(
        "request.header.injection", "line break in a header field",
        """
        The text after a CR or LF in a value is a separate line (RFC 9110, section 5.5), and so a separate header \
        field. Some servers accept it even after a space. A person who controls the value can add header fields.
        """,
        advice: "Reject such values, or remove the line breaks.")

    package static let requestHeaderMissing = Rule(
        "request.header.missing", "missing header field",
        #"A documented header field is required unless it has "required": false. Names are case-insensitive."#,
        advice: "Set the field on the URLRequest or on the session's configuration.")

    package static let requestHeaderValue = Rule(
        "request.header.value", "wrong header field value",
        """
        Values are compared by their grammar: media types by type and documented parameters, lists by members, \
        the scheme of credentials without case, and other values as the types that the schema allows.
        """,
        advice: "Compare “expected” and “actual”.")

    package static let requestHeaderSchema = Rule(
        "request.header.schema", "header field that violates its schema",
        "The case doesn't specify the value, so any value that the schema allows passes.",
        advice: "Send a value that the schema allows, or correct the schema.")

    package static let requestHeaderForbidden = Rule(
        "request.header.forbidden", "forbidden header field",
        """
        The contract forbids the field (with the schema false, or null in the case), or the field is optional and the \
        case doesn't specify it. Undocumented fields are ignored.
        """,
        advice: "Don't send the field in this call.")

    package static let requestCookieMissing = Rule(
        "request.cookie.missing", "missing cookie",
        #"A documented cookie is required unless it has "required": false."#,
        advice: "Send the cookie in the header field Cookie.")

    package static let requestCookieUnexpected = Rule(
        "request.cookie.unexpected", "unexpected cookie",
        "The client sent a cookie that the contract doesn't document.",
        advice: "Remove the cookie (use a session without HTTPCookieStorage), or document it.")

    package static let requestCookieValue = Rule(
        "request.cookie.value", "wrong cookie value",
        "Values are compared as sent and percent-decoded, and read as the types that the schema allows.",
        advice: "Compare “expected” and “actual”.")

    package static let requestCookieSchema = Rule(
        "request.cookie.schema", "cookie that violates its schema",
        "The case doesn't specify the value, so any value that the schema allows passes.",
        advice: "Send a value that the schema allows, or correct the schema.")

    package static let requestCookieOrder = Rule(
        "request.cookie.order", "wrong order of cookies",
        "Cookies with the same name are a list, which has an order.",
        advice: "Keep the order of the list.")

    package static let requestCookieEncoding = Rule(
        "request.cookie.encoding", "incorrectly encoded cookie",
        "The client encoded the value twice, or not in UTF-8.",
        advice: "Encode the value once, or not at all if it needs no encoding.")

    // MARK: Several requests

    package static let requestFresh = Rule(
        "request.fresh", "value reused in a second call",
        """
        The contract documents the value with "fresh": true: each call has a new value, such as an idempotency key or \
        a nonce. A server mistakes a second call with the same value for a retry of the first.
        """,
        advice: "Generate the value at the start of the call, and reuse it only for retries of that call.")

    package static let requestRepeat = Rule(
        "request.repeat", "changed retry",
        "The step repeats the previous request byte for byte, and the client changed it.",
        advice: "Keep the URLRequest, and send the same one again.")

    package static let requestRetryEarly = Rule(
        "request.retry.early", "early retry",
        "The client retried before Retry-After, or “retryAfter” in the contract, allows it.",
        advice: "Read Retry-After, and wait on a clock that tests can replace with stub.clock.")

    package static let requestRedirectCredentials = Rule(
        "request.redirect.credentials", "credentials sent to another origin",
        """
        A redirect or a link, such as Link with the next page, changed the host, port or scheme, and the client sent its \
        credentials to the new origin.
        """,
        advice: """
            Remove Authorization, Cookie and API keys if a redirect or a link leaves the origin (RFC 9110, section 15.4).
            """)

    package static let requestCountNone = Rule(
        "request.count.none", "missing request",
        "The call ended before the client sent a request.",
        advice: "Look at the code that runs before sending: a guard, a cache, an invalid URL.")

    package static let requestCountMissing = Rule(
        "request.count.missing", "fewer requests than documented",
        "A call sends one request, unless “steps” or “retry” specifies more.",
        advice: "Send the remaining requests: the next page, the retry, the second step.")

    package static let requestCountExtra = Rule(
        "request.count.extra", "more requests than documented",
        "A call sends one request, unless “steps” or “retry” specifies more. A repeated POST may place an order twice.",
        advice: "Remove the extra request, or document “retry”.")

    // MARK: Body

    package static let requestBodyMissing = Rule(
        "request.body.missing", "missing request body",
        "The operation documents a body, and the client sent none.",
        advice: #"Set httpBody, or document the body as "required": false."#)

    package static let requestBodyUnexpected = Rule(
        "request.body.unexpected", "unexpected request body",
        "The operation documents no body, or the case specifies that the request has none.",
        advice: "Leave httpBody nil, or document the body.")

    package static let requestBodyMediaType = Rule(
        "request.body.media-type", "undocumented Content-Type of a request",
        "Media types are compared by type, subtype and the parameters in the contract.",
        advice: "Set Content-Type to the documented media type.")

    package static let requestBodySyntax = Rule(
        "request.body.syntax", "malformed request body",
        "The body doesn't match its media type. JSON is read strictly (RFC 8259); multipart requires its boundary.",
        advice: "Write the body with an encoder. The message contains the position.")

    package static let requestBodyDuplicateKey = Rule(
        "request.body.duplicate-key", "duplicate key in a request body",
        """
        RFC 8259 doesn't specify which of two members with the same name a reader uses. A duplicate key is an \
        error if the contract has "json": "strict", and a warning otherwise.
        """,
        advice: "Write each key once.")

    package static let requestBodySchema = Rule(
        "request.body.schema", "request body that violates its schema",
        #"The case doesn't specify the body, or has "matching": "schema", so any body that the schema allows passes."#,
        advice: "Send a body that the schema allows, or correct the schema.")

    package static let requestBodyValue = Rule(
        "request.body.value", "wrong request body",
        """
        JSON is compared by value: objects are unordered, lists are ordered, numbers are equal if their exact values \
        are, and an absent member differs from null. Forms are compared field by field, multipart part by part, and \
        text and bytes exactly.
        """,
        advice: "Compare “expected” and “actual”.")

    package static let requestBodyAssert = Rule(
        "request.body.assert", "failed assertion on a request body",
        "Each path in “asserts” must match, and each match must satisfy the schema. A path with false must not match.",
        advice: "Look at the values that the path matches.")

    package static let requestBodyReadOnly = Rule(
        "request.body.read-only", "readOnly value in a request",
        "Only the server sets a readOnly value. A client never sends it.",
        advice: "Remove the value from the request: use two types, or a custom encode(to:).")
}
