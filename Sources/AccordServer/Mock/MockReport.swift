// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The report about the clients of a mock. It contains each documented case, and each contract violation once.
package struct MockReport {
    let operations: [ServedOperation]
    let journal: Journal

    /// The results of all cases, in the order of the contracts. If an operation received requests, one more result
    /// after its cases contains the violations of all these requests.
    package var cases: [CaseResult] {
        let mistakes = journal.mistakes
        let calls = journal.operations
        var results: [CaseResult] = []
        for operation in operations {
            results += documented(operation)
            guard let count = calls[operation.key]?.count, count > 0 else { continue }
            let ofOperation = mistakes.filter { $0.entry.exchange.answer.served?.key == operation.key }
            results.append(requests(operation, ofOperation, count: count))
        }
        return results + (undocumented.map { [$0] } ?? [])
    }

    /// A hint with the operations that received no request. The array is empty if each operation received a request.
    package var hints: [String] {
        let calls = journal.operations
        let uncalled = operations.filter { calls[$0.key] == nil }
        guard !uncalled.isEmpty else { return [] }
        return ["Operations that received no request: \(uncalled.map(\.operation.id).joined(upTo: 10))."]
    }

    private func documented(_ served: ServedOperation) -> [CaseResult] {
        let tallies = journal.cases
        let entries = journal.caseEntries
        return served.exchanges.filter { !$0.isForClients || tallies[$0.key] != nil }.firstOfEach(\.caseID)
            .sorted { ($0.expected.location.line, $0.caseID) < ($1.expected.location.line, $1.caseID) }
            .map { exchange in
                let count = tallies[exchange.key]?.count ?? 0
                return CaseResult(
                    id: exchange.caseID, file: served.contract.file, operation: served.operation.id,
                    origin: .documented, status: count > 0 ? .passed : .skipped,
                    reason: count > 0 ? nil : "no request matched this case", assertions: count,
                    location: exchange.expected.location,
                    exchanges: entries[exchange.key].map { [$0.exchange.record] } ?? [])
            }
    }

    private func requests(_ served: ServedOperation, _ mistakes: [Journal.Mistake], count: Int) -> CaseResult {
        let errors = mistakes.filter { $0.finding.severity == .error }
        return CaseResult(
            id: "\(served.operation.id)~requests", file: served.contract.file, operation: served.operation.id,
            origin: .derived, summary: "All \(count) received requests conform to the contract.",
            status: errors.isEmpty ? .passed : .failed, assertions: count, location: served.operation.location,
            findings: mistakes.map(Self.finding), exchanges: errors.prefix(5).map(\.entry.exchange.record))
    }

    private static func finding(_ mistake: Journal.Mistake) -> Finding {
        var finding = mistake.finding
        if mistake.count > 1 { finding.details.append("in \(mistake.count) requests") }
        finding.reproduce = finding.reproduce ?? CurlCommand.line(for: mistake.entry.exchange.shownRequest)
        return finding
    }

    /// A failed case that lists the requests to undocumented operations, or `nil` if there were none.
    private var undocumented: CaseResult? {
        let unknown = journal.unknown.sorted { $0.key < $1.key }
        guard let first = operations.first, !unknown.isEmpty else { return nil }
        let location = first.operation.location
        let findings = unknown.prefix(50).map { request, count in
            Finding(
                rule: .requestPath, "the contract doesn't document \(request)", contract: location, place: .init(.path),
                expected: "a documented path", actual: request,
                advice: "Correct the path in the client, or document the operation in the contract.",
                details: count > 1 ? ["in \(count) requests"] : [])
        }
        return CaseResult(
            id: "undocumented~requests", file: first.contract.file, operation: first.operation.id, origin: .derived,
            summary: "All requests match a documented operation.", status: .failed, assertions: unknown.count,
            location: location, findings: findings)
    }

    /// The document of `GET /__accord/coverage`: the documented operations, cases and responses, with their numbers of
    /// requests.
    var coverage: JSON {
        let calls = journal.operations
        let cases = journal.cases
        let documented = operations.map { served -> JSON in
            let tally = calls[served.key] ?? Journal.Tally()
            let exchanges = served.exchanges.firstOfEach(\.caseID).sorted { $0.caseID < $1.caseID }
            return [
                "contract": .string(served.contract.file), "operation": .string(served.operation.id),
                "method": .string(served.operation.request.method),
                "path": .string(served.operation.request.path.description),
                "requests": .int(tally.count), "broken": .int(tally.broken),
                "cases": .array(
                    exchanges.map { exchange -> JSON in
                        let count = cases[exchange.key]?.count ?? 0
                        return ["case": .string(exchange.caseID), "requests": .int(count)]
                    }),
                "responses": .array(
                    served.operation.responses.map { response -> JSON in
                        let count = tally.statuses.filter { response.status.covers($0.key) }.map(\.value).reduce(0, +)
                        return ["status": .string(response.status.description), "answers": .int(count)]
                    }),
            ]
        }
        let unknown = journal.unknown.sorted { $0.key < $1.key }.map { path, count -> JSON in
            ["request": .string(path), "requests": .int(count)]
        }
        let called = operations.count { calls[$0.key] != nil }
        return [
            "requests": .int(journal.count),
            "operations": ["documented": .int(operations.count), "called": .int(called)],
            "documented": .array(documented), "undocumented": .array(unknown),
        ]
    }
}
