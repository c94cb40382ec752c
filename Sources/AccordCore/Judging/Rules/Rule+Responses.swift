// SPDX-License-Identifier: Apache-2.0
/// The rules about responses of a server.
extension Rule {
    static let responses: [Rule] = [
        responseStatus, responseStatusUndocumented, responseHeaderMissing, responseHeaderValue, responseHeaderSchema,
        responseHeaderForbidden, responseHeaderAssert, responseBodyMissing, responseBodyUnexpected,
        responseBodyMediaType, responseBodySyntax, responseBodyEncoding, responseBodyDuplicateKey, responseBodySchema,
        responseBodyValue, responseBodyAssert, responseBodyWriteOnly, responseStreamEnded, responseStreamOpen,
        responseWithin,
    ]

    package static let responseStatus = Rule(
        "response.status", "wrong status code",
        "The server responded with a documented status code, but the case expects a different status code.",
        advice: "Look for the reason in the response body. Check the provider states (“given”) and the credentials.")

    package static let responseStatusUndocumented = Rule(
        "response.status.undocumented", "undocumented status code",
        """
        The operation doesn't document the status code of the response. \
        “responses” contains neither the exact code, nor a range such as 4XX, nor “default”. \
        Clients can't handle an undocumented status code.
        """,
        advice: "Document the status code in the contract, or make the server respond with a documented status code.")

    package static let responseHeaderMissing = Rule(
        "response.header.missing", "missing response header field",
        "A documented header field is required unless the contract sets “required” to false.",
        advice: "Send the header field in the response, or set “required” to false in the contract.")

    package static let responseHeaderValue = Rule(
        "response.header.value", "wrong value of a response header field",
        """
        The case sets “matching” to “exact”, and the server sent a different value than the case specifies. \
        Accord compares media types and lists by their syntax, not byte by byte.
        """,
        advice: "Compare the lines “expected” and “actual” of the finding.")

    package static let responseHeaderSchema = Rule(
        "response.header.schema", "response header field that violates its schema",
        """
        The value of the header field violates its schema. \
        Accord converts the text of the header field to a type that the schema allows.
        """,
        advice: "Send a value that the schema allows, or correct the schema in the contract.")

    package static let responseHeaderForbidden = Rule(
        "response.header.forbidden", "forbidden response header field",
        "The contract forbids the header field: its schema is false, or the case sets the field to null.",
        advice: "Don't send the header field in the response.")

    package static let responseHeaderAssert = Rule(
        "response.header.assert", "failed assertion on a response header field",
        """
        The case contains an assertion about the header field: “$response.header.NAME” with a schema. \
        The header field must be present, and its value must satisfy the schema. \
        If the schema is false, the header field must be absent.
        """,
        advice: "Send the value that the case asserts, or correct the assertion in the contract.")

    package static let responseBodyMissing = Rule(
        "response.body.missing", "missing response body",
        "The contract documents a body for the response, but the server sent no body.",
        advice: "Send the body, or set “required” of the body to false in the contract.")

    package static let responseBodyUnexpected = Rule(
        "response.body.unexpected", "unexpected response body",
        "The server sent a body, but the contract documents a response without a body.",
        advice: "Send no body, or document the body in the contract.")

    package static let responseBodyMediaType = Rule(
        "response.body.media-type", "undocumented Content-Type of a response",
        """
        The server sent a Content-Type that the contract doesn't document. \
        Accord compares the type, the subtype and the parameters that the contract documents.
        """,
        advice: "Send a documented Content-Type, or document the sent Content-Type under “content” in the contract.")

    package static let responseBodySyntax = Rule(
        "response.body.syntax", "malformed response body",
        """
        The response body doesn't match its media type. \
        Accord parses JSON strictly, in UTF-8 (RFC 8259). \
        Lenient JSON parsers disagree about the value of invalid JSON.
        """,
        advice: "Write the body with an encoder. The finding's message contains the position of the syntax error.")

    package static let responseBodyEncoding = Rule(
        "response.body.encoding", "body that doesn't match Content-Encoding",
        """
        The body isn't compressed with the encoding that the response's Content-Encoding names. \
        The finding also occurs if the request's Accept-Encoding doesn't allow this encoding. \
        Most clients decompress bodies automatically, and fail if Content-Encoding is wrong. \
        Accord sends “Accept-Encoding: identity” unless the case specifies a different value. \
        Accord judges bodies without decompressing them.
        """,
        advice: """
            Omit Content-Encoding for uncompressed bodies. Use only encodings that the request's Accept-Encoding allows.
            """)

