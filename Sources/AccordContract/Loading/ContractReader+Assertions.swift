// SPDX-License-Identifier: Apache-2.0
import AccordSchema

extension ContractReader {
    /// Reads assertions. Each assertion maps a JSONPath to the schema of the values at this path. A response may also
    /// have assertions on XPaths and header fields.
    func assertions(_ fields: ObjectFields, _ row: JSONValue?, ofResponse isResponse: Bool) -> [Assertion] {
        guard let value = fields["asserts"], expect(value, .object, "“asserts” in \(fields.subject)") else { return [] }
        if value.count == 0 {
            report(.noAssertion, "“asserts” in \(fields.subject) is empty", at: value, advice: "Remove “asserts”.")
        }
        return Layered(value).members.compactMap { assertion($0, row, isResponse) }
    }

    /// Reads an assertion on the values at a JSONPath or at an XPath, or on a header field of the response.
    private func assertion(_ member: LayeredMember, _ row: JSONValue?, _ isResponse: Bool) -> Assertion? {
        let value = member.value.top
        let header = member.name.dropping("$response.header.").flatMap { $0.isEmpty ? nil : $0 }
        let xpath = member.name.hasPrefix("/") ? member.name : nil
        guard xpath == nil || isResponse else {
            return reject(
                .expression, "XPath “\(member.name)” in a request: only responses can have assertions with an XPath",
                at: member.location, advice: "Remove the XPath: client tests and the mock don't read XML.")
        }
        let path: JSONPath
        do {
            path = try JSONPath(header == nil && xpath == nil ? member.name : "$")
        } catch {
            return reject(
                .jsonPath, "“\(error.text)”, column \(error.column): \(error.reason)", at: member.location,
                advice: "Write a JSONPath as in RFC 9535: “$.items[0].id”.")
        }
        let hasTemplates = TemplateText.isIn(value)
        guard let schema = hasTemplates ? templateSchema(value, row) : schema(value) else { return nil }
        var assertion = Assertion(
            path: path, schema: schema, isForbidden: value.bool == false, value: value, hasTemplates: hasTemplates,
            location: member.location)
        (assertion.header, assertion.xpath) = (header, xpath)
        return assertion
    }

    /// Returns an assertion's schema with the row's value in place of `${row.x}`.
    ///
    /// A schema with other templates, such as `${outputs.id}`, is compiled as written. If that schema is invalid, any
    /// value passes.
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
                let message = error.diagnostics.first?.message ?? "the schema is invalid"
                return reject(
                    .schema, "invalid schema after Accord inserted the values of the row: \(message)", at: value)
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
                .badValue, "invalid name of an output: “\(member.name)”", at: member.location,
                advice: "Use letters, digits, “_” and “-”, starting with a letter.")
        }
        let value = member.value.top
        if value.kind == .string {
            guard let source = source(value) else { return nil }
            return Output(name: member.name, location: member.location, source: source)
        }
        guard value.kind == .object else {
            return reject(
                .wrongType, "invalid output: expected an expression or { \"from\": …, \"pattern\": … }", at: value)
        }
        let keys = ["from", "pattern", "decode"]
        let fields = object(value, "an output", keys: keys, required: ["from"], followsReferences: false)
        guard let fields, string(fields, "from") != nil, let from = fields["from"] else { return nil }
        let pattern = string(fields, "pattern")
        if let pattern, let place = fields["pattern"] { reportPattern(pattern, place) }
        guard let source = source(from) else { return nil }
        var output = Output(name: member.name, location: member.location, source: source, pattern: pattern)
        output.isPercentDecoded = choice(fields, "decode", of: [OutputDecoding.percent]) != nil
        return output
    }

    private func reportPattern(_ pattern: String, _ place: JSONValue) {
        do {
            _ = try ECMAPattern(pattern)
        } catch {
            return report(.expression, "“\(pattern)”, column \(error.column): \(error.reason)", at: place)
        }
        if !pattern.contains("(") {
            report(
                .expression, "the pattern “\(pattern)” has no capture group", at: place,
                advice: "Put parentheses around the part of the pattern that matches the value.")
        }
    }

    private func source(_ value: JSONValue) -> OutputSource? {
        let text = value.string ?? ""
        do {
            return try OutputExpression.parse(text)
        } catch {
            return reject(
                .expression, "“\(text)”: \(error.reason)", at: value,
                advice: "Write “$response.body#/id”, “$response.header.ETag” or a JSONPath into the response body.")
        }
    }
}

