import AccordContract
import AccordJSON

/// A parameter of an operation: where it is written, and what it is.
struct FoundParameter {
    /// The object in the list, perhaps only a `$ref`.
    var written: JSONValue
    var value: JSONValue
    var name: String
    /// OpenAPI's `in`.
    var place: String

    var isReference: Bool { written.document !== value.document || written.node != value.node }
}

extension Translation {
    /// The parameters of an operation, over those of its path.
    func parameters(of operation: FoundOperation) -> [FoundParameter] {
        var result = parameters(in: operation.item["parameters"])
        for own in parameters(in: operation.value["parameters"]) {
            if let index = result.firstIndex(where: { $0.name == own.name && $0.place == own.place }) {
                result[index] = own
            } else {
                result.append(own)
            }
        }
        reportQueryStrings(result)
        return result
    }

    private func parameters(in list: JSONValue?) -> [FoundParameter] {
        guard let list, expect(list, .array, "“parameters”") else { return [] }
        var result: [FoundParameter] = []
        for element in list.elements {
            guard let value = resolved(element), expect(value, .object, "a parameter") else { continue }
            guard let name = value["name"]?.string, let place = value["in"]?.string else {
                error(.missingKey, "a parameter needs “name” and “in”, both strings", at: value)
                continue
            }
            guard places.contains(place) else {
                error(
                    .badValue, "“\(place)” isn't a place of a parameter", at: value["in"] ?? value,
                    advice: Suggestion.advice(for: place, in: places))
                continue
            }
            if result.contains(where: { $0.name == name && $0.place == place }) {
                warn(.duplicateID, "the \(place) parameter “\(name)” is there twice", at: element)
                continue
            }
            result.append(FoundParameter(written: element, value: value, name: name, place: place))
        }
        return result
    }

    private var places: [String] {
        switch version {
        case .swagger2: ["path", "query", "header", "body", "formData"]
        case .openAPI30, .openAPI31: ["path", "query", "header", "cookie"]
        case .openAPI32: ["path", "query", "header", "cookie", "querystring"]
        }
    }

    private func reportQueryStrings(_ parameters: [FoundParameter]) {
        let whole = parameters.filter { $0.place == "querystring" }
        guard let first = whole.first else { return }
        if let second = whole.dropFirst().first {
            error(.badValue, "a request has only one query string", at: second.written)
        } else if let item = parameters.first(where: { $0.place == "query" }) {
            error(.badValue, "“query” and “querystring” exclude each other", at: item.written)
        } else {
            error(
                .badValue, "a parameter in “querystring” is not supported yet: the query isn't judged",
                at: first.written)
        }
    }

    /// Writes the parameters of a request, place by place.
    func writeParameters(_ parameters: [FoundParameter], _ operation: FoundOperation, path: String) {
        let template = try? PathTemplate(parsing: path)
        let names = template?.parameterNames ?? []
        for (place, key) in [
            ("path", "pathParameters"), ("query", "query"), ("header", "headers"), ("cookie", "cookies"),
        ] {
            var own = parameters.filter { $0.place == place }
            // Whoever calls back has the whole URL from an expression.
            if place == "path" { own = path == operation.path ? own.filter { isInPath($0, names) } : [] }
            if place == "header" { own = own.filter { !isControlled($0) } }
            let missing = place == "path" ? names.filter { name in !own.contains { $0.name == name } } : []
            guard !own.isEmpty || !missing.isEmpty else { continue }
            writer.key(key, of: operation.member)
            writer.beginObject(from: operation.value)
            for parameter in own { writeParameter(parameter) }
            for name in missing {
                warn(
                    .path, "“{\(name)}” in the path isn't declared under “parameters”: any text is taken for it",
                    at: SourceLocation(keyOf: operation.pathMember),
                    advice: "Add { \"name\": \"\(name)\", \"in\": \"path\", \"required\": true, … }.")
                writer.key(name, of: operation.pathMember)
                schemaNodes.append(writer.nodeCount)
                writer.value(["type": "string", "minLength": 1], from: operation.pathMember.value)
            }
            writer.endObject()
        }
    }

    private func isInPath(_ parameter: FoundParameter, _ names: [String]) -> Bool {
        if names.contains(parameter.name) { return true }
        warn(
            .path, "the path has no place for “\(parameter.name)”", at: parameter.written,
            advice: Suggestion.nearest(to: parameter.name, in: names).map { "Did you mean “\($0)”?" })
        return false
    }

