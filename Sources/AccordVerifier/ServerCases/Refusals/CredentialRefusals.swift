// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Derives requests without credentials, with wrong credentials, and with truncated credentials.
struct CredentialRefusals {
    private(set) var all: [RefusedRequest] = []
    private let schemes: [SecurityScheme]

    init(_ base: Case, _ requirement: SecurityRequirement) {
        var bare = base.lastDefinition
        schemes = requirement.uses.compactMap { use in base.securitySchemes.first { $0.name == use.scheme } }
        for scheme in schemes { Self.set(nil, of: scheme, in: &bare) }
        func refusal(_ reason: String, _ names: String, _ location: SourceLocation) -> Refusal {
            Refusal(
                reason: reason, location: location, at: .init(.credentials, names), statuses: [], subject: .credentials)
        }
        let names = schemes.map(\.name).joined(separator: " and ")
        all.append(
            RefusedRequest(
                entry: "missing-credentials",
                refusal: refusal("the credentials are missing", names, requirement.location),
                request: bare, isWithoutCredentials: true))
        for scheme in schemes {
            let name = scheme.name
            var wrong = base.lastDefinition
            Self.set(SecurityScheme.wrongSecret, of: scheme, in: &wrong)
            all.append(
                RefusedRequest(
                    entry: "wrong-credentials", place: name,
                    refusal: refusal("the credentials of “\(name)” are wrong", name, scheme.location), request: wrong))
            guard scheme.isTruncatable, !base.lastDefinition.names(scheme) else { continue }
            let reason = "the last character of the credentials of “\(name)” is missing"
            all.append(
                RefusedRequest(
                    entry: "truncated-credentials", place: name, refusal: refusal(reason, name, scheme.location),
                    request: base.lastDefinition, truncatedScheme: name))
        }
    }

    /// Returns the documented 4xx status codes for requests without credentials, or with credentials that the case
    /// itself specifies.
    func documentedStatuses(_ cases: [Case]) -> [Int] {
        cases.filter { testCase in
            guard testCase.appliesTo != .client, testCase.steps.count == 1 else { return false }
            if testCase.definition.security.map({ $0.allSatisfy(\.uses.isEmpty) }) == true { return true }
            return schemes.contains { testCase.steps[0].request?.names($0) == true }
        }.compactMap(\.last.documented?.status).filter((400...499).contains)
    }

    /// Sets the credentials of a security scheme in a request. If `text` is `nil`, removes the credentials.
    private static func set(_ text: String?, of scheme: SecurityScheme, in request: inout RequestDefinition) {
        guard let (place, name) = scheme.carrier else { return }
        request.remove(name, in: place)
        guard let text else { return }
        let value =
            switch scheme.kind {
            case .basic: BasicCredentials.fieldValue("\(text):\(text)")
            case .digest: "Digest username=\"\(text)\", realm=\"\(text)\", nonce=\"0\", uri=\"/\", response=\"\(text)\""
            case .bearer, .oauth2ClientCredentials: "Bearer \(text)"
            case .apiKey, .other: text
            }
        request[place].append(NamedValue.made(name, .string(value), at: scheme.location))
    }
}

extension SecurityScheme {
    /// Whether Accord can truncate the scheme's secret. Accord can't truncate a secret that the requests don't contain.
    fileprivate var isTruncatable: Bool {
        switch kind {
        // Excludes tokens that the server issues, because a truncated token may be a different valid token: `t-12`
        // becomes `t-1`.
        case .basic, .bearer, .apiKey:
            !credentials.isEmpty && !credentials.contains { $0.value.string?.contains("${outputs.") ?? true }
        // Excludes these schemes, because Accord reacts to a rejection: it requests a new token, or responds to the
        // challenge.
        case .oauth2ClientCredentials, .digest, .other: false
        }
    }
}
