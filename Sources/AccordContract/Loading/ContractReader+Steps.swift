import AccordJSON
import AccordSchema

extension ContractReader {
    private static let stepKeys = ["summary", "operationId", "security", "request", "response", "outputs"]

    /// A case that is one exchange.
    func step(_ fields: ObjectFields, operation: String, row: JSONValue?) -> StepDefinition? {
        guard let response = fields["response"] else {
            report(
                .noAssertion, "\(fields.what) expects nothing: it has no “response”", at: fields.location,
                advice: "Say what is answered: \"response\": { \"status\": 200 }.")
            return nil
        }
        let request = fields["request"].flatMap { requestDefinition($0, row) }
        let outputs = outputs(fields["outputs"])
        guard let response = responseDefinition(response, row) else { return nil }
        return StepDefinition(
            operationID: operation, location: fields.location, request: request, response: response, outputs: outputs)
    }

    /// The exchanges of a case that has several.
    func steps(_ fields: ObjectFields, operation: String, row: JSONValue?) -> [StepDefinition] {
        guard let value = fields["steps"], expect(value, .array, "“steps” of \(fields.what)") else { return [] }
        if value.count < 2 {
            report(
                .badValue, "“steps” of \(fields.what) must have at least two steps", at: value,
                advice: "Write “request” and “response” in the case itself.")
        }
        var steps: [StepDefinition] = []
        var current = operation
        for (index, element) in value.elements.enumerated() {
            let what = "step \(index + 1) of \(fields.what)"
            let step = object(
                element, what, keys: Self.stepKeys, required: ["response"], followsReferences: false)
            guard let step else { continue }
            let named = name(step, "operationId")
            if let named {
                current = named
            } else if step["request"] != nil {
                current = operation
            }
            let repeats = named == nil && step["request"] == nil && index > 0
            let request = step["request"].flatMap { requestDefinition($0, row) }
            let outputs = outputs(step["outputs"])
            guard let response = step["response"].flatMap({ responseDefinition($0, row) }) else { continue }
            steps.append(
                StepDefinition(
                    operationID: current, location: SourceLocation(element), summary: string(step, "summary"),
                    request: request, repeatsPrevious: repeats, response: response, outputs: outputs,
                    security: security(step["security"], "“security” of \(what)")))
            if repeats, let value = step["security"] {
                report(.badValue, "\(what) repeats the last request, its credentials too", at: value)
            }
        }
        return steps
    }

    // MARK: Requests and responses

    private static let valueKeys = ["pathParameters", "query", "headers", "cookies"]
    private static let bodyKeys = ["body", "bodyText", "bodyBase64", "bodyFile", "parts"]

    private func requestDefinition(_ value: JSONValue, _ row: JSONValue?) -> RequestDefinition? {
        let keys = Self.valueKeys + Self.bodyKeys + ["matching", "asserts", "follow"]
        guard let fields = object(value, "a case's request", keys: keys, followsReferences: false) else { return nil }
        var definition = RequestDefinition(
            location: SourceLocation(value), pathParameters: values(fields, "pathParameters"),
            query: values(fields, "query"), headers: values(fields, "headers"), cookies: values(fields, "cookies"),
            body: bodyDefinition(fields, row), matching: choice(fields, "matching", of: [.exact, .schema]) ?? .exact,
            asserts: assertions(fields, row, ofResponse: false))
        definition.followsRedirects = bool(fields, "follow") ?? false
        return definition
    }

    private func responseDefinition(_ value: JSONValue, _ row: JSONValue?) -> ResponseDefinition? {
        let what = "a case's response"
        guard expect(value, .object, what) else { return nil }
        if let fault = value["fault"] { return faultDefinition(value, fault) }
        let keys = ["status", "headers"] + Self.bodyKeys + ["matching", "asserts", "within"]
        let fields = object(value, what, keys: keys, required: ["status"], followsReferences: false)
        guard let fields else { return nil }
        let headers = values(fields, "headers").map(matched)
        let body = bodyDefinition(fields, row)
        let asserts = assertions(fields, row, ofResponse: true)
        let matching = choice(fields, "matching", of: [Matching.exact, .schema, .documented]) ?? .schema
        let within = number(fields, "within", minimum: 0, allowsMinimum: false)
        guard let written = fields["status"] else { return nil }
        guard let status = integer(RowTemplate.filled(written, row), "“status”", in: 100...599) else { return nil }
        return ResponseDefinition(
            location: SourceLocation(value), outcome: .answer(status: status, headers: headers, body: body),
            matching: matching, asserts: asserts, within: within)
    }

    /// A header's value that says how it is compared, `{ "value": "\"a\"", "matching": "exact" }`.
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
            report(
                .unknownEntry, "the fault catalogue has no “\(id)”", at: name,
                advice: Suggestion.advice(for: id, in: CatalogueNames.faults),
                correction: Suggestion.certain(for: id, in: CatalogueNames.faults))
            return nil
        }
        return ResponseDefinition(location: SourceLocation(value), outcome: .fault(fault), matching: .schema)
    }

    private func values(_ fields: ObjectFields, _ key: String) -> [NamedValue] {
        guard let value = fields[key], expect(value, .object, "“\(key)” in \(fields.what)") else { return [] }
        return Layered(value).members.map { NamedValue(name: $0.name, value: $0.value.top) }
    }
}