/// The decoding to apply to the value of an output: percent-decoding.
private enum OutputDecoding: String { case percent }

/// Runtime expressions of OpenAPI and Arazzo, such as `$response.body#/id`.
package enum OutputExpression {
    /// Returns the source that a runtime expression names, or `nil` for a constant or an unsupported expression. Braces
    /// around the expression are optional.
    package static func source(_ text: String) -> OutputSource? {
        let bare = text.hasPrefix("{") && text.hasSuffix("}") ? String(text.dropFirst().dropLast()) : text
        guard bare.hasPrefix("$"), !bare.hasPrefix("$.") else { return nil }
        return try? parse(bare)
    }

    /// Returns the expressions in a text, and the text between them.
    package static func pieces(of text: String) -> [(text: String, isExpression: Bool)] {
        if text.hasPrefix("$request.") || text.hasPrefix("$response.")
            || ["$url", "$method", "$statusCode"].contains(text)
        {
            return [(text, true)]
        }
        var pieces: [(text: String, isExpression: Bool)] = []
        var rest = text[...]
        while let open = rest.firstRange(of: "{$"), let close = rest[open.upperBound...].firstIndex(of: "}") {
            if open.lowerBound > rest.startIndex { pieces.append((String(rest[..<open.lowerBound]), false)) }
            pieces.append((String(rest[rest.index(after: open.lowerBound)..<close]), true))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty || pieces.isEmpty { pieces.append((String(rest), false)) }
        return pieces
    }

    static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, first.properties.isAlphabetic || first == "_" else { return false }
        return text.utf8.allSatisfy {
            ByteSet.unreserved.contains($0) && $0 != UInt8(ascii: ".") && $0 != UInt8(ascii: "~")
        }
    }

    static func parse(_ text: String) throws(Mistake) -> OutputSource {
        if let suffix = text.dropping("$response.") { return try response(suffix) }
        if let suffix = text.dropping("$request.") { return try request(suffix) }
        if text == "$statusCode" { return .responseStatus }
        if text == "$url" { return .requestURL }
        if text == "$method" { return .requestMethod }
        do {
            return .jsonPath(try JSONPath(text))
        } catch {
            throw Mistake("column \(error.column): \(error.reason)")
        }
    }

    private static func response(_ text: String) throws(Mistake) -> OutputSource {
        if text == "status" { return .responseStatus }
        if let name = text.dropping("header."), !name.isEmpty { return .responseHeader(name) }
        if let fragment = text.dropping("body") { return .responseBody(try pointer(fragment)) }
        throw Mistake("expected “body”, “header.NAME” or “status” after “$response.”")
    }

    private static func request(_ text: String) throws(Mistake) -> OutputSource {
        if let fragment = text.dropping("body") { return .requestBody(try pointer(fragment)) }
        let places: [(String, Parameter.Place)] = [
            ("path.", .path), ("query.", .query), ("header.", .header), ("cookie.", .cookie),
        ]
        for (prefix, place) in places {
            if let name = text.dropping(prefix), !name.isEmpty { return .requestParameter(place: place, name: name) }
        }
        throw Mistake(
            "expected “body”, “path.NAME”, “query.NAME”, “header.NAME” or “cookie.NAME” after “$request.”")
    }

    private static func pointer(_ fragment: String) throws(Mistake) -> JSONPointer? {
        if fragment.isEmpty { return nil }
        guard fragment.hasPrefix("#") else { throw Mistake("expected “#/pointer” or nothing after “body”") }
        do {
            return try JSONPointer(uriFragment: fragment)
        } catch {
            throw Mistake("invalid JSON Pointer “\(fragment)”: \(error.reason)")
        }
    }
}

extension String {
    /// Returns the string without a prefix, or `nil` if the string doesn't have the prefix.
    func dropping(_ prefix: String) -> String? { hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil }
}
