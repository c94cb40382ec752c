// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension SchemaCompiler {
    /// Compiles `type` and OpenAPI 3.0's `nullable`.
    mutating func writeTypes() {
        guard let value = words[.type] else { return }
        guard value.kind == .string || value.kind == .array else {
            return report(
                value, "type", "“type” must be a string or an array of strings, not \(Wording.article(value.kind))")
        }
        let names = value.kind == .string ? [value] : Array(value.elements)
        for name in names where TypeSet(name: name.string ?? "").isEmpty { reportType(name) }
        var types = TypeSet(keyword: value)
        if words[.nullable]?.bool == true { types.insert(.null) }
        let isIntegerOnly = types.contains(.integer) && !types.contains(.fraction)
        program.schemas[Int(current)].kinds = types.kinds
        program.schemas[Int(current)].isIntegerOnly = isIntegerOnly
        if isIntegerOnly, dialect.hasWrittenIntegers {
            emit(.format, .type, .number, UInt32(Format.writtenInteger.rawValue))
        }
    }

    private mutating func reportType(_ value: JSONValue) {
        guard let name = value.string else {
            return report(value, "type", "a type must be a string, not \(Wording.article(value.kind))")
        }
        let known = TypeSet.named.map(\.name)
        let misspelled = Array(name.lowercased().utf8.prefix(20))
        let distances = known.map { EditDistance.between(misspelled, Array($0.utf8)) }
        let nearest = zip(known, distances).min { $0.1 < $1.1 }
        let hint = nearest.flatMap { $0.1 <= 3 ? "; did you mean “\($0.0)”?" : nil } ?? ""
        report(value, "type", "“\(Wording.clip(name))” isn't a type: \(Wording.list(known, "or"))\(hint)")
    }

    /// Compiles `enum` and `const`.
    mutating func writeEnumeration() {
        if let value = value(.enum, .array, "an array of values") { addEnumeration(Array(value.elements), .enum) }
        if let value = words[.const] { addEnumeration([value], .const) }
    }

    private mutating func addEnumeration(_ values: [JSONValue], _ keyword: Keyword) {
        var rule = EnumerationRule()
        let strings = values.count { $0.kind == .string }
        rule.strings = program.keyTables.begin(count: strings)
        rule.start = UInt32(program.values.count)
        for value in values {
            switch value.kind {
            case .string:
                program.keyTables.insert(
                    value.string ?? "", Instruction.none, isRequired: false, into: rule.strings)
                rule.kinds.formUnion(.string)
            case .null, .bool: rule.kinds.formUnion(value.tapeNode.kindBit)
            case .number, .array, .object:
                rule.kinds.formUnion(value.kind == .object ? .object : value.tapeNode.kindBit)
                program.values.append(value)
            }
        }
        rule.end = UInt32(program.values.count)
        program.enumerations.append(rule)
        emit(.enumeration, keyword, .all, UInt32(program.enumerations.count - 1))
    }
}

extension Evaluator {
    mutating func explainType(_ node: Int) {
        guard let value = report[.type] else { return }
        var names: [String] = value.string.map { [$0] } ?? value.elements.compactMap(\.string)
        if report[.nullable]?.bool == true { names.append("null") }
        reportViolation(of: .type, node, expected: Wording.list(names.map(Wording.article(type:)), "or"))
    }

    /// Checks `enum` or `const`.
    mutating func checkEnumeration(
        _ step: UnsafePointer<Instruction>, _ node: Int, _ kind: KindSet, _ mode: Mode
    ) -> Bool {
        let rule = tables.code.enumerations + Int(step.pointee.a)
        let isMember =
            rule.pointee.kinds.meets(kind)
            && (kind.meets(.string)
                ? tables.slot(in: rule.pointee.strings, node) != nil
                : !kind.meets([.number, .container]) || contains(rule.pointee, node, kind))
        return isMember || fail(mode) { $0.explainEnumeration(step.pointee.keyword, node) }
    }

