// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordPact

/// A message of a pact judges a request or a response by its matching rules.
extension PactMessage: MessageJudge {
    package func judge(_ request: HTTPRequest, baseURL: String) -> Judgement {
        var actual = PactActual()
        let url = URLParts(request.url)
        actual.method = request.method
        let base = URLParts(baseURL).path
        let prefix = base.utf8.last == UInt8(ascii: "/") ? String(base.dropLast()) : base
        actual.path = url.path.hasPrefix(prefix) ? String(url.path.dropFirst(prefix.count)) : url.path
        if actual.path.isEmpty { actual.path = self.path.isEmpty ? "" : "/" }
        actual.query = url.query ?? ""
        actual.headers = request.headers
        actual.body = request.body
        return judgement(PactComparison(self, actual))
    }

    package func judge(_ response: HTTPResponse) -> Judgement {
        var actual = PactActual()
        actual.status = response.status
        actual.headers = response.headers
        actual.body = response.body
        actual.metadata = Self.metadata(response.headers)
        return judgement(PactComparison(self, actual))
    }

    package func filled(_ request: HTTPRequest, scope: Scope, baseURL: String) throws(SubstitutionError) -> HTTPRequest
    { try PactGeneration(scope: scope, baseURL: baseURL).applied(self.generators, to: request) }

    /// Returns the response with the metadata of an asynchronous message, which pact verifiers read from a header field.
    package func completed(_ response: HTTPResponse) -> HTTPResponse {
        guard self.kind == .message, !self.metadata.isEmpty else { return response }
        let object = JSONObject(self.metadata.map { ($0.name, .string($0.values.joined(separator: ", "))) })
        var response = response
        response.headers.append(
            HTTPField("Pact-Message-Metadata", Base64.encode(JSONWriter.compactBytes(.object(object)))))
        return response
    }

    private func judgement(_ comparison: PactComparison) -> Judgement {
        Judgement(findings: comparison.mismatches.map(finding), assertions: comparison.assertions)
    }

    private func finding(_ mismatch: PactMismatch) -> Finding {
        let direction: Direction = self.kind == .request ? .request : .response
        return Finding(
            rule: rule(mismatch, direction), blame: direction.blame, mismatch.message, contract: mismatch.location,
            place: .init(mismatch.part, mismatch.name), expected: mismatch.expected, actual: mismatch.actual,
            advice: direction == .request
                ? "Send the request that the pact documents, or generate the pact again."
                : "Send the response that the consumer expects, or agree on a change with the consumer's team.")
    }

    private func rule(_ mismatch: PactMismatch, _ direction: Direction) -> Rule {
        switch (mismatch.part, mismatch.kind) {
        case (.method, _): .requestMethod
        case (.path, _): .requestPath
        case (.query, .missing): .requestQueryMissing
        case (.query, .unexpected): .requestQueryUnexpected
        case (.query, _): .requestQueryValue
        case (.status, _): .responseStatus
        case (.header, .missing): direction.rule(.requestHeaderMissing, .responseHeaderMissing)
        case (.header, .mediaType): direction.rule(.requestBodyMediaType, .responseBodyMediaType)
        case (.header, _): direction.rule(.requestHeaderValue, .responseHeaderValue)
        case (_, .syntax): direction.rule(.requestBodySyntax, .responseBodySyntax)
        case (_, .missing) where mismatch.name == "": direction.rule(.requestBodyMissing, .responseBodyMissing)
        case (_, .unexpected) where mismatch.name == "": direction.rule(.requestBodyUnexpected, .responseBodyUnexpected)
        default: direction.rule(.requestBodyValue, .responseBodyValue)
        }
    }

    /// Returns the metadata of an asynchronous message: the entries of `Pact-Message-Metadata`, which is JSON in Base64.
    private static func metadata(_ headers: [HTTPField]) -> [HTTPField] {
        guard let line = headers.first("Pact-Message-Metadata") ?? headers.first("X-Pact-Message-Metadata"),
            let bytes = Base64.decode(line), let document = try? JSONDocument(parsing: bytes)
        else { return [] }
        return document.root.members.map { HTTPField($0.key, $0.value.string ?? $0.value.text) }
    }
}
