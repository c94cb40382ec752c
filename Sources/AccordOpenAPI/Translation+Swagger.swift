// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Translates the objects of Swagger 2.0 that differ from OpenAPI 3.
extension Translation {
    /// Adds the servers whose URLs consist of `schemes`, `host` and `basePath`.
    func addSwaggerServers(_ owner: JSONValue) {
        guard let host = root["host"]?.string ?? (root["basePath"] == nil ? nil : "localhost") else { return }
        let place = root["host"] ?? root["basePath"] ?? root
        let listed = (owner["schemes"] ?? root["schemes"])?.elements.compactMap(\.string) ?? []
        var schemes = listed.filter { $0 == "http" || $0 == "https" }
        if schemes.isEmpty { schemes = [root["host"] == nil ? "http" : "https"] }
        let path = root["basePath"]?.string.map { URLParts(resolved("/" + $0.drop { $0 == "/" })).path } ?? ""
        add("servers", .array(schemes.map { ["url": .string("\($0)://\(host)\(path)")] }), at: place)
    }

    private static let schemaKeywords = [
        "type", "format", "items", "default", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum", "maxLength",
        "minLength", "pattern", "maxItems", "minItems", "uniqueItems", "enum", "multipleOf",
    ]

    /// Builds a schema from the keywords, such as `type`, that Swagger 2.0 writes directly in a parameter or header
    /// field.
    /// A list within a list keeps its `collectionFormat`, by default `csv`.
    private func buildInlineSchema(_ value: JSONValue, isItem: Bool = false) {
        schemaNodes.append(writer.nodeCount)
        object(at: value) {
            if isItem, value["type"]?.string == "array" {
                let format = value["collectionFormat"]
                add("x-collectionFormat", .string(format?.string ?? "csv"), at: format ?? value)
            }
            for key in Self.schemaKeywords {
                guard let keyword = value[key] else { continue }
                if key == "items", keyword.kind == .object {
                    writer.key(key, at: keyword)
                    buildInlineSchema(keyword, isItem: true)
                } else if key == "type", keyword.string == "file" {
                    add(key, .string("string"), at: keyword)
                    if value["format"] == nil { add("format", .string("binary"), at: keyword) }
                } else {
                    copy(keyword, as: key)
                }
            }
            // Swagger 2.0 has no examples of parameters. Stoplight and Dredd read and write these extensions.
            if let example = value["x-example"] { copy(example, as: "example") }
        }
    }

    /// Builds a parameter, or a header field of a response.
    func buildSwaggerParameter(_ value: JSONValue, isHeader: Bool = false) {
        checkFields(of: value, isHeader ? .header : .parameter)
        let place = isHeader ? "header" : value["in"]?.string ?? "query"
        object(at: value) {
            if isHeader {
                add("required", .bool(false), at: value)
            } else {
                addRequired(value, isAlways: place == "path")
            }
            if let text = value["description"] { copyText(text, "description") }
            if let flag = value["allowEmptyValue"], place == "query" { copyBool(flag, "allowEmptyValue") }
            addCollectionFormat(value, place)
            writer.key("schema", at: value)
            buildInlineSchema(value)
        }
    }

    /// Adds the style that corresponds to `collectionFormat`. The default of `collectionFormat` is `csv`.
    private func addCollectionFormat(_ value: JSONValue, _ place: String) {
        guard value["type"]?.string == "array" else { return }
        let written = value["collectionFormat"]
        let format = written?.string ?? "csv"
        let hasForm = ["query", "formData"].contains(place)
        let styles = ["ssv": "spaceDelimited", "pipes": "pipeDelimited", "tsv": "tabDelimited"]
        let isKnown = format == "csv" || format == "multi" && hasForm || styles[format] != nil
        if !isKnown {
            error(
                .badValue, "invalid collection format “\(format)” in “\(place)”", at: written ?? value,
                advice: "Accord checks the array as comma-separated values (“csv”).")
        }
        add("style", .string(styles[format] ?? (hasForm ? "form" : "simple")), at: written ?? value)
        add("explode", .bool(isKnown && format == "multi"), at: written ?? value)
    }

    // MARK: Bodies

