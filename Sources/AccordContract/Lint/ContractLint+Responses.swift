// SPDX-License-Identifier: Apache-2.0
import AccordSchema

extension ContractLint {
    /// Reports a response of a case that the operation doesn't document.
    func reportResponse(_ step: StepDefinition, _ subject: LintedCase) {
        guard let operation = contract.operation(step.operationID) else { return }
        guard case .answer(let status, let headers, let body) = step.response.outcome else { return }
        let check = ValueCheck(reader, .responseValue, subject)
        report(step.response.asserts, on: body, check)
        guard let documented = operation.response(for: status) else {
            guard subject.definition.appliesTo != .client, !reader.operationsWithoutAnswers.contains(operation.id)
            else {
                return
            }
            let known = operation.responses.map(\.status.description).joined(separator: ", ")
            return reader.report(
                .undocumentedStatus, "the operation “\(operation.id)” documents no response with status \(status)",
                at: step.response.location,
                advice: known.isEmpty ? nil : "The operation documents \(known). Add “\(status)” to “responses”.")
        }
        report(headers, documented.headers, .header, check, others: ["content-type"])
        let contentType = Self.header("content-type", in: headers)
        let linted = LintedBody(
            definition: body, documented: documented.body, contentType: contentType,
            subject: "the response of “\(subject.id)”", isAnswer: true)
        report(linted, check)
    }

    /// Reports assertions of a case that the response body in the same case violates.
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
            let values: [JSONValue]
            do throws(JSONPathError) {
                values = try assertion.path.query(root)
            } catch {
                reportBroken(assertion, error.reason, check)
                continue
            }
            if assertion.isForbidden {
                if let first = values.first { reportBroken(assertion, "“\(first.pointer)” matches", check) }
            } else if values.isEmpty {
                reportBroken(assertion, "nothing matches", check)
            } else if let wrong = values.first(where: { !schema.isValid($0) }) {
                let message = schema.validate(wrong).first?.message ?? "the value violates the schema of the assertion"
                reportBroken(assertion, message, check)
            }
        }
    }

    /// Returns an assertion's schema after replacing its templates. Returns `nil` if the value of a template is unknown
    /// before the run.
    private static func schema(of assertion: Assertion, _ check: ValueCheck) -> Schema? {
        guard assertion.hasTemplates else { return assertion.schema }
        let filled = check.filled(assertion.value)
        return filled.isComplete ? try? Schema.compile(filled.value) : nil
    }

    private func reportBroken(_ assertion: Assertion, _ reason: String, _ check: ValueCheck) {
        reader.report(
            check.rule, "the body in the case violates the assertion “\(assertion.path.text)”: \(reason)",
            at: assertion.location)
    }
}
