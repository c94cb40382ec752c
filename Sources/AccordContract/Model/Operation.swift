// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// A method on a path, with its documented responses.
///
/// It is a class, because thousands of cases share one operation.
package final class Operation: Sendable {
    /// The id, a Swift identifier that is unique in the contract.
    package let id: String
    package let location: SourceLocation
    package let summary: String?
    package let description: String?
    package let tags: [String]
    package let isDeprecated: Bool
    package let request: RequestDescription
    /// The responses from specific to general: `404`, `4XX`, `default`.
    package let responses: [ResponseDescription]
    /// The cases of the operation in the contract, one for each row of `each`. The list is empty if Accord derives the
    /// cases from examples.
    package let cases: [CaseDefinition]
    /// The servers of the operation, or the contract's servers if the operation has none.
    package let servers: [Server]
    /// Whether the contract documents scheme, host and port of the server. It doesn't if it has no server, or only a
    /// relative URL, which OpenAPI resolves against the address of the document.
    package let documentsAddress: Bool
    /// The alternative security requirements. A request must meet one of them. If the list is empty, a request needs no
    /// credentials.
    package let security: [SecurityRequirement]
    package let retry: RetryPolicy?
    /// The rules that skip or change derived cases. The operation's rules precede the contract's rules.
    package let derived: [DerivedRule]
    /// The encoding of query strings. If it is `nil`, a query must have the same meaning in form encoding and in
    /// percent-encoding.
    package let queryEncoding: QueryEncoding?
    /// Whether a duplicate name in a JSON object is a warning or a failure.
    package let jsonReading: JSONReading
    /// The requests that the server sends because of a request to this operation.
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
        // Copy the array to release its unused capacity.
        self.cases = cases.map { $0 }
        self.servers = servers
        documentsAddress = servers.first.map { URLParts($0.url).authority != "localhost" } ?? false
        self.security = security
        self.retry = retry
        self.derived = derived
        self.queryEncoding = queryEncoding
        self.jsonReading = jsonReading
        self.callbacks = callbacks
    }

    /// Returns a copy of the operation with different values of some properties.
    package func with(
        request: RequestDescription? = nil, responses: [ResponseDescription]? = nil, cases: [CaseDefinition]? = nil,
        security: [SecurityRequirement]? = nil, derived: [DerivedRule]? = nil
    ) -> Operation {
        Operation(
            id: id, location: location, summary: summary, description: description, tags: tags,
            isDeprecated: isDeprecated, request: request ?? self.request, responses: responses ?? self.responses,
            cases: cases ?? self.cases, servers: servers, security: security ?? self.security, retry: retry,
            derived: derived ?? self.derived, queryEncoding: queryEncoding, jsonReading: jsonReading,
            callbacks: callbacks)
    }

    /// Returns the documented response for a status code. If several responses cover the status code, returns the most
    /// specific response.
    package func response(for status: Int) -> ResponseDescription? { responses.first { $0.status.covers(status) } }

    /// The last path parameter of a PUT for which the operation documents 201 (RFC 9110, section 9.3.4).
    package var chosenParameter: Parameter? {
        guard request.method == "PUT", response(for: 201)?.status == .exact(201), precondition?.isRequired != true,
            case .parameter(let name, holdsSlashes: false)? = request.path.parts.last
        else { return nil }
        return request.pathParameters.first { $0.name.isExactly(name) }
    }

    /// The header field in which a client sends the ETag of the version that the request changes (RFC 9110, section
    /// 13.1.1). It is `nil` if the operation doesn't document 412.
    package var precondition: Parameter? {
        guard response(for: 412)?.status == .exact(412) else { return nil }
        return request.headers.first { $0.name.isFieldName("If-Match") }
    }

    /// An entity tag that no resource has: `verify` sends it, and the mock responds with 412.
    package static let staleTag = "\"accord-stale\""

    /// Whether every documented response except server errors sends the client to a different URL, so that the server may
    /// respond without reading the request. A router does this if a path moved (RFC 9110, section 15.4).
    package var onlyRedirects: Bool {
        let statuses = responses.map(\.status).filter { $0 != .any && $0.isWithin(100...499) }
        let moved: [StatusPattern] = [.exact(301), .exact(302), .exact(307), .exact(308)]
        return !statuses.isEmpty && statuses.allSatisfy(moved.contains)
    }
}

/// The encoding of a query string, which determines whether a space is `+` or `%20`.
package enum QueryEncoding: String, Sendable {
    case rfc3986
    case form
}

/// Whether a duplicate name in a JSON object is a warning or a failure. Parsers interpret such an object differently.
package enum JSONReading: String, Sendable {
    /// A duplicate name in an object is a warning.
    case lenient
    /// A duplicate name in an object is a failure (RFC 8259 section 4, RFC 7493 section 2.3).
    case strict
}

/// A documented request. It contains schemas, not values.
package struct RequestDescription: Sendable {
    package var location: SourceLocation
    package var method: String
    package var path: PathTemplate
    package var pathParameters: [Parameter] = []
    package var query: [Parameter] = []
    /// The schema for all query parameters together. It describes an object whose keys are the names of the parameters.
    package var querySchema: Schema?
    package var headers: [Parameter] = []
    package var cookies: [Parameter] = []
    package var body: BodyDescription?
}

/// A documented response with its header fields and body.
package struct ResponseDescription: Sendable {
    package var location: SourceLocation
    package var status: StatusPattern
    package var description: String
    package var headers: [Parameter] = []
    /// The documented body, or `nil` if the response may have any body.
    package var body: BodyDescription?
    /// The expected behavior of a client for any response with this status code.
    package var client: ClientExpectation?
    package var links: [LinkDescription] = []
}

extension RequestDescription {
    /// Returns the query parameters as one object for `querySchema`, or `nil` if a value is unknown.
    ///
    /// - Parameters:
    ///   - value: returns the value of a parameter in `query`, or null for a parameter that isn't sent.
    ///   - unnamed: returns the value of a required parameter without a constant, if `query` lacks the parameter.
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

/// A link from a response to an operation, like OpenAPI's Link Object.
package struct LinkDescription: Sendable {
    package var name: String
    package var location: SourceLocation
    package var description: String?
    /// The id of the linked operation in the same contract. Accord replaces an `operationRef` with the id.
    package var operationID: Located<String>
    /// The values for the parameters of the linked operation: runtime expressions or constants.
    package var parameters: [LinkParameter] = []
    /// The body of the request to the linked operation: a runtime expression or a constant.
    package var requestBody: JSONValue?
}

/// A parameter that a link sets in the request to the linked operation.
package struct LinkParameter: Sendable {
    /// The part of the request that contains the parameter, such as the path for the key `path.id`. It is `nil` if the
    /// key doesn't name the part, as in `id`.
    package var place: Parameter.Place?
    package var name: String
    /// The value of the parameter: a runtime expression, such as `$response.body#/id`, or a constant.
    package var value: JSONValue
}

/// A request that the server sends: a webhook or a callback.
package struct CallbackDescription: Sendable {
    /// The name of the webhook or callback: its key in `webhooks` or `callbacks`.
    package var name: String
    package var location: SourceLocation
    /// The URL of the callback, with runtime expressions in braces, or `nil` for a webhook.
    package var expression: String?
    /// The operation that the client implements: the server's request and the client's documented responses. The
    /// operation's path is `/`.
    package var operation: Operation
}
