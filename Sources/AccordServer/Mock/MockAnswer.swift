import AccordContract
import AccordCore
import AccordSchema

/// What the mock makes of a request: its answer, and what is to be said of the request.
package struct MockAnswer: Sendable {
    package var response: HTTPResponse
    /// The operation that was asked; nil where no contract documents one.
    var served: ServedOperation?
    /// The case that answers.
    package var caseID: String?
    /// True where the request is this case's own.
    package var isCase = false
    /// True where the request asked for this very answer.
    package var isPreferred = false
    /// What is wrong with the request.
    package var findings: [Finding] = []
    /// The fault in place of the answer.
    package var fault: Fault?
    /// Seconds before the answer.
    package var wait: Double = 0

    init(_ response: HTTPResponse, _ served: ServedOperation? = nil) {
        self.response = response
        self.served = served
    }

    /// `login`
    package var operation: Operation? { served?.operation }
    package var contract: Contract? { served?.contract }
    /// `todos.json#login/creates a token`, where the request is this case's own.
    var caseKey: String? {
        guard isCase, let caseID, let served else { return nil }
        return "\(served.contract.file)#\(caseID)"
    }
}
