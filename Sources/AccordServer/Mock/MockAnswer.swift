// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// What a mock sends in reply to a request, with the contract violations of the request.
package struct MockAnswer: Sendable {
    package var response: HTTPResponse
    /// The operation of the request, or `nil` if no contract documents it.
    var served: ServedOperation?
    /// The id of the case that provided the response, or `nil` if no case did.
    package var caseID: String?
    /// The step of a case that the request matches, or `nil` if it matches no case.
    var match: DocumentedExchange?
    /// Whether the request chose this response with `Prefer`.
    var isPreferred = false
    /// The contract violations of the request.
    package var findings: [Finding] = []
    /// The fault that the mock causes instead of the response, such as a connection reset.
    package var fault: Fault?
    /// The delay of the response, in seconds.
    var wait: Double = 0
    /// The contract violations of the response: those of an invalid example, or of an upstream server's response.
    var contradictions: [Finding] = []

    init(_ response: HTTPResponse, _ served: ServedOperation? = nil) {
        self.response = response
        self.served = served
    }

    /// - Parameter documented: The documented response, if `draft` may have a different body.
    init(_ draft: ResponseDraft, of served: ServedOperation, documented: HTTPResponse? = nil) {
        self.init(served.completed(draft.response, of: draft.exchange, documented: documented), served)
        caseID = draft.caseID
        if let caseID { response.headers.append(HTTPField("Accord-Case", caseID)) }
        response.headers += served.lifecycleFields
        contradictions = draft.violations
        if let first = contradictions.first { response.headers.append(first.problemField) }
        findings = contradictions.map { contradiction in
            var warning = contradiction
            warning.severity = .warning
            return warning
        }
    }

    /// Whether the request matches the case that provided the response.
    package var isCase: Bool { match != nil && caseID != nil }
    /// Whether the contract or an example provides the response to this request.
    var isWritten: Bool { isCase && match?.isWritten == true }
    /// The key of the case that the request matches: `todos.json#login/creates a token`
    var caseKey: String? { isCase ? match?.key : nil }
    package var operation: Operation? { served?.operation }

    /// Replaces a response that violates the contract by a 500 with the violations.
    mutating func reportContradictions() {
        guard !contradictions.isEmpty else { return }
        let problem = ProblemDocument(
            status: 500, title: "The response violates the contract",
            detail: contradictions[0].placedMessage + ".", findings: contradictions)
        response = problem.response
    }
}
