import AccordJSON

extension SchemaCompiler {
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
