// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension BodyReading {
    /// Judges the assertions under `asserts` in the contract. Each JSONPath must match a value, and each matching value
    /// must satisfy the schema. A JSONPath whose schema is `false` must match no value.
    func judge(_ asserts: [Assertion], into judgement: inout Judgement) {
        let value = asserts.isEmpty ? nil : json
        for assertion in asserts { judge(assertion, value, &judgement) }
    }

    private func judge(_ assertion: Assertion, _ value: JSONValue?, _ judgement: inout Judgement) {
        judgement.assertions += 1
        let matches: [JSONValue]
        do throws(JSONPathError) {
            matches = try value.map { (value) throws(JSONPathError) in try assertion.path.query(value) } ?? []
        } catch {
            return judgement.report(finding(assertion, error.description, .root, nil, nil))
        }
        if assertion.isForbidden {
            if let first = matches.first {
                judgement.report(
                    finding(
                        assertion, "\(assertion.path) matches a value in the body, but must not match any",
                        first.pointer, "none", Excerpt.of(first)))
            }
            return
        }
        guard !matches.isEmpty else {
            return judgement.report(
                finding(assertion, "\(assertion.path) matches nothing", .root, Excerpt.of(assertion.value), "nothing"))
        }
        let findings = SchemaFindings(rule: direction.rule(.requestBodyAssert, .responseBodyAssert), part: .body)
        for value in matches {
            judgement.findings += findings.findings(value, assertion.schema).map { inner in
                var finding = inner.within(value.pointer.description, named: "\(assertion.path)")
                if assertion.hasTemplates { finding.contract = assertion.location }
                return finding
            }
        }
    }

    private func finding(
        _ assertion: Assertion, _ message: String, _ pointer: JSONPointer, _ expected: String?, _ actual: String?
    ) -> Finding {
        Finding(
            rule: direction.rule(.requestBodyAssert, .responseBodyAssert), message, contract: assertion.location,
            place: .init(.body, pointer.description), expected: expected, actual: actual)
    }
}

extension Assertion {
    /// Judges an assertion on a response header field. If the schema of the assertion is `false`, the field must be
    /// absent. Otherwise, the field must be present and valid. Of several `Set-Cookie` fields, one must be valid. The
    /// schema validates the string, or the number or boolean that the string represents.
    func judge(_ headers: [HTTPField], into judgement: inout Judgement) {
        guard let name = header else { return }
        judgement.assertions += 1
        let values = headers.combinedValues(name)
        if isForbidden {
            if let first = values.first { judgement.report(finding(name, "is forbidden", "none", first)) }
            return
        }
        let reasons = values.compactMap { Self.problem($0, schema) }
        guard let reason = reasons.first else {
            if values.isEmpty {
                judgement.report(finding(name, "is missing", Excerpt.of(value), "none"))
            }
            return
        }
        // A server may set other cookies, too.
        guard reasons.count == values.count else { return }
        judgement.report(
            finding(
                name, "violates its assertion: \(reason)", Excerpt.of(value), values.joined(separator: ", ")))
    }

    private func finding(_ name: String, _ words: String, _ expected: String, _ actual: String) -> Finding {
        Finding(
            rule: .responseHeaderAssert, "the header “\(name)” \(words)", contract: location,
            place: .init(.header, name), expected: expected, actual: Excerpt.cut(actual))
    }

    /// The keywords that apply to only one type: to strings or to numbers.
    private static let ofOneKind: Set<String> = [
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern",
        "format",
    ]

    /// Returns the violation, or `nil` if the text is valid. The schema validates each value that the text can
    /// represent: the text `7` is the string “7” or the number 7. The text is invalid if all these values are invalid,
    /// or if one of them violates only keywords in `ofOneKind`. For example, `{ "minimum": 8 }` rejects the text `7`,
    /// although it allows the string “7”.
    private static func problem(_ text: String, _ schema: Schema) -> String? {
        let readings = ScalarText.readings(text, types: []).map { schema.validate($0) }
        for violations in readings {
            let keywords = violations.map(\.keyword)
            guard keywords.allSatisfy(ofOneKind.contains) else { continue }
            if let first = violations.first { return first.message }
        }
        guard !readings.contains(where: \.isEmpty) else { return nil }
        return readings.last?.first?.message ?? "the value violates the assertion"
    }
}
