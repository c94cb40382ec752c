// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension Translation {
    /// Adds the servers of the document, a path item or an operation.
    func addServers(of owner: JSONValue) {
        guard version != .swagger2 else { return addSwaggerServers(owner) }
        guard let servers = owner["servers"], expect(servers, .array, "“servers”") else { return }
        var usable: [(url: String, variables: JSONObject, server: JSONValue)] = []
        for server in servers.elements where expect(server, .object, "a server") {
            checkFields(of: server, .server)
            if let (url, variables) = url(of: server) { usable.append((url, variables, server)) }
        }
        guard !usable.isEmpty else { return }
        var names: Set<String> = []
        writer.key("servers", at: servers)
        writer.beginArray(at: servers)
        for (url, variables, server) in usable {
            object(at: server) {
                if let name = server["name"], let text = name.string, !text.isEmpty, names.insert(text).inserted {
                    copy(name, as: "name")
                }
                add("url", .string(url), at: server["url"] ?? server)
                if !variables.isEmpty { add("variables", .object(variables), at: server["variables"] ?? server) }
                if let text = server["description"] { copyText(text, "description") }
            }
        }
        writer.endArray()
    }

    /// Returns a server's URL, and the variables in its path. Each variable in the scheme, host or port is replaced by its
    /// default value. Returns `nil` and reports the problem if the URL is invalid or unsupported.
    private func url(of server: JSONValue) -> (String, JSONObject)? {
        guard let place = server["url"], let text = place.string else {
            return reject(.missingKey, "each entry of “servers” needs “url”, a string", at: server["url"] ?? server)
        }
        var url = text
        var pattern = text
        var variables = JSONObject()
        let pieces = text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
        let path = pieces.count > 1 && pieces[1].isEmpty ? pieces.dropFirst(3).joined() : text
        for member in server["variables"]?.members.map({ $0 }) ?? [] {
            guard expect(member.value, .object, "the variable “\(member.key)”") else { return nil }
            checkFields(of: member.value, .serverVariable)
            guard let value = member.value["default"], let text = value.string ?? value.number?.lexeme else {
                return reject(
                    .missingKey, "the server variable “\(member.key)” requires the key “default” with a string",
                    at: member.value)
            }
            if let known = member.value["enum"] {
                if known.count == 0 {
                    error(.empty, "“enum” of the server variable “\(member.key)” is empty", at: known)
                } else if !known.elements.contains(where: { $0.string == value.string }) {
                    warn(
                        .badValue, "the default “\(text)” isn't in “enum” of the server variable “\(member.key)”",
                        at: value)
                }
            }
            url = url.replacing("{\(member.key)}", with: text)
            if path.contains("{\(member.key)}") {
                let known = member.value["enum"]?.elements.compactMap(\.string) ?? []
                let values = known.isEmpty ? [] : ([text] + known).distinct
                variables[member.key] = ["default": .string(text), "enum": .array(values.map { .string($0) })]
            } else {
                pattern = pattern.replacing("{\(member.key)}", with: text)
            }
        }
        if url.contains("{") {
            return reject(
                .badValue, "the server URL “\(url)” contains a variable without a value", at: place,
                advice: "Add the variable to “variables” of the server.")
        }
        if url.contains("?") || url.contains("#") {
            return reject(.badValue, "the URL of a server must have no query and no fragment", at: place)
        }
        if url.contains("://"), !url.hasPrefix("http://"), !url.hasPrefix("https://") {
            warn(.badValue, "Accord ignores the server “\(url)”: expected an HTTP URL", at: place)
            return nil
        }
        return (resolved(pattern), variables)
    }

    /// Resolves a server's URL against the URL of the document. A relative URL gets the host `localhost`, because the
    /// document may be a file without a URL.
    func resolved(_ url: String) -> String {
        let address = URLParts(root.document.file)
        let folder = ["http", "https"].contains(address.scheme) && address.host != nil ? address.path : ""
        var resolved = URLParts("http://localhost" + (folder.isEmpty ? "/" : folder))
        resolved = url.isEmpty ? URLParts("http://localhost") : resolved.resolving(url)
        while resolved.path.hasSuffix("/") { resolved.path.removeLast() }
        return resolved.description
    }

    // MARK: Security

    /// Copies security requirements. Reports scopes that no flow of an OAuth 2 scheme declares.
    func copySecurity(_ security: JSONValue) {
        let schemes = version == .swagger2 ? root["securityDefinitions"] : root["components"]?["securitySchemes"]
        for use in security.elements.flatMap({ $0.members.map { $0 } }) {
            guard let scheme = schemes?[use.key], scheme["type"]?.string == "oauth2" else { continue }
            let flows = version == .swagger2 ? [scheme] : (scheme["flows"]?.members.map(\.value) ?? [])
            let known = flows.flatMap { $0["scopes"]?.members.map(\.key) ?? [] }
            for scope in use.value.elements where scope.string.map(known.contains) == false {
                warn(
                    .undocumented, "no flow of “\(use.key)” declares the scope \(scope.text)", at: scope,
                    advice: Suggestion.advice(for: scope.string ?? "", in: known))
            }
        }
        copy(security, as: "security")
    }

    func addSecuritySchemes() {
        let schemes = version == .swagger2 ? root["securityDefinitions"] : root["components"]?["securitySchemes"]
        guard let schemes, expect(schemes, .object, "the security schemes") else { return }
        object("securitySchemes", at: schemes) {
            for (member, scheme) in objects(in: schemes, "security scheme") {
                checkFields(of: scheme, .securityScheme)
                object(member.key, at: member.keyValue, scheme) {
                    if let text = scheme["description"] { copyText(text, "description") }
                    addSchemeKind(scheme)
                }
            }
        }
    }

    private func addSchemeKind(_ scheme: JSONValue) {
        guard let place = scheme["type"] else { return }
        switch place.string {
        case "http": addHTTPScheme(scheme["scheme"]?.string ?? "", at: scheme["scheme"] ?? place)
        case "apiKey":
            add("type", .string("apiKey"), at: place)
            for key in ["name", "in"] { if let text = scheme[key] { copyText(text, key) } }
        case "oauth2": addOAuth(scheme, at: place)
        case "openIdConnect": addHTTPScheme("bearer", at: place)
        case let type? where type == "basic" || type == "mutualTLS": addHTTPScheme(type, at: place)
        default: copy(place, as: "type")
        }
    }

    private func addHTTPScheme(_ scheme: String, at place: JSONValue) {
        add("type", .string("http"), at: place)
        add("scheme", .string(scheme), at: place)
    }

    /// Adds the OAuth flow “client credentials”. Adds a bearer token if the document lacks this flow, because all other
    /// OAuth flows require a user.
    private func addOAuth(_ scheme: JSONValue, at place: JSONValue) {
        let flow =
            version == .swagger2
            ? (scheme["flow"]?.string == "application" ? scheme : nil) : scheme["flows"]?["clientCredentials"]
        // A word in capitals is a placeholder, such as “TODO”.
        guard let flow, let url = flow["tokenUrl"], let text = url.string,
            text.contains("/") || text != text.uppercased()
        else { return addHTTPScheme("bearer", at: place) }
        add("type", .string("oauth2"), at: place)
        object("flows", at: flow) {
            object("clientCredentials", at: flow) {
                copy(url, as: "tokenUrl")
                if let scopes = flow["scopes"], scopes.kind == .object { copy(scopes, as: "scopes") }
            }
        }
    }
}
