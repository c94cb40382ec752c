import AccordContract
import AccordJSON

extension CaseStep {
    /// What a request that is to be refused has in place of its body's media type.
    fileprivate var wrongContentType: String? {
        switch answer {
        case .refusal(let refusal): refusal.contentType
        case .generated(let generated): generated.refusal?.contentType
        case .documented, .prepared, .fault, .convention: nil
        }
    }
}

extension Case {
    /// What the client must ask, templates filled in.
    package func expectedRequest(_ step: Int, scope: Scope) throws(SubstitutionError) -> ExpectedRequest {
        try expectedRequest(step, scope: scope, baseURL: steps[originalStep(step)].operation.exampleServer)
    }

    /// What `verify` sends. `previous` is what it sent before, for a step that repeats it.
    package func request(
        _ step: Int, scope: Scope, baseURL: String, previous: HTTPRequest? = nil
    ) throws(SubstitutionError) -> HTTPRequest {
        if steps[step].repeatsPrevious, let previous { return previous }
        let expected = try expectedRequest(step, scope: scope, baseURL: baseURL)
        let unknown = (expected.headers + expected.query + expected.cookies).first {
            if case .schema = $0.expectation { $0.parameter == nil } else { false }
        }
        if let unknown {
            throw SubstitutionError(
                "the credentials for “\(unknown.name)” aren't stated", at: unknown.location,
                advice: "Give the scheme “credentials”, such as { \"token\": \"${env.TOKEN}\" }.")
        }
        var request = expected.example
        if let type = steps[step].wrongContentType {
            request.headers.removeAll { $0.name.isFieldName("Content-Type") }
            request.headers.append(HTTPField("Content-Type", type))
        }
        return request
    }

    /// The alternatives of which a step's request satisfies the first.
    package func requirements(of step: Int) -> [SecurityRequirement] {
        steps[step].security ?? definition.security ?? steps[step].operation.security
    }

    /// The step whose request a step sends: an earlier one, where it repeats it.
    private func originalStep(_ step: Int) -> Int {
        var index = step
        while index > 0, steps[index].repeatsPrevious { index -= 1 }
        return index
    }

    private func expectedRequest(
        _ step: Int, scope: Scope, baseURL: String
    ) throws(SubstitutionError) -> ExpectedRequest {
        let original = steps[originalStep(step)]
        let requirements = requirements(of: originalStep(step))
        let credentials = try Credentials(requirements, schemes: securitySchemes, scope: scope)
        let location = original.request?.location ?? original.operation.request.location
        var expected = try RequestResolution(
            original.operation, original.request, scope: scope, step: originalStep(step)
        )
        .expected(credentials: credentials, baseURL: baseURL, location: location)
        expected.repeatsPrevious = steps[step].repeatsPrevious
        expected.example = RequestBuilder(expected).build()
        expected.example.digest = credentials.digest
        return expected
    }
}

extension Operation {
    /// The server of requests that are shown and not sent: the first documented one.
    package var exampleServer: String { servers.first?.url ?? "https://example.org" }
}