    private func mediaTypes(_ list: JSONValue?, default standard: [String]) -> [String] {
        let named = list?.elements.compactMap(\.string).filter { MediaType(parsing: $0) != nil } ?? []
        return (named.isEmpty ? standard : named).distinct
    }

    func addSwaggerBody(_ operation: FoundOperation, _ parameters: [FoundParameter]) {
        let consumes = operation.value["consumes"] ?? root["consumes"]
        if let parameter = parameters.first(where: { $0.place == "body" }) {
            let body = parameter.value
            object("body", at: parameter.written, body) {
                if let text = body["description"] { copyText(text, "description") }
                addRequired(body, isAlways: false)
                object("content", at: consumes ?? body) {
                    for type in mediaTypes(consumes, default: ["application/json"]) {
                        object(type, at: consumes ?? body, body) {
                            addSchema(body["schema"], of: MediaType(parsing: type), at: body)
                            addSwaggerExample(of: type, among: body["x-examples"])
                        }
                    }
                }
            }
        }
        let form = parameters.filter { $0.place == "formData" }
        if let first = form.first { addForm(form, at: first.written, consumes) }
    }

    private func addForm(_ form: [FoundParameter], at place: JSONValue, _ consumes: JSONValue?) {
        let hasFile = form.contains { $0.value["type"]?.string == "file" }
        let forms = ["multipart/form-data", "application/x-www-form-urlencoded"]
        var types = mediaTypes(consumes, default: []).filter { forms.contains($0) }
        if hasFile { types.removeAll { $0 != forms[0] } }
        if types.isEmpty { types = [hasFile ? forms[0] : forms[1]] }
        let required = form.filter { $0.value["required"]?.bool == true }.map { JSON.string($0.name) }
        object("body", at: place) {
            add("required", .bool(!required.isEmpty), at: place)
            object("content", at: place) {
                for type in types {
                    object(type, at: place) {
                        writer.key("schema", at: place)
                        schemaNodes.append(writer.nodeCount)
                        object(at: place) {
                            add("type", .string("object"), at: place)
                            if !required.isEmpty { add("required", .array(required), at: place) }
                            object("properties", at: place) {
                                for field in form {
                                    writer.key(field.name, at: field.written)
                                    buildInlineSchema(field.value)
                                }
                            }
                        }
                        addFormEncoding(form, at: place)
                    }
                }
            }
        }
    }

    /// Adds how each array of a form is written.
    private func addFormEncoding(_ form: [FoundParameter], at place: JSONValue) {
        let lists = form.filter { $0.value["type"]?.string == "array" }
        guard !lists.isEmpty else { return }
        object("encoding", at: place) {
            for field in lists {
                object(field.name, at: field.written) { addCollectionFormat(field.value, "formData") }
            }
        }
    }

    /// Adds the schema of a response for each media type of the operation, with the example for that media type.
    func addSwaggerResponseBody(_ response: JSONValue) {
        let schema = response["schema"]
        let examples = response["examples"]
        guard schema != nil || (examples?.count ?? 0) > 0 else { return }
        let isFile = schema?["type"]?.string == "file"
        let named =
            examples?.members.map(\.key).filter { MediaType(parsing: $0).map { $0.subtype != "*" } ?? false } ?? []
        // Without a schema, only the examples describe the body. Their media types then stand for an absent `produces`.
        let standard = isFile ? ["*/*"] : schema == nil && !named.isEmpty ? named : ["application/json"]
        let place = schema ?? response
        object("body", at: place) {
            object("content", at: place) {
                for type in mediaTypes(swaggerProduces, default: standard) {
                    object(type, at: place) {
                        if let schema, !isFile { addSchema(schema, of: MediaType(parsing: type), at: response) }
                        addSwaggerExample(of: type, among: examples)
                    }
                }
            }
        }
    }

    /// Adds the example of a media type. The name of an example can be a range of media types, such as `*/*`.
    private func addSwaggerExample(of type: String, among examples: JSONValue?) {
        let covering = examples?.members.first { example in
            MediaType(parsing: type).flatMap { MediaType(parsing: example.key)?.covers($0) } == true
        }
        if let example = examples?[type] ?? covering?.value { copy(example, as: "example") }
    }
}
