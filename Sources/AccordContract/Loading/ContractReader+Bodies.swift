// SPDX-License-Identifier: Apache-2.0
import AccordSchema

extension ContractReader {
    /// Reads a body: either a schema for `application/json`, or `content` with a schema for each media type.
    func body(_ value: JSONValue, _ subject: String) -> BodyDescription? {
        guard isParameterObject(value) else { return schemaBody(value) }
        let keys = ["description", "required", "content"]
        guard let fields = object(value, subject, keys: keys, required: ["content"]) else { return nil }
        let content = named(fields.layered["content"], "“content” in \(subject)")
        if content.isEmpty, let value = fields["content"], value.kind == .object {
            report(.badValue, "“content” in \(subject) has no media type", at: value)
        }
        return BodyDescription(
            location: SourceLocation(value), description: string(fields, "description"),
            isRequired: bool(fields, "required") ?? true, content: content.compactMap { mediaType($0) })
    }

    private func schemaBody(_ value: JSONValue) -> BodyDescription? {
        let schema = schema(value)
        let location = SourceLocation(value)
        if value.bool == false { return BodyDescription(location: location, isRequired: false, isForbidden: true) }
        let shape = SchemaView(value)
        return BodyDescription(
            location: location, description: shape.keyword("description")?.string,
            content: [MediaTypeDescription(location: location, mediaType: .json, schema: schema)])
    }

    private func mediaType(_ member: LayeredMember) -> MediaTypeDescription? {
        guard var type = MediaType(parsing: member.name) else {
            return reject(
                .badValue, "invalid media type “\(member.name)”", at: member.location,
                advice: "Write a type and a subtype, such as “application/json”.")
        }
        // Rekor documents `application/json;q=1`. Only `Accept` has this weight, no message has it in `Content-Type`.
        type.parameters.removeAll { $0.name == "q" }
        let keys = ["schema", "itemSchema", "dataSchema", "endless", "encoding", "example", "examples"]
        guard let fields = object(member.value, "“\(member.name)”", keys: keys) else { return nil }
        let bodySchema = fields["schema"].flatMap { schema($0) }
        var examples = examples(fields)
        if type.isJSON { examples = examples.map { decoded($0, bodySchema) } }
        if let bodySchema, type.isJSON { reportBroken(examples, bodySchema) }
        let items = fields["itemSchema"].flatMap { schema($0) }
        let content = items.flatMap { SchemaView($0.source).property("data")?.keyword("contentSchema") }
        let data = type.isEventStream ? (fields["dataSchema"] ?? content).flatMap { schema($0) } : nil
        if let value = fields["dataSchema"], !type.isEventStream {
            report(.badValue, "“dataSchema” applies only to text/event-stream", at: value)
        }
        var encodings: [String: PartEncoding] = [:]
        for part in named(fields.layered["encoding"], "“encoding” in “\(member.name)”") {
            encodings[part.name] = encoding(part)
        }
        return MediaTypeDescription(
            location: member.location, mediaType: type, schema: bodySchema, itemSchema: items, dataSchema: data,
            endless: fields["endless"].flatMap { endless($0, type) }, encoding: encodings, examples: examples)
    }

    private func endless(_ value: JSONValue, _ type: MediaType) -> EndlessStream? {
        guard type.isStream else {
            return reject(.badValue, "“endless” applies only to a stream of events or lines", at: value)
        }
        guard let fields = object(value, "“endless”", keys: ["items", "seconds"]) else { return nil }
        let stream = EndlessStream(
            location: fields.location, items: integer(fields, "items", in: 1...1_000_000),
            seconds: number(fields, "seconds", minimum: 0, allowsMinimum: false))
        if fields["items"] == nil, fields["seconds"] == nil {
            report(.missingKey, "“endless” needs “items” or “seconds”", at: value)
        }
        return stream
    }

    private func encoding(_ member: LayeredMember) -> PartEncoding? {
        let subject = "the encoding of “\(member.name)”"
        let keys = ["contentType", "headers", "style", "explode"]
        guard let fields = object(member.value, subject, keys: keys) else { return nil }
        var types: [MediaType] = []
        if let text = string(fields, "contentType"), let value = fields["contentType"] {
            for piece in HeaderGrammar.list(text) {
                if let type = MediaType(parsing: piece) {
                    types.append(type)
                } else {
                    report(.badValue, "invalid media type “\(piece)”", at: value)
                }
            }
        }
        return PartEncoding(
            contentTypes: types, headers: parameters(fields.layered["headers"], .header, "“headers” in \(subject)"),
            style: choice(fields, "style", of: Parameter.Place.query.styles), explode: bool(fields, "explode"))
    }

    /// Reads the examples of a parameter or body: a single `example`, or named `examples`.
    func examples(_ fields: ObjectFields) -> [NamedExample] {
        if reportTogether(["example", "examples"], in: fields) { return [] }
        if let value = fields["example"] {
            return [NamedExample(name: nil, location: SourceLocation(value), content: .value(value))]
        }
        return named(fields.layered["examples"], "“examples” in \(fields.subject)").compactMap { example($0) }
    }

    private func example(_ member: LayeredMember) -> NamedExample? {
        let subject = "the example “\(member.name)”"
        let contents = ["value", "dataValue", "serializedValue", "externalValue"]
        let keys = ["summary", "description"] + contents
        guard let fields = object(member.value, subject, keys: keys) else { return nil }
        let content: NamedExample.Content
        if let value = fields["value"] ?? fields["dataValue"] {
            content = .value(value)
        } else if let value = fields["serializedValue"], expect(value, .string, "“serializedValue” in \(subject)") {
            content = .serialized(value)
        } else if let value = fields["externalValue"], expect(value, .string, "“externalValue” in \(subject)") {
            content = .external(value)
        } else {
            return reject(
                .missingKey, "\(subject) has no value", at: member.location,
                severity: member.location.isTranslated ? .warning : .error, advice: "Add “value”.")
        }
        return NamedExample(
            name: member.name, summary: string(fields, "summary"), location: member.location, content: content)
    }

    /// Returns the example, or the JSON in it if the example is a string that contains a JSON object or array, and the
    /// schema documents no string. Documents from readme.io contain such examples.
    private func decoded(_ example: NamedExample, _ schema: Schema?) -> NamedExample {
        guard case .value(let value) = example.content, let text = value.string,
            schema.map({ !$0.isValid(value) || SchemaView($0.source).impliedTypes.isEmpty }) ?? true,
            let json = try? JSON(parsing: text), json.object != nil || json.array != nil
        else { return example }
        let subject = example.name.map { "the example “\($0)”" } ?? "the example"
        report(
            .example, "\(subject) is a string that contains JSON; Accord reads the JSON in the string", at: value,
            severity: .warning, advice: "Replace the string with the JSON itself.")
        // Violations of the schema are reported at the string in the document.
        var builder = DocumentBuilder()
        builder.value(json, at: value)
        return NamedExample(
            name: example.name, summary: example.summary, location: example.location,
            content: .value(builder.document(file: value.document.file).root))
    }

    func reportBroken(_ examples: [NamedExample], _ schema: Schema) {
        for example in examples {
            guard case .value(let value) = example.content else { continue }
            let subject = example.name.map { "the example “\($0)”" } ?? "the example"
            reportViolations(of: schema, by: value, rule: .example, subject)
        }
    }
}
