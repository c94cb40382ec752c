// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension KnownClient {
    /// Returns the effect of a server's documentation on the client, for each operation that the client calls.
    package func effects(of document: Contract) -> [(operation: String, effect: ClientEffect)] {
        let router = Router([document])
        return calls.map { ($0, effect(of: $0, router)) }
    }

    private func effect(of operation: String, _ router: Router) -> ClientEffect {
        var requestCount = 0
        for result in report.cases where result.operation == operation && result.origin == .documented {
            for recorded in result.exchanges.map(\.request) {
                requestCount += 1
                let path = URLParts(recorded.url).path
                guard let match = router.route(method: recorded.method, path: path.isEmpty ? "/" : path).matches.first
                else { return .breaks(reason: "the document doesn't contain \(recorded.method) \(path)") }
                if let problem = Self.problem(recorded, of: result, match) { return .breaks(reason: problem) }
                if let part = missingPart(of: operation, match.operation) {
                    return .breaks(reason: "the client requires \(part), which the document doesn't contain")
                }
            }
        }
        guard requestCount > 0 else {
            return .unknown(reason: "the client's report contains no request of the operation")
        }
        return .unaffected(reason: "the document allows every request that the client sends")
    }

    /// Returns the reason why the document rejects a request, or `nil` if the document allows the request.
    ///
    /// Returns `nil`, too, if Accord can't judge the request. This applies if the stub answered the request with a
    /// 4xx status code, if the report hides a secret in the request, or if the report contains only the start of the
    /// request body.
    private static func problem(_ recorded: ExchangeRecord.Request, of result: CaseResult, _ match: RouteMatch)
        -> String?
    {
        let texts = recorded.headers.map(\.value) + [recorded.url, recorded.body?.text ?? ""]
        let isRefused = result.dependences.contains { (400...499).contains($0.status) }
        guard !isRefused, recorded.body?.isCut != true, !texts.contains(where: { $0.contains("•") }) else { return nil }
        var base = URLParts(recorded.url)
        (base.path, base.query) = (match.base, nil)
        guard let request = HTTPRequest(recorded) else { return nil }
        let judgement = Judge.judge(request, documentedBy: match.operation, baseURLs: [base.description])
        return judgement.findings.first { $0.severity == .error }.map { "\(result.id): \($0.message)" }
    }

    /// Returns a property or status code that the client requires and the document doesn't contain.
    private func missingPart(of operation: String, _ documented: AccordContract.Operation) -> String? {
        let parts = needs.operations.first { $0.id == operation }?.parts ?? []
        for part in parts where part.part == .body && part.use == .needed {
            guard let response = documented.response(for: part.status) else { return "the status code \(part.status)" }
            let content = response.body?.content.first { $0.mediaType.isJSON }
            guard let schema = content?.schema, let pointer = try? JSONPointer(parsing: part.name) else { continue }
            if Self.lacks(SchemaView(schema.source), pointer.tokens[...]) { return part.name }
        }
        return nil
    }

    private static func lacks(_ view: SchemaView, _ tokens: ArraySlice<String>) -> Bool {
        guard let token = tokens.first else { return false }
        if token == "*", let items = view.items { return lacks(items, tokens.dropFirst()) }
        if let property = view.property(token) { return lacks(property, tokens.dropFirst()) }
        // A schema with alternatives or `patternProperties` may allow the property.
        let isOpen = ["anyOf", "oneOf", "patternProperties"].contains { view.keyword($0) != nil }
        return !view.propertyNames.isEmpty && !isOpen && view.keyword("additionalProperties")?.kind != .object
    }
}