    package static let responseBodyDuplicateKey = Rule(
        "response.body.duplicate-key", "duplicate key in a response body",
        """
        A JSON object contains two members with the same name. \
        RFC 8259 doesn't specify which of the two members a parser uses. \
        A duplicate key is an error if the contract sets “json” to “strict”. \
        In other contracts, the rule json-interop reports duplicate keys as warnings.
        """,
        advice: "Write each key once.")

    package static let responseBodySchema = Rule(
        "response.body.schema", "response body that violates its schema",
        """
        The finding names the invalid value in the body, and the schema keyword that rejects the value. \
        For anyOf and oneOf, the finding explains why the closest subschema doesn't match.
        """,
        advice: "Correct the response. If the response is right, correct the schema in the contract.")

    package static let responseBodyValue = Rule(
        "response.body.value", "wrong response body",
        "The case sets “matching” to “exact”, and the server sent a different body than the case specifies.",
        advice: "Compare the lines “expected” and “actual” of the finding.")

    package static let responseBodyAssert = Rule(
        "response.body.assert", "failed assertion on a response body",
        """
        Each JSONPath in “asserts” must match a value in the body. \
        Each matching value must satisfy the schema of the JSONPath. \
        If the schema of a JSONPath is false, the JSONPath must match no value.
        """,
        advice: """
            In the body, find the values that the JSONPath matches. \
            Compare these values with the schema that “asserts” has for this JSONPath.
            """)

    package static let responseBodyWriteOnly = Rule(
        "response.body.write-only", "writeOnly value in a response",
        """
        The response contains a property that the schema marks as “writeOnly”, such as a password. \
        A server must never return a writeOnly property.
        """,
        advice: "Remove the property from the response.")

    package static let responseStreamEnded = Rule(
        "response.stream.ended", "early end of an endless stream",
        """
        The contract marks the stream as “endless”. \
        The server ended the stream too early: the documented number of events hadn't arrived, \
        or the documented time hadn't passed. \
        A client would miss all later events.
        """,
        advice: "Keep the connection open, or remove “endless” from the contract if the stream has an end.")

    package static let responseStreamOpen = Rule(
        "response.stream.open", "stream without an end",
        """
        The stream reached the time limit or the size limit for responses. \
        Accord closed the connection, and judged only the received events or lines.
        """,
        advice: """
            If the stream never ends, document this at its media type in the contract: “endless”: {“items”: 20}. \
            In an OpenAPI document, the key is “x-endless”.
            """)

    package static let responseWithin = Rule(
        "response.within", "slow response",
        "“within” in the case limits the duration of the response. The response took longer.",
        advice: "The report lists the phases of the request and their durations. Look for the longest phase.")
}

/// The rules about how a client's call must end, such as with a value or an error.
extension Rule {
    static let outcomes: [Rule] = [
        outcomeValue, outcomeReturned, outcomeThrew, outcomeError, outcomeNothing, outcomeBoth, outcomeTwice,
        outcomeMixed, outcomeHang, outcomeIgnored, outcomeSlow, outcomeCrash, outcomeState, outcomeCancelled,
        outcomeUnmade, outcomeUnbound, outcomeNotifies, outcomeLate, outcomeLeak, outcomeUnread, outcomeUndocumented,
    ]

    package static let outcomeValue = Rule(
        "outcome.value", "wrong return value",
        """
        Accord compares the returned value with “returns” in the contract. \
        The value passes if its stored properties or its JSON encoding match “returns”. \
        Accord ignores properties that “returns” doesn't contain. A list must have as many elements as in “returns”.
        """,
        advice: "Compare the lines “expected” and “actual” of the finding.")

    package static let outcomeReturned = Rule(
        "outcome.returned", "value returned instead of an error",
        "The client's call returned a value, although the request failed, such as with a 500 or a lost connection.",
        advice: "In the client, check the status code before decoding the body, and rethrow every error.")

    package static let outcomeThrew = Rule(
        "outcome.threw", "error thrown for a valid response",
        "The contract allows the response, but the client's call threw an error.",
        advice: """
            In the client, decode only the properties that the app needs. \
            Accept unknown properties, and missing optional properties.
            """)

    package static let outcomeError = Rule(
        "outcome.error", "wrong error",
        "The thrown error differs from “throws” in the contract: in its enum case, its type or its associated values.",
        advice: "In the client, throw the error that the contract documents for this status code or connection error.")

    package static let outcomeNothing = Rule(
        "outcome.nothing", "completion without a value or an error",
        "The client called a completion handler with nil for both the value and the error.",
        advice: "Pass a value or an error to the completion handler. If the client has neither, create an error.")

