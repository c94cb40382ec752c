import AccordJSON
import AccordSchema

/// A case as written in the contract: a named request with its response.
package struct CaseDefinition: Sendable {
    package enum Audience: String, Sendable, Codable {
        case client, server
    }

    /// Without the operation: `creates a token`, with its row, `creates a token[0]`.
    package var name: String
    package var location: SourceLocation
    package var summary: String?
    package var tags: [String]
    /// nil: both.
    package var appliesTo: Audience?
    package var given: [ProviderState]
    /// Replaces the operation's.
    package var security: [SecurityRequirement]?
    /// Ids of cases of the same contract that come first, `login/creates a token`.
    package var after: [Located<String>]
    /// One for a case with `request` and `response`.
    package var steps: [StepDefinition]
    package var poll: Poll?
    package var client: ClientExpectation?
    package var skip: Exemption?
    package var pending: Exemption?
    /// The row of `each` that fills in `${row.x}`.
    package var row: JSONValue?
}

/// A value with the place where it was written.
package struct Located<Value: Sendable>: Sendable {
    package var value: Value
    package var location: SourceLocation

    package init(_ value: Value, at location: SourceLocation) {
        self.value = value
        self.location = location
    }
}

/// A state that a server is in before a case, in Pact's words.
package struct ProviderState: Sendable {
    package var name: String
    package var params: JSONValue?
    package var location: SourceLocation
}

/// Why a case isn't run, or doesn't count.
package struct Exemption: Sendable {
    package var reason: String
    /// An ISO 8601 date, `2027-03-01`: from that day on the case counts again.
    package var until: String?
    /// Names of servers; empty: all.
    package var servers: [String]
    package var location: SourceLocation
}

/// Repeat the request until the case holds.
package struct Poll: Sendable {
    /// Seconds between two requests.
    package var retryAfter: Double
    package var retryLimit: Int
    package var location: SourceLocation
}

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
}

/// A value of an exchange that later cases use.
package struct Output: Sendable {
    package var name: String
    package var location: SourceLocation
    package var source: OutputSource
    /// An ECMA-262 pattern; the value is its first group.
    package var pattern: String?
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
package struct ResponseDefinition: Sendable {
    package var location: SourceLocation
    package var outcome: Outcome
    package var matching: Matching
    package var asserts: [Assertion]
    /// Seconds.
    package var within: Double?

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
        /// The id of an entry of the fault catalogue, `offline`; for the client only.
        case fault(String)
    }

    package var status: Int? {
        if case .answer(let status, _, _) = outcome { status } else { nil }
    }
}

/// A name with a value, as written: a JSON string, number, list, null, …
package struct NamedValue: Sendable {
    package var name: String
    package var value: JSONValue

    package init(name: String, value: JSONValue) {
        self.name = name
        self.value = value
    }
}

/// What a case's values say about a message.
package enum Matching: String, Sendable, Codable {
    case exact, schema
}

/// A path into a body and the schema that what it finds satisfies.
package struct Assertion: Sendable {
    package var path: JSONPath
    package var schema: Schema
    /// The schema is `false`: the path must find nothing.
    package var isForbidden: Bool
    /// The value of the assertion in the contract; its templates are filled in before use.
    package var value: JSONValue
    /// True when `value` holds `${…}` and has to be compiled again once they are known.
    package var hasTemplates: Bool
    package var location: SourceLocation
}

/// A body as a case writes it.
package struct BodyDefinition: Sendable {
    package var location: SourceLocation
    package var content: Content

    package init(location: SourceLocation, content: Content) {
        self.location = location
        self.content = content
    }

    package enum Content: Sendable {
        case json(JSONValue)
        case text(JSONValue)
        case base64([UInt8])
        /// The file's path as written, and what it holds.
        case file(path: String, bytes: [UInt8])
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
}
