// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Finds credentials that a server rejects in every operation. Reports show wrong credentials as one problem, not as
/// one problem per operation.
package struct RefusedCredentials {
    /// For each secured operation, the names of the required security schemes.
    private let schemes: [OperationKey: [String]]
    /// The successful documented cases: the cases that expect a status code below 400, or that specify no status code.
    private let positive: Set<String>

    package init(_ contracts: [Contract]) {
        var schemes: [OperationKey: [String]] = [:]
        var positive: Set<String> = []
        for contract in contracts {
            for operation in contract.operations {
                guard let requirement = operation.security.mandatory else { continue }
                schemes[OperationKey(contract.file, operation.id)] = requirement.uses.map(\.scheme)
                for definition in operation.cases where definition.security == nil {
                    let status = definition.steps.last?.response.status ?? 200
                    guard status < 400 else { continue }
                    positive.insert("\(contract.file)\u{0}\(operation.id)/\(definition.name)")
                }
            }
        }
        self.schemes = schemes
        self.positive = positive
    }

    /// Returns the results. If every secured operation rejected valid requests with 401, one finding about the
    /// credentials replaces the findings about the 401. The cases with a 401 fail even if the contract documents it.
    package func applied(to results: [CaseResult]) -> [CaseResult] {
        let decisive = results.indices.filter { index in
            let result = results[index]
            return schemes[OperationKey(result.file, result.operation)] != nil
                && [.passed, .failed].contains(result.status)
                && positive.contains("\(result.file)\u{0}\(result.id)") && status(of: result) != nil
        }
        guard !decisive.isEmpty, decisive.allSatisfy({ status(of: results[$0]) == 401 }) else { return results }
        let operations = Set(decisive.map { OperationKey(results[$0].file, results[$0].operation) })
        let names = Set(operations.flatMap { schemes[$0] ?? [] }).sorted()
        let count = operations.count == 1 ? "the secured operation" : "each of \(operations.count) secured operations"
        var results = results
        for index in results.indices
        where schemes[OperationKey(results[index].file, results[index].operation)] != nil {
            let isDecisive = decisive.contains(index)
            let refused = results[index].findings.indices.filter { isRefusal(results[index].findings[$0]) }
            guard isDecisive || !refused.isEmpty else { continue }
            let finding = Finding(
                rule: .securityRefused, "the server responded with 401 to \(count); check --auth",
                contract: results[index].location, place: .init(.status), expected: "a response other than 401",
                actual: "401", reproduce: refused.first.flatMap { results[index].findings[$0].reproduce },
                advice: "Check the value of \(names.map { "--auth '\($0)=…'" }.joined(separator: " and ")).")
            results[index].findings = [finding] + results[index].findings.filter { !isRefusal($0) }
            results[index].status = .failed
        }
        return results
    }

    private func status(of result: CaseResult) -> Int? { result.exchanges.last?.response?.status }

    /// Returns whether a finding is about the status code 401.
    private func isRefusal(_ finding: Finding) -> Bool {
        finding.severity == .error && finding.place?.part == .status && finding.actual == "401"
    }
}
