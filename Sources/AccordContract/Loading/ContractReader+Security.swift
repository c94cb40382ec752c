// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension ContractReader {
    /// Reads the alternative security requirements in `security`, or returns `nil` if the key is missing.
    func security(_ value: JSONValue?, _ subject: String) -> [SecurityRequirement]? {
        guard let value else { return nil }
        guard expect(value, .array, subject) else { return [] }
        return value.elements.compactMap { element in
            guard expect(element, .object, "each of \(subject)") else { return nil }
            var requirement = SecurityRequirement(location: SourceLocation(element))
            for member in Layered(element).members {
                if !schemeNames.contains(member.name) {
                    report(
                        .unknownScheme, "unknown security scheme “\(member.name)”", at: member.location,
                        advice: Suggestion.advice(for: member.name, in: schemeNames)
                            ?? "Add the security scheme to “securitySchemes” in “components”.")
                    if member.value.top.document.isTranslation { continue }
                }
                let scopes = located(member.value.top, "the scopes of “\(member.name)”").map(\.value)
                let carrier = securitySchemes.first { $0.name == member.name }?.carrier
                requirement.uses.append(SecurityRequirement.Use(scheme: member.name, scopes: scopes, carrier: carrier))
            }
            return requirement
        }
    }

    private static let schemeKeys = [
        "type", "description", "name", "in", "scheme", "bearerFormat", "flows", "credentials", "renewal", "notSecret",
    ]

    func securityScheme(_ member: LayeredMember, server: String) -> SecurityScheme? {
        let subject = "the security scheme “\(member.name)”"
        guard let fields = object(member.value, subject, keys: Self.schemeKeys, required: ["type"]) else { return nil }
        noteNotSecrets(fields)
        guard let type = string(fields, "type"), let place = fields["type"] else { return nil }
        let kind: SecurityScheme.Kind?
        switch type {
        case "apiKey": kind = apiKey(fields)
        case "http": kind = http(fields)
        case "oauth2": kind = oauth2(fields, server: server)
        default:
            let types =
                ["apiKey", "http", "oauth2"] + (place.document.isTranslation ? ["openIdConnect", "mutualTLS"] : [])
            report(
                .badValue, "invalid type of a security scheme: “\(type)”", at: place,
                advice: Suggestion.advice(for: type, in: types))
            kind = nil
        }
        guard let kind else { return nil }
        if let value = fields["renewal"], value.string != "once" {
            report(.badValue, "“renewal” in \(subject): expected “once”, got \(value.text)", at: value)
        }
        return SecurityScheme(
            name: member.name, kind: kind, credentials: credentials(fields, kind),
            renewsOnce: fields["renewal"]?.string == "once", location: member.location)
    }

    private func apiKey(_ fields: ObjectFields) -> SecurityScheme.Kind? {
        reportMissing(["name", "in"], in: fields)
        let places: [Parameter.Place] = [.header, .query, .cookie]
        guard let name = name(fields, "name"), let place = choice(fields, "in", of: places) else { return nil }
        return .apiKey(place: place, name: name)
    }

    private func http(_ fields: ObjectFields) -> SecurityScheme.Kind? {
        reportMissing(["scheme"], in: fields)
        guard let scheme = string(fields, "scheme"), let place = fields["scheme"] else { return nil }
        switch scheme.lowercased() {
        case "basic": return .basic
        case "bearer": return .bearer
        case "digest": return .digest
        case _ where place.document.isTranslation || place.document.isConverted:
            report(
                .unknownKey, "unsupported security scheme “\(scheme)”: Accord sends no credentials for it", at: place,
                severity: .warning,
                advice: "Pass the credentials in a header field: accord verify --header 'Name: value'.")
            return .other(scheme)
        default:
            return reject(
                .badValue, "unsupported HTTP authentication scheme “\(scheme)”", at: place,
                advice: Suggestion.advice(for: scheme, in: ["basic", "bearer", "digest"]))
        }
    }

    /// Reads OAuth flows. OpenAPI resolves a relative URL against the URL of the server.
    private func oauth2(_ fields: ObjectFields, server: String) -> SecurityScheme.Kind? {
        reportMissing(["flows"], in: fields)
        guard let value = fields["flows"] else { return nil }
        let flows = object(value, "“flows”", keys: ["clientCredentials"], required: ["clientCredentials"])
        guard let flow = flows?["clientCredentials"] else { return nil }
        let keys = ["tokenUrl", "refreshUrl", "scopes"]
        let entry = object(flow, "“clientCredentials”", keys: keys, required: ["tokenUrl"])
        guard let entry, let url = name(entry, "tokenUrl") else { return nil }
        return .oauth2ClientCredentials(
            tokenURL: URLParts(server).resolving(url).description,
            scopes: named(entry.layered["scopes"], "“scopes”").map(\.name))
    }

    private func credentials(_ fields: ObjectFields, _ kind: SecurityScheme.Kind) -> [NamedValue] {
        guard let value = fields["credentials"] else { return [] }
        let keys = kind.credentialNames
        guard let entry = object(value, "“credentials” of \(fields.subject)", keys: keys) else { return [] }
        return keys.compactMap { key in
            guard string(entry, key) != nil, let value = entry[key] else { return nil }
            return NamedValue(name: key, value: value)
        }
    }
}

