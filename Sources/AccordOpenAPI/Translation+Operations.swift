// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// An operation of the OpenAPI document, with its path and its path item.
struct FoundOperation {
    var id: String
    var path: String
    /// The member of `paths` that contains the operation.
    var pathMember: JSONMember
    /// The path item of the operation, preceded by the path items whose `$ref` leads to it. If several have the same
    /// field, the first one counts.
    var items: [JSONValue]
    var method: String
    /// The member of the path item whose value is the operation.
    var member: JSONMember
    /// The operation, after resolving `$ref`.
    var value: JSONValue

    /// Returns the value of a field that path items and operations have in common.
    func ofPath(_ key: String) -> JSONValue? { items.lazy.compactMap { $0[key] }.first }
}

extension Translation {
    /// The keys of a path item that are HTTP methods in this version of OpenAPI.
    private var methods: [String] {
        let old = ["get", "put", "post", "delete", "options", "head", "patch"]
        switch version {
        case .swagger2: return old
        case .openAPI30, .openAPI31: return old + ["trace"]
        case .openAPI32: return old + ["trace", "query"]
        }
    }

    /// Finds all operations and gives each a unique id.
    func findOperations() {
        guard let paths = root["paths"] else { return }
        let named = named(
            paths.members.flatMap { member in
                member.key.hasPrefix("x-") || !isPath(member)
                    ? [] : operations(in: member.value, path: member.key, pathMember: member)
            })
        for operation in named {
            operationIDs[NodeID(operation.value)] = operation.id
            if let text = operation.value["operationId"]?.string, operationsByDocumentID[text] == nil {
                operationsByDocumentID[text] = operation.id
            }
        }
        // Add the generated ids too, because a link may refer to an operation by its generated id.
        for operation in named where operationsByDocumentID[operation.id] == nil {
            operationsByDocumentID[operation.id] = operation.id
        }
        operations = named.filter { options.operations?.contains($0.id) ?? true }
    }

    private func isPath(_ member: JSONMember) -> Bool {
        let path = member.key
        do {
            _ = try PathTemplate(parsing: path)
            return true
        } catch {
            self.error(
                .path, "“\(path)”, \(error)", at: SourceLocation(keyOf: member),
                advice: "Accord ignores the operations of this path.")
            return false
        }
    }

    /// Returns the operations of a path item.
    func operations(in value: JSONValue, path: String, pathMember: JSONMember) -> [FoundOperation] {
        var items: [JSONValue] = []
        guard let target = resolved(value, passing: { items.append($0) }), expect(target, .object, "the path “\(path)”")
        else { return [] }
        items.append(target)
        for item in items { checkFields(of: item, .pathItem) }
        var found: [(member: JSONMember, method: String)] = []
        for member in items.flatMap(\.members) where methods.contains(member.key) {
            guard !found.contains(where: { $0.member.key == member.key }) else { continue }
            found.append((member, member.key.uppercased()))
        }
        if version >= .openAPI32, let more = items.lazy.compactMap({ $0["additionalOperations"] }).first,
            expect(more, .object, "“additionalOperations”")
        {
            for member in more.members {
                let method = member.key
                guard methods.contains(method.lowercased()), method == method.uppercased() else {
                    found.append((member, method))
                    continue
                }
                error(
                    .badValue, "the operation “\(method)” belongs under the key “\(method.lowercased())”",
                    at: SourceLocation(keyOf: member), advice: "Move the operation out of “additionalOperations”.")
            }
        }
        return found.compactMap { member, method in
            // Resolve a `$ref`. OpenAPI allows `$ref` only for path items, but some documents also keep operations in
            // separate files.
            guard let value = resolved(member.value), expect(value, .object, "“\(member.key)” of “\(path)”") else {
                return nil
            }
            return FoundOperation(
                id: "", path: path, pathMember: pathMember, items: items, method: method, member: member, value: value)
        }
    }

    // MARK: Building

    func buildOperation(_ operation: FoundOperation, isCallback: Bool = false) {
        let value = operation.value
        checkFields(of: value, .operation)
        object(at: value) {
            for key in ["summary", "description"] {
                if let text = value[key] ?? operation.ofPath(key) { copyText(text, key) }
            }
            if let tags = value["tags"], tags.elements.allSatisfy({ $0.kind == .string }) {
                copy(tags, as: "tags", expecting: .array)
            }
            if let flag = value["deprecated"] { copyBool(flag, "deprecated") }
            if let date = value["x-sunset"] { copy(date, as: "x-sunset") }
            if !isCallback {
                if value["servers"] != nil || version == .swagger2 && value["schemes"] != nil {
                    addServers(of: value)
                } else if let item = operation.items.first(where: { $0["servers"] != nil }) {
                    addServers(of: item)
                }
            }
            if let security = value["security"] { copySecurity(security) }
            addRequest(operation, isCallback: isCallback)
            addResponses(of: operation)
            if let callbacks = value["callbacks"] { addCallbacks(callbacks) }
        }
    }

