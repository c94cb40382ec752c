// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordPact

/// Compares the interactions of a pact with the documentation of the server. Neither the client nor the server runs.
///
/// Accord judges the request in the pact like a client's request, and the response in the pact like a server's
/// response. The response may omit documented properties, because a pact contains only the properties that the consumer
/// reads.
package struct PactCheck {
    private let router: Router
    private let documents: String

    package init(_ documents: [Contract]) {
        router = Router(documents)
        self.documents = documents.map(\.file).joined(separator: ", ")
    }

    /// Returns the results of the interactions of a pact, in the order of the file.
    package func results(of pact: Contract) -> [CaseResult] {
        CasePlan(pact, operations: []).cases.map { testCase in
            var result = CaseResult(
                id: testCase.id, file: testCase.file, operation: testCase.operation.id, origin: .documented,
                summary: testCase.summary, status: .passed, location: testCase.location)
            guard testCase.appliesTo == nil else {
                result.status = .notApplicable
                result.reason = "the pact describes a message, but API documents describe only HTTP requests"
                return result
            }
            let judgement = judge(testCase)
            result.findings = judgement.findings
            result.assertions = judgement.assertions
            let isPending = testCase.pending != nil
            if judgement.failed { result.status = isPending ? .pending : .failed }
            if isPending { result.reason = testCase.pending?.reason }
            return result
        }
    }

    private func judge(_ testCase: Case) -> Judgement {
        let scope = testCase.scope()
        do throws(SubstitutionError) {
            let request = try testCase.expectedRequest(0, scope: scope).example
            guard case .answer(let response) = try testCase.reply(0, scope: scope) else { return Judgement() }
            return judge(request, response, testCase)
        } catch { return Judgement(findings: [error.finding], assertions: 1) }
    }

    private func judge(_ request: HTTPRequest, _ response: HTTPResponse, _ testCase: Case) -> Judgement {
        let url = URLParts(request.url)
        let matches: [RouteMatch]
        switch router.route(method: request.method, path: url.path.isEmpty ? "/" : url.path) {
        case .operations(let routes): matches = routes
        case .methodNotAllowed(let methods):
            return undocumented(
                testCase, .requestMethod, .init(.method), "the document has no operation \(request.method) \(url.path)",
                methods.joined(separator: ", "), request.method)
        case .noSuchPath:
            return undocumented(
                testCase, .requestPath, .init(.path), "the document has no path that matches \(url.path)", documents,
                url.path)
        }
        let judgements = matches.map { judge(request, response, $0, testCase) }
        return judgements.min { $0.findings.count < $1.findings.count } ?? Judgement()
    }

    private func judge(_ request: HTTPRequest, _ response: HTTPResponse, _ match: RouteMatch, _ testCase: Case)
        -> Judgement
    {
        var judgement = Judgement()
        // Don't judge the request if the consumer expects a 4xx, because such a request may be invalid on purpose.
        if !(400...499).contains(response.status) {
            var url = URLParts(request.url)
            (url.path, url.query) = (match.base, nil)
            judgement = Judge.judge(request, documentedBy: match.operation, baseURLs: [url.description])
        }
        var answer = Judge.judge(response, documentedBy: match.operation)
        answer.findings.removeAll { $0.place?.missing != nil || $0.rule == .responseHeaderMissing }
        // If the pact contains no response body, the consumer accepts any body.
        if response.body.isEmpty { answer.findings.removeAll { $0.rule == .responseBodyMissing } }
        judgement.formUnion(answer)
        if let body = answer.document?.root { judgeNames(body, response, match.operation, &judgement) }
        judgement.findings = judgement.findings.map { finding in
            var finding = finding
            finding.details.append("location in the pact: \(testCase.location)")
            return finding
        }
        return judgement
    }

    /// Reports properties that the consumer expects, but the document doesn't contain.
    private func judgeNames(
        _ body: JSONValue, _ response: HTTPResponse, _ operation: Operation, _ judgement: inout Judgement
    ) {
        let type = response.headers.mediaType
        let content = operation.response(for: response.status)?.body?.content.first { description in
            type.map { description.mediaType.covers($0) } ?? true
        }
        guard let schema = content?.schema else { return }
        var queue: [(value: JSONValue, view: SchemaView)] = [(body, SchemaView(schema.source))]
        while let (value, view) = queue.popLast() {
            judgement.assertions += 1
            for element in value.elements { if let items = view.items { queue.append((element, items)) } }
            let isListed =
                !view.propertyNames.isEmpty
                && !["anyOf", "oneOf", "patternProperties"].contains { view.keyword($0) != nil }
            for member in value.members {
                if let property = view.property(member.key) {
                    queue.append((member.value, property))
                } else if isListed, view.keyword("additionalProperties")?.kind != .object {
                    judgement.report(
                        Finding(
                            rule: .responseBodySchema, blame: .client,
                            "the consumer expects the property “\(member.key)”, which the document doesn't contain",
                            contract: content?.location, place: .init(.body, member.value.pointer.description),
                            expected: view.propertyNames.joined(separator: ", "), actual: member.key,
                            advice: "Remove “\(member.key)” from the consumer's test, "
                                + "or add the property to the API document."))
                }
            }
        }
    }

    private func undocumented(
        _ testCase: Case, _ rule: Rule, _ place: Finding.Place, _ message: String, _ expected: String, _ actual: String
    ) -> Judgement {
        Judgement(
            findings: [
                Finding(
                    rule: rule, blame: .client, message, contract: testCase.location, place: place, expected: expected,
                    actual: actual, advice: "Add the operation to the document, or correct the consumer's request.")
            ], assertions: 1)
    }
}
