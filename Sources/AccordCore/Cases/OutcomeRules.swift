// SPDX-License-Identifier: Apache-2.0
import AccordContract

extension Operation {
    /// Returns what the call must do in a documented case. `client` of the case decides first, then `client` of the
    /// response, then the status code.
    func outcome(_ definition: CaseDefinition, last: ResponseDefinition?) -> ExpectedOutcome {
        let response = last?.status.flatMap { self.response(for: $0) }
        let caseClient = definition.client
        let inherited = response?.client
        let stating = [caseClient, inherited].compactMap { $0 }.first { $0.returns != nil || $0.throwing != nil }
        let isSuccess = last?.status.map { (200..<300).contains($0) } ?? false
        return ExpectedOutcome(
            result: stating?.result ?? (isSuccess ? .returns(nil) : .throwing(.any)),
            isRequired: true, notifies: caseClient?.notifies ?? inherited?.notifies,
            arguments: caseClient?.arguments ?? inherited?.arguments ?? [],
            retry: caseClient?.retry ?? inherited?.retry ?? retry,
            location: (stating ?? caseClient)?.location ?? definition.location, isCancelled: false,
            ignores: [caseClient, inherited].compactMap { $0?.ignores }.first { !$0.isEmpty } ?? [])
    }

    /// Returns what the call must do in a derived case.
    ///
    /// - Parameter base: What the call must do in the documented case.
    func outcome(_ verdict: Verdict, base: ExpectedOutcome, status: Int?, keepsValue: Bool) -> ExpectedOutcome {
        var outcome = base
        outcome.notifies = nil
        switch verdict {
        case .mustError, .shouldError:
            outcome.result = .throwing(.any)
            if let status, !(200..<300).contains(status) { state(status, in: &outcome) }
        case .mustTolerate, .shouldTolerate: if !keepsValue { outcome.result = .returns(nil) }
        case .may, .mustNotCrash: outcome.result = .either
        }
        outcome.isRequired = verdict != .shouldError && verdict != .shouldTolerate
        return outcome
    }

    /// Sets whether the call must return or throw, as “client” of the documented response with this status code
    /// specifies.
    private func state(_ status: Int, in outcome: inout ExpectedOutcome) {
        guard let client = response(for: status)?.client, client.returns != nil || client.throwing != nil
        else {
            // In a documented case with this status code, the call returns a value. With the mutated response, the call
            // may return, too.
            if cases.contains(where: { Self.returns($0, at: status) }) { outcome.result = .either }
            return
        }
        outcome.location = client.location
        switch client.result {
        case .returns(let value?) where value.text.contains("${response."):
            // The call normally returns the body, but the mutated body is unreadable. Any outcome passes.
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

    /// Returns the documented responses that client tests would otherwise never send, because no documented case for
    /// clients contains them.
    func untriedAnswers(_ documented: [Case]) -> [ExpectedAnswer] {
        let steps = documented.filter { $0.appliesTo != .server && $0.skip == nil }.flatMap(\.steps)
        let tested = steps.filter { $0.operation.id == id }.compactMap(\.documented?.status)
            .compactMap { response(for: $0)?.status }
        return expectedAnswers.filter { !tested.contains($0.response.status) }
            // Skip interim responses and redirects. The handling of redirects depends on the platform.
            .filter { $0.status >= 200 && !(300..<400).contains($0.status) }
    }
}

extension ClientExpectation {
    /// Whether the call must return or throw.
    var result: ExpectedOutcome.Result {
        switch throwing {
        case .nothing?, nil: .returns(returns)
        case let throwing?: .throwing(throwing)
        }
    }
}

extension ExpectedAnswer {
    var verdict: Verdict { isSuccess ? .mustTolerate : .mustError }

    /// The response to send: its content is an example, or values from the schemas if there is no example.
    var definition: ResponseDefinition { definition(examples.first { isUsable($0) }, isStrict: true) }

    /// Returns whether the call must return or throw for this response, according to the contract. By default, the call
    /// returns if the response is a success, and throws otherwise.
    func outcome(_ operation: Operation, base: Case) -> ExpectedOutcome {
        let bare = CaseDefinition(name: "", location: response.location)
        var outcome = operation.outcome(bare, last: definition)
        // If the contract documents no arguments for this call, use the arguments of the base case.
        if outcome.arguments.isEmpty { outcome.arguments = base.outcome.arguments }
        outcome.retry = outcome.retry ?? base.outcome.retry
        return outcome
    }
}
