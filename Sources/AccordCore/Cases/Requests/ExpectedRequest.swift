import AccordContract
import AccordJSON

/// A request as a case expects it of a client, templates filled in: what `Judge` holds a request to.
package struct ExpectedRequest: Sendable {
    package var operation: Operation
    /// The contract location: the step's request.
    package var location: SourceLocation
    /// Scheme, host, port and the path in front of the operation's; client tests put the stub's address here.
    package var baseURL: String
    package var matching: Matching
    package var pathParameters: [ExpectedParameter]
    package var query: [ExpectedParameter]
    package var headers: [ExpectedParameter]
    package var cookies: [ExpectedParameter]
    package var body: ExpectedBody
    package var asserts: [Assertion]
    /// True: the request of the step before, byte for byte.
    package var repeatsPrevious: Bool
    /// The request as the case itself would send it: for messages, and for `Prefer` in the mock.
    package var example: HTTPRequest

    package init(
        operation: Operation, location: SourceLocation, baseURL: String, matching: Matching,
        pathParameters: [ExpectedParameter], query: [ExpectedParameter], headers: [ExpectedParameter],
        cookies: [ExpectedParameter], body: ExpectedBody, asserts: [Assertion], repeatsPrevious: Bool,
        example: HTTPRequest
    ) {
        self.operation = operation
        self.location = location
        self.baseURL = baseURL
        self.matching = matching
        self.pathParameters = pathParameters
        self.query = query
        self.headers = headers
        self.cookies = cookies
        self.body = body
        self.asserts = asserts
        self.repeatsPrevious = repeatsPrevious
        self.example = example
    }
}

/// What is expected of one parameter, header or cookie.
package struct ExpectedParameter: Sendable {
    package enum Expectation: Sendable {
        /// The value, as its schema reads it.
        case value(JSON)
        /// Present, and as its schema says.
        case schema
        /// May be there with the schema's `default`; nil: must not be there.
        case absent(allowing: JSON?)
        /// May be there, and is then judged by its schema: a header that isn't named.
        case optional
    }

    package var name: String
    /// nil for a name that the operation doesn't document.
    package var parameter: Parameter?
    package var expectation: Expectation
    package var location: SourceLocation
    /// What the suite sends where the expectation leaves the value open; nil: it is made from the schema.
    package var sample: JSON?

    package init(
        name: String, parameter: Parameter? = nil, expectation: Expectation, location: SourceLocation,
        sample: JSON? = nil
    ) {
        self.name = name
        self.parameter = parameter
        self.expectation = expectation
        self.location = location
        self.sample = sample
    }
}

/// What is expected of a request's body.
package enum ExpectedBody: Sendable {
    case none
    /// As the schemas say; may be missing.
    case schema(BodyDescription, isRequired: Bool)
    indirect case value(BodyValue)
}

/// A body with its media type, templates filled in.
package struct BodyValue: Sendable {
    package enum Content: Sendable {
        /// JSON, written as its media type says: JSON, form, lines, events.
        case json(JSON)
        case bytes([UInt8])
        case parts([PartValue])
    }

    package var content: Content
    package var mediaType: MediaType
    /// What the operation documents for this media type.
    package var description: MediaTypeDescription?
    package var location: SourceLocation?

    package init(
        content: Content, mediaType: MediaType, description: MediaTypeDescription? = nil,
        location: SourceLocation? = nil
    ) {
        self.content = content
        self.mediaType = mediaType
        self.description = description
        self.location = location
    }
}

/// A part of a multipart body, templates filled in.
package struct PartValue: Sendable {
    package var name: String
    package var filename: String?
    package var headers: [HTTPField]
    package var content: BodyValue.Content
    package var location: SourceLocation?

    package init(
        name: String, filename: String? = nil, headers: [HTTPField], content: BodyValue.Content,
        location: SourceLocation? = nil
    ) {
        self.name = name
        self.filename = filename
        self.headers = headers
        self.content = content
        self.location = location
    }
}
