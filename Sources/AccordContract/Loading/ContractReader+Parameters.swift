import AccordJSON
import AccordSchema

extension ContractReader {
    private static let parameterKeys = [
        "description", "required", "deprecated", "style", "explode", "schema", "content", "example",
        "examples", "allowReserved", "allowEmptyValue", "fresh",
    ]

    /// The parameters of a map by name, in the file's order.
    func parameters(_ map: JSONValue?, _ place: Parameter.Place, _ what: String) -> [Parameter] {
        named(map.map { Layered($0) }, what).compactMap { member in
            parameter(named: member.name, member.value.top, place)
        }
    }

    /// A parameter: a schema, or OpenAPI's object around one.
    func parameter(named name: String, _ value: JSONValue, _ place: Parameter.Place) -> Parameter? {
        guard isParameterObject(value) else {
            guard let schema = schema(value) ?? Self.permissive else { return nil }
            return Parameter(name: name, place: place, location: SourceLocation(value), value: value, schema: schema)
        }
        let what = "the \(place.title) “\(name)”"
        guard let fields = object(value, what, keys: Self.parameterKeys) else { return nil }
        return parameter(of: fields, name, place, at: value)
    }

    /// True for OpenAPI's object, known by its `schema` or `content`, and for a `$ref` to one.
    func isParameterObject(_ value: JSONValue) -> Bool {
        guard let target = followed(value), target.kind == .object else { return false }
        if target["schema"] != nil || target["content"] != nil { return true }
        // With one of them mistyped, and a truth value that no schema has there.
        guard target["required"]?.kind == .bool else { return false }
        return target.members.contains { Suggestion.certain(for: $0.key, in: ["schema", "content"]) != nil }
    }

    /// Where `$ref`s lead, without a word about keys beside them, which schemas may have.
    private func followed(_ value: JSONValue) -> JSONValue? {
        var current = value
        for _ in 0..<32 {
            guard let reference = current["$ref"], reference.kind == .string else { return current }
            guard let next = target(of: reference) else { return nil }
            current = next
        }
        return current
    }

    /// - Parameter value: where it stands; with a reference its description may be restated.
    private func parameter(
        of fields: ObjectFields, _ name: String, _ place: Parameter.Place, at value: JSONValue
    ) -> Parameter? {
        if reportTogether(["schema", "content"], in: fields) { return nil }
        var mediaType: MediaType?
        var schemaValue = fields["schema"]
        var examples = examples(fields)
        if let content = fields["content"] {
            guard let only = onlyMediaType(content, fields.what) else { return nil }
            mediaType = only.mediaType
            schemaValue = only.schema
            examples = only.examples
        }
        let isRequired = bool(fields, "required")
        let isDeprecated = bool(fields, "deprecated")
        let style = statedStyle(fields, place)
        let explode = bool(fields, "explode")
        if place == .path, isRequired == false, let stated = fields["required"] {
            report(.badValue, "\(fields.what) is always required", at: stated)
        }
        guard let schemaValue, let compiled = schema(schemaValue) ?? Self.permissive else { return nil }
        reportBroken(examples, compiled)
        let description = string(fields, "description")
        return Parameter(
            name: name, place: place, location: SourceLocation(value), value: schemaValue, schema: compiled,
            description: value["description"]?.string ?? description,
            isRequired: place == .path ? true : isRequired, isDeprecated: isDeprecated, style: style, explode: explode,
            mediaType: mediaType, examples: examples, allowsReserved: bool(fields, "allowReserved") ?? false,
            allowsEmptyValue: bool(fields, "allowEmptyValue") ?? false, isFresh: bool(fields, "fresh"))
    }

    private func statedStyle(_ fields: ObjectFields, _ place: Parameter.Place) -> Parameter.Style? {
        guard fields["style"] != nil, let style = choice(fields, "style", of: place.styles) else { return nil }
        return style
    }

    /// The one media type of a parameter's `content`, with its schema.
    private func onlyMediaType(
        _ content: JSONValue, _ what: String
    ) -> (mediaType: MediaType, schema: JSONValue, examples: [NamedExample])? {
        let members = named(Layered(content), "“content” in \(what)")
        guard members.count == 1, let member = members.first else {
            report(.badValue, "“content” in \(what) must have exactly one media type", at: content)
            return nil
        }
        guard let mediaType = MediaType(parsing: member.name) else {
            report(.badValue, "“\(member.name)” isn't a media type", at: member.location)
            return nil
        }
        let keys = ["schema", "example", "examples"]
        let entry = object(member.value, "“\(member.name)”", keys: keys, required: ["schema"])
        guard let entry, let schema = entry["schema"] else { return nil }
        return (mediaType, schema, examples(entry))
    }
}

extension Parameter.Place {
    /// `query item`
    package var title: String {
        switch self {
        case .path: "path parameter"
        case .query: "query item"
        case .header: "header"
        case .cookie: "cookie"
        }
    }

    var defaultStyle: Parameter.Style {
        switch self {
        case .path, .header: .simple
        case .query, .cookie: .form
        }
    }

    var styles: [Parameter.Style] {
        switch self {
        case .path: [.simple, .label, .matrix]
        case .query: [.form, .spaceDelimited, .pipeDelimited, .deepObject]
        case .header: [.simple]
        case .cookie: [.form]
        }
    }
}
