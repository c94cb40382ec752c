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
        "The operation documents the status code, but the case expects a different one.",
        advice: "Look in the response body for the reason. Check provider states and credentials.")

    package static let responseStatusUndocumented = Rule(
        "response.status.undocumented", "undocumented status code",
        """
        The operation's “responses” have no entry for the status code: no exact one, no range such as 4XX, no \
        “default”. Clients can't handle it.
        """,
        advice: "Document the status code, or respond with a documented one.")

    package static let responseHeaderMissing = Rule(
        "response.header.missing", "missing response header field",
        #"A documented header field is required unless it has "required": false."#,
        advice: #"Send the field, or document it as "required": false."#)

    package static let responseHeaderValue = Rule(
        "response.header.value", "wrong response header field value",
        #"The case has "matching": "exact". Values are compared by their grammar."#,
        advice: "Compare “expected” and “actual”.")

    package static let responseHeaderSchema = Rule(
        "response.header.schema", "response header field that violates its schema",
        "The value, read as the types that the schema allows, doesn't satisfy the schema.",
        advice: "Send a value that the schema allows, or correct the schema.")

    package static let responseHeaderForbidden = Rule(
        "response.header.forbidden", "forbidden response header field",
        "The contract forbids the field: its schema is false, or the case sets it to null.",
        advice: "Don't send the field.")

    package static let responseHeaderAssert = Rule(
        "response.header.assert", "failed assertion on a response header field",
        """
        The field of an assertion “$response.header.NAME” must be present, and its value must satisfy the schema. \
        With false it must be absent.
        """,
        advice: "Send the value that the case asserts, or correct the assertion.")

    package static let responseBodyMissing = Rule(
        "response.body.missing", "missing response body",
        "The response documents a body, and the server sent none.",
        advice: #"Send the body, or document it as "required": false."#)

    package static let responseBodyUnexpected = Rule(
        "response.body.unexpected", "unexpected response body",
        "The contract documents that the response has no body.",
        advice: "Send no body, or document it.")

    package static let responseBodyMediaType = Rule(
        "response.body.media-type", "undocumented Content-Type of a response",
        "Media types are compared by type, subtype and the parameters in the contract.",
        advice: "Send the documented Content-Type, or document the sent type under “content”.")

    package static let responseBodySyntax = Rule(
        "response.body.syntax", "malformed response body",
        "The body doesn't match its media type. JSON is read strictly (RFC 8259, UTF-8); lenient parsers differ.",
        advice: "Write the body with an encoder. The message contains the position.")

    package static let responseBodyEncoding = Rule(
        "response.body.encoding", "body that doesn't match Content-Encoding",
        """
        Most clients decode Content-Encoding automatically, and fail if the body isn't encoded that way. Accord sends \
        "Accept-Encoding: identity" unless the case specifies otherwise, and judges bodies as received.
        """,
        advice: "Omit Content-Encoding for uncompressed bodies. Compress only as Accept-Encoding allows.")

    package static let responseBodyDuplicateKey = Rule(
        "response.body.duplicate-key", "duplicate key in a response body",
        """
        RFC 8259 doesn't specify which of two members with the same name a reader uses. A duplicate key is an \
        error if the contract has "json": "strict"; otherwise the rule json-interop reports a warning.
        """,
        advice: "Write each key once.")

    package static let responseBodySchema = Rule(
        "response.body.schema", "response body that violates its schema",
        """
        The finding names the place in the body and the schema keyword. For anyOf and oneOf it lists why the closest \
        branch doesn't match.
        """,
        advice: "Correct the response, or correct the schema if the response is right.")

    package static let responseBodyValue = Rule(
        "response.body.value", "wrong response body",
        #"The case has "matching": "exact"."#,
        advice: "Compare “expected” and “actual”.")

    package static let responseBodyAssert = Rule(
        "response.body.assert", "failed assertion on a response body",
        "Each path in “asserts” must match, and each match must satisfy the schema. A path with false must not match.",
        advice: "Look at the values that the path matches.")

    package static let responseBodyWriteOnly = Rule(
        "response.body.write-only", "writeOnly value in a response",
        "A server never returns a writeOnly value: a password in a response is a leak.",
        advice: "Remove the value from the response.")

    package static let responseStreamEnded = Rule(
        "response.stream.ended", "early end of an endless stream",
        """
        The media type has “endless”, and the server ended the stream before the documented number of items or \
        seconds. Clients lose the events that follow.
        """,
        advice: "Keep the connection open, or remove “endless” if the stream ends.")

    package static let responseStreamOpen = Rule(
        "response.stream.open", "stream without an end",
        """
        The stream reached the time or size limit of a response. Accord closed the connection and judged the items \
        until then. Later items weren't tested.
        """,
        advice: #"If the stream never ends, add "endless": { "items": 10 } to the media type; in OpenAPI "x-endless"."#)

    package static let responseWithin = Rule(
        "response.within", "slow response",
        "The response took longer than the case allows.",
        advice: "Find the slow phase: the report lists the time of each.")
}

/// The rules about the outcome of a client's call.
extension Rule {
    static let outcomes: [Rule] = [
        outcomeValue, outcomeReturned, outcomeThrew, outcomeError, outcomeNothing, outcomeBoth, outcomeTwice,
        outcomeMixed, outcomeHang, outcomeIgnored, outcomeSlow, outcomeCrash, outcomeState, outcomeCancelled,
        outcomeUnmade, outcomeUnbound, outcomeNotifies, outcomeLate, outcomeLeak, outcomeUnread, outcomeUndocumented,
    ]

    package static let outcomeValue = Rule(
        "outcome.value", "wrong return value",
        """
        The returned value is compared with “returns” by its stored properties and by its encoding; one of them must \
        match. Only properties in “returns” are compared; lists are compared as a whole.
        """,
        advice: "Compare “expected” and “actual”.")

    package static let outcomeReturned = Rule(
        "outcome.returned", "value returned instead of an error",
        "The response or the fault means failure, and the client returned a value.",
        advice: "Check the status code before decoding, and rethrow every error.")

    package static let outcomeThrew = Rule(
        "outcome.threw", "error thrown for a valid response",
        "The schema allows the response, and the client rejected it.",
        advice: "Decode only needed properties. Accept missing optional properties and unknown ones.")

    package static let outcomeError = Rule(
        "outcome.error", "wrong error",
        "The error differs from “throws” in its enum case, its type or its associated values.",
        advice: "Throw the documented error for this status code or fault.")

    package static let outcomeNothing = Rule(
        "outcome.nothing", "completion without a value or an error",
        "The client called a completion handler with nil and nil.",
        advice: "Call the completion handler with a value or an error. If there is neither, pass an error.")

    package static let outcomeBoth = Rule(
        "outcome.both", "completion with both a value and an error",
        "The client called a completion handler with a value and an error. The caller can't know which one is right.",
        advice: "Pass one of the two, as Result does.")

    package static let outcomeTwice = Rule(
        "outcome.twice", "repeated completion",
        "The client called a completion handler more than once.",
        advice: "Return after the first call of the completion handler.")

    package static let outcomeMixed = Rule(
        "outcome.mixed", "interference between concurrent calls",
        """
        Accord made several calls on one client and responded to their requests in a different order. One call \
        returned the response of another, sent the request of another, or never ended.
        """,
        advice: "Keep the request, the response and the completion handler local to the call or keyed by task.")

    package static let outcomeHang = Rule(
        "outcome.hang", "call that never completes",
        "The deadline passed before the call returned a value or an error.",
        advice: "Call the completion handler in every case. A guard that only returns is the usual cause.")

    package static let outcomeIgnored = Rule(
        "outcome.ignored", "dependence on an ignored value",
        "The contract lists the value under “ignores”, but changing it in the response changed the outcome of the "
            + "call.",
        advice: "Remove the value from “ignores”, or don't read it.")

    package static let outcomeSlow = Rule(
        "outcome.slow", "slow call",
        "The call was still running at the deadline and finished later. The machine may be overloaded.",
        advice: "Look at how the client processes a large response.")

    package static let outcomeCrash = Rule(
        "outcome.crash", "crash of the client",
        "The client's process ended during the case or right after it. The finding contains its last output.",
        advice: "Replace try!, force unwraps and unchecked indices with errors.")

    package static let outcomeState = Rule(
        "outcome.state", "failure caused by an earlier case",
        "The cases of an operation share a child process. The case failed there, but passed in a separate process.",
        advice: "Keep the client's state in the client: a static property or a singleton outlives it.")

    package static let outcomeCancelled = Rule(
        "outcome.cancelled", "ignored cancellation",
        "The call's task was cancelled, and the call returned a value, or didn't end before the deadline.",
        advice: "Forward the cancellation: await URLSession's async methods, or cancel the data task.")

    package static let outcomeUnmade = Rule(
        "outcome.unmade", "failed creation of the client",
        "The “client” closure in the bindings threw an error, so no call was made.",
        advice: "Look at the error, and create the client as the app does.")

    package static let outcomeUnbound = Rule(
        "outcome.unbound", "unbound operation",
        "The bindings have no closure for the operation, so no call was made.",
        advice: "Add the operation to the bindings.")

    package static let outcomeNotifies = Rule(
        "outcome.notifies", "wrong notifications",
        "The posted notifications differ from “notifies”, which lists them in order.",
        advice: "Post each documented notification once, on the injected notification center.")

    package static let outcomeLate = Rule(
        "outcome.late", "completion after cancellation",
        "The client called a completion handler after the call had been cancelled and had ended.",
        advice: "Check the state of the task before calling the completion handler.")

    package static let outcomeLeak = Rule(
        "outcome.leak", "request that outlives its call",
        "The call ended while one of its requests was still running.",
        advice: "Await or cancel every task that the call starts.")

    package static let outcomeUnread = Rule(
        "outcome.unread", "property that the client never reads",
        """
        A property of the result is nil, and the response has a property with a similar name whose value never changes \
        the result. The usual cause is a misspelled coding key.
        """,
        advice: "Compare the coding keys of the type with the names in the contract.")

    package static let outcomeUndocumented = Rule(
        "outcome.undocumented", "needed property that the contract doesn't document",
        "The client rejects a response without a property that only an example has, not the schema.",
        advice: "Document the property, or make it optional in the client.")
}