    private func addRequest(_ operation: FoundOperation, isCallback: Bool) {
        object("request", at: operation.member.keyValue, operation.value) {
            add("method", .string(operation.method), at: operation.member.keyValue)
            let path = isCallback ? "/" : operation.path
            add("path", .string(path), at: operation.pathMember.keyValue)
            let parameters = parameters(of: operation)
            addParameters(parameters, operation, path: path)
            addRequestBody(operation, parameters)
        }
    }

    func copyText(_ value: JSONValue, _ key: String) { copy(value, as: key, expecting: .string) }
    func copyBool(_ value: JSONValue, _ key: String) { copy(value, as: key, expecting: .bool) }

    func copy(_ value: JSONValue, as key: String, expecting kind: JSONKind) {
        if expect(value, kind, "“\(key)”", .warning) { copy(value, as: key) }
    }

    // MARK: Requests that the server sends

    func addWebhooks() {
        guard version >= .openAPI31, options.operations == nil, let webhooks = root["webhooks"] else { return }
        object("webhooks", at: webhooks) {
            for member in webhooks.members where !member.key.hasPrefix("x-") {
                let webhookOperations = operations(in: member.value, path: member.key, pathMember: member)
                for operation in webhookOperations {
                    let name = webhookOperations.count == 1 ? member.key : "\(member.key) \(operation.method)"
                    writer.key(name, at: operation.member.keyValue)
                    buildOperation(operation, isCallback: true)
                }
            }
        }
    }

    private func addCallbacks(_ callbacks: JSONValue) {
        guard expect(callbacks, .object, "“callbacks”") else { return }
        object("callbacks", at: callbacks) {
            for member in callbacks.members where !member.key.hasPrefix("x-") {
                guard let callback = resolved(member.value), openCallbacks.insert(NodeID(callback)).inserted else {
                    continue
                }
                defer { openCallbacks.remove(NodeID(callback)) }
                var callbackOperations: [FoundOperation] = []
                for expression in callback.members where !expression.key.hasPrefix("x-") {
                    let isAddress = expression.key.contains("://")
                    if !isAddress, !OutputExpression.pieces(of: expression.key).contains(where: \.isExpression) {
                        warn(
                            .expression,
                            "“\(expression.key)” isn't a runtime expression, so the callback has no address",
                            at: SourceLocation(keyOf: expression), advice: "Write {$request.body#/callbackUrl}.")
                    }
                    callbackOperations += operations(in: expression.value, path: expression.key, pathMember: expression)
                }
                for (index, operation) in callbackOperations.enumerated() {
                    let name = index == 0 ? member.key : "\(member.key) \(index + 1)"
                    object(name, at: operation.member.keyValue, operation.value) {
                        add("expression", .string(operation.path), at: operation.pathMember.keyValue)
                        writer.key("operation", at: operation.member.keyValue)
                        buildOperation(operation, isCallback: true)
                    }
                }
            }
        }
    }
}

extension Translation {
    /// Returns the operations, each with a unique, stable id: the document's id as a Swift identifier, or an id generated
    /// from method and path.
    private func named(_ operations: [FoundOperation]) -> [FoundOperation] {
        var places: [String: JSONValue] = [:]
        var result = operations
        // Assign the ids in the document first, so that no generated id is the same as an id in the document.
        for index in result.indices {
            guard let value = result[index].value["operationId"], let text = value.string, !text.isEmpty else {
                continue
            }
            let id = SwiftName.operationID(text)
            if let first = places[id] {
                warn(
                    .duplicateID, "duplicate operation id “\(text)”", at: value,
                    advice: "The first operation with this id is at \(SourceLocation(first)). "
                        + "This operation gets an id from its method and path.")
            } else {
                places[id] = value
                result[index].id = id
            }
        }
        var taken = Set(places.keys)
        for index in result.indices where result[index].id.isEmpty {
            let operation = result[index]
            let id = taken.insertUnused(Self.generatedID(operation.method, operation.path))
            result[index].id = id
            if operation.value["operationId"] == nil {
                warn(
                    .missingKey,
                    "\(operation.method) \(operation.path) has no “operationId”: Accord uses the id “\(id)”",
                    at: SourceLocation(keyOf: operation.member), advice: "Add \"operationId\": \"\(id)\".")
            }
        }
        return result
    }

    /// Returns `getUsersById` for `GET /users/{id}`.
    static func generatedID(_ method: String, _ path: String) -> String {
        var words = ""
        for segment in path.split(separator: "/") {
            let pieces = segment.split { $0 == "{" || $0 == "}" }
            var isName = segment.hasPrefix("{")
            for piece in pieces {
                let word = SwiftName.capitalized(SwiftName.camelCased(String(piece)))
                words += (isName ? "By" : "") + word.drop { $0 == "_" }
                isName.toggle()
            }
        }
        return SwiftName.camelCased(method.lowercased()) + (words.isEmpty ? "Root" : words)
    }
}
