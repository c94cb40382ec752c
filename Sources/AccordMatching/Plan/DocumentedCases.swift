import AccordContract

/// Makes cases of what `cases` says, each with those that come first.
struct DocumentedCases {
    let contract: Contract
    private(set) var byID: [String: Case] = [:]

    init(_ contract: Contract) {
        self.contract = contract
        var definitions: [String: (Operation, CaseDefinition)] = [:]
        for operation in contract.operations {
            for definition in operation.cases {
                definitions["\(operation.id)/\(definition.name)"] = (operation, definition)
            }
        }
        for operation in contract.operations {
            for definition in operation.cases {
                _ = make("\(operation.id)/\(definition.name)", definitions, visiting: [])
            }
        }
    }

    private mutating func make(
        _ id: String, _ definitions: [String: (Operation, CaseDefinition)], visiting: Set<String>
    ) -> Case? {
        if let made = byID[id] { return made }
        // A cycle is the lint's business; here it only has to end.
        guard !visiting.contains(id), let (operation, definition) = definitions[id] else { return nil }
        var producers: [Case] = []
        for name in Self.named(definition.after.map(\.value), definitions) {
            guard let producer = make(name, definitions, visiting: visiting.union([id])) else { continue }
            for first in producer.producers + [producer] where !producers.contains(where: { $0.id == first.id }) {
                producers.append(first)
            }
        }
        let made = documented(id, operation, definition, producers)
        byID[id] = made
        return made
    }

    /// The ids that `after` names: a case with rows stands for all of them.
    private static func named(
        _ ids: [String], _ definitions: [String: (Operation, CaseDefinition)]
    ) -> [String] {
        ids.flatMap { id in
            definitions[id] != nil ? [id] : definitions.keys.filter { $0.hasPrefix("\(id)[") }.sorted()
        }
    }

    private func documented(
        _ id: String, _ operation: Operation, _ definition: CaseDefinition, _ producers: [Case]
    ) -> Case {
        let steps = definition.steps.map { step(of: $0, operation) }
        let lastOperation = steps.last?.operation ?? operation
        let last = definition.steps.last?.response
        let fallback = ResponseDefinition(location: definition.location, outcome: .fault(""))
        return Case(
            id: id, file: contract.file, operation: operation, origin: .documented(definition),
            location: definition.location, summary: definition.summary, tags: definition.tags,
            appliesTo: isForClients(definition) ? .client : definition.appliesTo, after: producers.map(\.id),
            steps: steps, outcome: OutcomeRules(operation: lastOperation).outcome(definition, last: last ?? fallback),
            skip: definition.skip, pending: definition.pending, notApplicable: notApplicable(steps),
            producers: producers, securitySchemes: contract.securitySchemes)
    }

    /// A fault is for the client whatever the case says.
    private func isForClients(_ definition: CaseDefinition) -> Bool {
        definition.steps.contains { if case .fault = $0.response.outcome { true } else { false } }
    }

    private func step(of definition: StepDefinition, _ operation: Operation) -> CaseStep {
        let own = contract.operation(definition.operationID) ?? operation
        let answer: CaseStep.Answer
        switch definition.response.outcome {
        case .answer: answer = .documented(definition.response)
        case .fault(let id):
            let unknown = Fault(
                id: id, layer: "unknown", event: "a fault that the catalogue doesn't have", verdict: .mustError,
                clientMust: "", stub: .impossible("the catalogue has no fault “\(id)”"))
            answer = .fault(Catalogue.shared.fault(id) ?? unknown, Self.success(of: own))
        }
        return CaseStep(
            operation: own, location: definition.location, request: definition.request,
            repeatsPrevious: definition.repeatsPrevious, answer: answer, outputs: definition.outputs)
    }

    private func notApplicable(_ steps: [CaseStep]) -> String? {
        for step in steps {
            if case .fault(let fault, _) = step.answer, case .impossible(let reason) = fault.stub { return reason }
        }
        return nil
    }

    /// The answer of the first case of an operation that succeeds: what a fault breaks.
    static func success(of operation: Operation) -> ResponseDefinition? {
        for definition in operation.cases {
            for step in definition.steps where step.operationID == operation.id {
                if let status = step.response.status, (200..<300).contains(status) { return step.response }
            }
        }
        return nil
    }
}
