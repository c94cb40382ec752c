import AccordJSON

extension SchemaCompiler {
    /// `type` and OpenAPI 3.0's `nullable`.
    mutating func writeTypes() {
        guard let value = words[.type] else { return }
        var kinds: KindSet = .none
        var allowsInteger = false
        var allowsNumber = false
        let names: [JSONValue]
        switch value.kind {
        case .string: names = [value]
        case .array: names = Array(value.elements)
        default:
            return report(
                value, "type", "“type” is a string or an array of strings, not \(Wording.article(value.kind))")
        }
        for name in names {
            switch name.string {
            case "null": kinds.formUnion(.null)
            case "boolean": kinds.formUnion(.bool)
            case "string": kinds.formUnion(.string)
            case "array": kinds.formUnion(.array)
            case "object": kinds.formUnion(.object)
            case "number": allowsNumber = true
            case "integer": allowsInteger = true
            default: reportType(name)
            }
        }
        if allowsNumber || allowsInteger { kinds.formUnion(.number) }
        if words[.nullable]?.bool == true { kinds.formUnion(.null) }
        program.schemas[Int(current)].kinds = kinds
        program.schemas[Int(current)].isIntegerOnly = allowsInteger && !allowsNumber
        if allowsInteger, !allowsNumber, dialect.hasWrittenIntegers {
            emit(.format, .number, UInt32(Format.writtenInteger.rawValue))
        }
    }

    private mutating func reportType(_ value: JSONValue) {
        guard let name = value.string else {
            return report(value, "type", "a type is named by a string, not \(Wording.article(value.kind))")
        }
        let known = ["string", "number", "integer", "boolean", "object", "array", "null"]
        let wanted = Array(name.lowercased().utf8.prefix(20))
        let nearest = known.min {
            EditDistance.between(wanted, Array($0.utf8)) < EditDistance.between(wanted, Array($1.utf8))
        }
        var hint = ""
        if let nearest, EditDistance.between(wanted, Array(nearest.utf8)) <= 3 { hint = "; did you mean “\(nearest)”?" }
        report(value, "type", "“\(Wording.clip(name))” isn't a type: \(Wording.list(known, "or"))\(hint)")
    }

    /// `enum` and `const`.
    mutating func writeEnumeration() {
        if let value = words[.enum] {
            if value.kind == .array {
                addEnumeration(Array(value.elements))
            } else {
                report(value, "enum", "“enum” is an array of values, not \(Wording.article(value.kind))")
            }
        }
        if let value = words[.const] { addEnumeration([value]) }
    }

    private mutating func addEnumeration(_ values: [JSONValue]) {
        var rule = EnumerationRule()
        let strings = values.count { $0.kind == .string }
        rule.strings = program.keyTables.begin(count: strings)
        rule.start = UInt32(program.values.count)
        for value in values {
            switch value.kind {
            case .string:
                program.keyTables.insert(
                    value.document, string: value.node, Instruction.none, isRequired: false, into: rule.strings)
                rule.kinds.formUnion(.string)
            case .null, .bool: rule.kinds.formUnion(value.tapeNode.kindBit)
            case .number, .array, .object:
                rule.kinds.formUnion(value.kind == .object ? .object : value.tapeNode.kindBit)
                program.values.append(value)
            }
        }
        rule.end = UInt32(program.values.count)
        program.enumerations.append(rule)
        emit(.enumeration, .all, UInt32(program.enumerations.count - 1))
    }
}
