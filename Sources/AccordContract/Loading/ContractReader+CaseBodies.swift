import AccordJSON
import AccordSchema

extension ContractReader {
    /// The body that a case's request, response or part has; nil where none is written.
    func bodyDefinition(_ fields: ObjectFields, _ row: JSONValue?) -> BodyDefinition? {
        let sources = ["body", "bodyText", "bodyBase64", "bodyFile", "parts"]
        if reportTogether(sources, in: fields) { return nil }
        guard let key = sources.first(where: { fields[$0] != nil }), let value = fields[key] else { return nil }
        guard let content = content(key, value, fields, row) else { return nil }
        return BodyDefinition(location: SourceLocation(value), content: content)
    }

    private func content(
        _ key: String, _ value: JSONValue, _ fields: ObjectFields, _ row: JSONValue?
    ) -> BodyDefinition.Content? {
        if key == "body" { return .json(value) }
        if key == "parts" { return parts(value, row).map { .parts($0) } }
        guard expect(value, .string, "“\(key)” in \(fields.what)") else { return nil }
        let filled = RowTemplate.filled(value, row)
        guard let text = filled.string else {
            expect(filled, .string, "“\(key)” in \(fields.what)")
            return nil
        }
        switch key {
        case "bodyText": return .text(value)
        case "bodyBase64":
            if let bytes = Base64.decodePadded(text.utf8) { return .base64(bytes) }
            report(.badValue, "“bodyBase64” isn't base64", at: value, advice: "Write it as RFC 4648, section 4, says.")
            return nil
        default: return file(text, value)
        }
    }

    private func file(_ path: String, _ value: JSONValue) -> BodyDefinition.Content? {
        guard FilePath.isConfined(path) else {
            report(
                .bodyFile, "“\(path)” leaves the contract's folder", at: value,
                advice: "Keep bodies below the contract, “bodies/…”, and name them from there.")
            return nil
        }
        let location = store.path(path, from: value.document)
        do {
            return .file(path: path, bytes: try store.bytes(at: location))
        } catch {
            report(.bodyFile, "“\(path)” can't be read: \(error)", at: value)
            return nil
        }
    }

    private func parts(_ value: JSONValue, _ row: JSONValue?) -> [PartDefinition]? {
        guard expect(value, .object, "“parts”") else { return nil }
        var parts: [PartDefinition] = []
        for member in Layered(value).members {
            let written = member.value.top
            if written.kind == .array {
                if written.count == 0 { report(.empty, "“\(member.name)” has no part", at: written) }
                parts += written.elements.compactMap { part(named: member.name, $0, row) }
            } else if let part = part(named: member.name, written, row) {
                parts.append(part)
            }
        }
        return parts
    }

    private func part(named name: String, _ value: JSONValue, _ row: JSONValue?) -> PartDefinition? {
        let what = "the part “\(name)”"
        let keys = ["body", "bodyText", "bodyBase64", "bodyFile", "filename", "headers"]
        guard let fields = object(value, what, keys: keys, followsReferences: false) else { return nil }
        let headers = named(fields.layered["headers"], "“headers” of \(what)", followsReferences: false)
        return PartDefinition(
            name: name, location: SourceLocation(value), body: bodyDefinition(fields, row),
            filename: string(fields, "filename"),
            headers: headers.map { NamedValue(name: $0.name, value: $0.value.top) })
    }
}
