// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The translation of a pact into a contract. Interactions with the same method and path form an operation.
struct PactTranslation {
    private let file: PactFile
    private let document: JSONDocument
    var writer = DocumentBuilder()
    /// The numbers of the JSON nodes that are schemas in the contract.
    var schemaNodes: [Int] = []

    init(_ file: PactFile, _ document: JSONDocument) {
        self.file = file
        self.document = document
    }

    private var root: JSONValue { document.root }

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

    mutating func contract() -> TranslatedContract {
        writer.beginObject(at: root)
        add("contract", "1.0", at: root)
        add("schemaDialect", "https://json-schema.org/draft/2020-12/schema", at: root)
        add(
            "info", ["title": .string("\(file.provider), used by \(file.consumer)"), "version": .string("1")], at: root)
        writer.key("operations", at: root["interactions"] ?? root)
        writer.beginObject(at: root["interactions"] ?? root)
        var ids: Set<String> = []
        for group in groups() {
            var id = group.target.operationID(group.method)
            var number = 2
            while !ids.insert(id).inserted {
                id = "\(group.target.operationID(group.method))\(number)"
                number += 1
            }
            addOperation(id, group)
        }
        writer.endObject()
        writer.endObject()
        let built = writer.document(file: document.file)
        return TranslatedContract(
            document: built, schemas: schemaNodes.map { JSONValue(document: built, node: $0) }, origin: .messages)
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

    private mutating func addOperation(_ id: String, _ group: Group) {
        let place = group.interactions[0].value
        writer.key(id, at: place)
        writer.beginObject(at: place)
        let described =
            group.interactions.count == 1
            ? group.interactions[0].description : "\(group.interactions.count) interactions"
        add("summary", .string(described), at: place)
        addRequest(group, at: place["request"] ?? place)
        addResponses(group, at: place["response"] ?? place)
        writer.key("cases", at: place)
        writer.beginObject(at: place)
        var names = PactCaseNames()
        for interaction in group.interactions { addCase(names.name(of: interaction), interaction, group) }
        writer.endObject()
        writer.endObject()
    }

    private mutating func addRequest(_ group: Group, at place: JSONValue) {
        writer.key("request", at: place)
        writer.beginObject(at: place)
        add("method", .string(group.method), at: place["method"] ?? place)
        add("path", .string(group.target.template), at: place["path"] ?? place)
        if !group.target.parameters.isEmpty {
            writer.key("pathParameters", at: place["path"] ?? place)
            writer.beginObject(at: place["path"] ?? place)
            for name in group.target.parameters {
                writer.key(name, at: place["path"] ?? place)
                addSchema(["type": "string"], at: place["path"] ?? place)
            }
            writer.endObject()
        }
        let requests = group.exchanges.compactMap(\.request)
        addParameters("query", requests.flatMap(\.query).map(\.name), at: place["query"] ?? place)
        addParameters("headers", Self.fieldNames(requests), at: place["headers"] ?? place)
        let types = Self.mediaTypes(requests)
        if group.target.isMessages {
            addContent([.json], nil, at: place)
        } else if !types.isEmpty {
            addContent(types, Self.shape(requests), at: place["body"] ?? place)
        }
        writer.endObject()
    }

    private mutating func addResponses(_ group: Group, at place: JSONValue) {
        writer.key("responses", at: place)
        writer.beginObject(at: place)
        var byStatus: [(status: Int, responses: [PactMessage])] = []
        for response in group.exchanges.map(\.response) {
            let status = response.status ?? 200
            if let index = byStatus.firstIndex(where: { $0.status == status }) {
                byStatus[index].responses.append(response)
            } else {
                byStatus.append((status, [response]))
            }
        }
        for (status, responses) in byStatus {
            writer.key(String(status), at: place)
            writer.beginObject(at: place)
            add("description", .string("The response that \(file.consumer) expects."), at: place)
            addParameters("headers", Self.fieldNames(responses), at: place["headers"] ?? place)
            let types = Self.mediaTypes(responses)
            if !types.isEmpty { addContent(types, Self.shape(responses), at: place["body"] ?? place) }
            writer.endObject()
        }
        writer.endObject()
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
        var types: [MediaType] = []
        for message in messages {
            switch message.body {
            case .missing, .empty: continue
            case .json, .text, .bytes:
                let type = message.mediaType ?? MediaType(type: "application", subtype: "octet-stream", parameters: [])
                if !types.contains(type) { types.append(type) }
            }
        }
        return types
    }

    /// Documents each parameter as optional. A case specifies the parameters that its interaction requires.
    private mutating func addParameters(_ key: String, _ names: [String], at place: JSONValue) {
        var seen: Set<String> = []
        let distinct = names.filter { seen.insert(key == "headers" ? $0.lowercased() : $0).inserted }
        guard !distinct.isEmpty else { return }
        writer.key(key, at: place)
        writer.beginObject(at: place)
        for name in distinct {
            writer.key(name, at: place)
            writer.beginObject(at: place)
            add("required", false, at: place)
            writer.key("schema", at: place)
            addSchema([:], at: place)
            writer.endObject()
        }
        writer.endObject()
    }

    private mutating func addContent(_ types: [MediaType], _ shape: PactShape?, at place: JSONValue) {
        writer.key("body", at: place)
        writer.beginObject(at: place)
        add("required", false, at: place)
        writer.key("content", at: place)
        writer.beginObject(at: place)
        for type in types {
            writer.key(type.description, at: place)
            writer.beginObject(at: place)
            if let shape, type.isJSON {
                writer.key("schema", at: shape.body)
                addSchema(shape.schema, at: shape.body)
            }
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
    }

    // MARK: Values

    mutating func add(_ key: String, _ json: JSON, at place: JSONValue) {
        writer.key(key, at: place)
        writer.value(json, at: place)
    }

    private mutating func addSchema(_ json: JSON, at place: JSONValue) {
        schemaNodes.append(writer.nodeCount)
        writer.value(json, at: place)
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
        if used.insert(longer).inserted { return longer }
        var number = 2
        while !used.insert("\(longer.prefix(72)) \(number)").inserted { number += 1 }
        return "\(longer.prefix(72)) \(number)"
    }

    /// Returns a case name of at most 72 characters. Characters that a case name can't contain become spaces.
    private static func allowed(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            let isKept =
                scalar.isASCII
                && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                    || " -_.,+()'".unicodeScalars.contains(scalar))
            let kept: Unicode.Scalar = isKept ? scalar : " "
            if kept == " ", result.isEmpty || result.last == " " { continue }
            result.append(kept)
        }
        func isWord(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) }
        var name = String(String.UnicodeScalarView(result.drop { !isWord($0) }.prefix(72)))
        while let last = name.unicodeScalars.last, !isWord(last), last != ")", last != "'" {
            name.unicodeScalars.removeLast()
        }
        return name.isEmpty ? "interaction" : name
    }
}
