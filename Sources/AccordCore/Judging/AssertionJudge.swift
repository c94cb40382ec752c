// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordSchema

/// Judges `asserts`. A path must match, and each matched value must satisfy the schema. A path with `false` must not
/// match.
struct AssertionJudge {
    let direction: Direction
    /// The body as a JSON value, or `nil` if the body has no such value.
    let value: JSONValue?

    func judge(_ asserts: [Assertion], into judgement: inout Judgement) {
        for assertion in asserts { judge(assertion, &judgement) }
    }

    private func judge(_ assertion: Assertion, _ judgement: inout Judgement) {
        judgement.assertions += 1
        let found: [JSONValue]
        do throws(JSONPathError) {
            found = try value.map { (value) throws(JSONPathError) in try assertion.path.query(value) } ?? []
        } catch {
            judgement.report(finding(assertion, error.description, .root, nil, nil))
            return
        }
        if assertion.isForbidden {
            if let first = found.first {
                judgement.report(
                    finding(
                        assertion, "\(assertion.path) matches a value, but must not match", first.pointer, "none",
                        Excerpt.of(first))
                )
            }
            return
        }
        guard !found.isEmpty else {
            judgement.report(
                finding(assertion, "\(assertion.path) matches nothing", .root, Excerpt.of(assertion.value), "nothing"))
            return
        }
        let findings = SchemaFindings(
            rule: direction.rule(.requestBodyAssert, .responseBodyAssert), blame: direction.blame, part: .body)
        for value in found {
            var schemaFindings = findings.findings(value, assertion.schema)
            for index in schemaFindings.indices {
                let inner = schemaFindings[index].place?.name ?? ""
                schemaFindings[index].place = .init(.body, value.pointer.description + inner)
                schemaFindings[index].message = "\(assertion.path): \(schemaFindings[index].message)"
                schemaFindings[index].contract =
                    assertion.hasTemplates ? assertion.location : schemaFindings[index].contract
            }
            judgement.findings += schemaFindings
        }
    }

    private func finding(
        _ assertion: Assertion, _ message: String, _ pointer: JSONPointer, _ expected: String?, _ actual: String?
    ) -> Finding {
        Finding(
            rule: direction.rule(.requestBodyAssert, .responseBodyAssert), blame: direction.blame, message,
            contract: assertion.location,
            place: .init(.body, pointer.description), expected: expected, actual: actual)
    }
}

/// Judges an assertion on a response header field. The field must be present and valid, or absent if the assertion is
/// `false`. The schema validates the string, or the number or boolean that the string represents.
struct HeaderAssertionJudge {
    let headers: [HTTPField]

    func judge(_ assertion: Assertion, into judgement: inout Judgement) {
        guard let name = assertion.header else { return }
        judgement.assertions += 1
        let lines = headers.values(name)
        if assertion.isForbidden {
            if let first = lines.first {
                judgement.report(finding(assertion, name, "is forbidden", "none", first))
            }
            return
        }
        guard !lines.isEmpty else {
            judgement.report(finding(assertion, name, "is missing", Excerpt.of(assertion.value), "none"))
            return
        }
        let text = lines.joined(separator: ", ")
        guard let reason = TextAssertion.problem(text, assertion.schema) else { return }
        judgement.report(
            finding(
                assertion, name, "violates its assertion: \(reason)", Excerpt.of(assertion.value), text))
    }

    private func finding(
        _ assertion: Assertion, _ name: String, _ words: String, _ expected: String, _ actual: String
    ) -> Finding {
        Finding(
            rule: .responseHeaderAssert, blame: .server, "the header “\(name)” \(words)",
            contract: assertion.location, place: .init(.header, name), expected: expected,
            actual: Excerpt.cut(actual))
    }
}

/// Judges an XPath assertion. It must match valid strings, or match nothing if the assertion is `false`. The schema
/// validates each string, or the number or boolean that the string represents.
struct XPathAssertionJudge {
    let body: [UInt8]
    /// The reader, or `nil` in a program that doesn't read XML and ignores assertions on XML.
    let reader: XPathReader?

