// SPDX-License-Identifier: Apache-2.0
import AccordSchema

extension ContractReader {
    /// Reads a case with one request and one response.
    func step(_ fields: ObjectFields, operation: String, row: JSONValue?) -> StepDefinition? {
        guard let response = fields["response"] else {
            return reject(
                .noAssertion, "\(fields.subject) has no “response”", at: fields.location,
                advice: "Add the expected status: \"response\": { \"status\": 200 }.")
        }
        let request = fields["request"].flatMap { requestDefinition($0, row) }
        let outputs = outputs(fields["outputs"])
        guard let response = responseDefinition(response, row) else { return nil }
        return StepDefinition(
            operationID: operation, location: fields.location, request: request, response: response, outputs: outputs)
    }

    /// Reads a case with `steps`, each with a request and a response.
    func steps(_ fields: ObjectFields, operation: String, row: JSONValue?) -> [StepDefinition] {
        guard let value = fields["steps"], expect(value, .array, "“steps” of \(fields.subject)") else { return [] }
        if value.count < 2 {
            report(
                .badValue, "“steps” of \(fields.subject): expected at least two steps", at: value,
                advice: "Write “request” and “response” directly in the case.")
        }
        var steps: [StepDefinition] = []
        var current = operation
        for (index, element) in value.elements.enumerated() {
            let subject = "step \(index + 1) of \(fields.subject)"
            let keys = ["summary", "operationId", "security", "request", "response", "outputs"]
            let step = object(element, subject, keys: keys, required: ["response"], followsReferences: false)
            guard let step else { continue }
            let named = name(step, "operationId")
            if let named { current = named } else if step["request"] != nil { current = operation }
            let repeats = named == nil && step["request"] == nil && index > 0
            let request = step["request"].flatMap { requestDefinition($0, row) }
            let outputs = outputs(step["outputs"])
            guard let response = step["response"].flatMap({ responseDefinition($0, row) }) else { continue }
            var definition = StepDefinition(
                operationID: current, location: SourceLocation(element), request: request, response: response,
                outputs: outputs)
            definition.summary = string(step, "summary")
            definition.repeatsPrevious = repeats
            definition.security = security(step["security"], "“security” of \(subject)")
            steps.append(definition)
            if repeats, let value = step["security"] {
                report(
                    .badValue,
                    "“security” of \(subject) has no effect, because the step repeats the previous credentials",
                    at: value)
            }
        }
        return steps
    }

    // MARK: Requests and responses

    private static let bodyKeys = ["body", "bodyText", "bodyBase64", "bodyFile", "parts"]

    private func requestDefinition(_ value: JSONValue, _ row: JSONValue?) -> RequestDefinition? {
        let keys =
            ["pathParameters", "query", "headers", "cookies", "matching", "asserts", "follow"] + Self.bodyKeys
            + formats.messages.map(\.key)
        guard let fields = object(value, "a case's request", keys: keys, followsReferences: false) else { return nil }
        var definition = RequestDefinition(
            location: SourceLocation(value), pathParameters: values(fields, "pathParameters"))
        definition.query = values(fields, "query")
        definition.headers = values(fields, "headers")
        definition.cookies = values(fields, "cookies")
        definition.body = bodyDefinition(fields, row)
        definition.matching = choice(fields, "matching", of: [.exact, .schema]) ?? .exact
        definition.asserts = assertions(fields, row, ofResponse: false)
        definition.followsRedirects = bool(fields, "follow") ?? false
        definition.rules = messageRules(fields, isRequest: true)
        return definition
    }

    private func responseDefinition(_ value: JSONValue, _ row: JSONValue?) -> ResponseDefinition? {
        let subject = "a case's response"
        guard expect(value, .object, subject) else { return nil }
        if let fault = value["fault"] { return faultDefinition(value, fault) }
        let keys =
            ["status", "headers"] + Self.bodyKeys + ["matching", "asserts", "within"] + formats.messages.map(\.key)
        let fields = object(value, subject, keys: keys, required: ["status"], followsReferences: false)
        guard let fields else { return nil }
        let headers = values(fields, "headers").map(matched)
        let body = bodyDefinition(fields, row)
        let asserts = assertions(fields, row, ofResponse: true)
        let matching = choice(fields, "matching", of: [Matching.exact, .schema, .documented]) ?? .schema
        let within = number(fields, "within", minimum: 0, allowsMinimum: false)
        guard let written = fields["status"] else { return nil }
        guard let status = integer(TemplateText.filled(written, row), "“status”", in: 100...599) else { return nil }
        return ResponseDefinition(
            location: SourceLocation(value), outcome: .answer(status: status, headers: headers, body: body),
            matching: matching, asserts: asserts, within: within, rules: messageRules(fields, isRequest: false))
    }

