// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension Translation {
    func addRequestBody(_ operation: FoundOperation, _ parameters: [FoundParameter]) {
        guard version != .swagger2 else { return addSwaggerBody(operation, parameters) }
        guard let written = operation.value["requestBody"], let body = resolved(written),
            expect(body, .object, "“requestBody”")
        else { return }
        writer.key("body", at: written)
        addComponent(body, in: .requestBodies, referredToBy: written)
    }

    func buildRequestBody(_ body: JSONValue) {
        checkFields(of: body, .requestBody)
        object(at: body) {
            if let text = body["description"] { copyText(text, "description") }
            add("required", .bool(body["required"]?.bool ?? false), at: body["required"] ?? body)
            addContent(body["content"], of: body, "a request body")
        }
    }

    /// Adds the media types of a body. If the document lists no media types, the contract allows any media type.
    func addContent(_ content: JSONValue?, of body: JSONValue, _ subject: String) {
        object("content", at: content ?? body) {
            guard let content, content.kind == .object, content.count > 0 else {
                warn(
                    .missingKey, "\(subject) has no media type: Accord accepts any media type", at: content ?? body,
                    advice: "Add \"content\": { \"application/json\": { \"schema\": … } }.")
                return object("*/*", at: body) {}
            }
            for member in content.members where !member.key.hasPrefix("x-") {
                guard MediaType(parsing: member.key) != nil else {
                    error(
                        .badValue, "invalid media type “\(member.key)”", at: SourceLocation(keyOf: member),
                        advice: "Write a type and a subtype, such as “application/json”.")
                    continue
                }
                guard let value = resolved(member.value), expect(value, .object, "“\(member.key)”") else { continue }
                writer.key(member.key, at: member.keyValue)
                buildMediaType(value, of: MediaType(parsing: member.key))
            }
        }
    }

    func buildMediaType(_ value: JSONValue, of type: MediaType? = nil) {
        checkFields(of: value, .mediaType)
        object(at: value) {
            if let schema = value["schema"] { addSchema(schema, of: type, at: schema) }
            if version >= .openAPI32, let schema = value["itemSchema"] {
                addSchema(schema, as: "itemSchema", at: schema)
            }
            if let endless = value["x-endless"] { copy(endless, as: "endless") }
            addExamples(of: value)
            addEncoding(value)
        }
    }

    /// Adds the schema of a body. In a version without `itemSchema`, the schema of a stream is the schema of its items.
    func addSchema(_ schema: JSONValue?, of type: MediaType?, at place: JSONValue) {
        if version < .openAPI32, let schema, let type, type.isStream { return addItemSchema(schema, of: type) }
        addSchema(schema, as: "schema", at: place)
    }

    /// Adds the schema of a stream in a document without `itemSchema`.
    ///
    /// OpenAPI 3.0 and 3.1 have no field for the schema of one stream item. Authors therefore write the schema of a
    /// JSON line, or of an event's data, as the schema of the body. A schema of the type `string` describes the text of
    /// the whole stream. Accord adds no item schema for it.
    private func addItemSchema(_ schema: JSONValue, of type: MediaType) {
        let view = SchemaView(schema)
        if view.types == [.string] { return }
        guard type.isEventStream else {
            return addSchema(schema, as: view.types == [.array] ? "schema" : "itemSchema", at: schema)
        }
        let item = view.types == [.array] ? view.items?.schemas.first ?? schema : schema
        let names = Set(SchemaView(item).propertyNames)
        let isEvent = names.contains("data") && names.isSubset(of: ["event", "data", "id", "retry", "comment"])
        addSchema(item, as: isEvent ? "itemSchema" : "dataSchema", at: item)
    }

    private func addEncoding(_ value: JSONValue) {
        reportUnsupportedEncodings(["prefixEncoding", "itemEncoding"], in: value)
        guard let encoding = value["encoding"], expect(encoding, .object, "“encoding”") else { return }
        object("encoding", at: encoding) {
            for member in encoding.members where expect(member.value, .object, "the encoding of “\(member.key)”") {
                let part = member.value
                checkFields(of: part, .encoding)
                object(member.key, at: member.keyValue, part) {
                    for key in ["contentType", "style"] { if let text = part[key] { copyText(text, key) } }
                    if let flag = part["explode"] { copyBool(flag, "explode") }
                    if let headers = part["headers"] { addHeaders(headers) }
                    reportUnsupportedEncodings(["encoding", "prefixEncoding", "itemEncoding"], in: part)
                }
            }
        }
    }

    private func reportUnsupportedEncodings(_ keys: [String], in value: JSONValue) {
        for key in keys {
            guard let other = value[key] else { continue }
            if key != "encoding", value["encoding"] != nil {
                error(.badValue, "a media type must not have both “encoding” and “\(key)”", at: other)
            } else {
                warn(.unknownKey, "Accord ignores the unsupported field “\(key)”", at: other)
            }
        }
    }

    /// Adds the header fields of a response or of a multipart part.
    func addHeaders(_ headers: JSONValue) {
        guard expect(headers, .object, "“headers”") else { return }
        object("headers", at: headers) {
            // Skip Content-Type, because the contract documents media types in “content”.
            for member in headers.members
            where !member.key.hasPrefix("x-accord-") && member.key.lowercased() != "content-type" {
                guard let value = resolved(member.value), expect(value, .object, "the header field “\(member.key)”")
                else { continue }
                writer.key(member.key, at: member.keyValue)
                addComponent(value, in: .headers, referredToBy: member.value)
            }
        }
    }
}