    func judge(_ assertion: Assertion, into judgement: inout Judgement) {
        guard let path = assertion.xpath else { return }
        judgement.assertions += 1
        guard let reader else {
            var finding = finding(assertion, "the assertion \(path) isn't judged: Accord doesn't read XML", nil, nil)
            finding.severity = .warning
            finding.blame = .platform
            return judgement.report(finding)
        }
        switch reader.texts(path, body) {
        case .failure(let failure): judgement.report(finding(assertion, path, failure))
        case .success(let texts): judge(texts, path, assertion, &judgement)
        }
    }

    private func judge(_ texts: [String], _ path: String, _ assertion: Assertion, _ judgement: inout Judgement) {
        if assertion.isForbidden {
            if let first = texts.first {
                judgement.report(finding(assertion, "\(path) matches a value, but must not match", "none", first))
            }
            return
        }
        guard !texts.isEmpty else {
            judgement.report(
                finding(assertion, "\(path) doesn't match anything", Excerpt.of(assertion.value), "nothing"))
            return
        }
        let wrong = texts.compactMap { text in TextAssertion.problem(text, assertion.schema).map { (text, $0) } }
        guard let (first, reason) = wrong.first else { return }
        let count = texts.count > 1 ? " (\(wrong.count) of \(texts.count))" : ""
        judgement.report(
            finding(
                assertion, "\(path)\(count): \(reason)", Excerpt.of(assertion.value), first))
    }

    private func finding(_ assertion: Assertion, _ path: String, _ failure: XPathReader.Failure) -> Finding {
        switch failure {
        case .document(let reason): return finding(assertion, "\(path): \(reason)", "XML", Excerpt.of(body))
        case .path:
            var finding = finding(assertion, "“\(path)” isn't a valid XPath 1.0 expression", nil, nil)
            finding.blame = .contract
            finding.advice =
                "The root element of the document must declare each prefix in the path. *[local-name()='x'] matches "
                + "without a prefix."
            return finding
        case .unavailable(let reason):
            var finding = finding(assertion, "\(path) can't be judged: \(reason)", nil, nil)
            finding.blame = .platform
            finding.advice = "Install libxml2 (apt-get install libxml2), or remove the assertion."
            return finding
        }
    }

    private func finding(
        _ assertion: Assertion, _ message: String, _ expected: String?, _ actual: String?
    ) -> Finding {
        Finding(
            rule: .responseBodyAssert, blame: .server, message, contract: assertion.location, place: .init(.body, ""),
            expected: expected, actual: actual.map { Excerpt.cut($0) })
    }
}

/// Validates the string of a header field or an XML node as a string, number or boolean.
enum TextAssertion {
    /// The keywords that apply only to strings or only to numbers.
    private static let ofOneKind: Set<String> = [
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern",
        "format",
    ]

    /// Returns the violation, or `nil` if the string is valid. At least one reading as a string, number or boolean must
    /// be valid. No reading may violate only limits: “7” violates `{ "minimum": 8 }`, although the string “7” is valid.
    static func problem(_ text: String, _ schema: Schema) -> String? {
        let readings = ScalarText.readings(text, types: []).map { schema.validate($0) }
        for violations in readings {
            let keywords = violations.map(\.keyword)
            guard keywords.allSatisfy(ofOneKind.contains) else { continue }
            if let first = violations.first { return first.message }
        }
        guard !readings.contains(where: \.isEmpty) else { return nil }
        return readings.last?.first?.message ?? "the value is different"
    }
}

/// Finds the strings that an XPath selects in an XML body. The judge itself contains no XML parser.
package struct XPathReader: Sendable {
    /// The reason why an assertion can't be judged.
    package enum Failure: Error, Sendable, Hashable {
        /// The body isn't XML, or contains a document type declaration, which the reader doesn't support.
        case document(String)
        /// The path isn't a valid XPath 1.0 expression.
        case path
        /// No XML parser is available.
        case unavailable(String)
    }

    /// Returns the string of each selected node in document order. If the result isn't a set of nodes, returns its
    /// string.
    package let texts: @Sendable (_ path: String, _ document: [UInt8]) -> Result<[String], Failure>

    package init(_ texts: @escaping @Sendable (_ path: String, _ document: [UInt8]) -> Result<[String], Failure>) {
        self.texts = texts
    }
}
