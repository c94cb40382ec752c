import AccordContract
import AccordJSON

extension Translation {
    func writeRequestBody(_ operation: FoundOperation, _ parameters: [FoundParameter]) {
        guard version != .swagger2 else { return writeSwaggerBody(operation, parameters) }
        guard let written = operation.value["requestBody"], let body = resolved(written),
            expect(body, .object, "“requestBody”")
        else { return }
        writer.key("body", from: written)
        if let reference = written["$ref"]?.string {
            writeReference(to: body, in: .requestBodies, wanted: Self.name(of: reference), from: written)
        } else {
            writeRequestBodyObject(body)
        }
    }

    func writeRequestBodyObject(_ body: JSONValue) {
        checkFields(of: body, .requestBody)
        writer.beginObject(from: body)
        if let text = body["description"] { copyText(text, "description") }
        writer.key("required", from: body["required"] ?? body)
        writer.bool(body["required"]?.bool ?? false, from: body["required"] ?? body)
        writeContent(body["content"], of: body, "a request body")
        writer.endObject()
    }

    /// Writes what a body may be, by media type; one without any may be anything.
    func writeContent(_ content: JSONValue?, of body: JSONValue, _ what: String) {
        writer.key("content", from: content ?? body)
        writer.beginObject(from: content ?? body)
        defer { writer.endObject() }
        guard let content, content.kind == .object, content.count > 0 else {
            warn(.missingKey, "\(what) needs “content” with a media type: any is taken", at: content ?? body)
            writer.key("*/*", from: body)
            writer.beginObject(from: body)
            writer.endObject()
            return
        }
        for member in content.members where !member.key.hasPrefix("x-") {
            guard MediaType(parsing: member.key) != nil else {
                error(
                    .badValue, "“\(member.key)” isn't a media type", at: SourceLocation(keyOf: member),
                    advice: "Write type and subtype, “application/json”.")
                continue
            }
            guard let value = resolved(member.value), expect(value, .object, "“\(member.key)”") else { continue }
            writer.key(member.key, of: member)
            writeMediaType(value)
        }
    }

    func writeMediaType(_ value: JSONValue) {
        checkFields(of: value, .mediaType)
        writer.beginObject(from: value)
        for key in ["schema", "itemSchema"] where value[key] != nil && (key == "schema" || version >= .openAPI32) {
            writer.key(key, from: value[key] ?? value)
            writeSchemaOrAnything(value[key], from: value)
        }
        writeExamples(of: value)
        writeEncoding(value)
        writer.endObject()
    }

    private func writeEncoding(_ value: JSONValue) {
        for key in ["prefixEncoding", "itemEncoding"] {
            guard let other = value[key] else { continue }
            if value["encoding"] != nil {
                error(.badValue, "“encoding” and “\(key)” exclude each other", at: other)
            } else {
                warn(.unknownKey, "“\(key)” is not supported yet: parts are judged without it", at: other)
            }
        }
        guard let encoding = value["encoding"], expect(encoding, .object, "“encoding”") else { return }
        writer.key("encoding", from: encoding)
        writer.beginObject(from: encoding)
        for member in encoding.members where expect(member.value, .object, "the encoding of “\(member.key)”") {
            let part = member.value
            checkFields(of: part, .encoding)
            writer.key(member.key, of: member)
            writer.beginObject(from: part)
            for key in ["contentType", "style"] {
                if let text = part[key] { copyText(text, key) }
            }
            if let flag = part["explode"] { copyBool(flag, "explode") }
            if let headers = part["headers"] { writeHeaders(headers) }
            for key in ["encoding", "prefixEncoding", "itemEncoding"] {
                guard let other = part[key] else { continue }
                if key != "encoding", part["encoding"] != nil {
                    error(.badValue, "“encoding” and “\(key)” exclude each other", at: other)
                } else {
                    warn(.unknownKey, "“\(key)” inside of “encoding” is not supported yet", at: other)
                }
            }
            writer.endObject()
        }
        writer.endObject()
    }

    /// Writes the headers of an answer or of a part.
    func writeHeaders(_ headers: JSONValue) {
        guard expect(headers, .object, "“headers”") else { return }
        writer.key("headers", from: headers)
        writer.beginObject(from: headers)
        for member in headers.members where !member.key.hasPrefix("x-accord-") {
            // Media types stand under `content`.
            if member.key.lowercased() == "content-type" { continue }
            guard let value = resolved(member.value), expect(value, .object, "the header “\(member.key)”") else {
                continue
            }
            writer.key(member.key, of: member)
            if let reference = member.value["$ref"]?.string {
                writeReference(to: value, in: .headers, wanted: Self.name(of: reference), from: member.value)
            } else {
                writeHeaderObject(value)
            }
        }
        writer.endObject()
    }
}
