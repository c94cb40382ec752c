import AccordJSON
import AccordSchema

extension ContractReader {
    /// JSONPaths, and in responses XPaths and names of headers, each with the schema of what it finds.
    func assertions(_ fields: ObjectFields, _ row: JSONValue?, ofResponse isResponse: Bool) -> [Assertion] {
        guard let value = fields["asserts"], expect(value, .object, "“asserts” in \(fields.what)") else { return [] }
        if value.count == 0 {
            report(.noAssertion, "“asserts” in \(fields.what) asserts nothing", at: value, advice: "Leave it out.")
        }
        return Layered(value).members.compactMap { assertion($0, row, isResponse) }
    }

    private func assertion(_ member: LayeredMember, _ row: JSONValue?, _ isResponse: Bool) -> Assertion? {
        let value = member.value.top
        if let name = member.name.dropping("$response.header."), !name.isEmpty {
            return pathlessAssertion(member, row) { $0.header = name }
        }
        if member.name.hasPrefix("/") {
            guard isResponse else {
                report(
                    .expression, "“\(member.name)” is an XPath, and only answers are read by XPath",
                    at: member.location,
                    advice: "Leave it out of the request: neither a client's test nor the mock reads XML.")
                return nil
            }
            return pathlessAssertion(member, row) { $0.xpath = member.name }
        }
        let path: JSONPath
        do {
            path = try JSONPath(member.name)
        } catch {
            report(
                .jsonPath, "“\(error.text)”, column \(error.column): \(error.reason)", at: member.location,
                advice: "RFC 9535 says how a JSONPath is written: “$.items[0].id”.")
            return nil
        }
        let hasTemplates = TemplateText.isIn(value)
        guard let schema = hasTemplates ? templateSchema(value, row) : schema(value) else { return nil }
        return Assertion(
            path: path, schema: schema, isForbidden: value.bool == false, value: value, hasTemplates: hasTemplates,
            location: member.location)
    }

    /// An assertion on a header of the response, or by XPath.
    private func pathlessAssertion(
        _ member: LayeredMember, _ row: JSONValue?, _ name: (inout Assertion) -> Void
    ) -> Assertion? {
        let value = member.value.top
        let hasTemplates = TemplateText.isIn(value)
        guard let path = try? JSONPath("$"),
            let schema = hasTemplates ? templateSchema(value, row) : schema(value)
        else { return nil }
        var assertion = Assertion(
            path: path, schema: schema, isForbidden: value.bool == false, value: value, hasTemplates: hasTemplates,
            location: member.location)
        name(&assertion)
        return assertion
    }

    /// A schema whose templates aren't known yet: as its row fills it in, or anything at all.
    private func templateSchema(_ value: JSONValue, _ row: JSONValue?) -> Schema? {
        guard value.kind == .object else {
            expect(value, .object, "a schema")
            return nil
        }
        let filled = TemplateText.filled(value, row: row, given: nil)
        if filled.isComplete {
            let document = JSONDocument(filled.value, file: value.document.file)
            do {
                return try Schema.compile(document.root, registry: registry, options: Self.schemaOptions)
            } catch {
                let message = error.diagnostics.first?.message ?? "it is no schema"
                report(.schema, "with its row filled in, \(message)", at: value)
                return nil
            }
        }
        if let schema = try? Schema.compile(value, registry: registry, options: Self.schemaOptions) { return schema }
        return try? Schema.compile(JSON.bool(true))
    }

    // MARK: Outputs

    func outputs(_ value: JSONValue?) -> [Output] {
        guard let value, expect(value, .object, "“outputs”") else { return [] }
        return Layered(value).members.compactMap { output($0) }
    }

    private func output(_ member: LayeredMember) -> Output? {
        if !OutputExpression.isName(member.name) {
            report(
                .badValue, "“\(member.name)” can't be the name of an output", at: member.location,
                advice: "Letters, digits, “_” and “-”, a letter first.")
        }
        let value = member.value.top
        if value.kind == .string {
            guard let source = source(value) else { return nil }
            return Output(name: member.name, location: member.location, source: source)
        }
        guard value.kind == .object else {
            report(
                .wrongType, "an output must be an expression or { \"from\": …, \"pattern\": … }", at: value)
            return nil
        }
        let keys = ["from", "pattern", "decode"]
        let fields = object(value, "an output", keys: keys, required: ["from"], followsReferences: false)
        guard let fields, string(fields, "from") != nil, let from = fields["from"] else { return nil }
        let pattern = string(fields, "pattern")
        if let pattern, let place = fields["pattern"] { reportPattern(pattern, place) }
        guard let source = source(from) else { return nil }
        var output = Output(name: member.name, location: member.location, source: source, pattern: pattern)
        output.isPercentDecoded =
            fields["decode"] != nil && choice(fields, "decode", of: [OutputDecoding.percent]) != nil
        return output
    }

    private func reportPattern(_ pattern: String, _ place: JSONValue) {
        do {
            _ = try ECMAPattern(pattern)
        } catch {
            report(.expression, "“\(pattern)”, column \(error.column): \(error.reason)", at: place)
            return
        }
        if !pattern.contains("(") {
            report(
                .expression, "“\(pattern)” has no group", at: place,
                advice: "Put parentheses around what is the value.")
        }
    }

    private func source(_ value: JSONValue) -> OutputSource? {
        let text = value.string ?? ""
        do {
            return try OutputExpression.parse(text)
        } catch {
            report(
                .expression, "“\(text)”: \(error.reason)", at: value,
                advice: "Write “$response.body#/id”, “$response.header.ETag” or a JSONPath into the response's body.")
            return nil
        }
    }
}

/// How an output's value is decoded.
private enum OutputDecoding: String {
    case percent
}
