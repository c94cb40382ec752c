// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// A step of a case: a request, and the response that the case expects.
package struct StepDefinition: Sendable {
    /// The id of the operation that receives the request. By default, it is the operation of the case.
    package var operationID: String
    package var location: SourceLocation
    package var summary: String?
    /// The values of the request. If it is `nil`, the request contains only the constants that the operation documents.
    package var request: RequestDefinition?
    /// Whether the step sends the previous request again, byte for byte.
    package var repeatsPrevious = false
    package var response: ResponseDefinition
    package var outputs: [Output]
    /// The security requirements of the step. They replace the case's requirements.
    package var security: [SecurityRequirement]?

    package init(
        operationID: String, location: SourceLocation, request: RequestDefinition?, response: ResponseDefinition,
        outputs: [Output] = []
    ) {
        (self.operationID, self.location, self.request) = (operationID, location, request)
        (self.response, self.outputs) = (response, outputs)
    }
}

/// The values that a case specifies for its request. The values may contain templates, `${…}`.
package struct RequestDefinition: Sendable {
    package var location: SourceLocation
    package var pathParameters: [NamedValue]
    package var query: [NamedValue] = []
    package var headers: [NamedValue] = []
    package var cookies: [NamedValue] = []
    package var body: BodyDefinition?
    package var matching = Matching.exact
    package var asserts: [Assertion] = []
    /// Whether `accord verify` follows redirects and checks the last response.
    package var followsRedirects = false
    /// The rules of a different format. If they aren't `nil`, they decide which requests match.
    package var rules: (any MessageRules)?

    package init(location: SourceLocation, pathParameters: [NamedValue] = []) {
        (self.location, self.pathParameters) = (location, pathParameters)
    }
}

/// The values that a case specifies for its response, or the fault that occurs instead of a response.
package final class ResponseDefinition: Sendable {
    package let location: SourceLocation
    package let outcome: Outcome
    package let matching: Matching
    package let asserts: [Assertion]
    /// The maximum time until the response arrives, in seconds.
    package let within: Double?
    /// The rules of a different format. If they aren't `nil`, they decide which responses match.
    package let rules: (any MessageRules)?

    package init(
        location: SourceLocation, outcome: Outcome, matching: Matching = .schema, asserts: [Assertion] = [],
        within: Double? = nil, rules: (any MessageRules)? = nil
    ) {
        self.location = location
        self.outcome = outcome
        self.matching = matching
        self.asserts = asserts
        self.within = within
        self.rules = rules
    }

    package enum Outcome: Sendable {
        case answer(status: Int, headers: [NamedValue], body: BodyDefinition?)
        /// A fault, such as a closed connection, occurs instead of a response. Only client tests have faults.
        case fault(Fault)
    }

    package var status: Int? {
        if case .answer(let status, _, _) = outcome { status } else { nil }
    }
}

/// The rules of a message in a different format. They decide whether a request or response passes.
package protocol MessageRules: Sendable {}

/// The strictness with which a test compares a message with the case: equal values, or only values that match the
/// schema.
package enum Matching: String, Sendable {
    case exact, schema
    /// Any documented response matches. A 5xx response matches only if the contract documents its status code or `5XX`:
    /// `default` isn't sufficient. In client tests, the client receives the case's values.
    case documented
}

extension ParameterPlace {
    /// Returns whether two names of parameters are the same. The names of header fields are case-insensitive.
    package func areSame(_ name: String, _ other: String) -> Bool {
        self == .header ? name.isFieldName(other) : name.isExactly(other)
    }
}

extension RequestDefinition {
    /// The values of the parameters in one part of the request, such as the query, in order.
    package subscript(place: ParameterPlace) -> [NamedValue] {
        get {
            switch place {
            case .path: pathParameters
            case .query: query
            case .header: headers
            case .cookie: cookies
            }
        }
        set {
            switch place {
            case .path: pathParameters = newValue
            case .query: query = newValue
            case .header: headers = newValue
            case .cookie: cookies = newValue
            }
        }
    }

    /// The values of all parameters in the request: path parameters, query parameters, header fields and cookies.
    package var values: [NamedValue] { pathParameters + query + headers + cookies }

    /// Returns the value that the request specifies for a parameter, or `nil` if it specifies none.
    package func value(of parameter: Parameter) -> NamedValue? {
        self[parameter.place].first { parameter.place.areSame($0.name, parameter.name) }
    }

    /// Sets the value of a parameter. Replaces all values with the same name.
    package mutating func set(_ value: NamedValue, in place: ParameterPlace) {
        remove(value.name, in: place)
        self[place].append(value)
    }

