import AccordJSON
import AccordSchema

extension ContractReader {
    /// `example`, or `examples` by name, in OpenAPI's words.
    func examples(_ fields: ObjectFields) -> [NamedExample] {
        if reportTogether(["example", "examples"], in: fields) { return [] }
        if let value = fields["example"] {
            return [NamedExample(name: nil, location: SourceLocation(value), content: .value(value))]
        }
        return named(fields.layered["examples"], "“examples” in \(fields.what)").compactMap { example($0) }
    }

    private func example(_ member: LayeredMember) -> NamedExample? {
        let what = "the example “\(member.name)”"
        let contents = ["value", "dataValue", "serializedValue", "externalValue"]
        let keys = ["summary", "description"] + contents
        guard let fields = object(member.value, what, keys: keys) else { return nil }
        let content: NamedExample.Content
        if let value = fields["value"] ?? fields["dataValue"] {
            content = .value(value)
        } else if let value = fields["serializedValue"], expect(value, .string, "“serializedValue” in \(what)") {
            content = .serialized(value)
        } else if let value = fields["externalValue"], expect(value, .string, "“externalValue” in \(what)") {
            content = .external(value)
        } else {
            report(
                .missingKey, "\(what) has no value", at: member.location,
                severity: member.location.isTranslated ? .warning : .error, advice: "Add “value”.")
            return nil
        }
        return NamedExample(
            name: member.name, summary: string(fields, "summary"), location: member.location, content: content)
    }

    func reportBroken(_ examples: [NamedExample], _ schema: Schema) {
        for example in examples {
            guard case .value(let value) = example.content else { continue }
            let what = example.name.map { "the example “\($0)”" } ?? "the example"
            reportViolations(of: schema, by: value, rule: .example, what)
        }
    }
}
