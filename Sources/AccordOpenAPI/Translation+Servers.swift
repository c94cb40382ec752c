import AccordContract
import AccordJSON

extension Translation {
    /// Writes the servers of the document, a path item or an operation.
    func writeServers(of owner: JSONValue) {
        guard version != .swagger2 else { return writeSwaggerServers(owner) }
        guard let servers = owner["servers"], expect(servers, .array, "“servers”") else { return }
        var written: [(url: String, server: JSONValue)] = []
        for server in servers.elements where expect(server, .object, "a server") {
            checkFields(of: server, .server)
            guard let url = url(of: server) else { continue }
            written.append((url, server))
        }
        guard !written.isEmpty else { return }
        var names: Set<String> = []
        writer.key("servers", from: servers)
        writer.beginArray(from: servers)
        for (url, server) in written {
            writer.beginObject(from: server)
            if let name = server["name"], let text = name.string, !text.isEmpty, names.insert(text).inserted {
                copyText(name, "name")
            }
            writer.key("url", from: server["url"] ?? server)
            writer.string(url, from: server["url"] ?? server)
            if let text = server["description"] { copyText(text, "description") }
            writer.endObject()
        }
        writer.endArray()
    }

    /// A server's URL with its variables' defaults; nil, and an error, where it can't be used.
    private func url(of server: JSONValue) -> String? {
        guard let place = server["url"], let text = place.string else {
            error(.missingKey, "a server needs “url”, a string", at: server["url"] ?? server)
            return nil
        }
        var url = text
        for member in server["variables"]?.members ?? JSONDocument(JSON.null).root.members {
            guard expect(member.value, .object, "the variable “\(member.key)”") else { return nil }
            checkFields(of: member.value, .serverVariable)
            guard let value = member.value["default"], let text = value.string ?? value.number?.lexeme else {
                error(.missingKey, "the variable “\(member.key)” needs “default”, a string", at: member.value)
                return nil
            }
            if let known = member.value["enum"] {
                if known.count == 0 {
                    error(.empty, "“enum” of the variable “\(member.key)” is empty", at: known)
                } else if !known.elements.contains(where: { $0.string == value.string }) {
                    warn(.badValue, "“\(text)” isn't one of the values of the variable “\(member.key)”", at: value)
                }
            }
            url = url.replacing("{\(member.key)}", with: text)
        }
        if url.contains("{") {
            error(.badValue, "“\(url)” has a variable without a value", at: place, advice: "Add it under “variables”.")
            return nil
        }
        while url.hasSuffix("/") { url.removeLast() }
        if url.contains("?") || url.contains("#") {
            error(.badValue, "the URL of a server has neither query nor fragment", at: place)
            return nil
        }
        if url.hasPrefix("http://") || url.hasPrefix("https://") { return url }
        if url.contains("://") {
            warn(.badValue, "“\(url)” is no HTTP server's URL: it is left out", at: place)
            return nil
        }
        // Relative to where the document is found, which a file doesn't say.
        return "http://localhost" + (url.isEmpty || url.hasPrefix("/") ? url : "/" + url)
    }

    // MARK: Security

    func writeSecuritySchemes() {
        let schemes = version == .swagger2 ? root["securityDefinitions"] : root["components"]?["securitySchemes"]
        guard let schemes, expect(schemes, .object, "the security schemes") else { return }
        writer.key("securitySchemes", from: schemes)
        writer.beginObject(from: schemes)
        for member in schemes.members where !member.key.hasPrefix("x-") {
            guard let scheme = resolved(member.value), expect(scheme, .object, "“\(member.key)”") else { continue }
            checkFields(of: scheme, .securityScheme)
            writer.key(member.key, of: member)
            writer.beginObject(from: scheme)
            if let text = scheme["description"] { copyText(text, "description") }
            writeSchemeKind(scheme)
            writer.endObject()
        }
        writer.endObject()
    }

    private func writeSchemeKind(_ scheme: JSONValue) {
        let type = scheme["type"]?.string ?? ""
        let place = scheme["type"] ?? scheme
        switch type {
        case "basic":
            write(type: "http", scheme: "basic", place)
        case "http":
            write(type: "http", scheme: scheme["scheme"]?.string ?? "", scheme["scheme"] ?? place)
        case "apiKey":
            writer.key("type", from: place)
            writer.string("apiKey", from: place)
            for key in ["name", "in"] {
                if let text = scheme[key] { copyText(text, key) }
            }
        case "oauth2": writeOAuth(scheme, place)
        case "openIdConnect": write(type: "http", scheme: "bearer", place)
        default: write(type: "http", scheme: type, place)
        }
    }

    private func write(type: String, scheme: String, _ place: JSONValue) {
        writer.key("type", from: place)
        writer.string(type, from: place)
        writer.key("scheme", from: place)
        writer.string(scheme, from: place)
    }

    /// Client credentials can be exchanged for a token by a program alone; of the other flows the token is sent.
    private func writeOAuth(_ scheme: JSONValue, _ place: JSONValue) {
        let isOld = version == .swagger2
        let flow =
            isOld ? (scheme["flow"]?.string == "application" ? scheme : nil) : scheme["flows"]?["clientCredentials"]
        guard let flow, let url = flow["tokenUrl"], let text = url.string, text.hasPrefix("http") else {
            return write(type: "http", scheme: "bearer", place)
        }
        writer.key("type", from: place)
        writer.string("oauth2", from: place)
        writer.key("flows", from: flow)
        writer.beginObject(from: flow)
        writer.key("clientCredentials", from: flow)
        writer.beginObject(from: flow)
        copyText(url, "tokenUrl")
        if let scopes = flow["scopes"], scopes.kind == .object {
            writer.key("scopes", from: scopes)
            writer.copy(scopes)
        }
        writer.endObject()
        writer.endObject()
    }
}
