// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension PactTranslation {
    func addCase(_ name: String, _ interaction: PactFile.Interaction, _ group: Group) {
        let value = interaction.value
        writer.key(name, at: value["description"] ?? value)
        writer.beginObject(at: value)
        let summary = ([interaction.description] + interaction.comments).joined(separator: "\n")
        add("summary", .string(summary), at: value["description"] ?? value)
        if let key = interaction.key { add("tags", .array([.string("pact:\(key)")]), at: value["key"] ?? value) }
        addStates(interaction.states, at: value)
        if interaction.isPending {
            add("pending", ["reason": "the pact marks this interaction as pending"], at: value["pending"] ?? value)
        }
        switch interaction.kind {
        case .http(let request, let response):
            addRequest(request, value["request"] ?? value, group.target)
            addResponse(response, value["response"] ?? value, status: response.status ?? 200)
        case .message(let message, let description, let request):
            add("appliesTo", "server", at: value)
            addQuestion(interaction, request)
            addResponse(message, description, status: 200)
        case .unsupported: break
        }
        writer.endObject()
    }

    private func addStates(_ states: [PactFile.State], at value: JSONValue) {
        guard !states.isEmpty else { return }
        writer.key("given", at: states[0].location)
        writer.beginArray(at: states[0].location)
        for state in states {
            object(at: state.location) {
                add("name", .string(state.name), at: state.location)
                if let params = state.params { copy("params", params) }
            }
        }
        writer.endArray()
    }

    private func addRequest(_ message: PactMessage, _ value: JSONValue, _ target: PactTarget) {
        object("request", at: value) {
            add("matching", "schema", at: value)
            let values = target.values(of: message.path)
            let place = value["path"] ?? value
            if !values.isEmpty {
                object("pathParameters", at: place) {
                    for (name, text) in values { add(name, .string(text.withoutTemplates), at: place) }
                }
            }
            addItems("query", message.query, at: value["query"] ?? value)
            addContents(message, value)
        }
    }

    private func addResponse(_ message: PactMessage, _ value: JSONValue, status: Int) {
        object("response", at: value) {
            add("status", .int(status), at: value["status"] ?? value)
            addContents(message, value)
        }
    }

    /// Adds the request that Pact's verifiers send to get a message from a server.
    private func addQuestion(_ interaction: PactFile.Interaction, _ request: JSONValue?) {
        let value = interaction.value
        let states = interaction.states.map { state -> JSON in
            ["name": .string(state.name.withoutTemplates), "params": state.params.map { JSON($0) } ?? [:]]
        }
        object("request", at: value) {
            object("body", at: value) {
                add("description", .string(interaction.description.withoutTemplates), at: value)
                add("providerStates", .array(states), at: value)
                if let request { copy("request", request) }
            }
        }
    }

    /// Adds the header fields, the body and the rules of a request or response.
    private func addContents(_ message: PactMessage, _ value: JSONValue) {
        addItems("headers", message.headers, at: value["headers"] ?? value)
        addBody(message, at: value)
        object("pact", at: value) {
            add("specification", .string(message.version.rawValue), at: value)
            writer.key(message.kind == .message ? "contents" : "message", at: value)
            writer.copy(value)
        }
    }

    private func addItems(_ key: String, _ items: [PactMessage.Item], at place: JSONValue) {
        guard !items.isEmpty else { return }
        object(key, at: place) {
            for item in items {
                let values = item.values.map { JSON.string($0.withoutTemplates) }
                let joined = JSON.string(item.values.joined(separator: ", ").withoutTemplates)
                add(item.name, key == "headers" ? joined : values.count == 1 ? values[0] : .array(values), at: place)
            }
        }
    }

    private func addBody(_ message: PactMessage, at place: JSONValue) {
        switch message.body {
        case .missing: break
        case .empty: add("bodyText", "", at: place["body"] ?? place)
        case .json(let value): copy("body", value)
        case .text(let text, _): add("bodyText", .string(text.withoutTemplates), at: place["body"] ?? place)
        case .bytes(let bytes, _): add("bodyBase64", .string(Base64.encode(bytes)), at: place["body"] ?? place)
        }
    }

    // MARK: Templates

    /// Copies a value as a member, and escapes `${`, because pacts have no templates.
    private func copy(_ key: String, _ value: JSONValue) {
        writer.key(key, at: value)
        guard TemplateText.isIn(value) else { return writer.copy(value) }
        var strings: [Int: String] = [:]
        for value in value.selfAndDescendants {
            if let text = value.string, text.contains("${") { strings[value.node] = text.withoutTemplates }
        }
        writer.copy(value, replacing: strings)
    }
}