    /// Removes all values of the parameter with a name.
    package mutating func remove(_ name: String, in place: ParameterPlace) {
        self[place].removeAll { place.areSame($0.name, name) }
    }
}

extension SecurityScheme {
    /// The parameter that contains the credentials: the part of the request, and the parameter's name. It is `nil` if
    /// the scheme is unsupported.
    package var carrier: (place: ParameterPlace, name: String)? {
        switch kind {
        case .basic, .bearer, .digest, .oauth2ClientCredentials: (.header, "Authorization")
        case .apiKey(let place, let name): (place == .path ? .header : place, name)
        case .other: nil
        }
    }
}

extension RequestDefinition {
    /// Returns whether the request sets the header field, query parameter or cookie of a security scheme.
    package func names(_ scheme: SecurityScheme) -> Bool {
        guard let (place, name) = scheme.carrier else { return false }
        return self[place].contains { place.areSame($0.name, name) }
    }
}

extension RequestDescription {
    /// All parameters: path parameters, query parameters, header fields and cookies.
    package var parameters: [Parameter] { pathParameters + query + headers + cookies }
}

/// The body that a case specifies for a request, a response or a part of a multipart body.
package final class BodyDefinition: Sendable {
    package let location: SourceLocation
    package let content: Content

    package init(location: SourceLocation, content: Content) {
        self.location = location
        self.content = content
    }

    /// Creates a JSON body that Accord generated.
    package convenience init(_ json: JSON, at location: SourceLocation) {
        self.init(location: location, content: .json(JSONDocument(json, file: location.file).root))
    }

    package enum Content: Sendable {
        case json(JSONValue)
        case text(JSONValue)
        case base64([UInt8])
        /// The content of a file. `path` is the path as written in the contract.
        indirect case file(path: String, bytes: [UInt8])
        case parts([PartDefinition])
    }

    /// Whether the body has no bytes.
    var isEmpty: Bool {
        switch content {
        case .text(let text): text.string?.isEmpty == true
        case .base64(let bytes), .file(_, let bytes): bytes.isEmpty
        case .json, .parts: false
        }
    }
}

/// A part of a multipart body.
package struct PartDefinition: Sendable {
    package var name: String
    package var location: SourceLocation
    package var body: BodyDefinition?
    package var filename: String?
    package var headers: [NamedValue]

    package init(
        name: String, location: SourceLocation, body: BodyDefinition? = nil, filename: String? = nil,
        headers: [NamedValue] = []
    ) {
        (self.name, self.location, self.body, self.filename, self.headers) = (name, location, body, filename, headers)
    }
}

/// An assertion: a path into a body, with the schema of the values at that path.
package struct Assertion: Sendable {
    package var path: JSONPath
    package var schema: Schema
    /// Whether the schema is `false`. If so, the body must contain no value at the path.
    package var isForbidden: Bool = false
    /// The schema as written in the contract. It may contain templates, `${…}`.
    package var value: JSONValue
    /// Whether `value` contains `${…}`. If so, the schema is compiled only after the values of the templates are known.
    package var hasTemplates: Bool = false
    package var location: SourceLocation
    /// The name of the response header field that the assertion checks. If it is set, the assertion has no JSONPath.
    package var header: String?
    /// The XPath 1.0 expression that selects the values to check. If it is set, the assertion has no JSONPath.
    package var xpath: String?

    /// Whether the assertion has a JSONPath, and not an XPath or a header field.
    package var isOnValue: Bool { header == nil && xpath == nil }
}

/// A value that Accord reads from a request or response and stores for later steps and cases.
package struct Output: Sendable {
    package var name: String
    package var location: SourceLocation
    package var source: OutputSource
    /// An ECMA-262 pattern. The output is the text that its first capture group matches.
    package var pattern: String?
    /// Whether the value is percent-decoded before later steps use it.
    package var isPercentDecoded = false

    package init(name: String, location: SourceLocation, source: OutputSource, pattern: String? = nil) {
        (self.name, self.location, self.source, self.pattern) = (name, location, source, pattern)
    }
}

/// The part of a request or response that contains the value of an output, such as the response body.
package enum OutputSource: Sendable {
    /// The response body or a value in it: `$response.body`, `$response.body#/id`.
    case responseBody(JSONPointer?)
    /// A response header field: `$response.header.ETag`.
    case responseHeader(String)
    /// The status code of the response: `$response.status`.
    case responseStatus
    /// The request body or a value in the request body: `$request.body`, `$request.body#/id`.
    case requestBody(JSONPointer?)
    case requestParameter(place: Parameter.Place, name: String)
    /// The URL of the request: `$url`.
    case requestURL
    case requestMethod
    /// A JSONPath into the response body: `$.items[0].id`.
    case jsonPath(JSONPath)
}
