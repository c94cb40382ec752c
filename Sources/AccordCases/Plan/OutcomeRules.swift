import AccordContract
import AccordJSON

/// What a client's call does in the end: `client` of the case, else of the response, else by the status.
struct OutcomeRules {
    let operation: Operation

    /// The outcome of a documented case whose last answer is `answer`.
    func outcome(_ definition: CaseDefinition, last: ResponseDefinition) -> ExpectedOutcome {
        let response = last.status.flatMap { operation.response(for: $0) }
        let own = definition.client
        let inherited = response?.client
        let stating = [own, inherited].compactMap { $0 }.first { $0.returns != nil || $0.throwing != nil }
        let isSuccess = last.status.map { (200..<300).contains($0) } ?? false
        return ExpectedOutcome(
            result: stating.map { Self.result($0) } ?? (isSuccess ? .returns(nil) : .throwing(.any)),
            isRequired: true, notifies: own?.notifies ?? inherited?.notifies,
            arguments: own?.arguments ?? inherited?.arguments ?? [],
            retry: own?.retry ?? inherited?.retry ?? operation.retry,
            location: (stating ?? own)?.location ?? definition.location, isCancelled: false)
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
            // A documented status raises what is documented for it, whatever became of the body.
            let client = status.flatMap { operation.response(for: $0)?.client }
            if let client, case .named? = client.throwing, let throwing = client.throwing {
                outcome.result = .throwing(throwing)
                outcome.location = client.location
            }
        case .mustTolerate, .shouldTolerate:
            if !keepsValue { outcome.result = .returns(nil) }
        case .may, .mustNotCrash: outcome.result = .either
        }
        outcome.isRequired = verdict != .shouldError && verdict != .shouldTolerate
        return outcome
    }

    static func result(_ client: ClientExpectation) -> ExpectedOutcome.Result {
        switch client.throwing {
        case .nothing?: .returns(client.returns)
        case let throwing?: .throwing(throwing)
        case nil: .returns(client.returns)
        }
    }
}
