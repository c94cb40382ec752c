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

extension ContractReader {
    private static let requestKeys = [
        "method", "path", "pathParameters", "query", "querySchema", "headers", "cookies", "body",
    ]

    /// The request as an operation documents it.
    func request(_ value: JSONValue) -> RequestDescription? {
        let what = "a request"
        guard let fields = object(value, what, keys: Self.requestKeys, required: ["method", "path"]) else {
            return nil
        }
        let path = path(fields)
        let pathParameters = parameters(fields["pathParameters"], .path, "“pathParameters”")
        if let path { reportPlaces(of: path, pathParameters, fields) }
        let method = method(fields)
        let headers = parameters(fields["headers"], .header, "“headers” in a request")
        reportHeadersTwice(headers)
        let description = RequestDescription(
            location: SourceLocation(value), method: method ?? "GET",
            path: path ?? PathTemplate(parts: [.literal("/")], description: "/"), pathParameters: pathParameters,
            query: parameters(fields["query"], .query, "“query”"),
            querySchema: fields["querySchema"].flatMap { schema($0) }, headers: headers,
            cookies: parameters(fields["cookies"], .cookie, "“cookies”"),
            body: fields["body"].flatMap { body($0, "the request's body") })
        return method == nil || path == nil ? nil : description
    }

    private func method(_ fields: ObjectFields) -> String? {
        guard let method = name(fields, "method"), let value = fields["method"] else { return nil }
        let isMethod = method.unicodeScalars.allSatisfy { ("A"..."Z").contains($0) }
        if HTTPMethod.registered.contains(method) { return method }
        if isMethod {
            report(
                .badValue, "“\(method)” isn't a method that is registered", at: value,
                advice: Suggestion.nearest(to: method, in: HTTPMethod.registered.sorted()).map {
                    "Did you mean “\($0)”?"
                }
                    ?? "Take one of IANA's registry of methods.")
            return method
        }
        report(
            .badValue, "“\(method)” isn't a method", at: value,
            advice: "Methods are written in capitals: “\(method.uppercased())”.",
            correction: method.allSatisfy { $0.isASCII && $0.isLetter } ? method.uppercased() : nil)
        return nil
    }

    private func path(_ fields: ObjectFields) -> PathTemplate? {
        guard let text = string(fields, "path"), let value = fields["path"] else { return nil }
        if let dots = text.split(separator: "/").first(where: { PathTemplate.isDots($0) }) {
            report(
                .path, "the segment “\(dots)” leads to another path: clients resolve it before they ask", at: value,
                advice: "Write the path that is really asked for (RFC 3986 section 5.2.4).")
        }
        do {
            return try PathTemplate(parsing: text)
        } catch {
            report(.path, "“\(text)”, \(error)", at: value)
            return nil
        }
    }

    /// Each place in the path has its schema, and each schema its place.
    private func reportPlaces(of path: PathTemplate, _ parameters: [Parameter], _ fields: ObjectFields) {
        let places = path.parameterNames
        let known = parameters.map(\.name)
        let declared = named(fields.layered["pathParameters"], "“pathParameters”").map(\.name)
        for name in places where !known.contains(name) && !declared.contains(name) {
            guard let value = fields["path"] else { continue }
            report(
                .path, "“{\(name)}” in the path has no schema under “pathParameters”", at: value,
                advice: Suggestion.nearest(to: name, in: known).map { "Did you mean “{\($0)}”?" }
                    ?? "Add \"pathParameters\": { \"\(name)\": { \"type\": \"string\" } }.")
        }
        for parameter in parameters where !places.contains(parameter.name) {
            report(
                .path, "the path has no place for “\(parameter.name)”", at: parameter.location,
                advice: Suggestion.nearest(to: parameter.name, in: places).map { "Did you mean “\($0)”?" }
                    ?? "Write “{\(parameter.name)}” in the path.")
        }
    }

    /// The names of headers are compared without case: two that differ only in it are one.
    func reportHeadersTwice(_ headers: [Parameter]) {
        var seen: [String: SourceLocation] = [:]
        for header in headers {
            if let first = seen[header.name.lowercased()] {
                report(
                    .duplicateID, "the header “\(header.name)” is there twice", at: header.location,
                    notes: [Diagnostic.Note("first here", at: first)],
                    advice: "Headers' names are compared without case: keep one.")
            } else {
                seen[header.name.lowercased()] = header.location
            }
        }
    }
}
