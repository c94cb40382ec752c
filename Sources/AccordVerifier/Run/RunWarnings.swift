// SPDX-License-Identifier: Apache-2.0
import AccordCore

extension RunExtent {
    /// Returns the results, and adds a warning about each operation for which no fuzz-generated request succeeded.
    package func doubting(_ results: [CaseResult]) -> [CaseResult] {
        var results = results
        for responses in generated {
            guard let status = responses.onlyFailure,
                let index = results.firstIndex(where: {
                    $0.file == responses.file && $0.operation == responses.operation && FuzzID($0.id) != nil
                })
            else { continue }
            results[index].findings.append(
                Finding(
                    rule: .fuzzNoneSucceeded, severity: .warning,
                    "no fuzz-generated request succeeded; most responses have status \(status)",
                    contract: results[index].location, place: .init(.status), actual: String(status),
                    advice: "Add a successful case to the contract, with an existing resource and valid credentials."))
        }
        return results
    }
}

extension [OperationCoverage] {
    /// The status codes that show missing credentials or an undocumented method, which other cases judge, and those of
    /// a busy server, which any request can get.
    private static let judgedElsewhere: Set<Int> = [401, 403, 405, 408, 429]

    /// Returns the results, and adds one warning for each 4xx status code that operations return without documenting
    /// it, and that no other finding reports. For example, a server may return 404 for every generated id.
    package func doubting(_ results: [CaseResult]) -> [CaseResult] {
        var results = results
        for status in Set(flatMap(\.undocumentedStatuses)).subtracting(Self.judgedElsewhere).sorted()
        where (400...499).contains(status) {
            let silent = filter { operation in
                operation.undocumentedStatuses.contains(status)
                    && !results.contains { result in
                        result.file == operation.file && result.operation == operation.operation
                            && result.findings.contains { $0.place?.part == .status && $0.actual == String(status) }
                    }
            }
            guard let first = silent.first,
                let index = results.firstIndex(where: { $0.file == first.file && $0.operation == first.operation })
            else { continue }
            let subject = silent.count == 1 ? "an operation responds" : "\(silent.count) operations respond"
            results[index].findings.append(
                Finding(
                    rule: .responseStatusUndocumented, severity: .warning, blame: .contract,
                    "\(subject) with \(status) without documenting it", contract: results[index].location,
                    place: .init(.status), actual: String(status),
                    advice: "Document \(status) under “responses” of each operation that can return it.",
                    details: ["operations: \(silent.prefix(10).map(\.operation).joined(separator: ", "))"]))
        }
        return results
    }
}
