import AccordContract
import AccordSchema

/// The documented answers of an operation that none of its cases gives a client, each with a status that it covers.
struct UntriedAnswers {
    let all: [ExpectedAnswer]

    init(_ operation: Operation, _ documented: [Case]) {
        let tried = documented.filter { $0.appliesTo != .server && $0.skip == nil }.flatMap { candidate in
            candidate.steps.compactMap { step -> StatusPattern? in
                guard case .documented(let response) = step.answer, step.operation.id == operation.id,
                    let status = response.status
                else { return nil }
                return operation.response(for: status)?.status
            }
        }
        all = operation.responses.filter { !tried.contains($0.status) }
            .map { ExpectedAnswer($0, $0.body?.content.first, in: operation) }
            // An interim answer is none, and what a platform does by itself with a redirect depends on it.
            .filter { $0.status >= 200 && !(300..<400).contains($0.status) }
    }
}

extension ExpectedAnswer {
    var verdict: Verdict { isSuccess ? .mustTolerate : .mustError }

    /// The answer: its example, or what the schemas make of it.
    var definition: ResponseDefinition {
        definition(media?.examples.first { isUsable($0) }, isStrict: true)
    }

    /// What `client` of the answer says, else that a success returns and anything else throws.
    func outcome(_ operation: Operation, base: Case) -> ExpectedOutcome {
        let bare = CaseDefinition(name: "", location: response.location)
        var outcome = OutcomeRules(operation: operation).outcome(bare, last: definition)
        // The client is called as it is in the case that the answer is put into.
        if outcome.arguments.isEmpty { outcome.arguments = base.outcome.arguments }
        outcome.retry = outcome.retry ?? base.outcome.retry
        return outcome
    }
}
