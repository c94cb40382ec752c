// SPDX-License-Identifier: Apache-2.0
import AccordJSON

extension ContractLint {
    /// Reports mistakes in the order of cases: unknown cases in `after`, cycles of `after`, unknown operations in
    /// steps, and outputs that an earlier case also sets.
    func reportFlow(_ subject: LintedCase) {
        for reference in subject.definition.after { reportUnknownCase(reference) }
        reportCycle(subject)
        for step in subject.definition.steps where contract.operation(step.operationID) == nil {
            guard !reader.seenOperations.contains(step.operationID) else { continue }
            reader.report(
                .unknownOperation, "unknown operation “\(step.operationID)”", at: step.location,
                advice: Suggestion.advice(for: step.operationID, in: contract.operations.map(\.id)))
        }
        reportOutputsTwice(subject)
    }

    private func reportUnknownCase(_ reference: Located<String>) {
        let id = reference.value
        guard flows[id] == nil else { return }
        let rows = flows.ids.filter { $0.hasPrefix(id + "[") }.sorted()
        if !rows.isEmpty {
            return reader.report(
                .unknownCase,
                "the case “\(id)” has several rows: expected the id of one row, such as “\(rows[0])”",
                at: reference.location,
                advice: Suggestion.advice(for: id, in: rows))
        }
        guard !reader.seenCases.contains(id) else { return }
        reader.report(
            .unknownCase, "unknown case “\(id)”", at: reference.location,
            advice: Suggestion.didYouMean(
                id, in: flows.ids.sorted(),
                otherwise:
                    "The id of a case is the operation's id, a slash and the case's name: “login/creates a token”."))
    }

    private func reportCycle(_ subject: LintedCase) {
        guard !subject.definition.after.isEmpty, let cycle = flows.cycle(from: subject.id) else { return }
        guard let first = cycle.min(), first == subject.id, let place = subject.definition.after.first else { return }
        reader.report(
            .caseCycle, "the case “\(subject.id)” must run before itself: \(cycle.joined(separator: " → "))",
            at: place.location)
    }

    private func reportOutputsTwice(_ subject: LintedCase) {
        let outputs = subject.definition.steps.flatMap(\.outputs)
        guard !outputs.isEmpty else { return }
        var seen: [String: Output] = [:]
        for (id, producer) in flows.producers(of: subject.definition) where id != subject.id {
            for output in producer.steps.flatMap(\.outputs) { seen[output.name] = output }
        }
        for output in outputs {
            if let first = seen[output.name] {
                reader.report(
                    .duplicateOutput, "an earlier case or step already sets the output “\(output.name)”",
                    at: output.location, notes: [Diagnostic.Note("first occurrence", at: first.location)],
                    advice: "Rename one of the two outputs.")
            }
            seen[output.name] = output
        }
    }
}

/// Finds the cases that must run before a case, according to the `after` keys of the cases.
struct CaseFlows {
    private let cases: [String: CaseDefinition]

    init(_ contract: Contract) {
        var cases: [String: CaseDefinition] = [:]
        for operation in contract.operations {
            for definition in operation.cases { cases["\(operation.id)/\(definition.name)"] = definition }
        }
        self.cases = cases
    }

    subscript(id: String) -> CaseDefinition? { cases[id] }

    var ids: [String] { Array(cases.keys) }

    /// Returns all cases that must run before a case: the cases in its `after`, and the cases that must run before
    /// those cases.
    func producers(of definition: CaseDefinition) -> [(id: String, definition: CaseDefinition)] {
        var seen: Set<String> = []
        var producers: [(id: String, definition: CaseDefinition)] = []
        var pending = definition.after.map(\.value)
        while let id = pending.popLast() {
            guard seen.insert(id).inserted, let producer = cases[id] else { continue }
            producers.append((id, producer))
            pending += producer.after.map(\.value)
        }
        return producers
    }

    /// Returns the path of `after` references from a case back to itself, or `nil` if no such path exists.
    func cycle(from id: String) -> [String]? {
        var seen: Set<String> = []
        var path: [String] = []
        func walk(_ current: String) -> Bool {
            for next in cases[current]?.after ?? [] {
                if next.value == id {
                    path = [current]
                    return true
                }
                guard seen.insert(next.value).inserted else { continue }
                if walk(next.value) {
                    path.append(current)
                    return true
                }
            }
            return false
        }
        return walk(id) ? [id] + path.dropLast().reversed() + [id] : nil
    }
}
