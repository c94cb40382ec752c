// SPDX-License-Identifier: Apache-2.0
import AccordSchema

extension ContractReader {
    /// Reads the parameters of a map by name, in the order of the file.
    func parameters(_ map: Layered?, _ place: Parameter.Place, _ subject: String) -> [Parameter] {
        named(map, subject).compactMap { member in parameter(named: member.name, member.value.top, place) }
    }

    /// Reads a parameter, which is a schema or OpenAPI's Parameter Object.
    func parameter(named name: String, _ value: JSONValue, _ place: Parameter.Place) -> Parameter? {
        guard isParameterObject(value) else {
            guard let schema = schema(value) ?? Self.permissive else { return nil }
            return Parameter(name: name, place: place, location: SourceLocation(value), value: value, schema: schema)
        }
        let subject = "the \(place.title) “\(name)”"
        let keys = [
            "description", "required", "deprecated", "style", "explode", "schema", "content", "example",
            "examples", "allowReserved", "allowEmptyValue", "fresh",
        ]
        guard let fields = object(value, subject, keys: keys) else { return nil }
        return parameter(of: fields, name, place, at: value)
    }

    /// Returns whether a value is OpenAPI's Parameter Object with `schema` or `content`. If the value is a `$ref`, its
    /// target is examined.
    func isParameterObject(_ value: JSONValue) -> Bool {
        guard let target = resolved(value, isSchema: true), target.kind == .object else { return false }
        if target["schema"] != nil || target["content"] != nil { return true }
        // A Boolean “required” shows that the value isn't a schema, even if “schema” or “content” is misspelled.
        guard target["required"]?.kind == .bool else { return false }
        return target.members.contains { Suggestion.certain(for: $0.key, in: ["schema", "content"]) != nil }
    }

    /// Reads a parameter from the fields of its Parameter Object.
    ///
    /// - Parameter value: the parameter as written in the contract, such as a `$ref` with its own `description`.
    private func parameter(
        of fields: ObjectFields, _ name: String, _ place: Parameter.Place, at value: JSONValue
    ) -> Parameter? {
        if reportTogether(["schema", "content"], in: fields) { return nil }
        var mediaType: MediaType?
        var schemaValue = fields["schema"]
        var examples = examples(fields)
        if let content = fields["content"] {
            guard let only = onlyMediaType(content, fields.subject) else { return nil }
            mediaType = only.mediaType
            schemaValue = only.schema
            examples = only.examples
        }
        let isRequired = bool(fields, "required")
        let isDeprecated = bool(fields, "deprecated")
        let style = choice(fields, "style", of: place.styles)
        let explode = bool(fields, "explode")
        if place == .path, isRequired == false, let stated = fields["required"] {
            report(.badValue, "\(fields.subject) must be required", at: stated)
        }
        guard let schemaValue, let compiled = schema(schemaValue) ?? Self.permissive else { return nil }
        reportBroken(examples, compiled)
        let description = string(fields, "description")
        return Parameter(
            name: name, place: place, location: SourceLocation(value), value: schemaValue, schema: compiled,
            description: value["description"]?.string ?? description,
            isRequired: place == .path ? true : isRequired, isDeprecated: isDeprecated, style: style, explode: explode,
            allowsReserved: bool(fields, "allowReserved") ?? false, mediaType: mediaType, examples: examples,
            allowsEmptyValue: bool(fields, "allowEmptyValue") ?? false, isFresh: bool(fields, "fresh"))
    }

    /// Returns the only media type of a parameter's `content`, with its schema.
    private func onlyMediaType(
        _ content: JSONValue, _ subject: String
    ) -> (mediaType: MediaType, schema: JSONValue, examples: [NamedExample])? {
        let members = named(Layered(content), "“content” in \(subject)")
        guard members.count == 1, let member = members.first else {
            return reject(.badValue, "“content” in \(subject): expected one media type", at: content)
        }
        guard let mediaType = MediaType(parsing: member.name) else {
            return reject(.badValue, "invalid media type “\(member.name)”", at: member.location)
        }
        let keys = ["schema", "example", "examples"]
        let entry = object(member.value, "“\(member.name)”", keys: keys, required: ["schema"])
        guard let entry, let schema = entry["schema"] else { return nil }
        return (mediaType, schema, examples(entry))
    }
}

extension Parameter.Place {
    /// The noun for a parameter in messages, such as `query parameter` for a parameter in the query.
    package var title: String {
        switch self {
        case .path: "path parameter"
        case .query: "query parameter"
        case .header: "header"
        case .cookie: "cookie"
        }
    }
}

