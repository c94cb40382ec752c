// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The translation of a pact into a contract. Interactions with the same method and path form an operation.
final class PactTranslation: ContractBuilder {
    private let file: PactFile
    let document: JSONDocument
    var writer = DocumentBuilder()
    /// The numbers of the JSON nodes that are schemas in the contract.
    var schemaNodes: [Int] = []

    init(_ file: PactFile, _ document: JSONDocument) {
        self.file = file
        self.document = document
    }

    /// The interactions with the same method and path, which form one operation.
    struct Group {
        var method: String
        var target: PactTarget
        var interactions: [PactFile.Interaction] = []

        /// The requests and responses of the interactions.
        var exchanges: [(request: PactMessage?, response: PactMessage)] {
            interactions.compactMap { interaction in
                switch interaction.kind {
                case .http(let request, let response): (request, response)
                case .message(let message, _, _): (nil, message)
                case .unsupported: nil
                }
            }
        }
    }

    func contract() -> TranslatedContract {
        var ids: Set<String> = []
        object(at: root) {
            add("contract", "1.0", at: root)
            add("schemaDialect", "https://json-schema.org/draft/2020-12/schema", at: root)
            add("info", ["title": .string("\(file.provider), used by \(file.consumer)"), "version": "1"], at: root)
            object("operations", at: root["interactions"] ?? root) {
                for group in groups() { addOperation(ids.insertUnused(group.target.operationID(group.method)), group) }
            }
        }
        return finished(.messages)
    }

    private func groups() -> [Group] {
        var groups: [Group] = []
        var places: [String: Int] = [:]
        for interaction in file.interactions {
            let group: Group
            switch interaction.kind {
            case .http(let request, _): group = Group(method: request.method, target: PactTarget(request))
            case .message: group = Group(method: "POST", target: .messages)
            case .unsupported: continue
            }
            let key = "\(group.method) \(group.target.shape)"
            let place = places[key] ?? groups.count
            if place == groups.count {
                places[key] = place
                groups.append(group)
            }
            groups[place].interactions.append(interaction)
        }
        return groups
    }

    // MARK: Operations

    private func addOperation(_ id: String, _ group: Group) {
        let place = group.interactions[0].value
        let described =
            group.interactions.count == 1
            ? group.interactions[0].description : "\(group.interactions.count) interactions"
        var names = PactCaseNames()
        object(id, at: place) {
            add("summary", .string(described), at: place)
            addRequest(group, at: place["request"] ?? place)
            addResponses(group, at: place["response"] ?? place)
            object("cases", at: place) {
                for interaction in group.interactions { addCase(names.name(of: interaction), interaction, group) }
            }
        }
    }

    private func addRequest(_ group: Group, at place: JSONValue) {
        let requests = group.exchanges.compactMap(\.request)
        let types = Self.mediaTypes(requests)
        object("request", at: place) {
            let path = place["path"] ?? place
            add("method", .string(group.method), at: place["method"] ?? place)
            add("path", .string(group.target.template), at: path)
            if !group.target.parameters.isEmpty {
                object("pathParameters", at: path) {
                    for name in group.target.parameters { addSchema(name, ["type": "string"], at: path) }
                }
            }
            addParameters("query", requests.flatMap(\.query).map(\.name), at: place["query"] ?? place)
            addParameters("headers", Self.fieldNames(requests), at: place["headers"] ?? place)
            if group.target.isMessages {
                addContent([.json], nil, at: place)
            } else if !types.isEmpty {
                addContent(types, Self.shape(requests), at: place["body"] ?? place)
            }
        }
    }

    private func addResponses(_ group: Group, at place: JSONValue) {
        let responses = Dictionary(grouping: group.exchanges.map(\.response)) { $0.status ?? 200 }
        object("responses", at: place) {
            for status in group.exchanges.map({ $0.response.status ?? 200 }).distinct {
                let responses = responses[status] ?? []
                object(String(status), at: place) {
                    add("description", .string("The response that \(file.consumer) expects."), at: place)
                    addParameters("headers", Self.fieldNames(responses), at: place["headers"] ?? place)
                    let types = Self.mediaTypes(responses)
                    if !types.isEmpty { addContent(types, Self.shape(responses), at: place["body"] ?? place) }
                }
            }
        }
    }

    /// Returns the shape of a JSON body. Returns `nil` for several messages, or for a body that isn't JSON. Ignores the
    /// matchers of a request, because they don't limit the requests that a server accepts.
    private static func shape(_ messages: [PactMessage]) -> PactShape? {
        guard messages.count == 1, case .json(let body) = messages[0].body else { return nil }
        return PactShape(body, messages[0].kind == .request ? [] : messages[0].rules.body)
    }

    private static func fieldNames(_ messages: [PactMessage]) -> [String] {
        messages.flatMap(\.headers).map(\.name).filter { !$0.isFieldName("Content-Type") }
    }

    private static func mediaTypes(_ messages: [PactMessage]) -> [MediaType] {
        messages.compactMap { message in
            switch message.body {
            case .missing, .empty: nil
            case .json, .text, .bytes:
                message.mediaType ?? MediaType(type: "application", subtype: "octet-stream", parameters: [])
            }
        }.distinct
    }

    /// Documents each parameter as optional. A case specifies the parameters that its interaction requires.
    private func addParameters(_ key: String, _ names: [String], at place: JSONValue) {
        var seen: Set<String> = []
        let distinct = names.filter { seen.insert(key == "headers" ? $0.lowercased() : $0).inserted }
        guard !distinct.isEmpty else { return }
        object(key, at: place) {
            for name in distinct {
                object(name, at: place) {
                    add("required", false, at: place)
                    addSchema("schema", [:], at: place)
                }
            }
        }
    }

    private func addContent(_ types: [MediaType], _ shape: PactShape?, at place: JSONValue) {
        object("body", at: place) {
            add("required", false, at: place)
            object("content", at: place) {
                for type in types {
                    object(type.description, at: place) {
                        if let shape, type.isJSON { addSchema("schema", shape.schema, at: shape.body) }
                    }
                }
            }
        }
    }

    private func addSchema(_ key: String, _ json: JSON, at place: JSONValue) {
        writer.key(key, at: place)
        addSchema(json, at: place)
    }
}

/// Creates the names of cases from the descriptions of a pact's interactions.
struct PactCaseNames {
    private var used: Set<String> = []

    mutating func name(of interaction: PactFile.Interaction) -> String {
        let plain = Self.allowed(interaction.description)
        if used.insert(plain).inserted { return plain }
        let states = interaction.states.map(\.name).joined(separator: ", ")
        let longer = states.isEmpty ? plain : Self.allowed("\(interaction.description), \(states)")
        return used.insertUnused(longer, separator: " ")
    }

    /// Returns a case name of at most 72 characters. Characters that a case name can't contain become spaces.
    private static func allowed(_ text: String) -> String {
        let words = CaseDefinition.name(for: text, replacement: " ", count: .max).split(separator: " ")
        let name = CaseDefinition.name(for: words.joined(separator: " "), replacement: " ", count: 72)
        return name.isEmpty ? "interaction" : name
    }
}
