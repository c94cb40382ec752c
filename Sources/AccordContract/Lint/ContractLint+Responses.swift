import AccordJSON
import AccordSchema

extension ContractLint {
    /// A case is answered as its operation documents it.
    func reportResponse(_ step: StepDefinition, _ subject: LintedCase) {
        guard let operation = contract.operation(step.operationID) else { return }
        guard case .answer(let status, let headers, let body) = step.response.outcome else { return }
        let check = ValueCheck(reader, .responseValue, subject)
        report(step.response.asserts, on: body, check)
        guard let documented = operation.response(for: status) else {
            if !subject.isForClientAlone { reportUndocumentedStatus(status, step, operation) }
            return
        }
        report(headers, documented.headers, .header, check, others: ["content-type"])
        let contentType = Self.header("content-type", in: headers)
        let linted = LintedBody(body, documented.body, contentType, "the answer of “\(subject.id)”", isAnswer: true)
        report(linted, check)
    }

    private func reportUndocumentedStatus(_ status: Int, _ step: StepDefinition, _ operation: Operation) {
        guard !reader.operationsWithoutAnswers.contains(operation.id) else { return }
        let known = operation.responses.map(\.status.description).joined(separator: ", ")
        reader.report(
            .undocumentedStatus, "“\(operation.id)” documents no answer \(status)", at: step.response.location,
            advice: known.isEmpty ? nil : "It documents \(known): add “\(status)” to “responses”.")
    }

    /// What a case writes down satisfies its own assertions.
    func report(_ assertions: [Assertion], on body: BodyDefinition?, _ check: ValueCheck) {
        guard !assertions.isEmpty, case .json(let value)? = body?.content else { return }
        var root = value
        if TemplateText.isIn(value) {
            let filled = check.filled(value)
            guard filled.isComplete else { return }
            root = JSONDocument(filled.value).root
        }
        for assertion in assertions where assertion.isOnValue {
            guard let schema = Self.schema(of: assertion, check) else { continue }
            let found: [JSONValue]
            do throws(JSONPathError) {
                found = try assertion.path.query(root)
            } catch {
                reportBroken(assertion, error.reason, check)
                continue
            }
            if assertion.isForbidden {
                if let first = found.first { reportBroken(assertion, "“\(first.pointer)” is there", check) }
            } else if found.isEmpty {
                reportBroken(assertion, "nothing is there", check)
            } else if let wrong = found.first(where: { !schema.isValid($0) }) {
                let message = schema.validate(wrong).first?.message ?? "it is another value"
                reportBroken(assertion, message, check)
            }
        }
    }

    /// An assertion's schema with its templates filled in; nil while one of them isn't known.
    private static func schema(of assertion: Assertion, _ check: ValueCheck) -> Schema? {
        guard assertion.hasTemplates else { return assertion.schema }
        let filled = check.filled(assertion.value)
        return filled.isComplete ? try? Schema.compile(filled.value) : nil
    }

    private func reportBroken(_ assertion: Assertion, _ reason: String, _ check: ValueCheck) {
        reader.report(
            check.rule, "the body of this very case breaks “\(assertion.path.text)”: \(reason)",
            at: assertion.location)
    }
}
