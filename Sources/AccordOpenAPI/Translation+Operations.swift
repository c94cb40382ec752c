import AccordContract
import AccordJSON

/// An operation of the document, found under its path.
struct FoundOperation {
    var id: String
    var path: String
    /// The member of `paths`.
    var pathMember: JSONMember
    /// The path item, its `$ref` followed.
    var item: JSONValue
    var method: String
    /// The member of the path item.
    var member: JSONMember

    var value: JSONValue { member.value }
}

extension Translation {
    /// The methods that a path item names, in the words of each version.
    private var methods: [String] {
        let old = ["get", "put", "post", "delete", "options", "head", "patch"]
        switch version {
        case .swagger2: return old
        case .openAPI30, .openAPI31: return old + ["trace"]
        case .openAPI32: return old + ["trace", "query"]
        }
    }

    /// Finds all operations and names them.
    func findOperations() {
        guard let paths = root["paths"] else { return }
        var found: [FoundOperation] = []
        for member in paths.members where !member.key.hasPrefix("x-") {
            guard isPath(member) else { continue }
            for operation in operations(in: member.value, path: member.key, pathMember: member) {
                found.append(operation)
            }
        }
        let named = OperationNames.named(found, self)
        for operation in named {
            operationIDs[Place(operation.value)] = operation.id
            if let text = operation.value["operationId"]?.string, operationsByDocumentID[text] == nil {
                operationsByDocumentID[text] = operation.id
            }
        }
        // An id that was made may be named too.
        for operation in named where operationsByDocumentID[operation.id] == nil {
            operationsByDocumentID[operation.id] = operation.id
        }
        operations = named.filter { options.operations?.contains($0.id) ?? true }
        if options.operations == nil, named.isEmpty, root["webhooks"] == nil,
            root["components"] == nil || version <= .openAPI30
        {
            warn(.empty, "the document has no operation: there is nothing to check", at: paths)
        }
    }

    private func isPath(_ member: JSONMember) -> Bool {
        let path = member.key
        do {
            _ = try PathTemplate(parsing: path)
            return true
        } catch {
            self.error(
                .path, "“\(path)”, \(error)", at: SourceLocation(keyOf: member),
                advice: "The operations of this path are left out.")
            return false
        }
    }

    /// The operations of a path item.
    func operations(in value: JSONValue, path: String, pathMember: JSONMember) -> [FoundOperation] {
        guard let item = resolved(value), expect(item, .object, "the path “\(path)”") else { return [] }
        checkFields(of: item, .pathItem)
        var found: [FoundOperation] = []
        for member in item.members where methods.contains(member.key) {
            guard expect(member.value, .object, "“\(member.key)” of “\(path)”") else { continue }
            found.append(
                FoundOperation(
                    id: "", path: path, pathMember: pathMember, item: item, method: member.key.uppercased(),
                    member: member))
        }
        guard version >= .openAPI32, let more = item["additionalOperations"],
            expect(more, .object, "“additionalOperations”")
        else { return found }
        for member in more.members {
            let method = member.key
            if methods.contains(method.lowercased()), method == method.uppercased() {
                error(
                    .badValue, "“\(method)” has a key of its own, “\(method.lowercased())”",
                    at: SourceLocation(keyOf: member), advice: "Move it out of “additionalOperations”.")
                continue
            }
            guard expect(member.value, .object, "“\(method)” of “\(path)”") else { continue }
            found.append(
                FoundOperation(
                    id: "", path: path, pathMember: pathMember, item: item, method: method, member: member))
        }
        return found
    }

    // MARK: Writing

    func writeOperation(_ operation: FoundOperation) {
        writer.key(operation.id, of: operation.member)
        writeOperationObject(operation)
    }

    func writeOperationObject(_ operation: FoundOperation, isCallback: Bool = false) {
        let value = operation.value
        checkFields(of: value, .operation)
        writer.beginObject(from: value)
        for key in ["summary", "description"] {
            if let text = value[key] ?? operation.item[key] { copyText(text, key) }
        }
        if let tags = value["tags"], tags.kind == .array, tags.elements.allSatisfy({ $0.kind == .string }) {
            writer.key("tags", from: tags)
            writer.copy(tags)
        }
        if let flag = value["deprecated"] { copyBool(flag, "deprecated") }
        if !isCallback {
            if value["servers"] != nil || version == .swagger2 && value["schemes"] != nil {
                writeServers(of: value)
            } else if operation.item["servers"] != nil {
                writeServers(of: operation.item)
            }
        }
        if let security = value["security"] {
            writer.key("security", from: security)
            writer.copy(security)
        }
        writeRequest(operation, isCallback: isCallback)
        writeResponses(of: operation)
        if let callbacks = value["callbacks"] { writeCallbacks(callbacks) }
        writer.endObject()
    }

    private func writeRequest(_ operation: FoundOperation, isCallback: Bool) {
        writer.key("request", of: operation.member)
        writer.beginObject(from: operation.value)
        writer.key("method", of: operation.member)
        writer.string(operation.method, ofKey: operation.member)
        let path = isCallback ? "/" : operation.path
        writer.key("path", of: operation.pathMember)
        writer.string(path, ofKey: operation.pathMember)
        let parameters = parameters(of: operation)
        writeParameters(parameters, operation, path: path)
        writeRequestBody(operation, parameters)
        writer.endObject()
    }

    func copyText(_ value: JSONValue, _ key: String) {
        guard value.kind == .string else {
            return warn(.wrongType, "“\(key)” is a string, not of type \(value.kind)", at: value)
        }
        writer.key(key, from: value)
        writer.copy(value)
    }

    func copyBool(_ value: JSONValue, _ key: String) {
        guard value.kind == .bool else {
            return warn(.wrongType, "“\(key)” is true or false, not of type \(value.kind)", at: value)
        }
        writer.key(key, from: value)
        writer.copy(value)
    }

    // MARK: Requests of the server's

    func writeWebhooks() {
        guard version >= .openAPI31, options.operations == nil, let webhooks = root["webhooks"] else { return }
        writer.key("webhooks", from: webhooks)
        writer.beginObject(from: webhooks)
        for member in webhooks.members where !member.key.hasPrefix("x-") {
            let found = operations(in: member.value, path: member.key, pathMember: member)
            for operation in found {
                let name = found.count == 1 ? member.key : "\(member.key) \(operation.method)"
                writer.key(name, of: operation.member)
                writeOperationObject(operation, isCallback: true)
            }
        }
        writer.endObject()
    }

    private func writeCallbacks(_ callbacks: JSONValue) {
        guard expect(callbacks, .object, "“callbacks”") else { return }
        writer.key("callbacks", from: callbacks)
        writer.beginObject(from: callbacks)
        for member in callbacks.members where !member.key.hasPrefix("x-") {
            guard let callback = resolved(member.value), callbacksBeingWritten.insert(Place(callback)).inserted
            else { continue }
            defer { callbacksBeingWritten.remove(Place(callback)) }
            var found: [FoundOperation] = []
            for expression in callback.members where !expression.key.hasPrefix("x-") {
                found += operations(in: expression.value, path: expression.key, pathMember: expression)
            }
            for (index, operation) in found.enumerated() {
                let name = index == 0 ? member.key : "\(member.key) \(index + 1)"
                writer.key(name, of: operation.member)
                writer.beginObject(from: operation.value)
                writer.key("expression", of: operation.pathMember)
                writer.string(operation.path, ofKey: operation.pathMember)
                writer.key("operation", of: operation.member)
                writeOperationObject(operation, isCallback: true)
                writer.endObject()
            }
        }
        writer.endObject()
    }
}
