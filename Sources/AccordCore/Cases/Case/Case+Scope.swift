import AccordContract
import AccordJSON

extension Case {
    /// What `${…}` stands for in client tests and mock: the documented outputs of the flow, the given parameters.
    ///
    /// `outputs` are values that are known already; they win. What can't be made is left out, and is an error where it
    /// is used.
    package func scope(
        outputs: [String: JSON] = [:], environment: @escaping Scope.Environment = { _ in nil }
    ) -> Scope {
        var known: [String: JSON] = [:]
        for producer in producers { producer.addOutputs(to: &known, environment) }
        addOutputs(to: &known, environment)
        known.merge(outputs) { _, live in live }
        var scope = ownScope(known, environment)
        // What a client returns in spite of a mutation or a fault is what it returns of the documented answer.
        if case .derived(let derivation) = origin, derivation.isEchoed, case .prepared(let answer)? = steps.last?.answer
        {
            scope.response = answer
        } else if namesResponse, let last = definition.steps.last,
            let response = try? Self.answer(last.response, of: steps.last?.operation ?? operation, scope)
        {
            scope.response = response
        }
        return scope
    }

    /// True where what the client does is stated with `${response.body}`.
    private var namesResponse: Bool {
        var stated = outcome.arguments.map(\.value)
        switch outcome.result {
        case .returns(let value): stated += value.map { [$0] } ?? []
        case .throwing(.values(_, let value)): stated.append(value)
        case .throwing, .either: break
        }
        return stated.contains { $0.text.contains("${response.") }
    }

    /// A scope with the case's row and given parameters.
    package func ownScope(_ outputs: [String: JSON], _ environment: @escaping Scope.Environment) -> Scope {
        let definition = self.definition
        var given: [String: JSON] = [:]
        let row = definition.row.map { JSON($0) }
        let bare = Scope(row: row, outputs: outputs, environment: environment)
        for state in definition.given {
            for member in state.params?.members.map({ $0 }) ?? [] {
                given[member.key] = (try? bare.substitute(member.value)) ?? JSON(member.value)
            }
        }
        return Scope(row: row, outputs: outputs, given: given, environment: environment)
    }

    private func addOutputs(to known: inout [String: JSON], _ environment: @escaping Scope.Environment) {
        for (index, step) in steps.enumerated() where !step.outputs.isEmpty {
            let scope = ownScope(known, environment)
            guard case .answer(let response)? = try? reply(index, scope: scope) else { continue }
            let request = (try? expectedRequest(index, scope: scope).example) ?? HTTPRequest(method: "", url: "")
            let values = OutputReader.outputs(of: step, request: request, response: response).values
            known.merge(values) { first, _ in first }
        }
    }
}