    /// Three headers have words of their own in OpenAPI; a parameter with such a name means nothing. Others say how a message
    /// is framed and where it goes (RFC 9110 and 9112): whoever sends it writes them, and no value of a schema may stand there.
    private func isControlled(_ parameter: FoundParameter) -> Bool {
        switch parameter.name.lowercased() {
        case "accept", "content-type", "authorization":
            warn(
                .unknownKey, "a parameter called “\(parameter.name)” is ignored, as OpenAPI says",
                at: parameter.written,
                advice: "Media types stand under “content”, credentials under “security”.")
        case "content-length", "transfer-encoding", "host", "connection", "expect", "te", "trailer", "upgrade":
            warn(
                .unknownKey,
                "a parameter called “\(parameter.name)” is ignored: it is written by what sends the message",
                at: parameter.written, advice: "Leave it out of the document.")
        default: return false
        }
        return true
    }

    private func writeParameter(_ parameter: FoundParameter) {
        writer.key(parameter.name, from: parameter.written)
        guard parameter.isReference else { return writeParameterObject(parameter.value) }
        let wanted = Self.name(of: parameter.written["$ref"]?.string ?? parameter.name)
        writeReference(to: parameter.value, in: .parameters, wanted: wanted, from: parameter.written)
    }

    /// Writes a `$ref` to a component, which is written once.
    func writeReference(
        to value: JSONValue, in section: SharedComponents.Section, wanted: String, from written: JSONValue
    ) {
        let name = components.name(of: value, in: section, wanted: wanted)
        writer.beginObject(from: written)
        writer.key("$ref", from: written)
        writer.string("#/components/\(section.rawValue)/\(name.asFragment)", from: written)
        writer.endObject()
    }

    func writeParameterObject(_ value: JSONValue) {
        guard version != .swagger2 else { return writeSwaggerParameter(value) }
        checkFields(of: value, .parameter)
        let place = value["in"]?.string ?? "query"
        checkName(of: value, place)
        writer.beginObject(from: value)
        writeRequired(value, isAlways: place == "path")
        writeValueDescription(value, place: Parameter.Place(rawValue: place) ?? .query)
        writer.endObject()
    }

    /// Headers are called by a token; what is in a path, by what braces may hold.
    private func checkName(of value: JSONValue, _ place: String) {
        guard let name = value["name"], let text = name.string else { return }
        let isRight =
            switch place {
            case "header": MediaType(parsing: "a/\(text)")?.subtype == text.lowercased()
            case "path": !text.contains("{") && !text.contains("}")
            default: true
            }
        if !isRight { warn(.badValue, "“\(text)” can't be the name of a parameter in \(place)", at: name) }
        if place == "querystring", value["content"] == nil {
            warn(.missingKey, "a parameter in “querystring” needs “content”", at: value)
        }
    }

    func writeHeaderObject(_ value: JSONValue) {
        guard version != .swagger2 else { return writeSwaggerHeader(value) }
        checkFields(of: value, .header)
        for key in ["name", "in"] {
            if let member = value.members.first(where: { $0.key == key }) {
                warn(.unknownKey, "a header has no “\(key)”: its name is its key", at: SourceLocation(keyOf: member))
            }
        }
        writer.beginObject(from: value)
        writeRequired(value, isAlways: false)
        writeValueDescription(value, place: .header)
        writer.endObject()
    }

    private func writeRequired(_ value: JSONValue, isAlways: Bool) {
        let written = value["required"]
        if isAlways, written?.bool != true {
            warn(
                .badValue, "a path parameter is always required", at: written ?? value,
                advice: "Add \"required\": true.")
        }
        writer.key("required", from: written ?? value)
        writer.bool(isAlways || written?.bool == true, from: written ?? value)
    }

