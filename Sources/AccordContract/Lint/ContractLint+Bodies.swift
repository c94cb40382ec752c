// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// The body that a case specifies, and the body that the operation documents.
struct LintedBody {
    let definition: BodyDefinition?
    let documented: BodyDescription?
    /// The `Content-Type` that the case specifies.
    let contentType: JSONValue?
    let subject: String
    var isAnswer = false

    /// Whether the case specifies an empty body, such as `"bodyText": ""`.
    var isEmpty: Bool { definition?.isEmpty ?? false }
}

extension ContractLint {
    /// Reports a body of a case that the operation doesn't document, or that doesn't match its schema.
    func report(_ body: LintedBody, _ check: ValueCheck) {
        guard let definition = body.definition else { return }
        guard let documented = body.documented else {
            // An operation that documents no response body allows any response body.
            if !body.isAnswer, !body.isEmpty {
                reader.report(
                    .undocumented, "the operation documents no request body", at: definition.location,
                    advice: "Add “body” to the operation's request, or remove the body from the case.")
            }
            return
        }
        if documented.isForbidden || body.isEmpty {
            guard documented.isForbidden ? !body.isEmpty : documented.isRequired else { return }
            let expected = documented.isForbidden ? "no body" : "a body"
            let note = Diagnostic.Note("documented here", at: documented.location)
            return reader.report(
                check.rule, "\(body.subject) must have \(expected)", at: definition.location, notes: [note])
        }
        guard let mediaType = mediaType(of: body, documented, check) else { return }
        report(definition, mediaType, body.subject, check)
    }

    /// Returns the documented media type that matches the case's `Content-Type`, or the first documented media type if
    /// the case specifies none.
    private func mediaType(
        of body: LintedBody, _ documented: BodyDescription, _ check: ValueCheck
    ) -> MediaTypeDescription? {
        guard let value = body.contentType, let text = check.filled(value).value.string else {
            return documented.content.first
        }
        guard let type = MediaType(parsing: text) else {
            reader.report(check.rule, "invalid media type “\(text)”", at: value)
            return nil
        }
        if let match = documented.content.first(where: { $0.mediaType.covers(type) }) { return match }
        let known = documented.content.map(\.mediaType.description)
        reader.report(
            .undocumented,
            "\(body.subject): expected the media type \(known.joined(separator: ", ")), got \(type.essence)",
            at: value, advice: Suggestion.didYouMean(text, in: known))
        return nil
    }

    private func report(
        _ definition: BodyDefinition, _ type: MediaTypeDescription, _ subject: String, _ check: ValueCheck
    ) {
        switch definition.content {
        case .json(let value): report(value, type, subject, check)
        case .text(let value):
            guard let text = check.filled(value).value.string, check.filled(value).isComplete else { return }
            report(Array(text.utf8), type, subject, check, at: SourceLocation(value), file: nil)
        case .file(let path, let bytes):
            let file = FilePath.joined(FilePath.folder(of: contract.file), path)
            report(bytes, type, subject, check, at: definition.location, file: file)
        case .base64: break
        case .parts(let parts): report(parts, type, subject, check, at: definition.location)
        }
    }

    /// Checks a JSON body, or each item of a stream, against its schema.
    private func report(_ value: JSONValue, _ type: MediaTypeDescription, _ subject: String, _ check: ValueCheck) {
        if let schema = type.schema {
            check.check(value, schema, subject)
            reportOmissions(in: value, SchemaView(schema.source), check)
        }
        guard let item = type.itemSchema else { return }
        guard value.kind == .array else {
            reader.report(
                check.rule,
                "\(subject): expected an array with the items of the stream, got \(value.kind.withArticle)", at: value
            )
            return
        }
        for element in value.elements { check.check(element, item, subject) }
    }

    /// Checks a text body or a body from a file against its schema.
    private func report(
        _ bytes: [UInt8], _ type: MediaTypeDescription, _ subject: String, _ check: ValueCheck,
        at location: SourceLocation, file: String?
    ) {
        guard let schema = type.schema else { return }
        if type.mediaType.isJSON {
            do {
                let document = try JSONDocument(parsing: bytes, file: file ?? contract.file)
                let root = document.root
                if file != nil {
                    check.check(root, schema, subject)
                } else {
                    check.check(JSON(root), schema, subject) { _ in location }
                }
            } catch {
                let place = file.map { "\($0):\(error.position.line):\(error.position.column): " } ?? ""
                reader.report(check.rule, "\(subject) isn't JSON: \(place)\(error.reason)", at: location)
            }
        } else if type.mediaType.type == "text" {
            let text = String(decoding: bytes, as: UTF8.self)
            check.check(.string(text), schema, subject) { _ in location }
        }
    }

    /// Converts the parts of a multipart body, or the fields of a form, into an object. Checks the object against the
    /// body's schema.
    func report(
        _ parts: [PartDefinition], _ type: MediaTypeDescription, _ subject: String, _ check: ValueCheck,
        at location: SourceLocation
    ) {
        guard type.mediaType.type == "multipart" else {
            return reader.report(
                check.rule, "\(subject): “parts” can't describe a body of the type \(type.mediaType.essence)",
                at: location, advice: "Use “parts” for multipart/form-data and “body” for other media types.")
        }
        guard let schema = type.schema else { return }
        let shape = SchemaView(schema.source)
        let known = shape.propertyNames
        for part in parts where !known.isEmpty && !known.contains(part.name) {
            reader.report(
                .undocumented, "the operation documents no multipart part “\(part.name)”", at: part.location,
                advice: Suggestion.advice(for: part.name, in: known))
        }
        var object = JSONObject()
        for name in parts.map(\.name).distinct {
            let same = parts.filter { $0.name == name }
            let isList = shape.property(name).map { $0.impliedTypes.contains(.array) } ?? (same.count > 1)
            let values = same.map { value(of: $0, check) }
            object[name] = isList ? .array(values) : values.first
        }
        check.check(.object(object), schema, subject) { part(at: $0, parts)?.location ?? location }
    }

    /// Returns a multipart part as a JSON value. A file or base64 part becomes an empty string.
    private func value(of part: PartDefinition, _ check: ValueCheck) -> JSON {
        switch part.body?.content {
        case .json(let value): check.filled(value).value
        case .text(let value): check.filled(value).value
        case .base64, .file, .parts, nil: .string("")
        }
    }

    private func part(at pointer: JSONPointer, _ parts: [PartDefinition]) -> PartDefinition? {
        guard let name = pointer.tokens.first else { return nil }
        let same = parts.filter { $0.name == name }
        if pointer.tokens.count > 1, let index = Int(pointer.tokens[1]), same.indices.contains(index) {
            return same[index]
        }
        return same.first
    }
}
