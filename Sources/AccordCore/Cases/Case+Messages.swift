// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension CaseStep {
    /// The wrong media type that a request declares for its body. The server must refuse this request.
    fileprivate var wrongContentType: String? {
        switch answer {
        case .refusal(let refusal): refusal.contentType
        case .generated(let generated): generated.refusal?.contentType
        case .documented, .prepared, .fault, .convention, .resource: nil
        }
    }
}

extension Case {
    /// Returns the request that `verify` sends.
    ///
    /// - Parameter previous: The previous request, for a step that repeats it.
    package func request(
        _ step: Int, scope: Scope, baseURL: String, previous: HTTPRequest? = nil
    ) throws(SubstitutionError) -> HTTPRequest {
        if self.steps[step].repeatsPrevious, let previous { return previous }
        let expected = try expectedRequest(step, scope: scope, baseURL: baseURL)
        let unknown = (expected.headers + expected.query + expected.cookies).first {
            if case .schema = $0.expectation { $0.parameter == nil } else { false }
        }
        if let unknown {
            throw SubstitutionError(
                "the contract has no credentials for the security scheme that sets “\(unknown.name)”",
                at: unknown.location,
                advice: "Add “credentials” to the security scheme, such as { \"token\": \"${env.TOKEN}\" }.")
        }
        var request = expected.example
        if let rules = expected.rules { request = try rules.filled(request, scope: scope, baseURL: baseURL) }
        if let type = self.steps[step].wrongContentType {
            request.headers.removeAll { $0.name.isFieldName("Content-Type") }
            request.headers.append(HTTPField("Content-Type", type))
        }
        if case .refusal(let refusal) = self.steps[step].answer, refusal.subject == .duplicateKey {
            request.body = Self.repeatingFirstKey(request.body)
        }
        return request
    }

    /// Returns a JSON object with its first member twice, or the unchanged body if the object is empty.
    private static func repeatingFirstKey(_ body: [UInt8]) -> [UInt8] {
        guard let first = (try? JSONDocument(parsing: body))?.root.members.first,
            let brace = body.firstIndex(of: UInt8(ascii: "{"))
        else { return body }
        let member = "\(JSON.string(first.key).compact):\(JSON(first.value).compact),"
        return Array(body[...brace]) + Array(member.utf8) + Array(body[(brace + 1)...])
    }

    /// The alternative security requirements of a step. The request contains the credentials for the first alternative.
    package func requirements(of step: Int) -> [SecurityRequirement] {
        self.steps[step].security ?? self.definition.security ?? self.steps[step].operation.security
    }

    /// If the step repeats the request of an earlier step, returns the index of the earlier step. Otherwise, returns
    /// `step`.
    package func originalStep(_ step: Int) -> Int {
        var index = step
        while index > 0, self.steps[index].repeatsPrevious { index -= 1 }
        return index
    }

    /// Returns the request that the client must send, with every `${…}` replaced by its value. The default base URL
    /// is the documented server.
    package func expectedRequest(
        _ step: Int, scope: Scope, baseURL: String? = nil
    ) throws(SubstitutionError) -> ExpectedRequest {
        let original = self.steps[originalStep(step)]
        let requirements = requirements(of: originalStep(step))
        let credentials = try Credentials(
            requirements, schemes: self.securitySchemes, scope: scope, stated: original.request)
        let location = original.request?.location ?? original.operation.request.location
        var expected = try RequestResolution(
            original.operation, original.request, scope: scope, step: originalStep(step)
        ).expected(credentials: credentials, baseURL: baseURL ?? original.operation.exampleServer, location: location)
        expected.repeatsPrevious = self.steps[step].repeatsPrevious
        if !variesRequest { expected.rules = original.request?.rules.asJudge }
        expected.example = expected.build()
        expected.example.digest = credentials.digest
        return expected
    }
}

extension Operation {
    /// The server URL in requests that Accord shows but doesn't send. It is the first documented server, or
    /// `https://example.org` if the contract documents no server.
    package var exampleServer: String { servers.first?.url ?? "https://example.org" }
}

extension Case {
    /// Returns the response or fault with which the stub replies to the request of a step.
    package func reply(_ step: Int, scope: Scope) throws(SubstitutionError) -> StubReply {
        let currentStep = self.steps[step]
        switch currentStep.answer {
        case .prepared(let response): return .answer(response)
        case .documented(let definition):
            guard let answer = try Self.answer(definition, of: currentStep.operation, scope) else {
                throw SubstitutionError(
                    "the case documents a “fault” that Accord doesn't know", at: definition.location)
            }
            return .answer(answer)
        case .refusal(let refusal):
            throw SubstitutionError("the contract documents no response for an invalid request", at: refusal.location)
        case .generated, .convention, .resource:
            throw SubstitutionError(
                "the contract documents no response for a generated request", at: currentStep.location)
        case .fault(let fault, let definition):
            var answer: HTTPResponse?
            if let definition { answer = try Self.answer(definition, of: currentStep.operation, scope) }
            return .fault(fault, fault.changed(answer))
        }
    }

    static func answer(
        _ definition: ResponseDefinition, of operation: Operation, _ scope: Scope
    ) throws(SubstitutionError) -> HTTPResponse? {
        guard case .answer(let status, let headers, let body) = definition.outcome else { return nil }
        return try ReplyBuilder(operation: operation, scope: scope).answer(status: status, headers: headers, body: body)
    }
}

extension HTTPRequest {
    /// The body as JSON, or `nil` if it isn't JSON.
    package var jsonBody: JSON? { try? JSON(JSONDocument(parsing: body).root) }
}

extension HTTPResponse {
    /// The body as JSON, or `nil` if it isn't JSON.
    package var jsonBody: JSON? { try? JSON(JSONDocument(parsing: body).root) }
}

/// The reply of a stub to a request: a response, or a fault such as a closed connection.
package enum StubReply: Sendable {
    case answer(HTTPResponse)
    /// A fault. The second value is the response that the fault damages, such as by truncation, or `nil` if the fault
    /// damages no response.
    case fault(Fault, HTTPResponse?)

    /// The response in this reply. It is `nil` for a fault without a response.
    package var response: HTTPResponse? {
        switch self {
        case .answer(let response): response
        case .fault(_, let response): response
        }
    }
}

extension Operation {
    /// Returns a request with documented examples. Required values without an example, and the body, are generated.
    package func exampleRequest() throws(SubstitutionError) -> HTTPRequest {
        let made = MadeRequest(self).values { _ in true }
        let credentials = try Credentials([], schemes: [], scope: Scope())
        var expected = try RequestResolution(self, made.definition, scope: Scope()).expected(
            credentials: credentials, baseURL: "", location: location)
        if let body = request.body, !body.isForbidden, let content = body.content.first,
            body.content.allSatisfy(\.examples.isEmpty)
        {
            let options = ExampleOptions(omits: .readOnly)
            expected.body = .value(
                BodyValue(made: { try? $0.example(options) }, from: content, location: body.location))
        }
        return expected.build()
    }

    /// Returns a response that contains only values generated from the documented schemas.
    ///
    /// - Parameters:
    ///   - mediaType: A documented media type of the body, or `nil` for the first one.
    ///   - seed: Selects among the valid values. With 0, documented examples come first.
    package func answer(
        status: Int, mediaType: MediaType? = nil, seed: UInt64 = 0
    ) throws(SubstitutionError) -> HTTPResponse {
        var builder = ReplyBuilder(operation: self, scope: Scope())
        builder.mediaType = mediaType
        builder.seed = seed
        return try builder.answer(status: status)
    }
}
