import AccordCases
import AccordContract
import AccordHTTP
import AccordJSON

/// The mock's own answer to an OAuth 2 token request, RFC 6749 section 4.4: no case of any operation, and not judged.
enum TokenReply {
    /// The answer, if the request goes to the token endpoint of one of the schemes; nil: it is something else.
    ///
    /// Only the path is compared, as the mock stands in for the host.
    static func answer(to request: HTTPRequest, schemes: [SecurityScheme]) -> HTTPResponse? {
        guard request.method == "POST" else { return nil }
        let path = URLParts(request.url).path
        for scheme in schemes {
            guard case .oauth2ClientCredentials(let tokenURL, _) = scheme.kind else { continue }
            guard Percent.normalized(URLParts(tokenURL).path) == Percent.normalized(path) else { continue }
            let token: JSON = [
                "access_token": .string(Scope.stubToken(scheme.name)), "token_type": "Bearer", "expires_in": 3600,
            ]
            return HTTPResponse(
                status: 200,
                headers: [HTTPField("Content-Type", "application/json"), HTTPField("Cache-Control", "no-store")],
                body: JSONWriter.compactBytes(token))
        }
        return nil
    }
}
