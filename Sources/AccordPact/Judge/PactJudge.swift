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
        Judgement(findings: comparison.findings, assertions: comparison.assertions)
    }

    /// Returns the metadata of an asynchronous message: the entries of `Pact-Message-Metadata`, which is JSON in Base64.
    private static func metadata(_ headers: [HTTPField]) -> [HTTPField] {
        guard let line = headers.first("Pact-Message-Metadata") ?? headers.first("X-Pact-Message-Metadata"),
            let bytes = Base64.decode(line), let document = try? JSONDocument(parsing: bytes)
        else { return [] }
        return document.root.members.map { HTTPField($0.key, $0.value.string ?? $0.value.text) }
    }
}
