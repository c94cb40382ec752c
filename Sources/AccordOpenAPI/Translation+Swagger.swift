import AccordContract
import AccordJSON

/// What Swagger 2.0 says in other words.
extension Translation {
    /// `schemes`, `host` and `basePath`.
    func writeSwaggerServers(_ owner: JSONValue) {
        guard let host = root["host"]?.string ?? (root["basePath"] == nil ? nil : "localhost") else { return }
        let place = root["host"] ?? root["basePath"] ?? root
        let listed = (owner["schemes"] ?? root["schemes"])?.elements.compactMap(\.string) ?? []
        let schemes = listed.filter { $0 == "http" || $0 == "https" }
        var path = root["basePath"]?.string ?? ""
        while path.hasSuffix("/") { path.removeLast() }
        if !path.isEmpty, !path.hasPrefix("/") { path = "/" + path }
        writer.key("servers", from: place)
        writer.beginArray(from: place)
        for scheme in schemes.isEmpty ? [root["host"] == nil ? "http" : "https"] : schemes {
            writer.beginObject(from: place)
            writer.key("url", from: place)
            writer.string("\(scheme)://\(host)\(path)", from: place)
            writer.endObject()
        }
        writer.endArray()
    }

    private static let schemaWords = [
        "type", "format", "items", "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum",
        "maxLength", "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf",
    ]

    /// The schema whose words stand among those of a parameter or a header.
    private func writeInlineSchema(_ value: JSONValue) {
        schemaNodes.append(writer.nodeCount)
        writer.beginObject(from: value)
        for key in Self.schemaWords {
            guard let word = value[key] else { continue }
            writer.key(key, from: word)
            if key == "type", word.string == "file" {
                writer.string("string", from: word)
            } else {
                writer.copy(word)
            }
        }
        writer.endObject()
    }

    func writeSwaggerParameter(_ value: JSONValue) {
        checkFields(of: value, .parameter)
        let place = value["in"]?.string ?? "query"
        writer.beginObject(from: value)
        if place == "path", value["required"]?.bool != true {
            warn(.badValue, "a path parameter is always required", at: value["required"] ?? value)
        }
        writer.key("required", from: value["required"] ?? value)
        writer.bool(place == "path" || value["required"]?.bool == true, from: value["required"] ?? value)
        if let text = value["description"] { copyText(text, "description") }
        if let flag = value["allowEmptyValue"], place == "query" { copyBool(flag, "allowEmptyValue") }
        writeCollectionFormat(value, place)
        writer.key("schema", from: value)
        writeInlineSchema(value)
        writer.endObject()
    }

    func writeSwaggerHeader(_ value: JSONValue) {
        checkFields(of: value, .header)
        writer.beginObject(from: value)
        writer.key("required", from: value)
        writer.bool(false, from: value)
        if let text = value["description"] { copyText(text, "description") }
        writer.key("schema", from: value)
        writeInlineSchema(value)
        writer.endObject()
    }

    /// `csv` unless another one is named.
    private func writeCollectionFormat(_ value: JSONValue, _ place: String) {
        guard value["type"]?.string == "array" else { return }
        let written = value["collectionFormat"]
        let format = written?.string ?? "csv"
        let style: String? =
            switch format {
            case "csv", "multi": place == "query" || place == "formData" ? "form" : "simple"
            case "ssv": "spaceDelimited"
            case "pipes": "pipeDelimited"
            default: nil
            }
        guard let style, style == "simple" || place == "query" || place == "formData" else {
            return error(
                .badValue, "the collection format “\(format)” in \(place) is not supported yet", at: written ?? value,
                advice: "The value is judged as if it were “csv”.")
        }
        writer.key("style", from: written ?? value)
        writer.string(style, from: written ?? value)
        writer.key("explode", from: written ?? value)
        writer.bool(format == "multi", from: written ?? value)
    }

    // MARK: Bodies

