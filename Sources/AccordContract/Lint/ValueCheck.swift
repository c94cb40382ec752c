import AccordJSON
import AccordSchema

/// Values of a case held against the schemas that document them.
struct ValueCheck {
    let reader: ContractReader
    let rule: ContractRule
    let row: JSONValue?
    let given: [String: JSONValue]
    /// `readOnly` properties aren't sent, `writeOnly` ones aren't answered: neither is missed.
    let omitted: String

    /// Keywords whose verdict doesn't hang on values further inside, which may not be known yet.
    private static let structural: Set<String> = [
        "required", "type", "minItems", "maxItems", "minProperties", "maxProperties", "additionalProperties",
    ]

    init(_ reader: ContractReader, _ rule: ContractRule, _ subject: LintedCase) {
        self.reader = reader
        self.rule = rule
        row = subject.row
        given = subject.given
        omitted = rule == .requestValue ? "readOnly" : "writeOnly"
    }

    /// Reports what of a value, its templates filled in as far as they are known, breaks a schema.
    func check(_ value: JSONValue, _ schema: Schema, _ what: String) {
        guard TemplateText.isIn(value) else {
            if schema.isValid(value) { return }
            return report(schema.validate(value), what) { SourceLocation($0.instance) }
        }
        let filled = filled(value)
        let instance = JSONDocument(filled.value, file: value.document.file).root
        if schema.isValid(instance) { return }
        let violations = schema.validate(instance).filter { violation in
            Self.structural.contains(violation.keyword) && !isUnknown(violation.instancePointer, filled)
                || !filled.unknown.contains { $0.isWithin(violation.instancePointer) }
        }
        report(violations, what) { SourceLocation(value.value(at: $0.instancePointer) ?? value) }
    }

    /// A value that was built for the purpose; everything is reported at `place`.
    func check(_ value: JSON, _ schema: Schema, _ what: String, at place: (JSONPointer) -> SourceLocation) {
        let instance = JSONDocument(value).root
        if schema.isValid(instance) { return }
        report(schema.validate(instance), what) { place($0.instancePointer) }
    }

    /// A parameter's value, which may be written as the text that is sent.
    func checkText(_ value: JSONValue, _ schema: Schema, _ what: String) {
        guard TemplateText.isIn(value) else {
            if schema.isValid(value) || isValidText(value.string, schema) { return }
            return report(schema.validate(value), what) { SourceLocation($0.instance) }
        }
        let filled = filled(value)
        guard filled.isComplete else { return }
        let written = JSONDocument(filled.value).root
        if schema.isValid(written) || isValidText(written.string, schema) { return }
        report(schema.validate(written), what) { SourceLocation(value.value(at: $0.instancePointer) ?? value) }
    }

    private func isValidText(_ text: String?, _ schema: Schema) -> Bool {
        guard let text else { return false }
        return Self.readings(of: text).contains { schema.isValid($0) }
    }

    func filled(_ value: JSONValue) -> TemplateText.Filled {
        TemplateText.filled(value, row: row, given: given)
    }

    /// What else a text may mean: a number, a truth value, null.
    private static func readings(of text: String) -> [JSON] {
        if text == "true" || text == "false" { return [.bool(text == "true")] }
        if text == "null" || text.isEmpty { return [.null] }
        return JSONNumber(text).map { [.number($0)] } ?? []
    }

    private func isUnknown(_ pointer: JSONPointer, _ filled: TemplateText.Filled) -> Bool {
        filled.unknown.contains(pointer)
    }

    private func report(_ violations: [SchemaViolation], _ what: String, at place: (SchemaViolation) -> SourceLocation)
    {
        for violation in violations.prefix(10) where !violation.isOmission(of: omitted) {
            let note = Diagnostic.Note("the schema says so here", at: SourceLocation(violation.schemaValue))
            let pointer = violation.instancePointer
            let inside = pointer.tokens.isEmpty ? "" : " at “\(pointer)”"
            reader.report(rule, "\(what)\(inside): \(violation.message)", at: place(violation), notes: [note])
        }
    }
}

extension JSONPointer {
    /// True for a pointer that leads to a place or further inside of it.
    func isWithin(_ outer: JSONPointer) -> Bool {
        tokens.starts(with: outer.tokens)
    }
}

extension ContractLint {
    /// `readOnly` properties are never sent, and `writeOnly` ones never answered.
    func reportOmissions(in value: JSONValue, _ schema: SchemaView, _ check: ValueCheck, depth: Int = 0) {
        guard depth < 32, omissions.contains(check.omitted) else { return }
        switch value.kind {
        case .array:
            guard let items = schema.items else { return }
            for element in value.elements { reportOmissions(in: element, items, check, depth: depth + 1) }
        case .object:
            for member in value.members {
                guard let property = schema.property(member.key) else { continue }
                if property.says(check.omitted) {
                    reportOmission(of: member, property, check)
                } else {
                    reportOmissions(in: member.value, property, check, depth: depth + 1)
                }
            }
        case .null, .bool, .number, .string: break
        }
    }

    private func reportOmission(of member: JSONMember, _ property: SchemaView, _ check: ValueCheck) {
        let isSent = check.omitted == "readOnly"
        reader.report(
            check.rule, "“\(member.key)” is \(check.omitted): it is never \(isSent ? "sent" : "answered")",
            at: SourceLocation(keyOf: member),
            notes: [Diagnostic.Note("the schema says so here", at: SourceLocation(property.schemas[0]))],
            advice: "Take it out of the case.")
    }
}
