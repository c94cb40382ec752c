import AccordJSON

extension ContractReader {
    /// Alternatives of schemes; nil where nothing is said.
    func security(_ value: JSONValue?, _ what: String) -> [SecurityRequirement]? {
        guard let value else { return nil }
        guard expect(value, .array, what) else { return [] }
        return value.elements.compactMap { element in
            guard expect(element, .object, "each of \(what)") else { return nil }
            var requirement = SecurityRequirement(location: SourceLocation(element))
            for member in Layered(element).members {
                if !components.securitySchemes.contains(member.name) {
                    report(
                        .unknownScheme, "no security scheme is called “\(member.name)”", at: member.location,
                        advice: Suggestion.advice(for: member.name, in: components.securitySchemes)
                            ?? "Describe it under “components”, “securitySchemes”.")
                    if member.value.top.document.isTranslation { continue }
                }
                let scopes = located(member.value.top, "the scopes of “\(member.name)”").map(\.value)
                requirement.uses.append(SecurityRequirement.Use(scheme: member.name, scopes: scopes))
            }
            return requirement
        }
    }

    private static let schemeKeys = [
        "type", "description", "name", "in", "scheme", "bearerFormat", "flows", "credentials", "notSecret",
    ]

    func securityScheme(_ member: LayeredMember) -> SecurityScheme? {
        let what = "the security scheme “\(member.name)”"
        guard let fields = object(member.value, what, keys: Self.schemeKeys, required: ["type"]) else { return nil }
        noteNotSecrets(fields)
        guard let type = string(fields, "type"), let place = fields["type"] else { return nil }
        let kind: SecurityScheme.Kind?
        switch type {
        case "apiKey": kind = apiKey(fields)
        case "http": kind = http(fields)
        case "oauth2": kind = oauth2(fields)
        default:
            report(
                .badValue, "“\(type)” isn't a type of security scheme", at: place,
                advice: Suggestion.advice(for: type, in: ["apiKey", "http", "oauth2"]))
            kind = nil
        }
        guard let kind else { return nil }
        return SecurityScheme(
            name: member.name, kind: kind, credentials: credentials(fields, kind), location: member.location)
    }

    private func apiKey(_ fields: ObjectFields) -> SecurityScheme.Kind? {
        for key in ["name", "in"] where fields[key] == nil {
            report(.missingKey, "\(fields.what) needs “\(key)”", at: fields.location)
        }
        let places: [Parameter.Place] = [.header, .query, .cookie]
        guard let name = name(fields, "name"), let place = choice(fields, "in", of: places) else { return nil }
        return .apiKey(place: place, name: name)
    }

    private func http(_ fields: ObjectFields) -> SecurityScheme.Kind? {
        guard fields["scheme"] != nil else {
            report(.missingKey, "\(fields.what) needs “scheme”", at: fields.location)
            return nil
        }
        guard let scheme = string(fields, "scheme"), let place = fields["scheme"] else { return nil }
        switch scheme.lowercased() {
        case "basic": return .basic
        case "bearer": return .bearer
        case "digest": return .digest
        case _ where place.document.isTranslation:
            report(
                .unknownKey, "the security scheme “\(scheme)” is not supported yet: nothing is sent for it", at: place,
                severity: .warning, advice: "Send what it needs as a header.")
            return .other(scheme)
        default:
            report(
                .badValue, "“\(scheme)” isn't a scheme that can be sent", at: place,
                advice: Suggestion.advice(for: scheme, in: ["basic", "bearer", "digest"]))
            return nil
        }
    }

    private func oauth2(_ fields: ObjectFields) -> SecurityScheme.Kind? {
        guard let value = fields["flows"] else {
            report(.missingKey, "\(fields.what) needs “flows”", at: fields.location)
            return nil
        }
        let flows = object(value, "“flows”", keys: ["clientCredentials"], required: ["clientCredentials"])
        guard let flow = flows?["clientCredentials"] else { return nil }
        let keys = ["tokenUrl", "refreshUrl", "scopes"]
        let entry = object(flow, "“clientCredentials”", keys: keys, required: ["tokenUrl"])
        guard let entry, let url = name(entry, "tokenUrl") else { return nil }
        return .oauth2ClientCredentials(
            tokenURL: url, scopes: named(entry.layered["scopes"], "“scopes”").map(\.name))
    }

    private func credentials(_ fields: ObjectFields, _ kind: SecurityScheme.Kind) -> [NamedValue] {
        guard let value = fields["credentials"] else { return [] }
        let keys = kind.credentialNames
        guard let entry = object(value, "“credentials” of \(fields.what)", keys: keys) else { return [] }
        return keys.compactMap { key in
            guard string(entry, key) != nil, let value = entry[key] else { return nil }
            return NamedValue(name: key, value: value)
        }
    }
}

extension SecurityScheme.Kind {
    /// The keys of `credentials`.
    package var credentialNames: [String] {
        switch self {
        case .apiKey: ["value"]
        case .basic, .digest: ["username", "password"]
        case .bearer: ["token"]
        case .oauth2ClientCredentials: ["clientId", "clientSecret"]
        case .other: []
        }
    }
}