    private func mediaTypes(_ list: JSONValue?, default standard: [String]) -> [String] {
        let named = list?.elements.compactMap(\.string).filter { MediaType(parsing: $0) != nil } ?? []
        var seen: Set<String> = []
        return (named.isEmpty ? standard : named).filter { seen.insert($0).inserted }
    }

    func writeSwaggerBody(_ operation: FoundOperation, _ parameters: [FoundParameter]) {
        let consumes = operation.value["consumes"] ?? root["consumes"]
        if let body = parameters.first(where: { $0.place == "body" }) {
            writer.key("body", from: body.written)
            writer.beginObject(from: body.value)
            if let text = body.value["description"] { copyText(text, "description") }
            writer.key("required", from: body.value["required"] ?? body.value)
            writer.bool(body.value["required"]?.bool ?? false, from: body.value["required"] ?? body.value)
            writer.key("content", from: consumes ?? body.value)
            writer.beginObject(from: consumes ?? body.value)
            for type in mediaTypes(consumes, default: ["application/json"]) {
                writer.key(type, from: consumes ?? body.value)
                writer.beginObject(from: body.value)
                writer.key("schema", from: body.value["schema"] ?? body.value)
                writeSchemaOrAnything(body.value["schema"], from: body.value)
                writer.endObject()
            }
            writer.endObject()
            writer.endObject()
        }
        let form = parameters.filter { $0.place == "formData" }
        if let first = form.first { writeForm(form, first, consumes) }
    }

    private func writeForm(_ form: [FoundParameter], _ first: FoundParameter, _ consumes: JSONValue?) {
        let hasFile = form.contains { $0.value["type"]?.string == "file" }
        let forms = ["multipart/form-data", "application/x-www-form-urlencoded"]
        var types = mediaTypes(consumes, default: []).filter { forms.contains($0) }
        if hasFile { types.removeAll { $0 != forms[0] } }
        if types.isEmpty { types = [hasFile ? forms[0] : forms[1]] }
        writer.key("body", from: first.written)
        writer.beginObject(from: first.written)
        writer.key("required", from: first.written)
        writer.bool(form.contains { $0.value["required"]?.bool == true }, from: first.written)
        writer.key("content", from: first.written)
        writer.beginObject(from: first.written)
        for type in types {
            writer.key(type, from: first.written)
            writer.beginObject(from: first.written)
            writer.key("schema", from: first.written)
            schemaNodes.append(writer.nodeCount)
            writer.beginObject(from: first.written)
            writer.key("type", from: first.written)
            writer.string("object", from: first.written)
            let required = form.filter { $0.value["required"]?.bool == true }
            if !required.isEmpty {
                writer.key("required", from: first.written)
                writer.value(.array(required.map { .string($0.name) }), from: first.written)
            }
            writer.key("properties", from: first.written)
            writer.beginObject(from: first.written)
            for field in form {
                writer.key(field.name, from: field.written)
                writeInlineSchema(field.value)
            }
            writer.endObject()
            writer.endObject()
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
    }

    /// A schema for each of the operation's media types, and the examples by media type.
    func writeSwaggerResponseBody(_ response: JSONValue) {
        let schema = response["schema"]
        let examples = response["examples"]
        guard schema != nil || (examples?.count ?? 0) > 0 else { return }
        let isFile = schema?["type"]?.string == "file"
        let types = mediaTypes(swaggerProduces, default: isFile ? ["*/*"] : ["application/json"])
        let place = schema ?? response
        writer.key("body", from: place)
        writer.beginObject(from: place)
        writer.key("content", from: place)
        writer.beginObject(from: place)
        for type in types {
            writer.key(type, from: place)
            writer.beginObject(from: place)
            if let schema, !isFile {
                writer.key("schema", from: schema)
                writeSchemaOrAnything(schema, from: response)
            }
            if let example = examples?[type] {
                writer.key("example", from: example)
                writer.copy(example)
            }
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
    }
}
