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
}

/// A part of a multipart body, templates filled in.
package struct PartValue: Sendable {
    package var name: String
    package var filename: String?
    package var headers: [HTTPField]
    package var content: BodyValue.Content
    package var location: SourceLocation?
}

extension ExpectedRequest {
    /// What an operation documents, whatever the values: for requests that belong to no case.
    package init(documentedBy operation: Operation, baseURL: String) {
        let described = operation.request
        func expected(_ parameters: [Parameter]) -> [ExpectedParameter] {
            parameters.map { parameter in
                ExpectedParameter(
                    name: parameter.name, parameter: parameter,
                    expectation: parameter.isForbidden
                        ? .absent(allowing: nil) : parameter.isRequired ? .schema : .optional,
                    location: parameter.location)
            }
        }
        let headers = expected(described.headers).filter { !$0.name.isFieldName("Content-Type") }
        var body = ExpectedBody.none
        if let documented = described.body, !documented.isForbidden {
            body = .schema(documented, isRequired: documented.isRequired)
        }
        self.init(
            operation: operation, location: described.location, baseURL: baseURL, matching: .schema,
            pathParameters: expected(described.pathParameters), query: expected(described.query),
            headers: headers, cookies: expected(described.cookies), body: body, asserts: [], repeatsPrevious: false,
            example: HTTPRequest(method: described.method, url: baseURL))
    }
}

extension URLParts {
    /// The address in front of an operation's path: the request's own, with the path of that server that fits it.
    package func baseURL(matching operation: Operation) -> String {
        var base = self
        base.query = nil
        base.fragment = nil
        base.path = ""
        for server in operation.servers {
            let path = URLParts(server.url).path
            if PathMatcher(operation.request.path, base: path).match(self.path) != nil {
                base.path = path
                break
            }
        }
        return base.description
    }
}
