import AccordJSON
import AccordSchema

extension ContractReader {
    /// A body: a schema, which means `application/json`, or `content` by media type.
    func body(_ value: JSONValue, _ what: String) -> BodyDescription? {
        guard isParameterObject(value) else { return schemaBody(value) }
        let keys = ["description", "required", "content"]
        guard let fields = object(value, what, keys: keys, required: ["content"]) else { return nil }
        let content = named(fields.layered["content"], "“content” in \(what)")
        if content.isEmpty, let value = fields["content"], value.kind == .object {
            report(.badValue, "“content” in \(what) names no media type", at: value)
        }
        return BodyDescription(
            location: SourceLocation(value), description: string(fields, "description"),
            isRequired: bool(fields, "required") ?? true,
            content: content.compactMap { mediaType($0) })
    }

    private func schemaBody(_ value: JSONValue) -> BodyDescription? {
        let schema = schema(value)
        let location = SourceLocation(value)
        if value.bool == false {
            return BodyDescription(location: location, isRequired: false, isForbidden: true)
        }
        let shape = SchemaView(value)
        return BodyDescription(
            location: location, description: shape.keyword("description")?.string,
            content: [MediaTypeDescription(location: location, mediaType: .json, schema: schema)])
    }

    private func mediaType(_ member: LayeredMember) -> MediaTypeDescription? {
        guard let type = MediaType(parsing: member.name) else {
            report(
                .badValue, "“\(member.name)” isn't a media type", at: member.location,
                advice: "Write type and subtype, “application/json”.")
            return nil
        }
        let keys = ["schema", "itemSchema", "encoding", "example", "examples"]
        guard let fields = object(member.value, "“\(member.name)”", keys: keys) else { return nil }
        let whole = fields["schema"].flatMap { schema($0) }
        let examples = examples(fields)
        if let whole, type.isJSON { reportBroken(examples, whole) }
        let items = fields["itemSchema"].flatMap { schema($0) }
        var encodings: [String: PartEncoding] = [:]
        for part in named(fields.layered["encoding"], "“encoding” in “\(member.name)”") {
            encodings[part.name] = encoding(part)
        }
        return MediaTypeDescription(
            location: member.location, mediaType: type, schema: whole, itemSchema: items, encoding: encodings,
            examples: examples)
    }

    private func encoding(_ member: LayeredMember) -> PartEncoding? {
        let what = "the encoding of “\(member.name)”"
        let keys = ["contentType", "headers", "style", "explode"]
        guard let fields = object(member.value, what, keys: keys) else { return nil }
        var types: [MediaType] = []
        if let text = string(fields, "contentType"), let value = fields["contentType"] {
            for piece in text.split(separator: ",") {
                if let type = MediaType(parsing: String(piece)) {
                    types.append(type)
                } else {
                    report(.badValue, "“\(piece)” isn't a media type", at: value)
                }
            }
        }
        let styles: [Parameter.Style] = [.form, .spaceDelimited, .pipeDelimited, .deepObject]
        return PartEncoding(
            contentTypes: types, headers: parameters(fields["headers"], .header, "“headers” in \(what)"),
            style: choice(fields, "style", of: styles), explode: bool(fields, "explode"))
    }
}

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
