import AccordContract
import AccordJSON

/// The answers of stubs and the mock to OAuth 2 token requests, RFC 6749 section 5.1: cases of no operation.
package enum TokenReply {
    /// The answers of the schemes' token endpoints, by their URLs.
    package static func answers(_ schemes: [SecurityScheme]) -> [String: HTTPResponse] {
        schemes.reduce(into: [:]) { answers, scheme in
            if let url = tokenURL(of: scheme) { answers[url] = answer(scheme) }
        }
    }

    /// The answer to a request to one of the schemes' token endpoints; nil where it is another.
    ///
    /// Only the path is compared, for a server that stands in for the documented host.
    package static func answer(to request: HTTPRequest, schemes: [SecurityScheme]) -> HTTPResponse? {
        guard request.method == "POST" else { return nil }
        let path = Percent.normalized(URLParts(request.url).path)
        return schemes.first { scheme in
            tokenURL(of: scheme).map { Percent.normalized(URLParts($0).path) == path } ?? false
        }.map(answer)
    }

    private static func tokenURL(of scheme: SecurityScheme) -> String? {
        guard case .oauth2ClientCredentials(let url, _) = scheme.kind else { return nil }
        return url
    }

    private static func answer(_ scheme: SecurityScheme) -> HTTPResponse {
        let token: JSON = [
            "access_token": .string(Scope.stubToken(scheme.name)), "token_type": "Bearer", "expires_in": 3600,
        ]
        return HTTPResponse(
            status: 200,
            headers: [HTTPField("Content-Type", "application/json"), HTTPField("Cache-Control", "no-store")],
            body: JSONWriter.compactBytes(token))
    }
}
