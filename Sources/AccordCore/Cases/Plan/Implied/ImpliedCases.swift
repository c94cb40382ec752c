import AccordContract
import AccordJSON

/// Gives the operations of an OpenAPI document the cases that it implies: of its examples, else made from its schemas,
/// and flows of its links.
///
/// A contract that lists its cases is left as it is, unless flows are to be inferred.
package struct ImpliedCases {
    /// The contract with the cases added, behind those that are written.
    package private(set) var contract: Contract
    /// What could not be used, each with what is missing.
    package private(set) var diagnostics: [Diagnostic] = []
    /// Flows that nobody documented: `add_book → get_book, by its id`.
    package private(set) var inferred: [String] = []

    /// - Parameter infersFlows: also takes what is plain from the paths: `POST /users`, then `GET /users/{id}`.
    package init(_ contract: Contract, infersFlows: Bool = false) {
        self.contract = contract
        let isImplied = contract.operations.contains { $0.cases.contains { $0.origin != .written } }
        guard !isImplied, contract.origin == .openAPI || infersFlows else { return }
        if contract.origin == .openAPI {
            self.contract.operations = contract.operations.map { operation in
                let examples = ExampleCases(operation)
                diagnostics += examples.diagnostics
                var cases = operation.cases
                var names = Set(cases.map(\.name))
                cases += examples.cases.filter { names.insert($0.name).inserted }
                if !cases.contains(where: Self.succeeds), let main = examples.main, names.insert(main.name).inserted {
                    cases.append(main)
                }
                return operation.with(cases: cases)
            }
        }
        var links = DocumentedLinks(self.contract)
        if infersFlows { links.infer() }
        diagnostics += links.diagnostics
        inferred = links.inferred
        self.contract.operations = LinkedCases(self.contract, links).operations
    }

    /// True for a case that a server is held to answer with a success.
    private static func succeeds(_ definition: CaseDefinition) -> Bool {
        guard definition.appliesTo != .client, let status = definition.steps.last?.response.status else { return false }
        return (200..<300).contains(status)
    }
}

extension Contract {
    /// The contract with the cases that it implies.
    package var withImpliedCases: Contract { ImpliedCases(self).contract }
}
