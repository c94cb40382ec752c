import AccordContract
import AccordCore

/// What the clients of a mock did, as a report: each documented case that was asked for, and each mistake once.
package struct MockReport {
    let operations: [ServedOperation]
    let journal: Journal

    /// The results in the order of the contracts; behind an operation's cases what was wrong with its other requests.
    package var cases: [CaseResult] {
        let mistakes = journal.mistakes
        let calls = journal.operations
        var results: [CaseResult] = []
        for served in operations {
            results += documented(served)
            let own = mistakes.filter { $0.file == served.contract.file && $0.operation == served.operation.id }
            guard let count = calls[served.key]?.count, count > 0 else { continue }
            results.append(requests(served, own, count: count))
        }
        if let stray = stray { results.append(stray) }
        return results
    }

    /// What was never asked for, in a sentence; nil where everything was.
    package var hints: [String] {
        let calls = journal.operations
        let uncalled = operations.filter { calls[$0.key] == nil }
        guard !uncalled.isEmpty else { return [] }
        let names = uncalled.prefix(10).map(\.operation.id).joined(separator: ", ")
        let more = uncalled.count > 10 ? " and \(uncalled.count - 10) more" : ""
        return ["Not called at all: \(names)\(more); nothing is proved of them."]
    }

    private func documented(_ served: ServedOperation) -> [CaseResult] {
        let tallies = journal.cases
        let entries = journal.caseEntries
        var seen: Set<String> = []
        let byID = served.exchanges.filter { !$0.isForClients || tallies[Self.key(served, $0)] != nil }
        return byID.filter { seen.insert($0.caseID).inserted }
            .sorted { ($0.expected.location.line, $0.caseID) < ($1.expected.location.line, $1.caseID) }
            .map { exchange in
                let key = Self.key(served, exchange)
                let count = tallies[key]?.count ?? 0
                return CaseResult(
                    id: exchange.caseID, file: served.contract.file, operation: served.operation.id,
                    origin: .documented, status: count > 0 ? .passed : .skipped,
                    reason: count > 0 ? nil : "no request was this case's", assertions: count,
                    location: exchange.expected.location, exchanges: entries[key].map { [$0.record] } ?? [])
            }
    }

    private static func key(_ served: ServedOperation, _ exchange: DocumentedExchange) -> String {
        "\(served.contract.file)#\(exchange.caseID)"
    }

    /// All requests of an operation, with each mistake once.
    private func requests(_ served: ServedOperation, _ mistakes: [Journal.Mistake], count: Int) -> CaseResult {
        let errors = mistakes.filter { $0.finding.severity == .error }
        return CaseResult(
            id: "\(served.operation.id)~requests", file: served.contract.file, operation: served.operation.id,
            origin: .derived, summary: "All requests keep the contract: \(count) came.",
            status: errors.isEmpty ? .passed : .failed, assertions: count, location: served.operation.location,
            findings: mistakes.map(Self.finding), exchanges: errors.prefix(5).map(\.entry.record))
    }

    private static func finding(_ mistake: Journal.Mistake) -> Finding {
        var finding = mistake.finding
        if mistake.count > 1 { finding.details.append("in \(mistake.count) requests") }
        finding.reproduce = finding.reproduce ?? CurlCommand.line(for: mistake.entry.maskedRequest)
        return finding
    }

    /// Requests of what no contract documents.
    private var stray: CaseResult? {
        let unknown = journal.unknown.sorted { $0.key < $1.key }
        guard let first = operations.first, !unknown.isEmpty else { return nil }
        let location = first.operation.location
        let findings = unknown.prefix(50).map { request, count in
            Finding(
                rule: .requestPath, blame: .client, "a request of what no contract documents", contract: location,
                place: .init(.path), expected: "a documented path", actual: request,
                advice: "Correct the client's address, or document the operation.",
                details: count > 1 ? ["in \(count) requests"] : [])
        }
        return CaseResult(
            id: "undocumented~requests", file: first.contract.file, operation: first.operation.id, origin: .derived,
            summary: "Every request is of something documented.", status: .failed, assertions: unknown.count,
            location: location, findings: findings)
    }
}

extension JournalEntry {
    /// The request with its secrets hidden.
    var maskedRequest: HTTPRequest {
        var masked = request
        masked.url = exchange.masking.mask(request.url)
        masked.headers = record.request.headers
        masked.body = exchange.masking.mask(request.body)
        return masked
    }
}

extension MockServer {
    /// What the clients did so far.
    package var report: MockReport { MockReport(operations: operations, journal: journal) }
}