extension ContractReader {
    /// Reads the documented request of an operation.
    func request(_ layered: Layered) -> RequestDescription? {
        let subject = "a request"
        let keys = ["method", "path", "pathParameters", "query", "querySchema", "headers", "cookies", "body"]
        guard let fields = object(layered, subject, keys: keys, required: ["method", "path"]) else { return nil }
        omission = .readOnly
        defer { omission = .nothing }
        let path = path(fields)
        let pathParameters = parameters(fields.layered["pathParameters"], .path, "“pathParameters”")
        if let path { reportPlaces(of: path, pathParameters, fields) }
        let method = method(fields)
        let headers = parameters(fields.layered["headers"], .header, "“headers” in a request")
        reportHeadersTwice(headers)
        let description = RequestDescription(
            location: SourceLocation(fields.layered.layers.last ?? fields.value), method: method ?? "GET",
            path: path ?? PathTemplate(parts: [.literal("/")], description: "/"), pathParameters: pathParameters,
            query: parameters(fields.layered["query"], .query, "“query”"),
            querySchema: fields["querySchema"].flatMap { schema($0) }, headers: headers,
            cookies: parameters(fields.layered["cookies"], .cookie, "“cookies”"),
            body: fields["body"].flatMap { body($0, "the request's body") })
        return method == nil || path == nil ? nil : description
    }

    private func method(_ fields: ObjectFields) -> String? {
        guard let method = name(fields, "method"), let value = fields["method"] else { return nil }
        let isMethod = method.unicodeScalars.allSatisfy { ("A"..."Z").contains($0) }
        let isAdditional = value.document.isTranslation && HeaderGrammar.isToken(method)
        if isAdditional || HTTPMethod.registered.contains(method) { return method }
        if isMethod {
            report(
                .badValue, "unregistered method “\(method)”", at: value,
                advice: Suggestion.didYouMean(
                    method, in: HTTPMethod.registered.sorted(), otherwise: "Use a method from IANA's registry."))
            return method
        }
        return reject(
            .badValue, "invalid method “\(method)”", at: value,
            advice: "Write methods in capitals: “\(method.uppercased())”.",
            correction: method.allSatisfy { $0.isASCII && $0.isLetter } ? method.uppercased() : nil)
    }

    private func path(_ fields: ObjectFields) -> PathTemplate? {
        guard let text = string(fields, "path"), let value = fields["path"] else { return nil }
        if let dots = text.split(separator: "/").first(where: { PathTemplate.isDots($0) }) {
            report(
                .path, "clients remove the segment “\(dots)” from the path, and request a different path", at: value,
                advice: "Write the path without “.” and “..” segments (RFC 3986 section 5.2.4).")
        }
        do {
            return try PathTemplate(parsing: text)
        } catch {
            return reject(.path, "“\(text)”, \(error)", at: value)
        }
    }

    /// Reports parameters in the path that have no schema, and schemas for parameters that aren't in the path.
    private func reportPlaces(of path: PathTemplate, _ parameters: [Parameter], _ fields: ObjectFields) {
        let places = path.parameterNames
        let known = parameters.map(\.name)
        let declared = named(fields.layered["pathParameters"], "“pathParameters”").map(\.name)
        for name in places where !known.contains(name) && !declared.contains(name) {
            guard let value = fields["path"] else { continue }
            report(
                .path, "“pathParameters” has no schema for “{\(name)}”", at: value,
                advice: Suggestion.nearest(to: name, in: known).map { "Did you mean “{\($0)}”?" }
                    ?? "Add \"pathParameters\": { \"\(name)\": { \"type\": \"string\" } }.")
        }
        for parameter in parameters where !places.contains(parameter.name) {
            report(
                .path, "the path doesn't contain “{\(parameter.name)}”", at: parameter.location,
                advice: Suggestion.didYouMean(
                    parameter.name, in: places, otherwise: "Add “{\(parameter.name)}” to the path."))
        }
    }

    /// Reports header fields whose names differ only in case.
    func reportHeadersTwice(_ headers: [Parameter]) {
        var seen: [String: SourceLocation] = [:]
        for header in headers {
            if let first = seen[header.name.lowercased()] {
                report(
                    .duplicateID, "duplicate header field “\(header.name)”", at: header.location,
                    notes: [Diagnostic.Note("first occurrence", at: first)],
                    advice: "Remove one of the two header fields: their names differ only in case.")
            } else {
                seen[header.name.lowercased()] = header.location
            }
        }
    }
}
