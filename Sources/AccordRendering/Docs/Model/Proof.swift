// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Whether an API, an operation or a case passed in the runs of the server and of the client.
struct Proof: Sendable {
    typealias State = ElementStates.State

    /// A failure message, with the id of the first case that failed with this message.
    struct Failure: Sendable {
        var message: String
        var id: String
        var kind: Problem.Kind
        /// The number of cases that failed with this message.
        var count: Int

        /// The text ` and 2 more` for three cases, or an empty string if there is only one case.
        var more: String { count > 1 ? " and \(count - 1) more" : "" }
    }

    /// The number of passed and failed cases in a run of the server or of the client.
    struct Side: Sendable {
        var kind: RunReport.Kind
        var passed: Int
        var failed: Int
        /// The number of cases that neither passed nor failed.
        var idle: Int
        /// Whether a case couldn't run. If so, the run didn't pass.
        var isBlocked: Bool
        /// The start time of the run, as an RFC 3339 timestamp in UTC.
        var when: String
        var target: String?
        var failures: [Failure]

        var state: State { failed > 0 ? .failed : passed > 0 && !isBlocked ? .passed : .untried }
    }

    var sides: [Side]
    /// Whether the contract documents successful responses, but the server returned none of them. If so, the operation
    /// counts as not verified.
    var lacksSuccess = false

    var state: State {
        let worst = sides.map(\.state).min() ?? .untried
        return lacksSuccess && worst == .passed ? .untried : worst
    }
}

/// The results of all runs for one contract.
struct Proofs: Sendable {
    private typealias Entry = (kind: RunReport.Kind, when: String, target: String?, result: CaseResult)

    private let entries: [Entry]
    private let byOperation: [String: [Entry]]
    private let byCase: [String: [Entry]]
    /// For each operation, whether the server's responses with a documented status code passed or failed.
    private let byStatus: [String: [String: ElementStates.State]]

    init(_ reports: [RunReport], file: String) {
        var entries: [Entry] = []
        for report in reports {
            // Compare only file names, because the run may have used a different working directory.
            for result in report.cases where FilePath.name(of: result.file) == FilePath.name(of: file) {
                let kind = result.run ?? report.kind
                entries.append((kind, report.started, kind == .verify ? report.target : nil, result))
            }
        }
        self.entries = entries
        byOperation = Dictionary(grouping: entries) { $0.result.operation }
        byCase = Dictionary(grouping: entries) { $0.result.id }
        var byStatus: [String: [String: ElementStates.State]] = [:]
        for report in reports where report.kind != .client {
            for states in ElementStates.all(in: report)
            where FilePath.name(of: states.coverage.file) == FilePath.name(of: file) {
                byStatus[states.coverage.operation, default: [:]].merge(states.statuses, uniquingKeysWith: min)
            }
        }
        self.byStatus = byStatus
    }

    static func documentedCases(of contract: Contract) -> [Case] {
        CasePlan(contract, operations: []).cases.filter { !$0.isDerived }
    }

    var ofContract: Proof { Self.proof(entries) }
    func proof(ofOperation id: String) -> Proof { Self.proof(byOperation[id] ?? []) }
    func proof(ofCase id: String) -> Proof { Self.proof(byCase[id] ?? []) }

    func proof(ofStatus status: String, of operation: String) -> Proof.State {
        byStatus[operation]?[status] ?? .untried
    }

    private static func proof(_ entries: [Entry]) -> Proof {
        let kinds: [RunReport.Kind] = [.verify, .client, .merged]
        return Proof(
            sides: kinds.compactMap { kind in
                let matching = entries.filter { $0.kind == kind }
                guard let last = matching.max(by: { $0.when < $1.when }) else { return nil }
                let failed = matching.filter { $0.result.status == .failed }
                let passed = matching.count { $0.result.status == .passed }
                return Proof.Side(
                    kind: kind, passed: passed, failed: failed.count, idle: matching.count - passed - failed.count,
                    isBlocked: matching.contains { $0.result.status == .blocked }, when: last.when, target: last.target,
                    failures: failures(failed.map(\.result)))
            })
    }

    /// Groups failed cases by their failure message, the most important first, as in a report.
    private static func failures(_ results: [CaseResult]) -> [Proof.Failure] {
        let failures = results.map { result in
            let finding = result.findings.first { $0.severity == .error }
            return Proof.Failure(
                message: finding?.message ?? result.reason ?? "failed", id: result.id,
                kind: finding?.kind(in: result) ?? .other, count: 1)
        }
        return failures.merging(by: \.message) { first, _ in first.count += 1 }.enumerated().sorted { left, right in
            (left.element.kind, left.offset) < (right.element.kind, right.offset)
        }.map(\.element)
    }
}

extension APIMap {
    /// Creates a map of the operations, in which each documented status code has the color of its result.
    init(_ operations: [OperationText]) {
        self.init(
            operations.map { operation in
                let tiles = operation.responses.map { ($0.status, $0.proof) }
                return ("\(operation.method) \(operation.path)", Dictionary(tiles, uniquingKeysWith: min))
            })
    }
}
