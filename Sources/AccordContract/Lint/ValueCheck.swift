// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// Checks whether the values in a case match their schemas.
struct ValueCheck {
    let reader: ContractReader
    let rule: ContractRule
    let row: JSONValue?
    let given: [String: JSONValue]
    /// The keyword of properties that must be absent: `readOnly` in a request, `writeOnly` in a response.
    let omitted: String

    /// The keywords that Accord checks even if the value contains templates with unknown values.
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

    /// Reports violations of a schema by a value. Ignores strings whose templates are filled in only during the run.
    func check(_ value: JSONValue, _ schema: Schema, _ subject: String) {
        let filled = TemplateText.isIn(value) ? filled(value) : nil
        let instance = filled.map { JSONDocument($0.value, file: value.document.file).root } ?? value
        if schema.isValid(instance) { return }
        let violations = schema.validate(instance).filter { violation in
            guard let unknown = filled?.unknown else { return true }
            return Self.structural.contains(violation.keyword) && !unknown.contains(violation.instancePointer)
                || !unknown.contains { $0.isWithin(violation.instancePointer) }
        }
        report(violations, subject) { SourceLocation(value.value(at: $0.instancePointer) ?? value) }
    }

    /// Reports violations of a schema by a generated value. `place` returns the contract location that belongs to a
    /// pointer into the value.
    func check(_ value: JSON, _ schema: Schema, _ subject: String, at place: (JSONPointer) -> SourceLocation) {
        let instance = JSONDocument(value).root
        if schema.isValid(instance) { return }
        report(schema.validate(instance), subject) { place($0.instancePointer) }
    }

    /// Reports violations of a schema by the value of a parameter. A number or Boolean value may be written as a
    /// string.
    func checkText(_ value: JSONValue, _ schema: Schema, _ subject: String) {
        let filled = filled(value)
        let readings = filled.value.string.map { ScalarText.readings($0, types: [.null, .boolean, .number]) } ?? []
        guard filled.isComplete, !readings.contains(where: { schema.isValid($0) }) else { return }
        check(value, schema, subject)
    }

    func filled(_ value: JSONValue) -> TemplateText.Filled { TemplateText.filled(value, row: row, given: given) }

    private func report(
        _ violations: [SchemaViolation], _ subject: String, at place: (SchemaViolation) -> SourceLocation
    ) {
        for violation in violations.prefix(10) {
            let note = Diagnostic.Note("this keyword rejects the value", at: SourceLocation(violation.schemaValue))
            let pointer = violation.instancePointer
            let inside = pointer.tokens.isEmpty ? "" : " at “\(pointer)”"
            reader.report(rule, "\(subject)\(inside): \(violation.message)", at: place(violation), notes: [note])
        }
    }
}

extension JSONPointer {
    /// Returns whether this pointer equals `outer`, or points to a value inside the value at `outer`.
    func isWithin(_ outer: JSONPointer) -> Bool { tokens.starts(with: outer.tokens) }
}

extension ContractLint {
    /// Reports `readOnly` properties in requests and `writeOnly` properties in responses.
    func reportOmissions(in value: JSONValue, _ schema: SchemaView, _ check: ValueCheck) {
        guard omissions.contains(check.omitted) else { return }
        let message = check.omitted == "readOnly" ? "a request" : "a response"
        for place in schema.places(markedWith: check.omitted, in: value) {
            guard let name = place.pointer.tokens.last else { continue }
            let owner = place.pointer.parent.flatMap { value.value(at: $0) }
            let member = owner?.members.first { $0.value.node == place.value.node }
            reader.report(
                check.rule, "\(message) must not contain the \(check.omitted) property “\(name)”",
                at: member.map { SourceLocation(keyOf: $0) } ?? SourceLocation(place.value),
                notes: [Diagnostic.Note("the schema of the property", at: SourceLocation(place.keyword))],
                advice: "Remove the property from the case.")
        }
    }
}
