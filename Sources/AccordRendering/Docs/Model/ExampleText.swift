// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A case shown as an example in the documentation: its requests, its responses, and what the client's call returns or
/// throws.
struct ExampleText: Sendable {
    struct Exchange: Sendable {
        var summary: String?
        /// The request as the text of an HTTP/1.1 message.
        var request: String
        var curl: String
        var swift: String
        var javaScript: String
        var python: String
        var response: String
    }

    let id: String
    let name: String
    let slug: String
    let summary: String?
    let given: [String]
    /// The text `for clients` or `for servers`, or `nil` if the case is for clients and servers.
    let audience: String?
    let after: [String]
    let exchanges: [Exchange]
    /// What the client's call returns or throws, such as `returns {"id":"1"}`.
    let client: String?
    /// The reason why the request or response can't be shown, or `nil` if it can.
    let problem: String?
    let proof: Proof

    init(_ testCase: Case, name: String, slug: String, proof: Proof) {
        id = testCase.id
        self.name = name
        self.slug = slug
        self.proof = proof
        let definition = testCase.definition
        summary = definition.summary
        given = definition.given.map { state in
            state.params.map { "\(state.name), with \($0.compact)" } ?? state.name
        }
        audience = testCase.appliesTo.map { $0 == .client ? "for clients" : "for servers" }
        after = testCase.after
        client = testCase.appliesTo == .server ? nil : definition.client.flatMap(Self.outcome)
        let scope = testCase.scope(environment: Placeholder.environment)
        do {
            exchanges = try testCase.steps.indices.map { try Self.exchange(testCase, $0, scope) }
            problem = nil
        } catch {
            exchanges = []
            problem = "\(error)"
        }
    }

    /// Returns what the client's call returns or throws, in words, or `nil` if the contract doesn't specify it.
    static func outcome(_ client: ClientExpectation) -> String? {
        if let returns = client.returns { return "returns \(returns.compact)" }
        switch client.throwing {
        case .any: return "throws an error"
        case .named(let name): return "throws \(name)"
        case .values(let name, let values): return "throws \(name) with \(values.compact)"
        case .nothing: return "doesn't throw"
        case nil: return client.notifies.map { "posts \($0.joined(separator: ", "))" }
        }
    }

    private static func exchange(_ testCase: Case, _ step: Int, _ scope: Scope) throws -> Exchange {
        var scope = scope
        for scheme in testCase.securitySchemes {
            scope.accessTokens[scheme.name] = Placeholder.text("\(scheme.name.uppercased())_TOKEN")
        }
        let request = try testCase.expectedRequest(step, scope: scope).example
        let definition = testCase.definition.steps.indices.contains(step) ? testCase.definition.steps[step] : nil
        return Exchange(
            summary: definition?.summary, request: message(request),
            curl: CurlCommand.line(for: request, masking: Placeholder.pieces), swift: SwiftCall.source(for: request),
            javaScript: ScriptCall.javaScript.source(for: request), python: ScriptCall.python.source(for: request),
            response: try response(testCase, step, scope))
    }

    private static func response(_ testCase: Case, _ step: Int, _ scope: Scope) throws -> String {
        switch try testCase.reply(step, scope: scope) {
        case .answer(let response): message(response)
        case .fault(let fault, _): "The client receives no usable response: \(fault.event)"
        }
    }
}

extension ExampleText {
    /// The maximum length of a body. The documentation shows only the beginning of a longer body.
    private static let longestBody = 20_000

    /// Returns a request as an HTTP/1.1 message with a readable body.
    private static func message(_ request: HTTPRequest) -> String {
        let parts = URLParts(request.url)
        let query = parts.query.map { "?\($0)" } ?? ""
        let target = (parts.path.isEmpty ? "/" : parts.path) + query
        let host = (parts.host ?? "") + (parts.port.map { ":\($0)" } ?? "")
        var headers = request.headers.map(readable)
        if request.headers.first("Host") == nil, !host.isEmpty { headers.insert(HTTPField("Host", host), at: 0) }
        return Placeholder.named(message("\(request.method) \(target) HTTP/1.1", headers, request.body))
    }

    private static func message(_ response: HTTPResponse) -> String {
        Placeholder.named(message("HTTP/1.1 \(response.status)", response.headers, response.body))
    }

    /// Replaces Basic credentials from environment variables with `base64(USER:PASSWORD)`. Returns other header fields
    /// unchanged.
    private static func readable(_ field: HTTPField) -> HTTPField {
        guard field.isNamed("Authorization"), let user = Placeholder.user(in: field.value) else { return field }
        return HTTPField(field.name, "Basic base64(\(user))")
    }

    private static func message(_ start: String, _ headers: [HTTPField], _ body: [UInt8]) -> String {
        let head = ([start] + headers.map { "\($0.name): \($0.value)" }).joined(separator: "\n")
        return body.isEmpty ? head : "\(head)\n\n\(self.body(body))"
    }

    /// Returns a body as text: JSON is indented, and binary data is replaced by its size.
    private static func body(_ bytes: [UInt8]) -> String {
        guard let text = String(utf8: bytes) else { return "(\(bytes.count) bytes of binary data)" }
        // Show the line ends CRLF of a multipart body as line feeds.
        var shown = text.replacing("\r\n", with: "\n")
        if let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let document = try? JSONDocument(parsing: bytes)
        {
            shown = document.root.pretty
        }
        guard shown.utf8.count > longestBody else { return shown }
        return String(shown.prefix(longestBody)) + "\n… (\(bytes.count) bytes in total)"
    }
}
