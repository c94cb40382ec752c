// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Checks the credentials of requests to an operation.
///
/// If the contract or the environment provides credentials for a scheme, only these credentials are valid. Otherwise,
/// all credentials with the syntax of the scheme are valid, unless they have the place of known credentials.
struct CredentialCheck: Sendable {
    private struct Credential: Sendable {
        var name: String
        var place: Parameter.Place
        /// The location of the security scheme in the contract.
        var location: SourceLocation
        /// The only valid value, or `nil` if all values with the syntax of the scheme are valid.
        var value: String?
        /// Whether a value has the syntax of the scheme.
        var hasSyntax: @Sendable (String) -> Bool

        func isValid(_ sent: String) -> Bool { value.map { $0 == sent } ?? hasSyntax(sent) }

        /// Whether this credential, of which the mock knows only the syntax, admits the value of a known credential.
        func admits(_ known: Credential) -> Bool {
            guard value == nil, let other = known.value else { return false }
            return place == known.place && name.isFieldName(known.name) && hasSyntax(other)
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
            for scheme in requirement.schemes(among: schemes) {
                alternative += Self.credentials(of: scheme, requirement, environment)
                if let challenge = Self.challenge(scheme.kind), !challenges.contains(challenge) {
                    challenges.append(challenge)
                }
            }
            alternatives.append(alternative)
        }
        // Asana, for example, has two kinds of bearer tokens. If one is known, the other one admits no different token.
        let known = alternatives.joined().filter { $0.value != nil }
        let checked = alternatives.filter { !$0.contains { open in known.contains { open.admits($0) } } }
        if !checked.isEmpty { alternatives = checked }
    }

    private static func challenge(_ kind: SecurityScheme.Kind) -> String? {
        switch kind {
        case .basic: "Basic realm=\"accord\""
        case .bearer, .oauth2ClientCredentials: "Bearer"
        case .digest: "Digest realm=\"accord\", nonce=\"accord\", qop=\"auth\""
        // An API key has no registered scheme, but each 401 requires a challenge (RFC 9110, section 15.5.2).
        case .apiKey: "ApiKey realm=\"accord\""
        case .other("mutualTLS"): nil
        case .other(let name): name
        }
    }

    private static func credentials(
        of scheme: SecurityScheme, _ requirement: SecurityRequirement, _ environment: @escaping Scope.Environment
    ) -> [Credential] {
        var requirement = requirement
        requirement.uses.removeAll { $0.scheme != scheme.name }
        let known = Scope(environment: environment, namesUnsetVariables: false)
        let stated = try? Credentials([requirement], schemes: [scheme], scope: known)
        func unknown(_ hasSyntax: @escaping @Sendable (String) -> Bool) -> Credential {
            Credential(name: "Authorization", place: .header, location: scheme.location, hasSyntax: hasSyntax)
        }
        var syntax: Credential
        switch scheme.kind {
        case .basic: syntax = unknown { Self.isValid($0, .basic) }
        case .bearer, .oauth2ClientCredentials: syntax = unknown { Self.isValid($0, .other("bearer")) }
        case .apiKey: syntax = unknown { !$0.isEmpty && $0 != SecurityScheme.wrongSecret }
        case .digest:
            // The mock can check only the user name, not the hash (RFC 7616).
            let username = stated?.digest.map { "username=\(HeaderGrammar.quoted($0.username))" }
            return [
                unknown {
                    let text = AuthenticationScheme.other("digest").credentials(in: $0)
                    guard let text, text.contains("response=") else { return false }
                    return username.map { text.contains($0) } ?? true
                }
            ]
        // The mock doesn't see a client's certificate.
        case .other("mutualTLS"): return []
        case .other(let name): return [unknown { Self.isValid($0, .other(name.lowercased())) }]
        }
        guard let credentials = stated ?? (try? Credentials([requirement], schemes: [scheme], scope: Scope())) else {
            return []
        }
        func credential(_ parameter: ExpectedParameter, _ place: Parameter.Place) -> Credential {
            (syntax.name, syntax.place, syntax.location) = (parameter.name, place, parameter.location)
            syntax.value = nil
            if stated != nil, case .value(let value) = parameter.expectation { syntax.value = value.string }
            return syntax
        }
        return credentials.headers.map { credential($0, .header) } + credentials.query.map { credential($0, .query) }
            + credentials.cookies.map { credential($0, .cookie) }
    }

    /// Returns the credentials that the first alternative of `security` requires, each with the location of its security
    /// scheme, and whether a request has a value at the place.
    func expected(
        in request: HTTPRequest
    ) -> [(name: String, place: Parameter.Place, location: SourceLocation, isPresent: Bool)] {
        alternatives.first?.map { ($0.name, $0.place, $0.location, !Self.values(request, $0).isEmpty) } ?? []
    }

    /// Whether a request has the credentials of at least one alternative.
    func admits(_ request: HTTPRequest) -> Bool {
        alternatives.isEmpty
            || alternatives.contains { alternative in
                alternative.allSatisfy { Self.values(request, $0).contains(where: $0.isValid) }
            }
    }

    /// Returns the values of a request at the place of a credential.
    private static func values(_ request: HTTPRequest, _ credential: Credential) -> [String] {
        let name = credential.name
        return switch credential.place {
        case .header, .path: request.headers.filter { $0.isNamed(name) }.map(\.value)
        case .query:
            RawItem.split(URLParts(request.url).query ?? "").filter { $0.name == name }.map { Form.decode($0.value) }
        case .cookie:
            request.headers.values("Cookie").flatMap { HeaderGrammar.cookies($0) }.filter { $0.name == name }
                .map(\.value)
        }
    }

    private static func isValid(_ value: String, _ scheme: AuthenticationScheme) -> Bool {
        scheme.admits(value) && scheme.secret(in: value) != SecurityScheme.wrongSecret
    }
}
