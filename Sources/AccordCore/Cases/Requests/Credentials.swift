// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The header fields, query items and cookies that a security requirement adds to a request.
package struct Credentials {
    package private(set) var headers: [ExpectedParameter] = []
    package private(set) var query: [ExpectedParameter] = []
    package private(set) var cookies: [ExpectedParameter] = []
    /// The user name and the password with which the client responds to the server's challenge (RFC 7616).
    package private(set) var digest: DigestCredentials?

    /// Resolves the credentials of the first of the alternative requirements. If there are no requirements, or if the
    /// first requirement is `{}`, the request gets no credentials. The request `stated` needs none if it sets their
    /// header field or parameter itself.
    package init(
        _ requirements: [SecurityRequirement], schemes: [SecurityScheme], scope: Scope,
        stated: RequestDefinition? = nil
    ) throws(SubstitutionError) {
        guard let requirement = requirements.first else { return }
        for use in requirement.uses {
            guard let scheme = schemes.first(where: { $0.name == use.scheme }) else {
                throw SubstitutionError("the contract has no security scheme “\(use.scheme)”", at: requirement.location)
            }
            if stated?.names(scheme) == true { continue }
            try add(scheme, scope)
        }
    }

    private mutating func add(_ scheme: SecurityScheme, _ scope: Scope) throws(SubstitutionError) {
        switch scheme.kind {
        case .basic:
            // If the password is empty, the user name is the secret, such as an API key. Some servers ignore the password.
            let user = try Self.text("username", of: scheme, scope)
            let password = try Self.text("password", of: scheme, scope)
            let pair = user.flatMap { user in
                password.map { $0.isEmpty ? "\(scheme.sent(user)):" : "\(user):\(scheme.sent($0))" }
            }
            authorize(pair.map(BasicCredentials.fieldValue), scheme)
        case .digest:
            // Client tests and the mock need no digest credentials, because a client sends them only after a 401
            // response with a challenge.
            if scheme.credentials.isEmpty, scope.namesUnsetVariables { return }
            guard let user = try Self.text("username", of: scheme, scope),
                let password = try Self.text("password", of: scheme, scope)
            else {
                throw SubstitutionError(
                    "the contract has no credentials for the security scheme “\(scheme.name)”", at: scheme.location,
                    advice: "Add “credentials” with “username” and “password” to the security scheme.")
            }
            digest = DigestCredentials(username: user, password: password)
        case .bearer:
            authorize(try Self.token("token", of: scheme, scope).map { "Bearer \(scheme.sent($0))" }, scheme)
        case .oauth2ClientCredentials:
            if let token = scope.accessTokens[scheme.name] {
                authorize("Bearer \(token)", scheme)
            } else if scope.namesUnsetVariables {
                authorize("Bearer \(Scope.stubToken(scheme.name))", scheme)
            } else {
                throw SubstitutionError(
                    "Accord has no access token for the security scheme “\(scheme.name)”", at: scheme.location)
            }
        case .other: break
        case .apiKey(let place, let name):
            let value = try Self.token("value", of: scheme, scope).map(scheme.sent)
            let expected = Self.expected(name, value, scheme)
            switch place {
            case .query: query.append(expected)
            case .cookie: cookies.append(expected)
            case .header, .path: headers.append(expected)
            }
        }
    }

    private mutating func authorize(_ value: String?, _ scheme: SecurityScheme) {
        headers.append(Self.expected("Authorization", value, scheme))
    }

    private static func expected(_ name: String, _ value: String?, _ scheme: SecurityScheme) -> ExpectedParameter {
        ExpectedParameter(
            name: name, parameter: nil, expectation: value.map { .value(.string($0)) } ?? .schema,
            location: scheme.location)
    }

    /// Returns the token that a login request obtained. Without a login, returns the credential in the contract.
    private static func token(
        _ name: String, of scheme: SecurityScheme, _ scope: Scope
    ) throws(SubstitutionError) -> String? {
        guard scheme.hasLogin else { return try text(name, of: scheme, scope) }
        if let token = scope.accessTokens[scheme.name] { return token }
        guard scope.namesUnsetVariables else {
            throw SubstitutionError(
                "Accord has no access token for the security scheme “\(scheme.name)”", at: scheme.location)
        }
        return Scope.stubToken(scheme.name)
    }

    static func text(
        _ name: String, of scheme: SecurityScheme, _ scope: Scope
    ) throws(SubstitutionError) -> String? {
        guard let value = scheme.credentials.first(where: { $0.name == name })?.value else { return nil }
        return try scope.text(value)
    }
}

extension SecurityScheme {
    /// The minimum number of characters in a secret that Accord truncates to get a wrong secret. After the truncation,
    /// a shorter secret would be too short to mask in reports.
    package static let fewestTruncated = 8

    /// Returns the secret, or a wrong secret if the request must have wrong credentials. The wrong secret is the secret
    /// without its last character, or a fixed string if the secret is short.
    fileprivate func sent(_ secret: String) -> String {
        guard isTruncated else { return secret }
        return secret.count < Self.fewestTruncated ? "accord-wrong" : String(secret.dropLast())
    }
}

/// Creates the responses of stubs and the mock to OAuth 2 token requests (RFC 6749, section 5.1).
package enum TokenReply {
    /// Returns the responses that contain access tokens, keyed by the URL of the scheme's token endpoint.
    package static func answers(_ schemes: [SecurityScheme]) -> [String: HTTPResponse] {
        schemes.reduce(into: [:]) { answers, scheme in
            if let url = tokenURL(of: scheme) { answers[url] = answer(scheme) }
        }
    }

    /// Returns the response to a token request, or `nil` if the URL isn't a token endpoint.
    ///
    /// The comparison ignores the host, because the stub's address replaces the documented address.
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
