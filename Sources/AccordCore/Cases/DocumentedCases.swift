// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Creates the documented cases of a contract. Each case refers to the earlier cases whose outputs it uses.
package struct DocumentedCases: Sendable {
    package let contract: Contract
    /// Whether derived requests use a resource that an earlier case creates, rather than a generated id.
    package var usesCreatedResources = false
    private let operations: [String: Int]
    /// The place of each documented case, keyed by id. The place consists of an operation's index and a case's index.
    /// The dictionary is empty if no case depends on an earlier case.
    private let places: [String: Place]
    private var cases: [[Case]] = []
    /// The cases created so far, by the index of the operation and the index of the case. An element is `nil` until its
    /// case is created.
    private var made: [[Case?]]
    private var hosts: [String: Case] = [:]

    private struct Place: Hashable {
        var operation: Int
        var definition: Int
    }

    package init(_ contract: Contract) {
        self.contract = contract
        var operations: [String: Int] = [:]
        var places: [String: Place] = [:]
        let hasFlows = contract.operations.contains { $0.cases.contains { !$0.after.isEmpty } }
        for (number, operation) in contract.operations.enumerated() {
            operations[operation.id] = number
            for (position, definition) in operation.cases.enumerated() where hasFlows {
                places[Self.id(definition, of: operation)] = Place(operation: number, definition: position)
            }
        }
        self.operations = operations
        self.places = places
        made = contract.operations.map { Array(repeating: nil, count: $0.cases.count) }
        for (number, operation) in contract.operations.enumerated() {
            for position in operation.cases.indices {
                _ = make(Place(operation: number, definition: position), visiting: [])
            }
        }
        let all = made.map { $0.compactMap { $0 } }
        let renewals = all.joined().filter(\.isRenewal)
        cases = all.map { Self.withRecovery($0, renewals) }
        made = []
        hosts = Self.hosts(of: contract, in: cases)
    }

    /// Adds the documented recovery, such as renewing a token after a 401, to every case with one request.
    ///
    /// - Parameters:
    ///   - cases: The cases of an operation. If none of them documents a recovery, the function looks in `renewals`.
    ///   - renewals: The cases of all operations that renew a token.
    private static func withRecovery(_ cases: [Case], _ renewals: [Case]) -> [Case] {
        let shared = cases.first.flatMap { first in renewals.first { $0.renewsToken(of: first.operation) } }
        guard let recovery = cases.first(where: \.isRecovery) ?? shared else { return cases }
        return cases.map { testCase in testCase.steps.count > 1 ? testCase : testCase.with { $0.recovery = recovery } }
    }

    /// Returns the documented cases of an operation, in file order.
    package func cases(of operation: Operation) -> [Case] { operations[operation.id].map { cases[$0] } ?? [] }

    /// Returns the case on which derived requests of the operation are based, or `nil` if no case fits.
    ///
    /// The operation succeeds in the case, and every `verify` run includes the case. A case with one step has
    /// precedence. Otherwise, a copy of a case with several steps ends with the first step in which the operation
    /// succeeds.
    package func success(of operation: Operation) -> Case? {
        let usable = cases(of: operation).filter { $0.isHeld && $0.steps.count == 1 && $0.succeeds(0, of: operation) }
        // A generated id exists only by chance. Deletions keep it, because other cases need the linked resource.
        let prefersLinks =
            usesCreatedResources && usable.first?.definition.hasGeneratedRequest == true
            && operation.request.method != "DELETE"
        let linked = prefersLinks ? usable.first { $0.definition.origin == .linked } : nil
        return linked ?? usable.first ?? hosts[operation.id]
    }

    /// Returns copies of cases with several steps, keyed by operation id. Each copy ends with the first step in which
    /// the operation succeeds.
    private static func hosts(of contract: Contract, in cases: [[Case]]) -> [String: Case] {
        var casesByOperation: [String: Case] = [:]
        for testCase in cases.joined() where testCase.steps.count > 1 && testCase.isHeld {
            for step in testCase.steps.indices where !testCase.steps[step].repeatsPrevious {
                let operation = testCase.steps[step].operation
                guard casesByOperation[operation.id] == nil, testCase.succeeds(step, of: operation) else { continue }
                casesByOperation[operation.id] = testCase.with {
                    $0.origin = .made(testCase.definition)
                    $0.operation = operation
                    $0.steps = Array(testCase.steps[...step])
                }
            }
        }
        return casesByOperation
    }

    private static func id(_ definition: CaseDefinition, of operation: Operation) -> String {
        "\(operation.id)/\(definition.name)"
    }

    private mutating func make(_ place: Place, visiting: Set<Place>) -> Case? {
        if let made = made[place.operation][place.definition] { return made }
        // Stop if cases depend on each other in a cycle, because the recursion would never end. Lint reports the cycle.
        guard !visiting.contains(place) else { return nil }
        let operation = contract.operations[place.operation]
        let definition = operation.cases[place.definition]
        var producers: [Case] = []
        for earlier in named(definition.after.map(\.value)) {
            guard let producer = make(earlier, visiting: visiting.union([place])) else { continue }
            for first in producer.producers + [producer] where !producers.contains(where: { $0.id == first.id }) {
                producers.append(first)
            }
        }
        let made = documented(Self.id(definition, of: operation), operation, place.definition, producers)
        self.made[place.operation][place.definition] = made
        return made
    }

    /// Returns the places of the cases with these ids. An id without a row, such as `login/fails`, selects all rows of
    /// the case.
    private func named(_ ids: [String]) -> [Place] {
        ids.flatMap { id in
            if let place = places[id] { return [place] }
            return places.filter { $0.key.hasPrefix("\(id)[") }.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    private func documented(_ id: String, _ operation: Operation, _ position: Int, _ producers: [Case]) -> Case {
        let definition = operation.cases[position]
        let steps = definition.steps.map { step(of: $0, operation, isWritten: definition.origin == .written) }
        let lastOperation = steps.last?.operation ?? operation
        let last = definition.steps.last?.response
        // A case with a fault tests only clients, because a server doesn't send faults on demand.
        let isForClients = definition.steps.contains { if case .fault = $0.response.outcome { true } else { false } }
        return Case(
            CaseDraft(
                id: id, file: contract.file, operation: operation, origin: .documented(position),
                location: definition.location, summary: definition.summary, tags: definition.tags,
                appliesTo: isForClients ? .client : definition.appliesTo, steps: steps,
                outcome: lastOperation.outcome(definition, last: last),
                skip: definition.skip, pending: definition.pending, notApplicable: notApplicable(steps),
                producers: producers, securitySchemes: contract.securitySchemes))
    }

    private func step(of definition: StepDefinition, _ operation: Operation, isWritten: Bool) -> CaseStep {
        let stepOperation = contract.operation(definition.operationID) ?? operation
        let answer: CaseStep.Answer
        switch definition.response.outcome {
        case .answer: answer = .documented(definition.response)
        case .fault(let fault):
            let success = stepOperation.responsesOfCases.first { $0.status.map((200..<300).contains) ?? false }
            answer = .fault(fault, success)
        }
        return CaseStep(
            operation: stepOperation, location: definition.location, request: definition.request,
            repeatsPrevious: definition.repeatsPrevious, answer: answer, outputs: definition.outputs,
            security: definition.security, isWritten: isWritten)
    }

    private func notApplicable(_ steps: [CaseStep]) -> String? {
        for step in steps {
            guard case .fault(let fault, _) = step.answer else { continue }
            if case .impossible(let reason) = fault.stub { return reason }
            if case .together = fault.stub { return CallsAtOnce.reason }
        }
        return nil
    }
}

extension Operation {
    /// The responses to the operation's own requests in its cases.
    var responsesOfCases: [ResponseDefinition] {
        cases.flatMap(\.steps).filter { $0.operationID == id }.map(\.response)
    }
}

extension Case {
    /// Whether the case documents how a client recovers from a failure: the first step fails, and further requests
    /// follow.
    var isRecovery: Bool {
        self.steps.count > 1 && self.appliesTo != .server && self.failedStatus != nil
            && self.steps[0].operation.id == self.operation.id && self.steps.last?.operation.id == self.operation.id
    }

    /// Whether the case documents a recovery with a request of a different operation, such as a renewal of the token.
    fileprivate var isRenewal: Bool { isRecovery && self.steps.contains { $0.operation.id != self.operation.id } }

    /// Whether the renewal in this case also applies to a different operation: both operations use the same security
    /// scheme.
    fileprivate func renewsToken(of other: Operation) -> Bool {
        let names = Set(self.operation.security.flatMap(\.uses).map(\.scheme))
        return other.security.contains { $0.uses.contains { names.contains($0.scheme) } }
            && !self.steps.contains { $0.operation.id == other.id }
    }

    /// The status code of the first step's response if it is a 4xx or 5xx, or `nil` otherwise.
    package var failedStatus: Int? { self.steps.first?.documented?.status.flatMap { $0 >= 400 ? $0 : nil } }

    /// The index of the last step, which the case tests.
    package var lastStep: Int { self.steps.count - 1 }

    /// Whether `verify` sends the request of the case.
    package var isHeld: Bool { self.appliesTo != .client && self.skip == nil && self.pending == nil }

    /// Whether the step belongs to the operation and expects a documented 2xx or 3xx response.
    func succeeds(_ step: Int, of operation: Operation) -> Bool {
        guard self.steps[step].operation.id == operation.id, let status = self.steps[step].documented?.status
        else { return false }
        return (200...399).contains(status)
    }
}

extension DocumentedCases {
    /// Returns a case that doesn't specify any values of the request. It is for operations without a documented
    /// successful case.
    package func bare(_ operation: Operation) -> Case {
        let step = CaseStep(
            operation: operation, location: operation.request.location, request: nil, repeatsPrevious: false,
            answer: .prepared(HTTPResponse(status: 200)), outputs: [])
        return Case(
            CaseDraft(
                id: operation.id, file: operation.location.file, operation: operation,
                origin: .made(CaseDefinition(name: "", location: operation.location)), location: operation.location,
                tags: [], steps: [step],
                outcome: ExpectedOutcome(
                    result: .either, isRequired: true, arguments: [], location: operation.location, isCancelled: false),
                producers: [], securitySchemes: contract.securitySchemes))
    }
}