    /// Reads a message in a different format. Its rules decide whether the case passes.
    private func messageRules(_ fields: ObjectFields, isRequest: Bool) -> (any MessageRules)? {
        for format in formats.messages {
            guard let value = fields[format.key], expect(value, .object, "“\(format.key)” in \(fields.subject)") else {
                continue
            }
            return format.rules(value, isRequest: isRequest) { report($0, $1, at: $2) }
        }
        return nil
    }

    /// Reads a header field with the key `matching`, such as `{ "value": "a", "matching": "exact" }`.
    private func matched(_ header: NamedValue) -> NamedValue {
        guard header.value.kind == .object, let value = header.value["value"], header.value["matching"] != nil,
            let fields = object(
                header.value, "the header “\(header.name)”", keys: ["value", "matching"], followsReferences: false)
        else { return header }
        var header = header
        header.value = value
        header.isExact = choice(fields, "matching", of: [Matching.exact, .schema]) == .exact
        return header
    }

    private func faultDefinition(_ value: JSONValue, _ name: JSONValue) -> ResponseDefinition? {
        reportUnknownKeys(of: value, "a fault", keys: ["fault"])
        guard expect(name, .string, "“fault”"), let id = name.string else { return nil }
        guard let fault = Fault(rawValue: id) else {
            return reject(
                .unknownEntry, "unknown fault “\(id)”", at: name,
                advice: Suggestion.advice(for: id, in: CatalogueNames.faults),
                correction: Suggestion.certain(for: id, in: CatalogueNames.faults))
        }
        return ResponseDefinition(location: SourceLocation(value), outcome: .fault(fault), matching: .schema)
    }

    private func values(_ fields: ObjectFields, _ key: String) -> [NamedValue] {
        guard let value = fields[key], expect(value, .object, "“\(key)” in \(fields.subject)") else { return [] }
        return Layered(value).members.map { NamedValue(name: $0.name, value: $0.value.top) }
    }

    /// Reads the body of a request, a response or a part.
    func bodyDefinition(_ fields: ObjectFields, _ row: JSONValue?) -> BodyDefinition? {
        let sources = ["body", "bodyText", "bodyBase64", "bodyFile", "parts"]
        if reportTogether(sources, in: fields) { return nil }
        guard let key = sources.first(where: { fields[$0] != nil }), let value = fields[key] else { return nil }
        guard let content = content(key, value, fields, row) else { return nil }
        return BodyDefinition(location: SourceLocation(value), content: content)
    }

    private func content(
        _ key: String, _ value: JSONValue, _ fields: ObjectFields, _ row: JSONValue?
    ) -> BodyDefinition.Content? {
        if key == "body" { return .json(value) }
        if key == "parts" { return parts(value, row).map { .parts($0) } }
        guard expect(value, .string, "“\(key)” in \(fields.subject)") else { return nil }
        let filled = TemplateText.filled(value, row)
        guard let text = filled.string else {
            expect(filled, .string, "“\(key)” in \(fields.subject)")
            return nil
        }
        switch key {
        case "bodyText": return .text(value)
        case "bodyBase64":
            if let bytes = Base64.decodePadded(text.utf8) { return .base64(bytes) }
            return reject(
                .badValue, "“bodyBase64” isn't base64", at: value,
                advice: "Encode the body in base64 as in RFC 4648 section 4.")
        default: return file(text, value)
        }
    }

    private func file(_ path: String, _ value: JSONValue) -> BodyDefinition.Content? {
        guard FilePath.isConfined(path) else {
            return reject(
                .bodyFile, "“\(path)” is outside of the contract's folder", at: value,
                advice: "Move the file into the contract's folder, and write its relative path, such as “bodies/…”.")
        }
        let location = store.path(path, from: value.document)
        do {
            return .file(path: path, bytes: try store.bytes(at: location))
        } catch {
            return reject(.bodyFile, "can't read “\(path)”: \(error)", at: value)
        }
    }

    private func parts(_ value: JSONValue, _ row: JSONValue?) -> [PartDefinition]? {
        guard expect(value, .object, "“parts”") else { return nil }
        var parts: [PartDefinition] = []
        for member in Layered(value).members {
            let value = member.value.top
            if value.kind == .array {
                if value.count == 0 { report(.empty, "“\(member.name)” is empty", at: value) }
                parts += value.elements.compactMap { part(named: member.name, $0, row) }
            } else if let part = part(named: member.name, value, row) {
                parts.append(part)
            }
        }
        return parts
    }

    private func part(named name: String, _ value: JSONValue, _ row: JSONValue?) -> PartDefinition? {
        let subject = "the part “\(name)”"
        let keys = ["body", "bodyText", "bodyBase64", "bodyFile", "filename", "headers"]
        guard let fields = object(value, subject, keys: keys, followsReferences: false) else { return nil }
        let headers = named(fields.layered["headers"], "“headers” of \(subject)", followsReferences: false)
        return PartDefinition(
            name: name, location: SourceLocation(value), body: bodyDefinition(fields, row),
            filename: string(fields, "filename"),
            headers: headers.map { NamedValue(name: $0.name, value: $0.value.top) })
    }
}
