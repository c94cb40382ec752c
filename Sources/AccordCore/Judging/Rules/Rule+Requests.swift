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
        "request.method", "wrong HTTP method",
        "The client's request has a different HTTP method than the operation documents. Methods are case-sensitive.",
        advice: "Set httpMethod of the URLRequest to the documented method, or correct “method” in the contract.")

    package static let requestScheme = Rule(
        "request.scheme", "wrong URL scheme",
        """
        The client used http but the contract documents https, or the client used https but the contract documents http.
        """,
        advice: "Build the client's URLs from the first server address in the contract.")

    package static let requestHost = Rule(
        "request.host", "wrong host",
        "The client sent the request to a different host than the contract documents. Host names are case-insensitive.",
        advice: "Build the client's URLs from the first server address in the contract.")

    package static let requestPort = Rule(
        "request.port", "wrong port",
        """
        The client sent the request to a different port than the contract documents. \
        The default port is 80 for http and 443 for https.
        """,
        advice: "Build the client's URLs from the first server address in the contract.")

    package static let requestHostUndocumented = Rule(
        "request.host.undocumented", "undocumented host",
        """
        During the call, the client sent a request to a host that the contract doesn't document. \
        Accord blocked the request, because a test must never reach the network.
        """,
        advice: "Document the host under “servers”, or remove the code that sends the request.")

    package static let requestPath = Rule(
        "request.path", "wrong path",
        """
        The path of the request differs from the documented path. \
        Accord compares paths byte by byte, but decodes the values of {parameters} first. \
        Accord ignores the case of hex digits in percent-encoding, and unnecessary encoding (%7E for ~). \
        The client must send a slash within a path parameter as %2F.
        """,
        advice: "Compare the lines “expected” and “actual” of the finding. Often, only a slash or a value differs.")

    package static let requestPathEncoding = Rule(
        "request.path.encoding", "incorrectly encoded path parameter",
        """
        The client encoded a path parameter twice, wrote + for a space, or didn't use UTF-8. \
        The server thus decodes a different value than the client meant.
        """,
        advice: "Percent-encode each value once. Leave letters, digits and -._~ unencoded, and send a slash as %2F.")

    package static let requestPathSchema = Rule(
        "request.path.schema", "path parameter that violates its schema",
        """
        The case doesn't specify a value for the path parameter. \
        Any value that the schema allows would pass, but the client sent a value that violates the schema.
        """,
        advice: "Send a value that the schema allows, or correct the schema in the contract.")

    // MARK: Query

    package static let requestQueryMissing = Rule(
        "request.query.missing", "missing query item",
        """
        A documented query parameter is required unless the contract sets “required” to false. \
        Names are case-sensitive.
        """,
        advice: "Send the query item, or set “required” to false in the contract.")

    package static let requestQueryUnexpected = Rule(
        "request.query.unexpected", "unexpected query item",
        """
        The contract doesn't document the query item, or the item is optional and the case doesn't specify it. \
        The client may send an optional query item with its “default” value. \
        An empty query item (x=) isn't the same as a missing query item.
        """,
        advice: "Remove the query item from the request, or document it in the contract.")

    package static let requestQueryValue = Rule(
        "request.query.value", "wrong value of a query item",
        """
        The client sent a query item with a different value than the case specifies. \
        Accord converts the sent text to a type that the schema allows. \
        The text 1.0 equals 1 if the schema allows an integer, but not if the schema allows a string.
        """,
        advice: "Compare the lines “expected” and “actual” of the finding. Both values are percent-encoded.")

    package static let requestQuerySchema = Rule(
        "request.query.schema", "query item that violates its schema",
        """
        The case doesn't specify a value for the query item. \
        Any value that the schema allows would pass, but the client sent a value that violates the schema.
        """,
        advice: "Send a value that the schema allows, or correct the schema in the contract.")

    package static let requestQueryCombination = Rule(
        "request.query.combination", "invalid combination of query items",
        """
        The operation's “querySchema” specifies which query items exclude or require each other. \
        Each query item is valid by itself, but the combination violates “querySchema”. \
        Accord converts the text of each query item to a type that its schema allows.
        """,
        advice: "Send a combination that “querySchema” allows, or correct “querySchema” in the contract.")

    package static let requestQueryOrder = Rule(
        "request.query.order", "wrong order of query items",
        """
        Several query items with the same name form a list, and the client changed the order of the list. \
        Accord ignores the order of query items with different names.
        """,
        advice: "Send the elements of the list in their original order.")

    package static let requestQueryAmbiguousPlus = Rule(
        "request.query.ambiguous-plus", "ambiguous plus sign in a query item",
        """
        RFC 3986 reads + as a plus sign, but HTML forms read + as a space. \
        Servers differ in how they read + in a query. \
        The server decodes the documented value only if the server reads + as the client meant it. \
        Unlike +, both %20 and %2B have only one meaning. \
        Foundation's URLComponents.queryItems and .urlQueryAllowed don't encode +.
        """,
        advice: """
            Replace + with %2B in percentEncodedQuery. \
            If you know how the server reads +, set “queryEncoding” in the contract.
            """)

    package static let requestQueryEncoding = Rule(
        "request.query.encoding", "incorrectly encoded query item",
        """
        The client encoded the query item twice, not at all or not in UTF-8, or left a + unencoded. \
        A character that a URL can't contain is also an encoding mistake. \
        The server thus decodes a wrong value, or splits the query into the wrong items.
        """,
        advice: "Encode each value once: use URLComponents.queryItems, then replace + with %2B.")

    // MARK: Header fields and cookies

    package static let requestHeaderInjection = Rule(
        "request.header.injection", "line break in a header field",
        """
        The value of a header field contains a line break. \
        The text after a CR or LF starts a new line, and thus a new header field (RFC 9110, section 5.5). \
        Some servers accept the new field even if its line starts with a space. \
        A person who controls the value can add header fields to the request.
        """,
        advice: "In the client, reject values that contain line breaks, or remove the line breaks.")

    package static let requestHeaderMissing = Rule(
        "request.header.missing", "missing header field",
        """
        A documented header field is required unless the contract sets “required” to false. \
        Names of header fields are case-insensitive.
        """,
        advice: "Set the header field on the URLRequest or on the URLSessionConfiguration.")

    package static let requestHeaderValue = Rule(
        "request.header.value", "wrong value of a header field",
        """
        The client sent a header field with a different value than the contract documents. \
        Accord compares the type, the subtype and the documented parameters of a media type. \
        Accord compares a list, such as the value of Accept, member by member. \
        The scheme of credentials, such as Bearer, is case-insensitive. \
        Accord converts any other value to a type that the schema allows.
        """,
        advice: "Compare the lines “expected” and “actual” of the finding.")

    package static let requestHeaderSchema = Rule(
        "request.header.schema", "header field that violates its schema",
        """
        The case doesn't specify a value for the header field. \
        Any value that the schema allows would pass, but the client sent a value that violates the schema.
        """,
        advice: "Send a value that the schema allows, or correct the schema in the contract.")

    package static let requestHeaderForbidden = Rule(
        "request.header.forbidden", "forbidden header field",
        """
        The contract forbids the header field: its schema is false, or the case sets the field to null. \
        An optional header field is also forbidden if the case doesn't specify the field. \
        Accord ignores undocumented header fields.
        """,
        advice: "Remove the header field from the request, or allow the field in the contract.")

    package static let requestCookieMissing = Rule(
        "request.cookie.missing", "missing cookie",
        "A documented cookie is required unless the contract sets “required” to false.",
        advice: "Send the cookie in the Cookie header field.")

    package static let requestCookieUnexpected = Rule(
        "request.cookie.unexpected", "unexpected cookie",
        "The client sent a cookie that the contract doesn't document.",
        advice: """
            Remove the cookie by using a session without HTTPCookieStorage, or document the cookie in the contract.
            """)

    package static let requestCookieValue = Rule(
        "request.cookie.value", "wrong value of a cookie",
        """
        The client sent a cookie with a different value than the case specifies. \
        The value passes if it is correct either as sent or after percent-decoding. \
        Accord converts the cookie's value to a type that the schema allows.
        """,
        advice: "Compare the lines “expected” and “actual” of the finding.")

    package static let requestCookieSchema = Rule(
        "request.cookie.schema", "cookie that violates its schema",
        """
        The case doesn't specify a value for the cookie. \
        Any value that the schema allows would pass, but the client sent a value that violates the schema.
        """,
        advice: "Send a value that the schema allows, or correct the schema in the contract.")

    package static let requestCookieOrder = Rule(
        "request.cookie.order", "wrong order of cookies",
        "Several cookies with the same name form a list, and the client changed the order of the list.",
        advice: "Send the elements of the list in their original order.")

    package static let requestCookieEncoding = Rule(
        "request.cookie.encoding", "incorrectly encoded cookie",
        "The client encoded the cookie's value twice, or didn't use UTF-8.",
        advice: "Percent-encode the cookie's value at most once. Letters and digits need no encoding.")

    // MARK: Several requests

    package static let requestFresh = Rule(
        "request.fresh", "value reused in a second call",
        """
        The contract marks the value as “fresh”: each call must send a new value. \
        Idempotency keys and nonces are examples of fresh values. \
        A server mistakes a second call with the same value for a retry of the first call.
        """,
        advice: "In the client, generate the value at the start of the call. Reuse it only for retries of the call.")

    package static let requestRepeat = Rule(
        "request.repeat", "changed retry",
        "The contract requires the client to repeat the previous request unchanged, but the client changed a byte.",
        advice: "In the client, store the URLRequest, and send the same URLRequest again.")

    package static let requestRetryEarly = Rule(
        "request.retry.early", "early retry",
        """
        The client retried too early. \
        The response's Retry-After, or “retryAfter” in the contract, specifies the earliest time.
        """,
        advice: "In the client, read Retry-After. Wait with a clock that the tests can set to stub.clock.")

    package static let requestRedirectCredentials = Rule(
        "request.redirect.credentials", "credentials sent to another origin",
        """
        A redirect or a link in the response led to a different host, port or scheme. \
        The client followed the redirect or link, and sent its credentials to the new origin.
        """,
        advice: """
            In the client, remove Authorization, Cookie and API keys from requests to a different origin. \
            See RFC 9110, section 15.4.
            """)

    package static let requestCountNone = Rule(
        "request.count.none", "missing request",
        "The client's call ended before the client sent a request.",
        advice: "Look in the client for code that prevents the request: a guard, a cache, an invalid URL.")

    package static let requestCountMissing = Rule(
        "request.count.missing", "fewer requests than documented",
        "A call sends one request, unless “steps” or “retry” in the contract documents more requests.",
        advice: "In the client, send the missing requests, such as for the next page, a retry or the second step.")

    package static let requestCountExtra = Rule(
        "request.count.extra", "more requests than documented",
        """
        A call sends one request, unless “steps” or “retry” in the contract documents more requests. \
        A repeated POST may place an order twice.
        """,
        advice: "Remove the extra request from the client, or document “retry” in the contract.")

    // MARK: Body

    package static let requestBodyMissing = Rule(
        "request.body.missing", "missing request body",
        "The operation documents a request body, but the client sent no body.",
        advice: "Set httpBody of the URLRequest, or set “required” of the body to false in the contract.")

    package static let requestBodyUnexpected = Rule(
        "request.body.unexpected", "unexpected request body",
        """
        The client sent a body, but the operation documents no request body. \
        A case can also specify that its request has no body.
        """,
        advice: "Set httpBody of the URLRequest to nil, or document the body in the contract.")

    package static let requestBodyMediaType = Rule(
        "request.body.media-type", "undocumented Content-Type of a request",
        """
        The client sent a Content-Type that the contract doesn't document. \
        Accord compares the type, the subtype and the parameters that the contract documents.
        """,
        advice: "On the URLRequest, set Content-Type to the documented media type.")

    package static let requestBodySyntax = Rule(
        "request.body.syntax", "malformed request body",
        """
        The request body doesn't match its media type. \
        Accord parses JSON strictly (RFC 8259). \
        A multipart body must contain the boundary that Content-Type declares.
        """,
        advice: "Write the body with an encoder. The finding's message contains the position of the syntax error.")

    package static let requestBodyDuplicateKey = Rule(
        "request.body.duplicate-key", "duplicate key in a request body",
        """
        A JSON object contains two members with the same name. \
        RFC 8259 doesn't specify which of the two members a parser uses. \
        A duplicate key is an error if the contract sets “json” to “strict”, and a warning otherwise.
        """,
        advice: "Write each key once.")

    package static let requestBodySchema = Rule(
        "request.body.schema", "request body that violates its schema",
        """
        The case doesn't specify the request body, or sets “matching” to “schema”. \
        Any body that the schema allows would pass, but the client sent a body that violates the schema.
        """,
        advice: "Send a body that the schema allows, or correct the schema in the contract.")

    package static let requestBodyValue = Rule(
        "request.body.value", "wrong request body",
        """
        The client sent a different body than the case specifies. \
        Accord compares JSON by value. The order matters in lists, but not in objects. \
        Numbers are equal if their exact values are equal. A missing member differs from null. \
        Accord compares forms field by field, multipart bodies part by part, and text and bytes exactly.
        """,
        advice: "Compare the lines “expected” and “actual” of the finding.")

    package static let requestBodyAssert = Rule(
        "request.body.assert", "failed assertion on a request body",
        """
        Each JSONPath in “asserts” must match a value in the body. \
        Each matching value must satisfy the schema of the JSONPath. \
        If the schema of a JSONPath is false, the JSONPath must match no value.
        """,
        advice: """
            In the body, find the values that the JSONPath matches. \
            Compare these values with the schema that “asserts” has for this JSONPath.
            """)

    package static let requestBodyReadOnly = Rule(
        "request.body.read-only", "readOnly value in a request",
        "The client sent a property that the schema marks as “readOnly”. Only the server sets a readOnly property.",
        advice: "Remove the property from the request: use a separate type for requests, or a custom encode(to:).")
}
