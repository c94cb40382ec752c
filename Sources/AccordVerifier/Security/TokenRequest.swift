import AccordContract
import AccordCore
import AccordJSON

/// The request for an access token by the client's own credentials, RFC 6749 section 4.4.
package struct TokenRequest: Sendable {
    package var request: HTTPRequest
    private let scheme: SecurityScheme

    /// - Parameters:
    ///   - url: where tokens are issued, absolute.
    ///   - scopes: what is asked for; with none the server chooses.
    /// - Throws: where the credentials aren't stated, or are templates that stand for nothing.
    package init(
        _ scheme: SecurityScheme, url: String, scopes: [String], scope: Scope
    ) throws(SubstitutionError) {
        func credential(_ name: String) throws(SubstitutionError) -> String {
            guard let stated = scheme.credentials.first(where: { $0.name == name }) else {
                throw SubstitutionError(
                    "the credentials of “\(scheme.name)” have no “\(name)”", at: scheme.location,
                    advice:
                        "Give the scheme “credentials”: { \"clientId\": \"${env.ID}\", \"clientSecret\": \"${env.SECRET}\" }."
                )
            }
            let value = try scope.substitute(stated.value)
            return value.string ?? value.compact
        }
        // Section 2.3.1: both are encoded as a form's values before they are joined.
        let pair = "\(Form.encode(try credential("clientId"))):\(Form.encode(try credential("clientSecret")))"
        var items = [Form.Item("grant_type", "client_credentials")]
        if !scopes.isEmpty { items.append(Form.Item("scope", scopes.joined(separator: " "))) }
        self.scheme = scheme
        request = HTTPRequest(
            method: "POST", url: url,
            headers: [
                HTTPField("Authorization", BasicCredentials.fieldValue(pair)),
                HTTPField("Content-Type", "application/x-www-form-urlencoded"),
                HTTPField("Accept", "application/json"),
            ], body: Array(Form.serialize(items).utf8))
    }

    /// The token in the answer.
    ///
    /// - Throws: the finding of every case that needs it.
    package func token(_ completion: Completion) throws(TokenFailure) -> String {
        switch completion.outcome {
        case .failure(let failure, _): throw problem("\(failure.message) (\(failure.detail))")
        case .response(let response):
            let answer = (try? JSONDocument(parsing: response.body))?.root
            guard (200...299).contains(response.status) else {
                let code = answer?["error"]?.string.map { ": \($0)" } ?? ""
                throw problem("status \(response.status)\(code)")
            }
            guard let token = answer?["access_token"]?.string, !token.isEmpty else {
                throw problem("status \(response.status), and no “access_token” in a JSON object")
            }
            if let type = answer?["token_type"]?.string, type.lowercased() != "bearer" {
                throw problem("a token of the type “\(type)”, not “Bearer”")
            }
            return token
        }
    }

    private func problem(_ reason: String) -> TokenFailure {
        TokenFailure(
            finding: Finding(
                rule: .securityToken, blame: .server, "no access token was issued for “\(scheme.name)”",
                contract: scheme.location, actual: reason,
                advice: "Check clientId and clientSecret, and where tokens are issued: \(request.url)"))
    }
}

/// Why there is no access token.
package struct TokenFailure: Error, Sendable, Hashable {
    package var finding: Finding
}
