import AccordJSON
import AccordSchema

/// One thing that a client can ask for: a method on a path, with every answer that is documented for it.
///
/// Every case holds its operation, and there may be many thousands of them: they share it.
package final class Operation: Sendable {
    /// A Swift identifier, unique in its contract.
    package let id: String
    package let location: SourceLocation
    package let summary: String?
    package let description: String?
    package let tags: [String]
    package let isDeprecated: Bool
    package let request: RequestDescription
    /// The most exact first: `404`, then `4XX`, then `default`.
    package let responses: [ResponseDescription]
    /// Rows of `each` are cases of their own; none for an operation whose cases are implied by its examples.
    package let cases: [CaseDefinition]
    /// The operation's own, else the contract's.
    package let servers: [Server]
    /// Alternatives, any of which suffices; the operation's own, else the contract's. Empty: none is needed.
    package let security: [SecurityRequirement]
    package let retry: RetryPolicy?
    /// Restated or waived derived cases; the operation's entries before the contract's.
    package let derived: [DerivedRule]
    /// nil where the contract doesn't say: a query then has to mean the same under both readings.
    package let queryEncoding: QueryEncoding?
    /// How bodies of JSON are read where readers differ.
    package let jsonReading: JSONReading
    /// Requests that the server sends later because of this one.
    package let callbacks: [CallbackDescription]

    package init(
        id: String, location: SourceLocation, summary: String? = nil, description: String? = nil,
        tags: [String] = [], isDeprecated: Bool = false, request: RequestDescription,
        responses: [ResponseDescription] = [], cases: [CaseDefinition] = [], servers: [Server] = [],
        security: [SecurityRequirement] = [], retry: RetryPolicy? = nil, derived: [DerivedRule] = [],
        queryEncoding: QueryEncoding? = nil, jsonReading: JSONReading = .lenient, callbacks: [CallbackDescription] = []
    ) {
        self.id = id
        self.location = location
        self.summary = summary
        self.description = description
        self.tags = tags
        self.isDeprecated = isDeprecated
        self.request = request
        self.responses = responses
        // Without the room that an array has left after growing.
        self.cases = cases.map { $0 }
        self.servers = servers
        self.security = security
        self.retry = retry
        self.derived = derived
        self.queryEncoding = queryEncoding
        self.jsonReading = jsonReading
        self.callbacks = callbacks
    }

    /// The same but for what is asked or answered, the cases or the security.
    package func with(
        request: RequestDescription? = nil, responses: [ResponseDescription]? = nil, cases: [CaseDefinition]? = nil,
        security: [SecurityRequirement]? = nil
    ) -> Operation {
        Operation(
            id: id, location: location, summary: summary, description: description, tags: tags,
            isDeprecated: isDeprecated, request: request ?? self.request, responses: responses ?? self.responses,
            cases: cases ?? self.cases, servers: servers, security: security ?? self.security, retry: retry,
            derived: derived, queryEncoding: queryEncoding, jsonReading: jsonReading,
            callbacks: callbacks)
    }

    /// The documented response for `status`: the most exact entry that covers it.
    package func response(for status: Int) -> ResponseDescription? {
        responses.first { $0.status.covers(status) }
    }
}

/// How a query string is to be read where `+` and `%20` differ.
package enum QueryEncoding: String, Sendable, Codable {
    case rfc3986
    case form
}

/// What a body of JSON may have that readers take differently.
package enum JSONReading: String, Sendable, Codable {
    /// A name that stands twice in an object is a warning: most readers take the last.
    case lenient
    /// It is a failure (RFC 8259 section 4, RFC 7493 section 2.3).
    case strict
}

/// The request as documented: schemas where a case has values.
package struct RequestDescription: Sendable {
    package var location: SourceLocation
    package var method: String
    package var path: PathTemplate
    package var pathParameters: [Parameter] = []
    package var query: [Parameter] = []
    /// What holds of all query items together, as an object by name: which exclude or need each other.
    package var querySchema: Schema?
    package var headers: [Parameter] = []
    package var cookies: [Parameter] = []
    package var body: BodyDescription?
}

/// A documented answer.
package final class ResponseDescription: Sendable {
    package let location: SourceLocation
    package let status: StatusPattern
    package let description: String
    package let headers: [Parameter]
    /// Without one no body is needed, and none is judged.
    package let body: BodyDescription?
    /// What a client does with any answer of this status.
    package let client: ClientExpectation?
    /// What can be asked next with values of this answer.
    package let links: [LinkDescription]

    package init(
        location: SourceLocation, status: StatusPattern, description: String, headers: [Parameter] = [],
        body: BodyDescription? = nil, client: ClientExpectation? = nil, links: [LinkDescription] = []
    ) {
        self.location = location
        self.status = status
        self.description = description
        self.headers = headers
        self.body = body
        self.client = client
        self.links = links
    }
}
