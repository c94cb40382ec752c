import AccordJSON
import AccordSchema

/// What a contract says is held against itself: names, flows, values, cases.
///
/// A class, as are its cases: as values they would be copied for every string of a contract.
final class ContractLint {
    let contract: Contract
    let reader: ContractReader
    let flows: CaseFlows
    /// Which of `readOnly` and `writeOnly` any file of the contract mentions; mostly neither.
    let omissions: Set<String>
    /// The ids of cases of which a row was seen, without the row.
    var definitionsWithRows: Set<String> = []
    /// Values of cases that were told to look like secrets.
    var secretPlaces: Set<SourceLocation> = []

    init(_ contract: Contract, _ reader: ContractReader) {
        self.contract = contract
        self.reader = reader
        flows = CaseFlows(contract)
        omissions = Set(["readOnly", "writeOnly"]).filter { word in
            reader.store.documents.contains { ByteSearch.holds($0.bytes, "\"\(word)\"") }
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

    /// Two operations with one method and one path are one operation.
    private func reportPathsTwice() {
        var seen: [String: Operation] = [:]
        for operation in contract.operations {
            let key = "\(operation.request.method) \(operation.request.path.shape)"
            if let first = seen[key] {
                reader.report(
                    .duplicateID, "“\(operation.id)” and “\(first.id)” are both “\(key)”", at: operation.location,
                    notes: [Diagnostic.Note("first here", at: first.location)],
                    advice: "Make them one operation, and put what differs into its cases.")
            } else {
                seen[key] = operation
            }
        }
    }

    private func reportNoCases() {
        guard !contract.operations.isEmpty, contract.operations.allSatisfy({ $0.cases.isEmpty }) else { return }
        guard reader.seenCases.isEmpty, let operations = contract.document.root["operations"] else { return }
        reader.report(
            .empty, "no operation has a case: there is nothing to check", at: operations,
            advice: "Add “cases” to an operation: a name, what is asked, what is answered.")
    }

    /// Nobody ever judges what is written for the other side.
    private func reportNoAssertion(_ subject: LintedCase) {
        let definition = subject.definition
        if definition.appliesTo == .server, let client = definition.client {
            reader.report(
                .noAssertion, "“client” in a case for the server alone is never judged", at: client.location,
                advice: "Leave out “appliesTo” or “client”.")
        }
        if definition.appliesTo == .client, let poll = definition.poll {
            reader.report(
                .noAssertion, "“poll” in a case for the client alone is never used", at: poll.location,
                advice: "Only “verify” asks again; write the requests of a client that does as “steps”.")
        }
        for step in definition.steps {
            guard definition.appliesTo == .server, case .fault(let fault) = step.response.outcome else { continue }
            reader.report(
                .noAssertion, "the fault “\(fault.id)” is for the client, and this case is for the server alone",
                at: step.response.location, advice: "Leave out “appliesTo”.")
        }
    }

    /// `skip` and `pending` name servers that there are.
    private func reportServers(_ subject: LintedCase) {
        let known = subject.operation.servers.compactMap(\.name)
        for exemption in [subject.definition.skip, subject.definition.pending] {
            guard let exemption else { continue }
            for name in exemption.servers where !known.contains(name) {
                reader.report(
                    .badValue, "no server is called “\(name)”", at: exemption.location,
                    advice: Suggestion.advice(for: name, in: known))
            }
        }
    }
}

/// A case with what lint asks of it again and again.
final class LintedCase {
    let definition: CaseDefinition
    let operation: Operation
    /// The parameters of its states, `${given.x}`.
    let given: [String: JSONValue]

    init(_ definition: CaseDefinition, of operation: Operation) {
        self.definition = definition
        self.operation = operation
        var given: [String: JSONValue] = [:]
        for state in definition.given {
            guard let params = state.params else { continue }
            for member in params.members { given[member.key] = RowTemplate.filled(member.value, definition.row) }
        }
        self.given = given
        id = "\(operation.id)/\(definition.name)"
    }

    let id: String
    var row: JSONValue? { definition.row }
    var isForClientAlone: Bool { definition.appliesTo == .client }

    /// True where a request may break its schema: it is the server's to refuse it.
    func mayBreakRequest(_ step: StepDefinition) -> Bool {
        guard definition.appliesTo == .server, let status = step.response.status else { return false }
        return (400..<500).contains(status)
    }
}

extension ContractLint {
    /// A component that nothing refers to, straight or by way of another that is used, is a leftover.
    func reportUnusedComponents() {
        let root = contract.document.root
        // What seems unused may be what a reference that leads nowhere means, or be used under a mistyped key.
        let unresolved = [ContractRule.unresolvedReference, .unknownScheme, .unknownKey].map(\.rawValue)
        guard !reader.diagnostics.found.contains(where: { unresolved.contains($0.rule) }) else { return }
        guard root["extends"] == nil, !contract.document.isConverted, let components = root["components"],
            components.kind == .object
        else { return }
        var used: Set<String> = []
        var pending: [JSONValue] = []
        for member in root.members where member.key != "components" { pending.append(member.value) }
        for name in schemesUsed { used.insert("securitySchemes/\(name)") }
        while let value = pending.popLast() {
            for reference in value.values(named: "$ref").compactMap(\.string) {
                guard let key = Self.component(reference), used.insert(key).inserted else { continue }
                let path = key.split(separator: "/", maxSplits: 1).map(String.init)
                if let target = components[path[0]]?[path[1]] { pending.append(target) }
            }
        }
        for section in ComponentNames.sections {
            guard let entries = components[section], entries.kind == .object else { continue }
            for member in entries.members where !used.contains("\(section)/\(member.key)") {
                reader.report(
                    .unusedComponent, "nothing uses “\(member.key)” of “\(section)”",
                    at: SourceLocation(keyOf: member), severity: .warning, advice: "Refer to it, or take it out.")
            }
        }
    }

    /// `schemas/Token` of `#/components/schemas/Token/properties/id`.
    private static func component(_ reference: String) -> String? {
        guard reference.hasPrefix("#"), let pointer = try? JSONPointer(uriFragment: reference) else { return nil }
        let tokens = pointer.tokens
        guard tokens.count >= 3, tokens[0] == "components" else { return nil }
        return "\(tokens[1])/\(tokens[2])"
    }

    private var schemesUsed: Set<String> {
        let requirements = contract.document.root.values(named: "security").flatMap(\.elements)
        return Set(requirements.flatMap { $0.members.map(\.key) })
    }
}

extension JSONValue {
    /// The values of every member of a name, however deep.
    fileprivate func values(named name: String) -> [JSONValue] {
        var found: [JSONValue] = []
        var pending = [self]
        while let value = pending.popLast() {
            pending += value.elements
            for member in value.members {
                if member.key == name { found.append(member.value) }
                pending.append(member.value)
            }
        }
        return found
    }
}