    package static let outcomeBoth = Rule(
        "outcome.both", "completion with both a value and an error",
        """
        The client called a completion handler with both a value and an error. \
        The caller can't know whether the value or the error is right.
        """,
        advice: "Pass either the value or the error to the completion handler, or pass a Result.")

    package static let outcomeTwice = Rule(
        "outcome.twice", "repeated call of the completion handler",
        "The client called a completion handler more than once.",
        advice: "In the client, return from the function after the first call of the completion handler.")

    package static let outcomeMixed = Rule(
        "outcome.mixed", "interference between concurrent calls",
        """
        Accord started several calls of one client, and sent the responses in a different order than the requests. \
        One call returned the response of another call, sent the request of another call, or never ended.
        """,
        advice: """
            In the client, store requests, responses and completion handlers per call, such as by URLSessionTask.
            """)

    package static let outcomeHang = Rule(
        "outcome.hang", "call that never completes",
        "The client's call returned neither a value nor an error before the deadline.",
        advice: """
            In the client, call the completion handler on every path. \
            The usual cause is a guard statement that returns without calling the completion handler.
            """)

    package static let outcomeIgnored = Rule(
        "outcome.ignored", "dependence on a value that the client must ignore",
        """
        The contract lists a value of the response under “ignores”, but the client depends on the value. \
        Accord changed the value in the response, and the outcome of the client's call changed.
        """,
        advice: "Remove the value from “ignores” in the contract, or don't read the value in the client.")

    package static let outcomeSlow = Rule(
        "outcome.slow", "slow call",
        """
        The client's call was still running at the deadline, and finished later. \
        The machine that runs the tests may be overloaded.
        """,
        advice: "In the client, look for slow code, such as code that decodes a large response.")

    package static let outcomeCrash = Rule(
        "outcome.crash", "crash of the client",
        """
        The client's process ended during the case or right after it. \
        The finding contains the last output of the process.
        """,
        advice: "In the client, replace try!, force unwraps and unchecked indices by thrown errors.")

    package static let outcomeState = Rule(
        "outcome.state", "failure caused by an earlier case",
        """
        Accord runs the cases of an operation in one child process. \
        The case failed after other cases, but passed when it ran alone in a new process.
        """,
        advice: """
            Store the client's state in instance properties. Static properties and singletons keep old values.
            """)

    package static let outcomeCancelled = Rule(
        "outcome.cancelled", "ignored cancellation",
        "Accord cancelled the task of the client's call. The call still returned a value, or didn't end in time.",
        advice: "In the client, await URLSession's async methods, which support cancellation, or cancel the data task.")

    package static let outcomeUnmade = Rule(
        "outcome.unmade", "failed creation of the client",
        """
        The “client” closure in the test's bindings threw an error. \
        Accord couldn't call the operation without a client.
        """,
        advice: "Correct the “client” closure in the bindings. The finding contains the thrown error.")

    package static let outcomeUnbound = Rule(
        "outcome.unbound", "operation without a closure in the bindings",
        "The test's bindings have no closure that calls the operation. Accord couldn't test the operation.",
        advice: "In the bindings, add a closure that calls the operation.")

    package static let outcomeNotifies = Rule(
        "outcome.notifies", "wrong notifications",
        "The client must post exactly the notifications under “notifies” in the contract, in the same order.",
        advice: """
            In the client, post each documented notification once, \
            on the notification center that the test gives the client.
            """)

    package static let outcomeLate = Rule(
        "outcome.late", "completion handler called after cancellation",
        "The client's call was cancelled, and ended. Later, the client called the completion handler again.",
        advice: "In the client, check whether the task is cancelled before calling the completion handler.")

    package static let outcomeLeak = Rule(
        "outcome.leak", "request that outlives its call",
        "The client's call was cancelled and ended, but one of its requests was still running.",
        advice: "In the client, await or cancel every task that the call starts.")

    package static let outcomeUnread = Rule(
        "outcome.unread", "property that the client never reads",
        """
        A property of the client's result is nil. \
        The response has a property with a similar name. \
        Accord changed this property of the response, and the client's result stayed the same. \
        The usual cause is a misspelled coding key.
        """,
        advice: "Compare the coding keys of the client's type with the property names in the contract.")

    package static let outcomeUndocumented = Rule(
        "outcome.undocumented", "undocumented property that the client needs",
        """
        An example contains the property, but the schema doesn't document it. \
        The client rejects a response without the property.
        """,
        advice: "Document the property in the contract's schema, or make the property optional in the client.")
}
