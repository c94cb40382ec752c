// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Checks the credentials of requests to an operation.
///
/// If the contract or the environment provides credentials for a scheme, only these credentials are valid. Otherwise,
/// all credentials with the syntax of the scheme are valid, unless they have the place of known credentials.
struct CredentialCheck: Sendable {
    private struct Credential: Sendable {
        enum Form: Sendable {
            case exact(String)
            case key
            case http(AuthenticationScheme)
            /// Digest credentials (RFC 7616). The mock can check only the user name, not the hash. If the user name is
            /// `nil`, the mock accepts any user name.
            case digest(username: String?)
        }

        var name: String
        var place: Parameter.Place
        /// The location of the security scheme in the contract.
        var location: SourceLocation
        var form: Form

        /// Whether this credential, of which the mock knows only the syntax, admits the value of a known credential.
        func admits(_ known: Credential) -> Bool {
            guard case .exact(let value) = known.form, place == known.place, name.isFieldName(known.name) else {
                return false
            }
            if case .exact = form { return false }
            return CredentialCheck.isValid(value, form)
        }
    }

    /// The alternatives of `security` in the contract. A request must have all credentials of at least one alternative.
    private var alternatives: [[Credential]] = []
    /// The challenges that a 401 sends in `WWW-Authenticate`, one for each scheme (RFC 9110 section 11.6.1).
    private(set) var challenges: [String] = []

    init(
        _ requirements: [SecurityRequirement], _ schemes: [SecurityScheme],
        _ environment: @escaping Scope.Environment
    ) {
        for requirement in requirements {
            var alternative: [Credential] = []
            for use in requirement.uses {
                guard let scheme = schemes.first(where: { $0.name == use.scheme }) else { continue }
                var single = requirement
                single.uses = [use]
                alternative += Self.credentials(of: scheme, single, schemes, environment)
                if let challenge = Self.challenge(scheme.kind), !challenges.contains(challenge) {
                    challenges.append(challenge)
                }
            }
            alternatives.append(alternative)
        }
        // Asana, for example, has two kinds of bearer tokens. If one is known, the other one admits no different token.
        let known = alternatives.joined().filter { if case .exact = $0.form { true } else { false } }
        let checked = alternatives.filter { !$0.contains { open in known.contains { open.admits($0) } } }
        if !checked.isEmpty { alternatives = checked }
    }

    private static func challenge(_ kind: SecurityScheme.Kind) -> String? {
        switch kind {
        case .basic: "Basic realm=\"accord\""
        case .bearer, .oauth2ClientCredentials: "Bearer"
        case .digest: "Digest realm=\"accord\", nonce=\"accord\", qop=\"auth\""
        case .apiKey, .other: nil
        }
    }

    private static func credentials(
        of scheme: SecurityScheme, _ requirement: SecurityRequirement, _ schemes: [SecurityScheme],
        _ environment: @escaping Scope.Environment
    ) -> [Credential] {
        var form: Credential.Form
        switch scheme.kind {
        case .basic: form = .http(.basic)
        case .bearer, .oauth2ClientCredentials: form = .http(.other("bearer"))
        case .apiKey: form = .key
        case .digest: form = .digest(username: nil)
        // The mock doesn't see a client's certificate.
        case .other("mutualTLS"): return []
        case .other(let name):
            form = .http(.other(name.lowercased()))
            return [Credential(name: "Authorization", place: .header, location: scheme.location, form: form)]
        }
        let known = Scope(environment: environment, namesUnsetVariables: false)
        let stated = try? Credentials([requirement], schemes: schemes, scope: known)
        if case .digest = form {
            form = .digest(username: stated?.digest?.username)
            return [Credential(name: "Authorization", place: .header, location: scheme.location, form: form)]
        }
        guard let credentials = stated ?? (try? Credentials([requirement], schemes: schemes, scope: Scope())) else {
            return []
        }
        func credential(_ parameter: ExpectedParameter, _ place: Parameter.Place) -> Credential {
            var exact: Credential.Form?
            if stated != nil, case .value(let value) = parameter.expectation { exact = value.string.map { .exact($0) } }
            return Credential(name: parameter.name, place: place, location: parameter.location, form: exact ?? form)
        }
        return credentials.headers.map { credential($0, .header) } + credentials.query.map { credential($0, .query) }
            + credentials.cookies.map { credential($0, .cookie) }
    }

    /// The names of the header fields and parameters that the first alternative of `security` requires. Each name has
    /// the location of its security scheme.
    var expected: [(name: String, location: SourceLocation)] {
        alternatives.first?.map { ($0.name, $0.location) } ?? []
    }

    /// Whether a request has the credentials of at least one alternative.
    func admits(_ request: HTTPRequest) -> Bool {
        alternatives.isEmpty || alternatives.contains { $0.allSatisfy { Self.has(request, $0) } }
    }

    private static func has(_ request: HTTPRequest, _ credential: Credential) -> Bool {
        let name = credential.name
        switch credential.place {
        case .header, .path: return request.headers.contains { $0.isNamed(name) && isValid($0.value, credential.form) }
        case .query:
            return RawItem.split(URLParts(request.url).query ?? "").contains {
                $0.name == name && isValid(Form.decode($0.value), credential.form)
            }
        case .cookie:
            return request.headers.values("Cookie").flatMap { CookieHeader.items($0) }.contains {
                $0.name == name && isValid($0.value, credential.form)
            }
        }
    }

    private static func isValid(_ value: String, _ form: Credential.Form) -> Bool {
        switch form {
        case .exact(let expected): return value == expected
        case .key: return !value.isEmpty && value != SecurityScheme.wrongSecret
        case .http(let scheme): return scheme.admits(value) && scheme.secret(in: value) != SecurityScheme.wrongSecret
        case .digest(let username):
            let text = AuthenticationScheme.other("digest").credentials(in: value)
            guard let text, text.contains("response=") else { return false }
            return username.map { text.contains("username=\(HeaderGrammar.quoted($0))") } ?? true
        }
    }
}
