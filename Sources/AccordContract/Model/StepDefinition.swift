import AccordJSON
import AccordSchema

/// A request and its response within a case.
package struct StepDefinition: Sendable {
    /// The case's operation unless the step names another.
    package var operationID: String
    package var location: SourceLocation
    package var summary: String?
    /// nil: a request with nothing but what the operation's constants say.
    package var request: RequestDefinition?
    /// Sends the request of the step before again, byte for byte.
    package var repeatsPrevious: Bool
    package var response: ResponseDefinition
    package var outputs: [Output]
    /// In place of the case's and the operation's.
    package var security: [SecurityRequirement]?

    package init(
        operationID: String, location: SourceLocation, summary: String? = nil, request: RequestDefinition? = nil,
        repeatsPrevious: Bool = false, response: ResponseDefinition, outputs: [Output] = [],
        security: [SecurityRequirement]? = nil
    ) {
        self.operationID = operationID
        self.location = location
        self.summary = summary
        self.request = request
        self.repeatsPrevious = repeatsPrevious
        self.response = response
        self.outputs = outputs
        self.security = security
    }
}

/// The values of a case's request; templates in them are not yet filled in.
package struct RequestDefinition: Sendable {
    package var location: SourceLocation
    package var pathParameters: [NamedValue]
    package var query: [NamedValue]
    package var headers: [NamedValue]
    package var cookies: [NamedValue]
    package var body: BodyDefinition?
    package var matching: Matching
    package var asserts: [Assertion]
    /// True: `accord verify` follows redirects, and judges the answer that they lead to.
    package var followsRedirects = false

    package init(
        location: SourceLocation, pathParameters: [NamedValue] = [], query: [NamedValue] = [],
        headers: [NamedValue] = [], cookies: [NamedValue] = [], body: BodyDefinition? = nil,
        matching: Matching = .exact, asserts: [Assertion] = []
    ) {
        self.location = location
        self.pathParameters = pathParameters
        self.query = query
        self.headers = headers
        self.cookies = cookies
        self.body = body
        self.matching = matching
        self.asserts = asserts
    }
}

/// The values of a case's response, or the fault that stands in for it.
package final class ResponseDefinition: Sendable {
    package let location: SourceLocation
    package let outcome: Outcome
    package let matching: Matching
    package let asserts: [Assertion]
    /// Seconds.
    package let within: Double?

    package init(
        location: SourceLocation, outcome: Outcome, matching: Matching = .schema, asserts: [Assertion] = [],
        within: Double? = nil
    ) {
        self.location = location
        self.outcome = outcome
        self.matching = matching
        self.asserts = asserts
        self.within = within
    }

    package enum Outcome: Sendable {
        case answer(status: Int, headers: [NamedValue], body: BodyDefinition?)
        /// A fault instead of a response; for the client only.
        case fault(Fault)
    }

    package var status: Int? {
        if case .answer(let status, _, _) = outcome { status } else { nil }
    }
}

/// What a case's values say about a message.
package enum Matching: String, Sendable, Codable {
    case exact, schema
    /// Of an answer: any that is documented will do, but for a 5xx that is documented by no status of its own; the
    /// values are what a client is answered.
    case documented
}

extension ParameterPlace {
    /// True if both name one parameter of this place: the case of letters counts, but not in header fields.
    package func areSame(_ name: String, _ other: String) -> Bool {
        self == .header ? name.isFieldName(other) : name.isExactly(other)
    }
}

extension RequestDefinition {
    /// The values that are stated in a place, in order.
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

    /// The values of all places.
    package var values: [NamedValue] { pathParameters + query + headers + cookies }

    /// The value that is stated for a parameter.
    package func value(of parameter: Parameter) -> NamedValue? {
        self[parameter.place].first { parameter.place.areSame($0.name, parameter.name) }
    }

    /// Puts a value behind the others, in place of those of the same name.
    package mutating func set(_ value: NamedValue, in place: ParameterPlace) {
        remove(value.name, in: place)
        self[place].append(value)
    }

    /// Takes out the values of a name.
    package mutating func remove(_ name: String, in place: ParameterPlace) {
        self[place].removeAll { place.areSame($0.name, name) }
    }
}

extension SecurityScheme {
    /// What carries it in a request; nil for a scheme that isn't known.
    package var carrier: (place: ParameterPlace, name: String)? {
        switch kind {
        case .basic, .bearer, .digest, .oauth2ClientCredentials: (.header, "Authorization")
        case .apiKey(let place, let name): (place == .path ? .header : place, name)
        case .other: nil
        }
    }
}

extension RequestDefinition {
    /// True where the request names what carries a scheme: its header field, query item or cookie.
    package func names(_ scheme: SecurityScheme) -> Bool {
        guard let (place, name) = scheme.carrier else { return false }
        return self[place].contains { place.areSame($0.name, name) }
    }
}

extension RequestDescription {
    /// The parameters of all places.
    package var parameters: [Parameter] { pathParameters + query + headers + cookies }
}

/// A body as a case writes it.
package final class BodyDefinition: Sendable {
    package let location: SourceLocation
    package let content: Content

    package init(location: SourceLocation, content: Content) {
        self.location = location
        self.content = content
    }

    package enum Content: Sendable {
        case json(JSONValue)
        case text(JSONValue)
        case base64([UInt8])
        /// The file's path as written, and what it holds.
        indirect case file(path: String, bytes: [UInt8])
        case parts([PartDefinition])
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
        self.name = name
        self.location = location
        self.body = body
        self.filename = filename
        self.headers = headers
    }
}

/// A path into a body and the schema that what it finds satisfies.
package struct Assertion: Sendable {
    package var path: JSONPath
    package var schema: Schema
    /// The schema is `false`: the path must find nothing.
    package var isForbidden: Bool = false
    /// The value of the assertion in the contract; its templates are filled in before use.
    package var value: JSONValue
    /// True when `value` holds `${…}` and has to be compiled again once they are known.
    package var hasTemplates: Bool = false
    package var location: SourceLocation
    /// The response's header that it is about, in place of the body.
    package var header: String?
    /// The XPath 1.0 into a body of XML, in place of the JSONPath.
    package var xpath: String?

    /// True where it is on the body's value as JSON.
    package var isOnValue: Bool { header == nil && xpath == nil }
}

/// A value of an exchange that later cases use.
package struct Output: Sendable {
    package var name: String
    package var location: SourceLocation
    package var source: OutputSource
    /// An ECMA-262 pattern; the value is its first group.
    package var pattern: String?
    /// True: the value is percent-decoded.
    package var isPercentDecoded = false

    package init(name: String, location: SourceLocation, source: OutputSource, pattern: String? = nil) {
        self.name = name
        self.location = location
        self.source = source
        self.pattern = pattern
    }
}

/// Where an output comes from.
package enum OutputSource: Sendable {
    /// `$response.body`, `$response.body#/id`.
    case responseBody(JSONPointer?)
    /// `$response.header.ETag`
    case responseHeader(String)
    /// `$response.status`
    case responseStatus
    /// `$request.body#/id`, `$request.query.x`, …
    case requestBody(JSONPointer?)
    case requestParameter(place: Parameter.Place, name: String)
    /// `$.items[0].id` on the response's body.
    case jsonPath(JSONPath)
}
