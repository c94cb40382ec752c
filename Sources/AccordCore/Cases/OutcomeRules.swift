import AccordContract
import AccordJSON
import AccordSchema

/// What a client's call does in the end: `client` of the case, else of the response, else by the status.
struct OutcomeRules {
    let operation: Operation

    /// The outcome of a documented case whose last answer is `answer`.
    func outcome(_ definition: CaseDefinition, last: ResponseDefinition?) -> ExpectedOutcome {
        let response = last?.status.flatMap { operation.response(for: $0) }
        let own = definition.client
        let inherited = response?.client
        let stating = [own, inherited].compactMap { $0 }.first { $0.returns != nil || $0.throwing != nil }
        let isSuccess = last?.status.map { (200..<300).contains($0) } ?? false
        return ExpectedOutcome(
            result: stating.map { Self.result($0) } ?? (isSuccess ? .returns(nil) : .throwing(.any)),
            isRequired: true, notifies: own?.notifies ?? inherited?.notifies,
            arguments: own?.arguments ?? inherited?.arguments ?? [],
            retry: own?.retry ?? inherited?.retry ?? operation.retry,
            location: (stating ?? own)?.location ?? definition.location, isCancelled: false,
            ignores: [own, inherited].compactMap { $0?.ignores }.first { !$0.isEmpty } ?? [])
    }

    /// The outcome of a derived case: `base` is the outcome of the case that it starts from.
    func outcome(
        _ verdict: Verdict, base: ExpectedOutcome, status: Int?, keepsValue: Bool
    ) -> ExpectedOutcome {
        var outcome = base
        outcome.notifies = nil
        switch verdict {
        case .mustError, .shouldError:
            outcome.result = .throwing(.any)
            if let status, !(200..<300).contains(status) { state(status, in: &outcome) }
        case .mustTolerate, .shouldTolerate:
            if !keepsValue { outcome.result = .returns(nil) }
        case .may, .mustNotCrash: outcome.result = .either
        }
        outcome.isRequired = verdict != .shouldError && verdict != .shouldTolerate
        return outcome
    }

    /// A documented status has the outcome that is documented for it, whatever became of the body.
    private func state(_ status: Int, in outcome: inout ExpectedOutcome) {
        guard let client = operation.response(for: status)?.client,
            client.returns != nil || client.throwing != nil
        else {
            // Where only cases say what the client does, an answer that is none of theirs may be taken likewise.
            if operation.cases.contains(where: { Self.returns($0, at: status) }) { outcome.result = .either }
            return
        }
        outcome.location = client.location
        switch Self.result(client) {
        case .returns(let value?) where value.text.contains("${response."):
            // What can’t be read can’t be returned.
            outcome.result = .either
        case .returns(let value): outcome.result = .returns(value)
        case .throwing(.values): break
        case .throwing(let error): outcome.result = .throwing(error)
        case .either: outcome.result = .either
        }
    }

    private static func returns(_ definition: CaseDefinition, at status: Int) -> Bool {
        guard definition.steps.last?.response.status == status, let client = definition.client else { return false }
        switch client.throwing {
        case .nothing?: return true
        case nil: return client.returns != nil
        case _?: return false
        }
    }

    static func result(_ client: ClientExpectation) -> ExpectedOutcome.Result {
        switch client.throwing {
        case .nothing?: .returns(client.returns)
        case let throwing?: .throwing(throwing)
        case nil: .returns(client.returns)
        }
    }
}

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
