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
