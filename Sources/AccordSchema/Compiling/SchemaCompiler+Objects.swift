import AccordJSON

extension SchemaCompiler {
    /// `properties` and its kin, `required`, and what counts members.
    mutating func writeObjects() {
        if words.has(.properties) || words.has(.patternProperties) || words.has(.additionalProperties)
            || words.has(.propertyNames) || words.has(.required) || words.has(.minProperties)
            || words.has(.maxProperties)
        {
            writeMembers()
        }
        writeDependencies()
    }

    private mutating func writeMembers() {
        var rule = ObjectRule()
        writeNames(&rule)
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

    /// The table of the names in `properties` and `required`.
    private mutating func writeNames(_ rule: inout ObjectRule) {
        let properties = map(.properties)
        let required = words[.required].map { names($0, "required") } ?? []
        let count = (properties.map { MemberNodes($0.document, object: $0.node).count { _ in true } } ?? 0)
        rule.table = program.keyTables.begin(count: count + required.count)
        if let properties {
            for key in MemberNodes(properties.document, object: properties.node) {
                let schema = child(node: key + 1)
                program.keyTables.insert(
                    properties.document, string: key, schema, isRequired: false, into: rule.table)
            }
        }
        for name in required {
            program.keyTables.insert(
                name.document, string: name.node, Instruction.none, isRequired: true, into: rule.table)
        }
        rule.requiredCount = program.keyTables.requiredCount(rule.table)
    }

    /// The value of a keyword that maps names to schemas.
    mutating func map(_ keyword: Keyword) -> JSONValue? {
        guard let value = words[keyword] else { return nil }
        if value.kind == .object { return value }
        let name = keyword.name
        report(value, name, "“\(name)” is an object with a schema for each name, not \(Wording.article(value.kind))")
        return nil
    }

    /// The strings of an array, such as that of `required`.
    private mutating func names(_ value: JSONValue, _ keyword: String) -> [JSONValue] {
        guard value.kind == .array else {
            report(value, keyword, "“\(keyword)” is an array of property names, not \(Wording.article(value.kind))")
            return []
        }
        var names: [JSONValue] = []
        for element in value.elements {
            if element.kind == .string {
                names.append(element)
            } else {
                report(element, keyword, "“\(keyword)” lists property names, not \(Wording.article(element.kind))")
            }
        }
        return names
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
            for member in value.members { writeDependentSchema(member, .dependentSchemas) }
        }
        if let value = map(.dependencies) {
            for member in value.members {
                if member.value.kind == .array {
                    writeDependentKeys(member, "dependencies")
                } else {
                    writeDependentSchema(member, .dependencies)
                }
            }
        }
    }

    private mutating func writeDependentKeys(_ member: JSONMember, _ keyword: String) {
        var keys: [UInt32] = []
        for name in names(member.value, keyword) { keys.append(program.key(name.string ?? "")) }
        let (start, end) = program.list(keys)
        emit(.dependentKeys, .object, program.key(member.key), start, end)
    }

    private mutating func writeDependentSchema(_ member: JSONMember, _ keyword: Keyword) {
        let schema = child(member.value)
        noteInPlace(schema, member.value, keyword)
        emit(.dependentSchema, .object, program.key(member.key), schema)
    }
}
