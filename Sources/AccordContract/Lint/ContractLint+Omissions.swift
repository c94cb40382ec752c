import AccordJSON
import AccordSchema

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