extension SecurityScheme.Kind {
    /// The keys that `credentials` must contain for this kind of scheme.
    package var credentialNames: [String] {
        switch self {
        case .apiKey: ["value"]
        case .basic, .digest: ["username", "password"]
        case .bearer: ["token"]
        case .oauth2ClientCredentials: ["clientId", "clientSecret"]
        case .other: []
        }
    }

    /// The names of the values for a client. It may get the token of OAuth 2 from its caller, as MastodonKit does.
    package var inputNames: [String] { credentialNames + (credentialNames.contains("clientId") ? ["token"] : []) }
}

extension ContractReader {
    func servers(_ value: JSONValue?, _ subject: String) -> [Server] {
        guard let value, expect(value, .array, subject) else { return [] }
        if value.count == 0 { report(.empty, "\(subject) is empty", at: value) }
        var servers: [Server] = []
        var names: [String: SourceLocation] = [:]
        for element in value.elements {
            guard let server = server(element) else { continue }
            if let name = server.name, let first = names[name] {
                report(
                    .duplicateID, "duplicate server “\(name)”", at: server.location,
                    notes: [Diagnostic.Note("first occurrence", at: first)])
            }
            if let name = server.name { names[name] = server.location }
            servers.append(server)
        }
        return servers
    }

    private func server(_ value: JSONValue) -> Server? {
        let keys = ["name", "url", "description", "variables"]
        guard let fields = object(value, "a server", keys: keys, required: ["url"]) else { return nil }
        let variables = variables(fields)
        guard let text = name(fields, "url"), let place = fields["url"] else { return nil }
        guard let url = filled(text, variables, place) else { return nil }
        guard Self.isAbsolute(url) else {
            return reject(
                .badValue, "invalid URL of a server: “\(url)”", at: place,
                advice: "Write an http or https URL without query or fragment: “https://api.example.com/v1”.")
        }
        return Server(
            name: name(fields, "name"), url: url, basePaths: Self.basePaths(text, variables),
            description: string(fields, "description"), location: SourceLocation(value))
    }

    /// A variable in the URL of a server. If `known` is empty, it may have any value.
    private typealias ServerVariable = (name: String, standard: String, known: [String])

    /// Returns the paths of a server's URL with the values of its variables. The first path has the defaults.
    private static func basePaths(_ text: String, _ variables: [ServerVariable]) -> [String] {
        variables.reduce([URLParts(text).path]) { paths, variable in
            let values = [variable.standard] + (variable.known.isEmpty ? [PathTemplate.anySegment] : variable.known)
            let filled = paths.flatMap { path in values.map { path.replacing("{\(variable.name)}", with: $0) } }
            return Array(filled.distinct.prefix(mostBasePaths))
        }
    }

    /// The maximum number of paths that Accord reads from the variables of a URL.
    private static let mostBasePaths = 100

    private func variables(_ fields: ObjectFields) -> [ServerVariable] {
        var variables: [ServerVariable] = []
        for member in named(fields.layered["variables"], "“variables” in a server") {
            let subject = "the variable “\(member.name)”"
            let keys = ["default", "enum", "description"]
            guard let entry = object(member.value, subject, keys: keys, required: ["default"]) else { continue }
            let known = strings(entry, "enum")
            if let text = string(entry, "default"), let value = entry["default"] {
                variables.append((member.name, text, known))
                if !known.isEmpty, !known.contains(text) {
                    report(
                        .badValue, "the default “\(text)” isn't in “enum” of \(subject)", at: value,
                        advice: Suggestion.advice(for: text, in: known))
                }
            }
            let isUsed = fields["url"]?.string.map { $0.contains("{\(member.name)}") } ?? true
            if !isUsed { report(.badValue, "the server's URL doesn't contain \(subject)", at: member.location) }
        }
        return variables
    }

    /// Returns the URL with its variables replaced by their defaults.
    private func filled(_ text: String, _ variables: [ServerVariable], _ place: JSONValue) -> String? {
        let url = variables.reduce(text) { $0.replacing("{\($1.name)}", with: $1.standard) }
        guard let open = url.firstIndex(of: "{"), let close = url[open...].firstIndex(of: "}") else { return url }
        let name = String(url[url.index(after: open)..<close])
        return reject(
            .badValue, "the URL contains the variable “{\(name)}”, which “variables” doesn't define", at: place,
            advice: Suggestion.advice(for: name, in: variables.map { $0.name }))
    }

    private static func isAbsolute(_ url: String) -> Bool {
        let lower = url.lowercased()
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: { lower.hasPrefix($0) }) else { return false }
        let address = url.dropFirst(scheme.count)
        let isPlain = !address.contains("?") && !address.contains("#") && !address.contains(" ")
        return isPlain && !address.isEmpty && address.first != "/"
    }
}
