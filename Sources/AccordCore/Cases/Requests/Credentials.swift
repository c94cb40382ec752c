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
        _ requirements: [SecurityRequirement], schemes: [SecurityScheme], scope: Scope, stated: RequestDefinition? = nil
    ) throws(SubstitutionError) {
        guard let requirement = requirements.first else { return }
        for use in requirement.uses {
            guard let scheme = schemes.first(where: { $0.name == use.scheme }) else {
                throw SubstitutionError("the contract has no security scheme “\(use.scheme)”", at: requirement.location)
            }
            if stated?.names(scheme) == true { continue }
            try add(scheme, scope)
        }
        for index in headers.indices where headers[index].hasUnknownCredentials {
            let uses = requirements.flatMap(\.uses).map(\.scheme)
            let known = schemes.filter { uses.contains($0.name) }.compactMap(\.authentication)
            if !known.contains(.any) { headers[index].authentication = known }
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
            digest = DigestCredentials(username: user, password: scheme.sent(password))
        case .bearer: authorize(try Self.token("token", of: scheme, scope).map { "Bearer \(scheme.sent($0))" }, scheme)
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

    static func text(_ name: String, of scheme: SecurityScheme, _ scope: Scope) throws(SubstitutionError) -> String? {
        guard let value = scheme.credentials.first(where: { $0.name == name })?.value else { return nil }
        return try scope.text(value)
    }
}

extension ExpectedParameter {
    fileprivate var hasUnknownCredentials: Bool {
        if case .schema = expectation { name == "Authorization" } else { false }
    }
}

/// A scheme of the credentials in the field `Authorization` (RFC 9110, section 11.1).
package enum AuthenticationScheme: Hashable, Sendable {
    case basic, any
    /// Another scheme by its name in lower case, such as `bearer`.
    case other(String)

    package var name: String {
        switch self {
        case .basic: "basic"
        case .any: "any"
        case .other(let name): name
        }
    }

    /// Returns the credentials in the value of a header field, such as `abc` in `Bearer abc`. Returns `nil` if the
    /// value has a different scheme or no credentials.
    package func credentials(in value: String) -> String? {
        let parts = value.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == name else { return nil }
        let credentials = HeaderGrammar.trimmed(parts[1])
        return credentials.isEmpty ? nil : credentials
    }

    /// Returns the password of basic credentials, or the user name if the password is empty, or other credentials.
    package func secret(in value: String) -> String? {
        guard self == .basic else { return credentials(in: value) }
        let pair = credentials(in: value).flatMap(Base64.decode)?.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        return pair?.last.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether a value has this scheme and the syntax of its credentials.
    package func admits(_ value: String) -> Bool {
        let text = credentials(in: value)
        switch self {
        case .any: return true
        case .basic: return text.flatMap(Base64.decode)?.contains(UInt8(ascii: ":")) == true
        case .other(let name): return text.map { name != "bearer" || !$0.contains(" ") } ?? false
        }
    }
}

extension [SecurityRequirement] {
    /// The requirement whose credentials requests contain: the first one. It is `nil` if requests need no credentials.
    package var mandatory: SecurityRequirement? { contains(where: \.uses.isEmpty) ? nil : first }
}

extension SecurityRequirement {
    /// Returns the schemes that a request must use together.
    package func schemes(among schemes: [SecurityScheme]) -> [SecurityScheme] {
        uses.compactMap { use in schemes.first { $0.name == use.scheme } }
    }
}

extension SecurityScheme {
    /// What the field `Authorization` has, or `nil` if the credentials have a different place.
    fileprivate var authentication: AuthenticationScheme? {
        switch kind {
        case .basic: .basic
        case .bearer, .oauth2ClientCredentials: .other("bearer")
        case .apiKey(let place, let name): place == .header && name.isFieldName("Authorization") ? .any : nil
        case .digest, .other: .any
        }
    }

    /// The minimum number of characters in a secret that Accord truncates to get a wrong secret. After the truncation,
    /// a shorter secret would be too short to mask in reports.
    package static let fewestTruncated = 8

    /// The wrong secret that `verify` sends if it knows no long one. The mock never accepts it.
    package static let wrongSecret = "accord-wrong"

    /// Returns the secret, or a wrong secret if the request must have wrong credentials. The wrong secret is the secret
    /// without its last character, or a fixed string if the secret is short.
    fileprivate func sent(_ secret: String) -> String {
        guard isTruncated else { return secret }
        return secret.count < Self.fewestTruncated ? Self.wrongSecret : String(secret.dropLast())
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
