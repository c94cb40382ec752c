import AccordJSON

extension SchemaCompiler {
    /// `not`, `if`, `allOf`, `anyOf` and `oneOf`.
    mutating func writeLogic() {
        if let value = words[.not] {
            let schema = child(value)
            noteInPlace(schema, value, .not)
            emit(.not, .all, schema)
        }
        writeList(.allOf, .allOf)
        writeList(.anyOf, .anyOf)
        writeList(.oneOf, .oneOf)
        if let value = words[.if] {
            let condition = inPlace(value, .if)
            let then = words[.then].map { inPlace($0, .then) } ?? Instruction.none
            let otherwise = words[.else].map { inPlace($0, .else) } ?? Instruction.none
            emit(.condition, .all, condition, then, otherwise)
        }
    }

    private mutating func inPlace(_ value: JSONValue, _ keyword: Keyword) -> UInt32 {
        let schema = child(value)
        noteInPlace(schema, value, keyword)
        return schema
    }

    private mutating func writeList(_ keyword: Keyword, _ operation: Instruction.Operation) {
        guard let value = words[keyword] else { return }
        let name = keyword.name
        guard value.kind == .array, value[0] != nil else {
            let given = value.kind == .array ? "an empty one" : Wording.article(value.kind)
            return report(value, name, "“\(name)” is an array of at least one schema, not \(given)")
        }
        let schemas = children(value)
        for (schema, element) in zip(schemas, value.elements) { noteInPlace(schema, element, keyword) }
        let (start, end) = program.list(schemas)
        emit(operation, .all, start, end)
    }

    /// `unevaluatedItems` and `unevaluatedProperties`, which come after everything that looks at values.
    mutating func writeUnevaluated() {
        if let value = words[.unevaluatedItems] {
            emit(.unevaluatedItems, .array, child(value))
            program.schemas[Int(current)].asksUnevaluated = true
        }
        if let value = words[.unevaluatedProperties] {
            emit(.unevaluatedProperties, .object, child(value))
            program.schemas[Int(current)].asksUnevaluated = true
        }
    }

    /// Sees that what only describes has the right kind, where people mistype it.
    mutating func checkAnnotations() {
        for keyword in [Keyword.title, .description, .comment] {
            guard let value = words[keyword], value.kind != .string else { continue }
            report(value, keyword.name, "“\(keyword.name)” is a string, not \(Wording.article(value.kind))")
        }
        if words.has(.readOnly) { program.containsReadOnly = true }
        if words.has(.writeOnly) { program.containsWriteOnly = true }
        for keyword in [Keyword.deprecated, .readOnly, .writeOnly, .nullable, .fresh] {
            guard let value = words[keyword], value.kind != .bool else { continue }
            report(
                value, keyword.name, "“\(keyword.name)” is true or false, not \(Wording.article(value.kind))")
        }
    }
}
