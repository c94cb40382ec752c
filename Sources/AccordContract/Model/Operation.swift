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

extension RequestDescription {
    /// The items of a query as one object by name, which `querySchema` speaks of: those that are named, and those that
    /// are sent without being named. nil where one of them isn't known.
    ///
    /// - Parameter value: what a named item is; null isn't sent.
    /// - Parameter unnamed: what a required parameter without a constant is.
    package func queryObject(
        _ query: [NamedValue], value: (NamedValue, Parameter) -> JSON?, unnamed: (Parameter) -> JSON?
    ) -> JSONObject? {
        var object = JSONObject()
        for parameter in self.query where !parameter.isForbidden {
            let item: JSON?
            if let named = query.first(where: { $0.name.isExactly(parameter.name) }) {
                item = value(named, parameter)
            } else if parameter.isRequired {
                item = parameter.constant.map { JSON($0) } ?? unnamed(parameter)
            } else {
                continue
            }
            guard let item else { return nil }
            if !item.isNull { object[parameter.name] = item }
        }
        return object
    }
}

/// What an answer offers to ask next, in the words of OpenAPI's Link Object.
package struct LinkDescription: Sendable {
    package var name: String
    package var location: SourceLocation
    package var description: String?
    /// The operation of the same contract that is asked; `operationRef` is resolved to an id too.
    package var operationID: Located<String>
    /// Runtime expressions or constants, by the name of a parameter.
    package var parameters: [LinkParameter] = []
    /// A runtime expression or a constant.
    package var requestBody: JSONValue?
}

/// A parameter that a link fills in.
package struct LinkParameter: Sendable {
    /// Of a name with its place in front, `path.id`.
    package var place: Parameter.Place?
    package var name: String
    /// A runtime expression, `$response.body#/id`, or a constant.
    package var value: JSONValue
}

/// A request that the server sends: a webhook, or what an operation calls back.
package struct CallbackDescription: Sendable {
    /// The key under `webhooks` or `callbacks`.
    package var name: String
    package var location: SourceLocation
    /// A URL with runtime expressions in braces; nil for a webhook, whose receiver is known from elsewhere.
    package var expression: String?
    /// What is sent, and which answers the receiver may give; the path is `/` for want of one.
    package var operation: Operation
}
