// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension ServerCases {
    /// Adds requests without credentials, with wrong credentials, and with truncated credentials. Lists the alternatives
    /// of “security” that the other requests don't use.
    mutating func addCredentials(_ base: Case) {
        let requirements = base.requirements(of: base.lastStep)
        guard let first = requirements.mandatory else { return }
        let used = first.schemes(among: base.securitySchemes)
        let names = used.map(\.name).joined(separator: " and ")
        var missing = draft(
            base, "missing-credentials", nil,
            Refusal(
                reason: "the credentials are missing", location: first.location, at: .init(.credentials, names),
                statuses: statuses(base, used), subject: .credentials))
        for scheme in used { missing.last.request?.set(nil, of: scheme) }
        missing.last.security = []
        add(missing)
        addWrong(base, first, first.schemes(among: base.securitySchemes))
        for other in requirements.dropFirst() {
            let schemes = other.schemes(among: base.securitySchemes).filter { scheme in
                !used.contains { $0.name == scheme.name }
            }
            let names = schemes.map(\.name).joined(separator: " and ")
            omit("security \(names)", "no valid request has the credentials of this alternative in “security”")
            if let missing = contract.unfilledSchemes(of: [other]).first {
                omit("\(Self.refusals).wrong-credentials:\(names)", Omission.missingCredentials(missing))
            } else if used.allSatisfy({ !base.lastDefinition.names($0) }) {
                addWrong(base, other, schemes)
            }
        }
    }

    /// Adds requests with the credentials of a requirement, of which those of one scheme are wrong or truncated.
    private mutating func addWrong(_ base: Case, _ requirement: SecurityRequirement, _ schemes: [SecurityScheme]) {
        let statuses = statuses(base, schemes)
        func draft(_ entry: String, _ scheme: SecurityScheme, _ reason: String) -> CaseDraft {
            let refusal = Refusal(
                reason: reason, location: scheme.location, at: .init(.credentials, scheme.name), statuses: statuses,
                subject: .credentials)
            var draft = self.draft(base, entry, scheme.name, refusal)
            draft.last.security = [requirement]
            return draft
        }
        for scheme in schemes {
            let name = scheme.name
            var wrong = draft("wrong-credentials", scheme, "the credentials of “\(name)” are wrong")
            if case .digest = scheme.kind {
                // Only a response to the server's challenge shows whether the server checks the password (RFC 7616).
                wrong.truncateCredentials(of: scheme)
            } else {
                wrong.last.request?.set(SecurityScheme.wrongSecret, of: scheme)
            }
            add(wrong)
            guard scheme.isTruncatable, !base.lastDefinition.names(scheme) else { continue }
            let reason = "the last character of the credentials of “\(name)” is missing"
            var truncated = draft("truncated-credentials", scheme, reason)
            truncated.truncateCredentials(of: scheme)
            add(truncated)
        }
    }

    /// Returns the documented 4xx status codes for requests without credentials, or with credentials that the case
    /// itself specifies.
    private func statuses(_ base: Case, _ schemes: [SecurityScheme]) -> Set<Int> {
        let cases = documented.cases(of: operation).filter { testCase in
            guard testCase.appliesTo != .client, testCase.steps.count == 1 else { return false }
            if testCase.definition.security.map({ $0.allSatisfy(\.uses.isEmpty) }) == true { return true }
            return schemes.contains { testCase.steps[0].request?.names($0) == true }
        }
        var statuses = Set(cases.compactMap(\.last.documented?.status).filter((400...499).contains))
        // GitHub hides private repositories with 404 (RFC 9110, section 15.5.4). The resource exists, because the request
        // with valid credentials must succeed.
        if let expected = base.last.documented, expected.matching != .documented,
            !operation.request.pathParameters.isEmpty, operation.response(for: 404)?.status == .exact(404)
        {
            statuses.insert(404)
        }
        return statuses
    }
}

extension CaseDraft {
    /// Sends the credentials of a security scheme without the last character.
    fileprivate mutating func truncateCredentials(of scheme: SecurityScheme) {
        for index in securitySchemes.indices where securitySchemes[index].name == scheme.name {
            securitySchemes[index].isTruncated = true
        }
    }
}

extension RequestDefinition {
    /// Sets the credentials of a security scheme. If `text` is `nil`, removes the credentials.
    fileprivate mutating func set(_ text: String?, of scheme: SecurityScheme) {
        guard let (place, name) = scheme.carrier else { return }
        remove(name, in: place)
        guard let text else { return }
        let value =
            switch scheme.kind {
            case .basic: BasicCredentials.fieldValue("\(text):\(text)")
            case .bearer, .oauth2ClientCredentials: "Bearer \(text)"
            case .apiKey, .digest, .other: text
            }
        self[place].append(NamedValue.made(name, .string(value), at: scheme.location))
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
        // After a rejection, Accord requests a new token. The wrong credentials of Digest are truncated already.
        case .oauth2ClientCredentials, .digest, .other: false
        }
    }
}
