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
