// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A parameter of the OpenAPI document, before and after resolving `$ref`.
struct FoundParameter {
    /// The element of “parameters” as written, which may be a `$ref`.
    var written: JSONValue
    var value: JSONValue
    var name: String
    /// The value of “in”, such as “query”.
    var place: String

    /// The place and the name, which identify a parameter of an operation.
    var id: [String] { [place, name] }
}

extension Translation {
    /// Returns the parameters of an operation, and the parameters of its path that the operation doesn't override.
    func parameters(of operation: FoundOperation) -> [FoundParameter] {
        var result: [FoundParameter] = []
        var indices: [[String]: Int] = [:]
        let lists = operation.items.reversed().map { $0["parameters"] } + [operation.value["parameters"]]
        for parameter in lists.flatMap({ parameters(in: $0) }) {
            if let index = indices[parameter.id] {
                result[index] = parameter
            } else {
                indices[parameter.id] = result.count
                result.append(parameter)
            }
        }
        reportQueryStrings(result)
        return result
    }

    private func parameters(in list: JSONValue?) -> [FoundParameter] {
        guard let list, expect(list, .array, "“parameters”") else { return [] }
        var result: [FoundParameter] = []
        var ids: Set<[String]> = []
        for element in list.elements {
            guard let value = resolved(element), expect(value, .object, "a parameter") else { continue }
            guard let name = value["name"]?.string, let place = value["in"]?.string else {
                error(.missingKey, "a parameter requires the keys “name” and “in” with strings", at: value)
                continue
            }
            guard places.contains(place) else {
                error(
                    .badValue, "invalid “in”: “\(place)”", at: value["in"] ?? value,
                    advice: Suggestion.advice(for: place, in: places))
                continue
            }
            let parameter = FoundParameter(written: element, value: value, name: name, place: place)
            guard ids.insert(parameter.id).inserted else {
                warn(
                    .duplicateID, "duplicate \(place) parameter “\(name)”", at: element,
                    advice: "Remove one of the two parameters.")
                continue
            }
            result.append(parameter)
        }
        return result
    }

    private var places: [String] {
        switch version {
        case .swagger2: ["path", "query", "header", "body", "formData"]
        case .openAPI30, .openAPI31: ["path", "query", "header", "cookie"]
        case .openAPI32: ["path", "query", "header", "cookie", "querystring"]
        }
    }

    private func reportQueryStrings(_ parameters: [FoundParameter]) {
        let queryStrings = parameters.filter { $0.place == "querystring" }
        guard !queryStrings.isEmpty else { return }
        if let second = queryStrings.dropFirst().first {
            error(.badValue, "an operation must not have two “querystring” parameters", at: second.written)
        } else if let item = parameters.first(where: { $0.place == "query" }) {
            error(.badValue, "an operation must not have both “query” and “querystring” parameters", at: item.written)
        }
    }

    /// Returns the fields of the form that a “querystring” parameter consists of.
    private func fields(of parameter: FoundParameter) -> [JSONMember] {
        guard parameter.place == "querystring" else { return [] }
        return (form(of: parameter)?["properties"]?.members).map(Array.init) ?? []
    }

    private func form(of parameter: FoundParameter) -> JSONValue? {
        parameter.value["content"]?["application/x-www-form-urlencoded"]?["schema"].flatMap { resolved($0) }
    }

    /// Adds the parameters of a request, grouped by location.
    func addParameters(_ parameters: [FoundParameter], _ operation: FoundOperation, path: String) {
        let names = (try? PathTemplate(parsing: path))?.parameterNames ?? []
        for (place, key) in [
            ("path", "pathParameters"), ("query", "query"), ("header", "headers"), ("cookie", "cookies"),
        ] {
            var inPlace = parameters.filter {
                $0.place == place || $0.place == "querystring" && place == "query" && fields(of: $0).isEmpty
            }
            // Ignore path parameters in a callback, because the URL of a callback is an expression without path
            // parameters.
            if place == "path" { inPlace = path == operation.path ? inPlace.filter { isInPath($0, names) } : [] }
            if place == "header" { inPlace = inPlace.filter { !isControlled($0) } }
            let missing = place == "path" ? names.filter { name in !inPlace.contains { $0.name == name } } : []
            let forms = place == "query" ? parameters.filter { !fields(of: $0).isEmpty } : []
            guard !inPlace.isEmpty || !missing.isEmpty || !forms.isEmpty else { continue }
            object(key, at: operation.member.keyValue, operation.value) {
                for parameter in inPlace {
                    writer.key(parameter.name, at: parameter.written)
                    addComponent(parameter.value, in: .parameters, referredToBy: parameter.written)
                }
                for form in forms { addFields(of: form) }
                for name in missing {
                    warn(
                        .path, "“parameters” doesn't document the path parameter “\(name)”: Accord accepts any text",
                        at: SourceLocation(keyOf: operation.pathMember),
                        advice: "Add { \"name\": \"\(name)\", \"in\": \"path\", \"required\": true, … }.")
                    writer.key(name, at: operation.pathMember.keyValue)
                    addSchema(["type": "string", "minLength": 1], at: operation.pathMember.value)
                }
            }
        }
    }

