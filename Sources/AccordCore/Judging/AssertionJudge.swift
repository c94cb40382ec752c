import AccordContract
import AccordJSON
import AccordSchema

/// Judges `asserts`: a path finds something, and all that it finds satisfies the schema; with `false` it finds nothing.
struct AssertionJudge {
    let direction: Direction
    /// The body as a value; nil where it has none.
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
                    finding(assertion, "\(assertion.path) must find nothing", first.pointer, "none", Excerpt.of(first)))
            }
            return
        }
        guard !found.isEmpty else {
            judgement.report(
                finding(assertion, "\(assertion.path) finds nothing", .root, Excerpt.of(assertion.value), "nothing"))
            return
        }
        let findings = SchemaFindings(
            rule: direction.rule(.requestBodyAssert, .responseBodyAssert), blame: direction.blame, part: .body)
        for value in found {
            var own = findings.findings(value, assertion.schema)
            for index in own.indices {
                let inner = own[index].place?.name ?? ""
                own[index].place = .init(.body, value.pointer.description + inner)
                own[index].message = "\(assertion.path): \(own[index].message)"
                own[index].contract = assertion.hasTemplates ? assertion.location : own[index].contract
            }
            judgement.findings += own
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

/// Judges an assertion on a header of a response: it is there, and its value satisfies the schema, read as a text or as
/// what a text may stand for; with `false` it isn't there.
struct HeaderAssertionJudge {
    let headers: [HTTPField]

    func judge(_ assertion: Assertion, into judgement: inout Judgement) {
        guard let name = assertion.header else { return }
        judgement.assertions += 1
        let lines = headers.values(name)
        if assertion.isForbidden {
            if let first = lines.first {
                judgement.report(finding(assertion, name, "must not be there", "none", first))
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
                assertion, name, "breaks its assertion: \(reason)", Excerpt.of(assertion.value), text))
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

/// Judges an assertion by XPath: it finds something, and each text that it finds satisfies the schema, read as a text or
/// as what a text may stand for; with `false` it finds nothing.
struct XPathAssertionJudge {
    let body: [UInt8]
    /// nil: XML isn't read here, and what is asserted of it stays open.
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
                judgement.report(finding(assertion, "\(path) must find nothing", "none", first))
            }
            return
        }
        guard !texts.isEmpty else {
            judgement.report(finding(assertion, "\(path) finds nothing", Excerpt.of(assertion.value), "nothing"))
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
            var finding = finding(assertion, "“\(path)” is no XPath 1.0", nil, nil)
            finding.blame = .contract
            finding.advice =
                "A prefix has to be declared by the document's root element; *[local-name()='x'] needs none."
            return finding
        case .unavailable(let reason):
            var finding = finding(assertion, "\(path) can't be judged: \(reason)", nil, nil)
            finding.blame = .platform
            finding.advice = "Install libxml2 (apt-get install libxml2), or take the assertion out."
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

/// Holds a text, a header's or an XML node's, to a schema: as the text that it is, or as the number or boolean that it may
/// stand for.
enum TextAssertion {
    /// What a schema says of texts or of numbers alone, and leaves the other kind alone with.
    private static let ofOneKind: Set<String> = [
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "pattern",
        "format",
    ]

    /// What is wrong; nil where the schema is satisfied. One of the text's readings has to be valid, and none may be of the
    /// schema's type and break a limit: `{ "minimum": 8 }` isn't satisfied by “7”, though it says nothing of texts.
    static func problem(_ text: String, _ schema: Schema) -> String? {
        let readings = ScalarText.readings(text, types: []).map { schema.validate($0) }
        for violations in readings {
            let keywords = violations.map(\.keyword)
            guard keywords.allSatisfy(ofOneKind.contains) else { continue }
            if let first = violations.first { return first.message }
        }
        guard !readings.contains(where: \.isEmpty) else { return nil }
        return readings.last?.first?.message ?? "it is another value"
    }
}

/// Finds what an XPath names in an XML body: given to the judge, which knows no XML itself.
package struct XPathReader: Sendable {
    /// Why nothing can be said of what is found.
    package enum Failure: Error, Sendable, Hashable {
        /// The body isn't XML, or is XML that isn't read: it has a document type declaration.
        case document(String)
        /// The path is no XPath 1.0.
        case path
        /// There is nothing to read XML with.
        case unavailable(String)
    }

    /// The text of each node that the path finds, in document order; of another result than nodes, its text.
    package let texts: @Sendable (_ path: String, _ document: [UInt8]) -> Result<[String], Failure>

    package init(_ texts: @escaping @Sendable (_ path: String, _ document: [UInt8]) -> Result<[String], Failure>) {
        self.texts = texts
    }
}
