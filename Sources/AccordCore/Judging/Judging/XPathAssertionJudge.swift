import AccordContract
import AccordJSON
import AccordSchema

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
