import AccordJSON

extension SchemaCompiler {
    /// `properties` and its kin, `required`, and what counts members.
    mutating func writeObjects() {
        if words.hasAny(
            .properties, .patternProperties, .additionalProperties, .propertyNames, .required, .minProperties,
            .maxProperties)
        {
            writeMembers()
        }
        writeDependencies()
    }

    private mutating func writeMembers() {
        var rule = ObjectRule()
        var entries: [(key: String, schema: UInt32, isRequired: Bool)] = []
        if let value = map(.properties) {
            for member in value.members { entries.append((member.key, child(member.value), false)) }
        }
        if let value = words[.required] {
            for key in strings(value, "required") { entries.append((key, Instruction.none, true)) }
        }
        rule.table = program.table(entries)
        rule.requiredCount = program.requiredCount(rule.table)
        if let value = map(.patternProperties) {
            var pairs: [UInt32] = []
            for member in value.members {
                let schema = child(member.value)
                if let pattern = pattern(member.key, member.value, "patternProperties") { pairs += [pattern, schema] }
            }
            (rule.patternStart, rule.patternEnd) = program.list(pairs)
        }
        if let value = words[.additionalProperties] { rule.additional = child(value) }
        if let value = words[.propertyNames] { rule.propertyNames = child(value) }
        rule.minimum = count(.minProperties) ?? 0
        rule.maximum = count(.maxProperties) ?? .max
        program.objects.append(rule)
        emit(.object, .object, UInt32(program.objects.count - 1))
    }

    /// The value of a keyword that maps names to schemas.
    mutating func map(_ keyword: Keyword) -> JSONValue? {
        guard let value = words[keyword] else { return nil }
        if value.kind == .object { return value }
        let name = keyword.rawValue
        report(value, name, "“\(name)” is an object with a schema for each name, not \(Wording.article(value.kind))")
        return nil
    }

    /// The strings of an array, such as that of `required`.
    private mutating func strings(_ value: JSONValue, _ keyword: String) -> [String] {
        guard value.kind == .array else {
            report(value, keyword, "“\(keyword)” is an array of property names, not \(Wording.article(value.kind))")
            return []
        }
        var strings: [String] = []
        for element in value.elements {
            if let string = element.string {
                strings.append(string)
            } else {
                report(element, keyword, "“\(keyword)” lists property names, not \(Wording.article(element.kind))")
            }
        }
        return strings
    }

    /// `dependentRequired`, `dependentSchemas`, and `dependencies`, which was both.
    private mutating func writeDependencies() {
        if let value = words[.dependentRequired] {
            if value.kind == .object {
                for member in value.members { writeDependentKeys(member, "dependentRequired") }
            } else {
                let given = Wording.article(value.kind)
                report(
                    value, "dependentRequired", "“dependentRequired” is an object with arrays of names, not \(given)")
            }
        }
        if let value = map(.dependentSchemas) {
            for member in value.members { writeDependentSchema(member, "dependentSchemas") }
        }
        if let value = map(.dependencies) {
            for member in value.members {
                if member.value.kind == .array {
                    writeDependentKeys(member, "dependencies")
                } else {
                    writeDependentSchema(member, "dependencies")
                }
            }
        }
    }

    private mutating func writeDependentKeys(_ member: JSONMember, _ keyword: String) {
        var keys: [UInt32] = []
        for string in strings(member.value, keyword) { keys.append(program.key(string)) }
        let (start, end) = program.list(keys)
        emit(.dependentKeys, .object, program.key(member.key), start, end)
    }

    private mutating func writeDependentSchema(_ member: JSONMember, _ keyword: String) {
        let schema = child(member.value)
        noteInPlace(schema, member.value, keyword)
        emit(.dependentSchema, .object, program.key(member.key), schema)
    }
}
