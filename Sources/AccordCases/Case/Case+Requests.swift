import AccordContract
import AccordHTTP
import AccordJSON

extension Case {
    /// What the client must ask, templates filled in.
    package func expectedRequest(_ step: Int, scope: Scope) throws(SubstitutionError) -> ExpectedRequest {
        let server = steps[originalStep(step)].operation.servers.first?.url ?? "https://example.org"
        return try expectedRequest(step, scope: scope, baseURL: server)
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
        return expected.example
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
        let requirements = definition.security ?? original.operation.security
        let credentials = try Credentials(requirements, schemes: securitySchemes, scope: scope)
        let location = original.request?.location ?? original.operation.request.location
        var expected = try RequestResolution(original.operation, original.request, scope: scope)
            .expected(credentials: credentials, baseURL: baseURL, location: location)
        expected.repeatsPrevious = steps[step].repeatsPrevious
        expected.example = RequestBuilder(expected).build()
        return expected
    }
}
