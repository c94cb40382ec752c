import AccordJSON

extension SchemaCompiler {
    /// `prefixItems`, `items`, `additionalItems`, `contains` and what counts elements.
    mutating func writeArrays() {
        guard
            words.has(.prefixItems) || words.has(.items) || words.has(.additionalItems) || words.has(.contains)
                || words.has(.minItems) || words.has(.maxItems) || words.has(.uniqueItems) || words.has(.minContains)
                || words.has(.maxContains)
        else { return }
        var rule = ArrayRule()
        var prefix: [UInt32] = []
        if let items = words[.items] {
            if items.kind == .array, dialect.draft <= .draft201909, dialect.draft != .openAPI30 {
                prefix = children(items)
                if let value = words[.additionalItems] { rule.items = child(value) }
            } else if items.kind == .array {
                let where_ = dialect.draft == .openAPI30 ? "OpenAPI 3.0" : "2020-12"
                report(items, "items", "“items” is one schema in \(where_): an array of schemas is “prefixItems”")
            } else {
                rule.items = child(items)
            }
        }
        if let value = words[.prefixItems] {
            if value.kind == .array {
                prefix = children(value)
            } else {
                report(value, "prefixItems", "“prefixItems” is an array of schemas, not \(Wording.article(value.kind))")
            }
        }
        (rule.prefixStart, rule.prefixEnd) = program.list(prefix)
        rule.minimum = count(.minItems) ?? 0
        rule.maximum = count(.maxItems) ?? .max
        if let value = words[.uniqueItems] {
            if let flag = value.bool {
                rule.isUnique = flag
            } else {
                report(value, "uniqueItems", "“uniqueItems” is true or false, not \(Wording.article(value.kind))")
            }
        }
        let least = count(.minContains)
        let most = count(.maxContains)
        if let value = words[.contains] {
            rule.contains = child(value)
            rule.minimumContained = least ?? 1
            rule.maximumContained = most ?? .max
            rule.containsEvaluates = dialect.draft >= .draft202012
        }
        program.arrays.append(rule)
        emit(.array, .array, UInt32(program.arrays.count - 1))
    }

    /// The schemas that an array holds.
    mutating func children(_ value: JSONValue) -> [UInt32] {
        var numbers: [UInt32] = []
        for element in value.elements { numbers.append(child(element)) }
        return numbers
    }
}