    /// Adds each field of a “querystring” parameter as a query parameter.
    private func addFields(of parameter: FoundParameter) {
        let required = form(of: parameter)?["required"]?.elements.compactMap(\.string) ?? []
        for field in fields(of: parameter) {
            object(field.key, at: field.keyValue, field.value) {
                let isRequired = parameter.value["required"]?.bool == true && required.contains(field.key)
                add("required", .bool(isRequired), at: field.value)
                addSchema(field.value, as: "schema", at: field.value)
            }
        }
    }

    private func isInPath(_ parameter: FoundParameter, _ names: [String]) -> Bool {
        if names.contains(parameter.name) { return true }
        warn(
            .path, "the path doesn't contain “{\(parameter.name)}”: Accord ignores this path parameter",
            at: parameter.written, advice: Suggestion.didYouMean(parameter.name, in: names))
        return false
    }

    /// Returns whether Accord ignores a header parameter, such as `Accept` or `Host`, because OpenAPI or HTTP (RFC 9110
    /// and 9112) defines the header field. Reports each ignored parameter.
    private func isControlled(_ parameter: FoundParameter) -> Bool {
        switch parameter.name.lowercased() {
        case "accept", "content-type", "authorization":
            warn(
                .unknownKey, "OpenAPI ignores header parameters with the name “\(parameter.name)”",
                at: parameter.written, advice: "Describe media types in “content” and credentials in “security”.")
        case "content-length", "transfer-encoding", "host", "connection", "expect", "te", "trailer", "upgrade":
            warn(
                .unknownKey,
                "Accord ignores the header parameter “\(parameter.name)”: HTTP implementations set this field",
                at: parameter.written, advice: "Remove the parameter from the document.")
        default: return false
        }
        return true
    }

    func buildParameter(_ value: JSONValue) {
        guard version != .swagger2 else { return buildSwaggerParameter(value) }
        checkFields(of: value, .parameter)
        let place = value["in"]?.string ?? "query"
        checkName(of: value, place)
        object(at: value) {
            addRequired(value, isAlways: place == "path")
            if place == "querystring" { add("style", .string(place), at: value) }
            addValueMembers(of: value, place: Parameter.Place(rawValue: place) ?? .query)
        }
    }

    private func checkName(of value: JSONValue, _ place: String) {
        guard let name = value["name"], let text = name.string else { return }
        let isValid =
            switch place {
            case "header": HeaderGrammar.isToken(text)
            case "path": !text.contains("{") && !text.contains("}")
            default: true
            }
        if !isValid { warn(.badValue, "invalid name of a \(place) parameter: “\(text)”", at: name) }
        if place == "querystring", value["content"] == nil {
            warn(.missingKey, "a “querystring” parameter requires “content”", at: value)
        }
    }

    func buildHeader(_ value: JSONValue) {
        guard version != .swagger2 else { return buildSwaggerParameter(value, isHeader: true) }
        checkFields(of: value, .header)
        for member in value.members where ["name", "in"].contains(member.key) {
            warn(
                .unknownKey, "a header must not have “\(member.key)”: the key in “headers” is the header's name",
                at: SourceLocation(keyOf: member))
        }
        object(at: value) {
            addRequired(value, isAlways: false)
            addValueMembers(of: value, place: .header)
        }
    }

    func addRequired(_ value: JSONValue, isAlways: Bool) {
        let written = value["required"]
        if isAlways, written?.bool != true {
            warn(
                .badValue, "“required” of a path parameter must be true", at: written ?? value,
                advice: "Add \"required\": true.")
        }
        add("required", .bool(isAlways || written?.bool == true), at: written ?? value)
    }

    /// Adds the members that both parameters and header fields can have, such as `description`, `style` and `schema`.
    private func addValueMembers(of value: JSONValue, place: Parameter.Place) {
        if let text = value["description"] { copyText(text, "description") }
        for key in ["deprecated", "explode", "allowEmptyValue"] {
            if let flag = value[key], place == .query || key != "allowEmptyValue" { copyBool(flag, key) }
        }
        if let flag = value["allowReserved"] {
            let isEncoded = place == .path || place == .cookie && value["style"]?.string != "cookie"
            if place == .query || version >= .openAPI32 && isEncoded {
                copyBool(flag, "allowReserved")
            } else {
                warn(.unknownKey, "“allowReserved” has an effect only on query parameters", at: flag)
            }
        }
        let schema = value["schema"]
        if let style = value["style"] {
            addStyle(style, place)
            reportCombination(style, value, schema)
        }
        if let content = value["content"] {
            for key in ["style", "explode", "allowReserved"] {
                if let flag = value[key] {
                    warn(.unknownKey, "“\(key)” has no effect on a parameter with “content”", at: flag)
                }
            }
            guard let schema else { return addParameterContent(content) }
            if schema.kind == .object, content.kind == .object {
                error(.badValue, "a parameter must not have both “schema” and “content”", at: content)
            }
        } else if schema == nil {
            warn(
                .missingKey, "a parameter requires “schema” or “content”: Accord accepts any text", at: value,
                advice: "Add \"schema\": { \"type\": … }.")
        }
        addSchema(schema, as: "schema", at: value)
        addExamples(of: value)
    }

