// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The request that a case expects from a client, with every `${…}` replaced by its value.
package struct ExpectedRequest: Sendable {
    package var operation: Operation
    /// The contract location of the step's request.
    package var location: SourceLocation
    /// The address to which the client sends the request: scheme, host, port and base path. In client tests, it is the
    /// address of the stub.
    package var baseURL: String { didSet { acceptedURL = nil } }
    package var matching: Matching
    package var pathParameters: [ExpectedParameter]
    package var query: [ExpectedParameter]
    package var headers: [ExpectedParameter]
    package var cookies: [ExpectedParameter]
    package var body: ExpectedBody
    package var asserts: [Assertion]
    /// Whether the client must repeat the previous request byte for byte.
    package var repeatsPrevious: Bool
    /// The request that Accord would send for the case. Messages show this request.
    package var example: HTTPRequest
    /// The rules of a different format, or `nil`. They replace all other expectations.
    package var rules: (any MessageJudge)?
    /// A URL about which the judge has no finding, or `nil` if no such URL is known.
    var acceptedURL: String?
}

/// Whether a request must, may or must not contain a parameter, header field or cookie, and with which value.
package struct ExpectedParameter: Sendable {
    package enum Expectation: Sendable {
        /// The parameter must have this value, parsed according to its schema.
        case value(JSON)
        /// The parameter must be present with a value that its schema allows.
        case schema
        /// The parameter must be absent. If the associated value isn't `nil`, the parameter may also have this value.
        case absent(allowing: JSON?)
        /// The parameter may be absent, or present with a value that its schema allows.
        case optional
    }

    package var name: String
    /// The documented parameter, or `nil` if the operation documents no parameter of this name.
    package var parameter: Parameter?
    package var expectation: Expectation
    package var location: SourceLocation
    /// The value that Accord sends in requests. If it is `nil`, Accord generates a value from the schema.
    package var sample: JSON?
    /// The schemes of credentials that the field may have, if the contract has no credentials.
    package var authentication: [AuthenticationScheme] = []
    /// The shape of a form field, which is no parameter, and its `default` if the field is optional.
    var field: (shape: ParameterShape, fallback: JSON?)?
}

/// Whether a request must have a body, and which value or schema the body must match.
package enum ExpectedBody: Sendable {
    case none
    /// The body must satisfy the schema. An optional body may be absent.
    case schema(BodyDescription, isRequired: Bool)
    indirect case value(BodyValue)
}

/// A body with its media type. Every `${…}` in the body is replaced by its value.
package struct BodyValue: Sendable {
    package enum Content: Sendable {
        /// A JSON value, which `BodyWriter` encodes as JSON, a form, lines or events.
        case json(JSON)
        case bytes([UInt8])
        case parts([PartValue])
    }

    package var content: Content
    package var mediaType: MediaType
    /// The documentation of the media type, such as its schema.
    package var description: MediaTypeDescription?
    package var location: SourceLocation?
}

/// A part of a multipart body. Every `${…}` in the part is replaced by its value.
package struct PartValue: Sendable {
    package var name: String
    package var filename: String?
    package var headers: [HTTPField]
    package var content: BodyValue.Content
    package var location: SourceLocation?
}

extension ExpectedRequest {
    /// Creates an expectation that belongs to no case: the request may have any values that the operation documents.
    package init(documentedBy operation: Operation, baseURL: String) {
        let described = operation.request
        /// An operation doesn't list its API keys among its parameters.
        func keys(_ place: ParameterPlace) -> [ExpectedParameter] {
            let carriers = operation.security.flatMap(\.uses).compactMap(\.carrier).filter { $0.place == place }
            let names = carriers.map(\.name).filter { name in !described.parameters.contains { $0.name == name } }
            return names.map {
                ExpectedParameter(name: $0, parameter: nil, expectation: .optional, location: described.location)
            }
        }
        func expected(_ parameters: [Parameter]) -> [ExpectedParameter] {
            parameters.map(ExpectedParameter.init(documentedBy:))
        }
        let headers = expected(described.headers).filter { !$0.name.isFieldName("Content-Type") }
        var body = ExpectedBody.none
        if let documented = described.body, !documented.isForbidden {
            body = .schema(documented, isRequired: documented.isRequired)
        }
        self.init(
            operation: operation, location: described.location, baseURL: baseURL, matching: .schema,
            pathParameters: expected(described.pathParameters), query: expected(described.query) + keys(.query),
            headers: headers, cookies: expected(described.cookies) + keys(.cookie), body: body, asserts: [],
            repeatsPrevious: false, example: HTTPRequest(method: described.method, url: baseURL))
    }
}

extension ExpectedParameter {
    /// Creates an expectation that belongs to no case: the parameter may have any valid value.
    init(documentedBy parameter: Parameter) {
        self.init(
            name: parameter.name, parameter: parameter,
            expectation: parameter.isForbidden
                ? .absent(allowing: nil) : parameter.isRequired && !parameter.isFraming ? .schema : .optional,
            location: parameter.location)
    }
}

extension PartEncoding {
    /// The header fields of a part, other than the media type, which `contentType` describes.
    var expectedHeaders: [ExpectedParameter] {
        headers.filter { !$0.name.isFieldName("Content-Type") }.map(ExpectedParameter.init(documentedBy:))
    }
}

extension URLParts {
    /// Returns the scheme, host and port of the request, followed by the path of the first server URL that matches the
    /// request.
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

/// Rules of a different format that judge and complete messages.
package protocol MessageJudge: MessageRules {
    func judge(_ request: HTTPRequest, baseURL: String) -> Judgement
    func judge(_ response: HTTPResponse) -> Judgement

    /// Returns a request with the values that the format generates.
    func filled(_ request: HTTPRequest, scope: Scope, baseURL: String) throws(SubstitutionError) -> HTTPRequest

    /// Returns a response with what the format adds to it.
    func completed(_ response: HTTPResponse) -> HTTPResponse
}

extension (any MessageRules)? {
    /// The rules as a judge. The modules that read a format without judging it, such as the generator, have none.
    package var asJudge: (any MessageJudge)? { self as? any MessageJudge }
}
