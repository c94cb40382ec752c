// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The content of the documentation of one operation.
struct OperationText: Sendable {
    /// A parameter or header field. Its description is the description of its schema.
    typealias ParameterText = (parameter: Parameter, schema: SchemaText)

    struct BodyText: Sendable {
        var isRequired: Bool
        var description: String?
        var contents: [(mediaType: String, schema: SchemaText?)]
    }

    struct ResponseText: Sendable {
        var status: String
        var isError: Bool
        var description: String
        var headers: [ParameterText]
        var body: BodyText?
        /// What the client's call returns or throws for this response, such as `throws unauthorized`.
        var client: String?
        /// Whether the server's responses with this status code matched the contract in a run.
        var proof: Proof.State
    }

    private let operation: Operation
    var id: String { operation.id }
    let slug: String
    var title: String { operation.summary ?? operation.id }
    var method: String { operation.request.method }
    var path: String { operation.request.path.description }
    var description: String? { operation.description }
    var tags: [String] { operation.tags }
    var isDeprecated: Bool { operation.isDeprecated }
    let security: [String]
    let parameters: [ParameterText]
    /// The schema that describes all query parameters together.
    let query: SchemaText?
    let body: BodyText?
    let responses: [ResponseText]
    let examples: [ExampleText]
    let proof: Proof

    init(
        _ operation: Operation, slug: String, of contract: Contract, cases: [Case], names: SchemaNames, proofs: Proofs
    ) {
        self.operation = operation
        self.slug = slug
        security = Self.security(operation.security, contract)
        parameters = operation.request.parameters.map { Self.parameter($0, names) }
        query = operation.request.querySchema.map { SchemaText($0.source, names: names) }
        body = operation.request.body.flatMap { Self.body($0, names) }
        let documentsSuccess = operation.responses.contains { !Self.isError($0.status, orAny: true) }
        responses = operation.responses.map { response in
            ResponseText(
                status: response.status.description, isError: Self.isError(response.status, orAny: documentsSuccess),
                description: response.description, headers: response.headers.map { Self.parameter($0, names) },
                body: response.body.flatMap { Self.body($0, names) },
                client: response.client.flatMap(ExampleText.outcome),
                proof: proofs.proof(ofStatus: response.status.description, of: operation.id))
        }
        var taken = Self.sections.union(responses.map { "status-\($0.status)" })
        examples = cases.map { testCase in
            let name = String(testCase.id.dropFirst(operation.id.count + 1))
            return ExampleText(
                testCase, name: name, slug: taken.insertUnused(Slug.text(name), separator: "-"),
                proof: proofs.proof(ofCase: testCase.id))
        }
        var proof = proofs.proof(ofOperation: operation.id)
        let successes = responses.filter { !$0.isError }
        let isByServer = proof.sides.contains { $0.kind != .client && $0.passed > 0 }
        proof.lacksSuccess =
            isByServer && !successes.isEmpty && responses.contains { $0.proof == .passed }
            && successes.allSatisfy { $0.proof == .untried }
        self.proof = proof
    }

    /// The HTML ids that each operation's page uses for its sections. Examples must not get the same ids.
    private static let sections: Set<String> = [
        "main", "search", "query", "hits", "security", "parameters", "query-items", "body", "responses", "errors",
        "examples",
    ]

    /// - Parameter orAny: Whether the status `default` counts as an error. It does if the operation documents a
    ///   successful response.
    private static func isError(_ status: StatusPattern, orAny: Bool) -> Bool {
        status == .any ? orAny : status.isWithin(400...599)
    }

    private static func parameter(_ parameter: Parameter, _ names: SchemaNames) -> ParameterText {
        var schema = SchemaText(parameter.schema.source, names: names)
        schema.description = parameter.description ?? schema.description
        return (parameter, schema)
    }

    private static func body(_ body: BodyDescription, _ names: SchemaNames) -> BodyText? {
        guard !body.isForbidden else { return nil }
        let contents = body.content.map { content in
            let schema = content.schema ?? content.itemSchema ?? content.dataSchema
            return (content.mediaType.description, schema.map { SchemaText($0.source, names: names) })
        }
        return BodyText(isRequired: body.isRequired, description: body.description, contents: contents)
    }

    /// Returns one line for each alternative of the security requirements.
    private static func security(_ requirements: [SecurityRequirement], _ contract: Contract) -> [String] {
        requirements.map { requirement in
            let uses = requirement.uses.map { use in
                let scopes = use.scopes.isEmpty ? "" : ", scopes \(use.scopes.joined(separator: ", "))"
                return "\(kind(contract.securityScheme(use.scheme))) (\(use.scheme)\(scopes))"
            }
            return uses.isEmpty ? "none" : uses.joined(separator: " and ")
        }
    }

    private static func kind(_ scheme: SecurityScheme?) -> String {
        switch scheme?.kind {
        case .apiKey(let place, let name):
            "API key in the \(place == .query ? "query parameter" : place.rawValue) \(name)"
        case .basic: "user name and password (Basic)"
        case .digest: "user name and password (Digest)"
        case .bearer: "bearer token"
        case .oauth2ClientCredentials: "OAuth 2 client credentials"
        case .other(let name): name
        case nil: "a scheme that the contract does not document"
        }
    }
}