    private func addStyle(_ style: JSONValue, _ place: Parameter.Place) {
        var other: Set<Parameter.Style> =
            place == .query ? [.tabDelimited, .querystring] : [.spaceDelimited, .pipeDelimited, .tabDelimited]
        if version < .openAPI32 { other.insert(.cookie) }
        let known = place.styles.filter { !other.contains($0) }.map(\.rawValue)
        guard let text = style.string, known.contains(text) else {
            return error(
                .badValue, "invalid style: expected \(known.joined(separator: ", ")), got \(style.text)", at: style,
                advice: "Accord uses the default style.")
        }
        copy(style, as: "style")
    }

    /// Reports a style for a value or an `explode` with which OpenAPI defines no meaning (section “Style Examples”).
    private func reportCombination(_ style: JSONValue, _ value: JSONValue, _ schema: JSONValue?) {
        let view = schema.map { SchemaView($0) }
        let types = view?.impliedTypes ?? []
        let isScalar = !types.isEmpty && types.isDisjoint(with: [.array, .object])
        switch style.string {
        case "spaceDelimited", "pipeDelimited":
            if isScalar {
                warn(.badValue, "the style “\(style.text)” has no effect on a value that isn't a list", at: style)
            } else if value["explode"]?.bool == true {
                warn(
                    .badValue, "“explode” isn't defined for the style \(style.text): Accord sends one item per element",
                    at: style, advice: "Remove “explode”, or use the style “form”.")
            }
        case "deepObject" where isScalar || types == [.array]:
            warn(.badValue, "the style “deepObject” isn't defined for a value that isn't an object", at: style)
        case "deepObject" where value["explode"]?.bool == false:
            warn(
                .badValue, "the style “deepObject” isn't defined without “explode”: Accord sends one item per property",
                at: style, advice: "Remove “explode”.")
        case "deepObject":
            let lists = view?.propertyNames.filter { view?.property($0)?.impliedTypes == [.array] } ?? []
            guard let name = lists.first else { return }
            warn(
                .badValue,
                "the style “deepObject” isn't defined for the list “\(name)”: Accord accepts [], [0] and "
                    + "repetition, and sends [0]", at: style)
        default: break
        }
    }

    /// Adds a schema as the member `key`. Adds `true` if the schema is missing or invalid.
    func addSchema(_ schema: JSONValue?, as key: String, at place: JSONValue) {
        writer.key(key, at: schema ?? place)
        guard let schema else { return addSchema(true, at: place) }
        guard schema.kind == .object || schema.kind == .bool && version >= .openAPI31 else {
            error(.wrongType, "invalid schema: expected an object, got \(schema.kind.withArticle)", at: schema)
            return addSchema(true, at: schema)
        }
        buildSchema(schema)
    }

    private func addParameterContent(_ content: JSONValue) {
        object("content", at: content) {
            for member in content.members.prefix(1) where expect(member.value, .object, "“\(member.key)”") {
                object(member.key, at: member.keyValue, member.value) {
                    addSchema(member.value["schema"], as: "schema", at: member.value)
                    addExamples(of: member.value)
                }
            }
        }
        if content.count != 1 {
            error(.badValue, "“content” of a parameter: expected one media type, got \(content.count)", at: content)
        }
    }

    /// Adds the member `example` or `examples` of a value.
    func addExamples(of value: JSONValue) {
        if let examples = value["examples"], value["example"] != nil {
            warn(.badValue, "“example” and “examples” are mutually exclusive: Accord ignores “example”", at: examples)
        }
        guard let examples = value["examples"] else {
            if let example = value["example"] { copy(example, as: "example") }
            return
        }
        guard expect(examples, .object, "“examples”", .warning) else { return }
        object("examples", at: examples) {
            for member in examples.members where !member.key.hasPrefix("x-") {
                guard let example = resolved(member.value), example.kind == .object else {
                    warn(
                        .wrongType, "invalid example “\(member.key)”: expected an object with “value”", at: member.value
                    )
                    continue
                }
                checkFields(of: example, .example)
                checkExclusions(example)
                object(member.key, at: member.keyValue, example) {
                    for key in ["summary", "description", "externalValue", "serializedValue"] {
                        if let text = example[key], text.kind == .string { copy(text, as: key) }
                    }
                    for key in ["value", "dataValue"] { if let value = example[key] { copy(value, as: key) } }
                }
            }
        }
    }

    func checkExclusions(_ example: JSONValue) {
        let pairs = [
            ("value", "externalValue"), ("value", "dataValue"), ("value", "serializedValue"),
            ("serializedValue", "externalValue"),
        ]
        for (first, second) in pairs {
            guard example[first] != nil, let other = example[second] else { continue }
            warn(.badValue, "an example must not have both “\(first)” and “\(second)”", at: other)
        }
    }
}