    /// What parameters and headers have in common.
    private func writeValueDescription(_ value: JSONValue, place: Parameter.Place) {
        if let text = value["description"] { copyText(text, "description") }
        for key in ["deprecated", "explode", "allowEmptyValue"] {
            if let flag = value[key], place == .query || key != "allowEmptyValue" { copyBool(flag, key) }
        }
        if let content = value["content"] {
            for key in ["style", "explode", "allowReserved"] where value[key] != nil {
                warn(.unknownKey, "“\(key)” means nothing beside “content”", at: value[key] ?? content)
            }
        }
        if let flag = value["allowReserved"] {
            let isEncoded = place == .path || place == .cookie && value["style"]?.string != "cookie"
            if place == .query || version >= .openAPI32 && isEncoded {
                copyBool(flag, "allowReserved")
            } else {
                warn(.unknownKey, "“allowReserved” means something only in a query", at: flag)
            }
        }
        if let style = value["style"] { writeStyle(style, place) }
        let schema = value["schema"]
        let content = value["content"]
        if let schema, let content, schema.kind == .object, content.kind == .object {
            error(.badValue, "“schema” and “content” exclude each other", at: content)
        }
        if let content, schema == nil {
            writeParameterContent(content)
        } else {
            if schema == nil {
                warn(
                    .missingKey, "a parameter needs “schema” or “content”: any text is taken for it", at: value,
                    advice: "Add \"schema\": { \"type\": … }.")
            }
            writer.key("schema", from: schema ?? value)
            writeSchemaOrAnything(schema, from: value)
            writeExamples(of: value)
        }
    }

    private func writeStyle(_ style: JSONValue, _ place: Parameter.Place) {
        let known: [String] =
            switch place {
            case .path: ["simple", "label", "matrix"]
            case .query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"]
            case .header: ["simple"]
            case .cookie: version >= .openAPI32 ? ["form", "cookie"] : ["form"]
            }
        guard let text = style.string, known.contains(text) else {
            return error(
                .badValue, "the style \(style.text) isn't one of \(known.joined(separator: ", "))", at: style,
                advice: "The default is taken instead.")
        }
        // 3.2's style for cookies differs from `form` in what is percent-encoded, which readers don't agree on.
        guard text != "cookie" else { return }
        writer.key("style", from: style)
        writer.copy(style)
    }

    func writeSchemaOrAnything(_ schema: JSONValue?, from place: JSONValue) {
        guard let schema else {
            schemaNodes.append(writer.nodeCount)
            return writer.bool(true, from: place)
        }
        guard schema.kind == .object || schema.kind == .bool && version >= .openAPI31 else {
            error(.wrongType, "a schema is an object, not of type \(schema.kind)", at: schema)
            schemaNodes.append(writer.nodeCount)
            return writer.bool(true, from: schema)
        }
        writeSchema(schema)
    }

    private func writeParameterContent(_ content: JSONValue) {
        writer.key("content", from: content)
        writer.beginObject(from: content)
        for member in content.members.prefix(1) where expect(member.value, .object, "“\(member.key)”") {
            writer.key(member.key, of: member)
            writer.beginObject(from: member.value)
            writer.key("schema", from: member.value["schema"] ?? member.value)
            writeSchemaOrAnything(member.value["schema"], from: member.value)
            writeExamples(of: member.value)
            writer.endObject()
        }
        writer.endObject()
        if content.count != 1 { error(.badValue, "“content” of a parameter has exactly one media type", at: content) }
    }

    /// Writes `example` or `examples`.
    func writeExamples(of value: JSONValue) {
        if let examples = value["examples"], value["example"] != nil {
            warn(.badValue, "“example” and “examples” exclude each other: “examples” counts", at: examples)
        }
        guard let examples = value["examples"] else {
            guard let example = value["example"] else { return }
            writer.key("example", from: example)
            return writer.copy(example)
        }
        guard examples.kind == .object else {
            return warn(.wrongType, "“examples” is an object here, not of type \(examples.kind)", at: examples)
        }
        writer.key("examples", from: examples)
        writer.beginObject(from: examples)
        for member in examples.members where !member.key.hasPrefix("x-") {
            guard let example = resolved(member.value), example.kind == .object else {
                warn(.wrongType, "the example “\(member.key)” is an object with “value”", at: member.value)
                continue
            }
            checkFields(of: example, .example)
            checkExclusions(example)
            writer.key(member.key, of: member)
            writer.beginObject(from: example)
            for key in ["summary", "description", "externalValue", "serializedValue"] {
                if let text = example[key], text.kind == .string { copyText(text, key) }
            }
            for key in ["value", "dataValue"] {
                if let value = example[key] {
                    writer.key(key, from: value)
                    writer.copy(value)
                }
            }
            writer.endObject()
        }
        writer.endObject()
    }

    func checkExclusions(_ example: JSONValue) {
        let pairs = [
            ("value", "externalValue"), ("value", "dataValue"), ("value", "serializedValue"),
            ("serializedValue", "externalValue"),
        ]
        for (first, second) in pairs {
            guard example[first] != nil, let other = example[second] else { continue }
            warn(.badValue, "“\(first)” and “\(second)” of an example exclude each other", at: other)
        }
    }
}
