import AccordJSON

extension ContractReader {
    func servers(_ value: JSONValue?, _ what: String) -> [Server] {
        guard let value, expect(value, .array, what) else { return [] }
        if value.count == 0 { report(.empty, "\(what) names no server", at: value) }
        var servers: [Server] = []
        var names: [String: SourceLocation] = [:]
        for element in value.elements {
            guard let server = server(element) else { continue }
            if let name = server.name, let first = names[name] {
                report(
                    .duplicateID, "two servers are called “\(name)”", at: server.location,
                    notes: [Diagnostic.Note("first here", at: first)])
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
            report(
                .badValue, "“\(url)” isn't the URL of a server", at: place,
                advice: "Write scheme and host, “https://api.example.com/v1”, without a query.")
            return nil
        }
        return Server(
            name: name(fields, "name"), url: url, description: string(fields, "description"),
            location: SourceLocation(value))
    }

    private func variables(_ fields: ObjectFields) -> [String: String] {
        var variables: [String: String] = [:]
        for member in named(fields.layered["variables"], "“variables” in a server") {
            let what = "the variable “\(member.name)”"
            let keys = ["default", "enum", "description"]
            guard let entry = object(member.value, what, keys: keys, required: ["default"]) else { continue }
            let known = strings(entry, "enum")
            if let text = string(entry, "default"), let value = entry["default"] {
                variables[member.name] = text
                if !known.isEmpty, !known.contains(text) {
                    report(
                        .badValue, "“\(text)” isn't one of the values of \(what)", at: value,
                        advice: Suggestion.advice(for: text, in: known))
                }
            }
            let isUsed = fields["url"]?.string.map { $0.contains("{\(member.name)}") } ?? true
            if !isUsed { report(.badValue, "the URL has no place for \(what)", at: member.location) }
        }
        return variables
    }

    /// The URL with the defaults of its variables.
    private func filled(_ text: String, _ variables: [String: String], _ place: JSONValue) -> String? {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{") {
            result += rest[..<open]
            guard let close = rest[open...].firstIndex(of: "}") else { break }
            let name = String(rest[rest.index(after: open)..<close])
            guard let value = variables[name] else {
                report(
                    .badValue, "“{\(name)}” in the URL has no entry under “variables”", at: place,
                    advice: Suggestion.advice(for: name, in: variables.keys.sorted()))
                return nil
            }
            result += value
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }

    private static func isAbsolute(_ url: String) -> Bool {
        let lower = url.lowercased()
        let schemes = ["https://", "http://"]
        guard let scheme = schemes.first(where: { lower.hasPrefix($0) }) else { return false }
        let rest = url.dropFirst(scheme.count)
        let isPlain = !rest.contains("?") && !rest.contains("#") && !rest.contains(" ")
        return isPlain && !rest.isEmpty && rest.first != "/"
    }
}
