import AccordJSON
import AccordSchema

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
