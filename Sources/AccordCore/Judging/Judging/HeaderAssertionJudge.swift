import AccordContract
import AccordJSON
import AccordSchema

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