    /// Returns whether an enumeration contains the number, array or object at a node.
    private func contains(_ rule: EnumerationRule, _ node: Int, _ kind: KindSet) -> Bool {
        let value = value(node)
        let values = tables.program.parts.values[Int(rule.start)..<Int(rule.end)]
        // Parse the text of a long number only once, not in every comparison.
        if kind == .number, value.byteRange.count > 20, let number = value.number.map({ ComparedNumber($0) }) {
            return values.contains { $0.number.map(number.isSame) ?? false }
        }
        return values.contains(value)
    }

    private mutating func explainEnumeration(_ keyword: Keyword, _ node: Int) {
        guard let value = report[keyword] else { return }
        let allowed = keyword == .const ? [value] : Array(value.elements.prefix(10_000))
        let names = allowed.prefix(12).map { Wording.short($0, limit: 40) }
        let omittedCount = keyword == .enum ? value.count - names.count : 0
        var expected = Wording.list(names + (omittedCount > 0 ? ["\(omittedCount) more values"] : []), "or", limit: 13)
        if keyword == .enum, allowed.count > 1 { expected = "one of \(expected)" }
        if allowed.isEmpty { expected = "no value, because the enumeration is empty" }
        var message: String?
        if let text = self.value(node).string, allowed.count > 1, allowed.count < 500,
            let nearest = EditDistance.nearest(to: text, in: allowed.compactMap(\.string)),
            let value = allowed.first(where: { $0.string == nearest })
        {
            message = "expected \(expected), got \(describe(node)); did you mean \(Wording.short(value))?"
        }
        reportViolation(of: keyword, node, expected: expected, message: message)
    }
}

extension BoundaryProbes {
    mutating func addTypes(_ words: KeywordValues) {
        let current = JSON(place.value)
        if let value = words[.type] {
            inside(.type, value, "a valid value", current)
            for sample in MutationPlan.samples where !MutationPlan.isType(sample.type, place.value) {
                outside(.type, value, sample.type, try? JSON(parsing: sample.text))
            }
            if value.string == "integer" { outside(.type, value, "a fraction", fraction(words)) }
        }
        if let value = words[.enum] {
            for (index, element) in value.elements.enumerated().prefix(50) {
                inside(.enum, value, "value \(index)", JSON(element))
            }
            outside(.enum, value, "an unknown value", "unknown-value")
            let texts = value.elements.compactMap(\.string)
            let otherCase = texts.lazy.map { $0 == $0.lowercased() ? $0.uppercased() : $0.lowercased() }
                .first { !texts.contains($0) }
            outside(.enum, value, "a different case", otherCase.map { .string($0) })
        }
        if let value = words[.const] {
            inside(.const, value, "exactly", JSON(value))
            outside(.const, value, "another value", "unknown-value")
        }
    }

    /// Returns a number with a fraction. If the current value is 7, the number is 7.5, or 6.5 if `maximum` is 7. If the
    /// current value isn't an integer, the number is 1.5.
    private func fraction(_ words: KeywordValues) -> JSON {
        guard let current = place.value.number?.int, current.magnitude < 1 << 50 else { return 1.5 }
        let isLargest = words[.maximum]?.number?.int == current
        return JSONNumber(Double(current) + (isLargest ? -0.5 : 0.5)).map { .number($0) } ?? 1.5
    }
}

extension SchemaCompiler {
    /// Reports annotations, such as `title` and `deprecated`, whose value has the wrong type.
    mutating func checkAnnotations() {
        for keyword in [Keyword.title, .description, .comment] { _ = value(keyword, .string, "a string") }
        if words.has(.readOnly) { program.containsReadOnly = true }
        if words.has(.writeOnly) { program.containsWriteOnly = true }
        for keyword in [Keyword.deprecated, .readOnly, .writeOnly, .nullable, .fresh] {
            _ = value(keyword, .bool, "true or false")
        }
    }
}
