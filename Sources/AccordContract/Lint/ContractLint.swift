// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// Checks a contract for contradictions in its names, values and cases, and in the order of its cases.
///
/// This type and `LintedCase` are classes, because structs would be copied for every string.
final class ContractLint {
    let contract: Contract
    let reader: ContractReader
    let flows: CaseFlows
    /// The keywords that `reportOmissions` checks: `readOnly` and `writeOnly`, each only if a file of the contract
    /// contains it.
    let omissions: Set<String>
    /// The ids of the cases with `each` that were already visited, such as `login/fails` for `login/fails[0]`.
    var definitionsWithRows: Set<String> = []
    /// The locations of the values that were reported as secrets.
    var secretPlaces: Set<SourceLocation> = []

    init(_ contract: Contract, _ reader: ContractReader) {
        self.contract = contract
        self.reader = reader
        flows = CaseFlows(contract)
        omissions = Set(["readOnly", "writeOnly"]).filter { word in
            reader.store.documents.contains { $0.bytes.holds("\"\(word)\"") }
        }
    }

    func run() {
        reportPathsTwice()
        if contract.origin == .contract {
            reportNoCases()
            reportUnusedComponents()
        }
        reportLiteralCredentials()
        for operation in contract.operations {
            reportHTTP(operation)
            reportQuerySchema(operation)
            for definition in operation.cases {
                let subject = LintedCase(definition, of: operation)
                reportFlow(subject)
                reportNames(subject)
                reportSecrets(subject)
                reportNoAssertion(subject)
                reportServers(subject)
                for step in definition.steps {
                    reportHTTP(step)
                    reportRequest(step, subject)
                    reportResponse(step, subject)
                }
            }
            reportAmbiguity(operation)
        }
        reportSecretsInTexts()
        reportNeedlessExcuses()
    }

    private func reportNoCases() {
        guard !contract.operations.isEmpty, contract.operations.allSatisfy({ $0.cases.isEmpty }) else { return }
        guard reader.seenCases.isEmpty, let operations = contract.document.root["operations"] else { return }
        reader.report(
            .empty, "no operation has a case: there is nothing to check", at: operations,
            advice: "Add “cases” with a name, a request and a response to an operation.")
    }

    /// Reports expectations that neither client tests nor `accord verify` check.
    private func reportNoAssertion(_ subject: LintedCase) {
        let definition = subject.definition
        if definition.appliesTo == .server, let client = definition.client {
            reader.report(
                .noAssertion, "“client” has no effect in a case that applies only to servers", at: client.location,
                advice: "Remove “appliesTo” or “client”.")
        }
        if definition.appliesTo == .client, let poll = definition.poll {
            reader.report(
                .noAssertion, "“poll” has no effect in a case that applies only to clients", at: poll.location,
                advice: "Only “accord verify” polls. List the requests of a client that polls under “steps”.")
        }
        for step in definition.steps {
            guard definition.appliesTo == .server, case .fault(let fault) = step.response.outcome else { continue }
            reader.report(
                .noAssertion, "the fault “\(fault.id)” has no effect in a case that applies only to servers",
                at: step.response.location, advice: "Remove “appliesTo”, because only clients receive faults.")
        }
    }

    /// Reports names in `skip` and `pending` that aren't names of the operation's servers.
    private func reportServers(_ subject: LintedCase) {
        let known = subject.operation.servers.compactMap(\.name)
        for exemption in [subject.definition.skip, subject.definition.pending] {
            guard let exemption else { continue }
            for name in exemption.servers where !known.contains(name) {
                reader.report(
                    .badValue, "unknown server “\(name)”", at: exemption.location,
                    advice: Suggestion.advice(for: name, in: known))
            }
        }
    }
}

/// A case to lint, with the values that several checks need, such as the parameters of its provider states.
final class LintedCase {
    let definition: CaseDefinition
    let operation: Operation
    /// The parameters of the case's provider states, which `${given.x}` refers to.
    let given: [String: JSONValue]

    init(_ definition: CaseDefinition, of operation: Operation) {
        self.definition = definition
        self.operation = operation
        var given: [String: JSONValue] = [:]
        for state in definition.given {
            guard let params = state.params else { continue }
            for member in params.members { given[member.key] = TemplateText.filled(member.value, definition.row) }
        }
        self.given = given
        id = "\(operation.id)/\(definition.name)"
    }

    let id: String
    var row: JSONValue? { definition.row }
}

extension ContractLint {
    /// Reports unused components. A component is also unused if only unused components refer to it.
    func reportUnusedComponents() {
        let root = contract.document.root
        // A misspelled reference makes its component look unused. Report no unused components if one of these errors
        // was reported.
        let unresolved = [ContractRule.unresolvedReference, .unknownScheme, .unknownKey].map(\.rawValue)
        guard !reader.diagnostics.found.contains(where: { unresolved.contains($0.rule) }) else { return }
        guard root["extends"] == nil, !contract.document.isConverted, let components = root["components"],
            components.kind == .object
        else { return }
        var used = components.components(usedBy: root.members.filter { $0.key != "components" }.map(\.value))
        for member in root.values(named: "security").flatMap(\.elements).flatMap({ Array($0.members) }) {
            used.insert("securitySchemes/\(member.key)")
        }
        for section in ContractReader.componentSections {
            guard let entries = components[section], entries.kind == .object else { continue }
            for member in entries.members where !used.contains("\(section)/\(member.key)") {
                reader.report(
                    .unusedComponent, "unused component “\(member.key)” in “\(section)”",
                    at: SourceLocation(keyOf: member), severity: .warning,
                    advice: "Remove the component, or use it in an operation.")
            }
        }
    }
}

extension JSONValue {
    /// Returns the components that values refer to, directly or through other components, such as `schemas/Token`. This
    /// value is the value of the key `components`.
    package func components(usedBy values: [JSONValue]) -> Set<String> {
        var used: Set<String> = []
        var pending = values
        while let value = pending.popLast() {
            for reference in value.values(named: "$ref").compactMap(\.string) {
                guard reference.hasPrefix("#"), let tokens = try? JSONPointer(uriFragment: reference).tokens,
                    tokens.count >= 3, tokens[0] == "components", used.insert("\(tokens[1])/\(tokens[2])").inserted
                else { continue }
                if let target = self[tokens[1]]?[tokens[2]] { pending.append(target) }
            }
        }
        return used
    }

    /// Returns the values of all members with a name, at any depth.
    package func values(named name: String) -> [JSONValue] { objects(with: name).compactMap { $0[name] } }

    /// Returns all objects that have a member with a name, at any depth.
    package func objects(with name: String) -> [JSONValue] { selfAndDescendants.filter { $0[name] != nil } }

    /// The value and the values in it, at any depth, in the order of the document.
    package var selfAndDescendants: some Sequence<JSONValue> {
        sequence(state: [self]) { pending in
            guard let value = pending.popLast() else { return nil }
            pending += value.elements.reversed()
            pending += value.members.map(\.value).reversed()
            return value
        }
    }
}
