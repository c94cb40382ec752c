import AccordJSON
import AccordSchema

/// A body of a case beside the documentation of it.
struct LintedBody {
    let written: BodyDefinition?
    let documented: BodyDescription?
    /// The case's `Content-Type`, as written.
    let contentType: JSONValue?
    let what: String
    var isAnswer = false

    init(
        _ written: BodyDefinition?, _ documented: BodyDescription?, _ contentType: JSONValue?, _ what: String,
        isAnswer: Bool = false
    ) {
        self.written = written
        self.documented = documented
        self.contentType = contentType
        self.what = what
        self.isAnswer = isAnswer
    }

    /// True for `"bodyText": ""`, which says that there is no body.
    var isEmpty: Bool {
        switch written?.content {
        case .text(let value): value.string == ""
        case .base64(let bytes): bytes.isEmpty
        case .file(_, let bytes): bytes.isEmpty
        case .json, .parts, nil: false
        }
    }
}

extension ContractLint {
    /// A case's body is one that is documented, and satisfies its schema.
    func report(_ body: LintedBody, _ check: ValueCheck) {
        guard let written = body.written else { return }
        guard let documented = body.documented else {
            // An answer whose body isn't documented may have any.
            if !body.isAnswer, !body.isEmpty {
                reader.report(
                    .undocumented, "the operation documents no request body", at: written.location,
                    advice: "Document it as “body” of the operation's request, or take it out of the case.")
            }
            return
        }
        if documented.isForbidden {
            guard !body.isEmpty else { return }
            let note = Diagnostic.Note("documented here", at: documented.location)
            reader.report(check.rule, "\(body.what) must have no body", at: written.location, notes: [note])
            return
        }
        if body.isEmpty {
            guard documented.isRequired else { return }
            let note = Diagnostic.Note("documented here", at: documented.location)
            reader.report(check.rule, "\(body.what) must have a body", at: written.location, notes: [note])
            return
        }
        guard let mediaType = mediaType(of: body, documented, check) else { return }
        report(written, mediaType, body.what, check)
    }

    /// The documented media type that the case's `Content-Type` means, or the first.
    private func mediaType(
        of body: LintedBody, _ documented: BodyDescription, _ check: ValueCheck
    ) -> MediaTypeDescription? {
        guard let value = body.contentType, let text = check.filled(value).value.string else {
            return documented.content.first
        }
        guard let type = MediaType(parsing: text) else {
            reader.report(check.rule, "“\(text)” isn't a media type", at: value)
            return nil
        }
        if let found = documented.content.first(where: { $0.mediaType.includes(type) }) { return found }
        let known = documented.content.map(\.mediaType.description)
        reader.report(
            .undocumented, "\(body.what) is documented as \(known.joined(separator: ", ")), not as \(type.essence)",
            at: value, advice: Suggestion.nearest(to: text, in: known).map { "Did you mean “\($0)”?" })
        return nil
    }

    private func report(
        _ written: BodyDefinition, _ type: MediaTypeDescription, _ what: String, _ check: ValueCheck
    ) {
        switch written.content {
        case .json(let value):
            report(value, type, what, check)
        case .text(let value):
            guard let text = check.filled(value).value.string, check.filled(value).isComplete else { return }
            report(Array(text.utf8), type, what, check, at: SourceLocation(value), file: nil)
        case .file(let path, let bytes):
            let file = FilePath.joined(FilePath.folder(of: contract.file), path)
            report(bytes, type, what, check, at: written.location, file: file)
        case .base64: break
        case .parts(let parts): report(parts, type, what, check, at: written.location)
        }
    }

    /// A JSON value: a whole, or the items of a stream.
    private func report(_ value: JSONValue, _ type: MediaTypeDescription, _ what: String, _ check: ValueCheck) {
        if let schema = type.schema {
            check.check(value, schema, what)
            reportOmissions(in: value, SchemaView(schema.source), check)
        }
        guard let item = type.itemSchema else { return }
        guard value.kind == .array else {
            reader.report(
                check.rule, "\(what): a stream's body is a list of its items, not \(value.kind.withArticle)", at: value)
            return
        }
        for element in value.elements { check.check(element, item, what) }
    }

    /// A body that is written as a text or kept in a file.
    private func report(
        _ bytes: [UInt8], _ type: MediaTypeDescription, _ what: String, _ check: ValueCheck,
        at location: SourceLocation, file: String?
    ) {
        guard let schema = type.schema else { return }
        if type.mediaType.isJSON {
            do {
                let document = try JSONDocument(parsing: bytes, file: file ?? contract.file)
                let root = document.root
                if file != nil {
                    check.check(root, schema, what)
                } else {
                    check.check(JSON(root), schema, what) { _ in location }
                }
            } catch {
                let place = file.map { "\($0):\(error.position.line):\(error.position.column): " } ?? ""
                reader.report(check.rule, "\(what) isn't JSON: \(place)\(error.reason)", at: location)
            }
        } else if type.mediaType.type == "text" {
            let text = String(decoding: bytes, as: UTF8.self)
            check.check(.string(text), schema, what) { _ in location }
        }
    }
}

extension MediaType {
    /// True for a media type that this one, which may be a range, covers: what parameters it has must be the same.
    func includes(_ other: MediaType) -> Bool {
        guard type == "*" || type == other.type, subtype == "*" || subtype == other.subtype else { return false }
        return parameters.allSatisfy { parameter in
            other.parameters.contains {
                $0.name == parameter.name && $0.value.lowercased() == parameter.value.lowercased()
            }
        }
    }
}

extension ContractLint {
    /// The parts of a multipart body, or the fields of a form, as the object that the schema describes.
    func report(
        _ parts: [PartDefinition], _ type: MediaTypeDescription, _ what: String, _ check: ValueCheck,
        at location: SourceLocation
    ) {
        guard type.mediaType.type == "multipart" else {
            reader.report(
                check.rule, "\(what) has parts, and \(type.mediaType.essence) has none", at: location,
                advice: "Parts are for multipart/form-data; write “body”.")
            return
        }
        guard let schema = type.schema else { return }
        let shape = SchemaView(schema.source)
        let known = shape.propertyNames
        for part in parts where !known.isEmpty && !known.contains(part.name) {
            reader.report(
                .undocumented, "the operation documents no part “\(part.name)”", at: part.location,
                advice: Suggestion.advice(for: part.name, in: known))
        }
        var object = JSONObject()
        for name in Self.names(of: parts) {
            let same = parts.filter { $0.name == name }
            let isList = shape.property(name).map { $0.impliedTypes.contains(.array) } ?? (same.count > 1)
            let values = same.map { value(of: $0, check) }
            object[name] = isList ? .array(values) : values.first
        }
        check.check(.object(object), schema, what) { part(at: $0, parts)?.location ?? location }
    }

    private static func names(of parts: [PartDefinition]) -> [String] {
        var names: [String] = []
        for part in parts where !names.contains(part.name) { names.append(part.name) }
        return names
    }

    /// What a part is as JSON: its JSON body, its text, or for bytes a text that stands for them.
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
