// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
public import Testing

/// A mistake that a case found, for test frameworks other than Swift Testing.
public struct CaseProblem: Sendable {
    /// The complete finding: the case, the expected and the actual value, and the next step.
    public let text: String
    /// The path of the contract.
    public let file: String
    /// The line in the contract, from 1.
    public let line: Int
}

extension ClientContract {
    /// A closure that runs a ``ClientCase`` in a child process, and returns the exit status and the standard error.
    public typealias Child = (ClientCase) async -> (end: String?, standardError: [UInt8])

    /// Runs the cases of an operation, and records each mistake once. Call this method as the only statement of a test.
    ///
    /// Several operations may share a mistake, such as a wrong header in each request. Only the first test that finds a
    /// shared mistake records it. If other tests have recorded all mistakes of a test, this test is cancelled. The
    /// reason then names one of the other tests. If only one test runs, it records all mistakes that it finds.
    ///
    /// - Parameters:
    ///   - operation: The id of the operation.
    ///   - bindings: The closures that call the client.
    ///   - inChild: A closure that calls ``run(_:with:)-(ClientCase,_)`` in a child process, which always ends with a
    ///     failure status. A crash in a child process is a finding, and the other cases still run. If it is `nil`, under
    ///     a debugger, and on platforms without child processes, the cases run in this process.
    /// - Throws: The error that cancels the running test.
    public func test(_ operation: String, with bindings: ClientBindings, inChild: Child? = nil) async throws {
        if let reason = reasonWithoutCases(of: operation) { try Test.cancel(Comment(rawValue: reason)) }
        let results: [CaseResult]
        if let inChild, ChildProcess.isAvailable {
            results = await isolatedResults(of: operation, inChild: inChild)
        } else {
            results = await probedResults(of: operation, with: bindings)
        }
        let reason = record(keep(results, of: bindings), of: operation) { $0.record(in: self) }
        if let reason { try Test.cancel(Comment(rawValue: reason)) }
    }

    /// Runs the cases of an operation in this process, several at a time, and records each mistake once.
    ///
    /// Each recorded issue contains the line of the contract, the number of cases and the ids of the first three cases.
    ///
    /// - Parameters:
    ///   - operation: The id of the operation.
    ///   - bindings: The closures that call the client.
    public func run(_ operation: String, with bindings: ClientBindings) async {
        let results = await probedResults(of: operation, with: bindings)
        for issue in keep(results, of: bindings) { issue.record(in: self) }
    }

    /// Returns the reason why no case of an operation runs, or `nil` if a case runs.
    ///
    /// - Parameter operation: The id of the operation.
    public func reasonWithoutCases(of operation: String) -> String? {
        guard cases(of: operation).isEmpty else { return nil }
        let verb = CaseFilter.shared.isSet ? "ACCORD_CASE selects" : "the contract has"
        return "\(verb) no case of “\(operation)” for clients"
    }

    /// Runs the cases of an operation, and returns each mistake once.
    ///
    /// The results become part of the report. Warnings are printed, not returned.
    ///
    /// - Parameters:
    ///   - operation: The id of the operation.
    ///   - bindings: The closures that call the client.
    /// - Returns: The mistakes, in the order of the cases that found them.
    public func problems(of operation: String, with bindings: ClientBindings) async -> [CaseProblem] {
        if !CaseFilter.shared.isSet, let reason = reasonWithoutCases(of: operation) {
            return [CaseProblem(text: reason, file: sourceLocation(start).filePath, line: 1)]
        }
        let results = await results(of: operation, with: bindings, areRecorded: true)
        return keep(results, of: bindings).compactMap { issue in
            guard issue.isError else {
                print("\(issue.location): warning: \(issue.text)")
                return nil
            }
            let place = sourceLocation(issue.location)
            return CaseProblem(text: issue.text, file: place.filePath, line: place.line)
        }
    }

    /// Returns whether an issue reports that a child process ended with the status 0, because the client called
    /// `_exit(0)`. Generated code runs each child process in an exit test, which records this issue.
    ///
    /// Generated code ignores this issue, because the result of the case also reports that the client called `_exit`.
    public static func tellsEnd(_ issue: Issue, ofChildIn fileID: String) -> Bool {
        guard case .expectationFailed = issue.kind else { return false }
        return issue.sourceLocation?.fileID == fileID
    }

    /// Runs the cases of an operation in this process. If `ACCORD_NEEDS` is set, the results show whether the client
    /// needs, reads or ignores each response property and header field.
    private func probedResults(of operation: String, with bindings: ClientBindings) async -> [CaseResult] {
        var results = await results(of: operation, with: bindings, areRecorded: true)
        let probed = Set(probedCases(among: results.map(\.id)))
        for index in results.indices where probed.contains(results[index].id) && results[index].status == .passed {
            results[index].dependences = await dependences(of: results[index].id, with: bindings).dependences
        }
        return results
    }

    /// Returns the documented cases among the given ids. Returns no cases if `ACCORD_NEEDS` isn't set.
    func probedCases(among ids: [String]) -> [String] {
        guard let plan, RunOptions.probesNeeds else { return [] }
        return ids.filter { plan[$0]?.isDerived == false }
    }

    /// Returns a result that shows whether the client needs, reads or ignores each property and header field of the
    /// response.
    func dependences(of id: String, with bindings: ClientBindings) async -> CaseResult {
        guard let testCase = plan?[id] else { return result(of: id, .notApplicable) }
        var result = CaseResult(testCase, .passed)
        let runner = runner(bindings)
        result.dependences = await runner.dependences(of: adapted(testCase, with: runner).testCase)
        return result
    }

    private func isolatedResults(of operation: String, inChild: Child) async -> [CaseResult] {
        // Create the recorder before the cases run, because the duration in the report starts at its creation. The
        // results arrive only after the last case.
        _ = ClientRecorder.shared
        let ids = cases(of: operation).map(\.id)
        let results = await IsolatedOperation(id: operation, contract: self).results(of: ids, inChild: inChild)
        return ids.map { id in
            results[id] ?? result(of: id, death: ChildDeath(end: nil, standardError: []).earlyFinding)
        }
    }

    /// Runs the cases of an operation in this process, and returns the results in order.
    ///
    /// - Parameter areRecorded: Whether each result is added to the report at once, so that a crash doesn't lose it.
    func results(of operation: String, with bindings: ClientBindings, areRecorded: Bool = false) async -> [CaseResult] {
        let cases = cases(of: operation)
        return await withTaskGroup(of: (Int, CaseResult).self) { group in
            var results: [CaseResult?] = Array(repeating: nil, count: cases.count)
            var next = 0
            func add() {
                guard next < cases.count else { return }
                let (number, testCase) = (next, cases[next])
                next += 1
                group.addTask {
                    if areRecorded { self.begin(testCase) }
                    let result = await self.result(of: testCase, with: bindings)
                    if areRecorded { self.record(result) }
                    return (number, result)
                }
            }
            for _ in 0..<max(4, ProcessInfo.processInfo.activeProcessorCount * 2) { add() }
            for await (number, result) in group {
                results[number] = result
                add()
            }
            return results.compactMap { $0 }
        }
    }

    /// Adds the results of an operation to the report, writes a line about them to standard error, and returns the issues
    /// to record for them.
    private func keep(_ results: [CaseResult], of bindings: ClientBindings) -> [IssueGroup] {
        let applicable = Self.requiringCall(results)
        let judged = plan.map { applicable.judgingRequestsOnce(in: $0) } ?? applicable
        let results = ClientBaseline.shared.map { $0.concluded(judged.map($0.applied)) } ?? judged
        for result in results { record(result) }
        let total = plan?.contract.operations.count { bindings.bound.contains($0.id) } ?? 0
        let line = progress.withLock { Self.progress(of: results, among: &$0, of: total) }
        if !CaseFilter.shared.isSet, let line { FileHandle.standardError.write(Data("\(line)\n".utf8)) }
        return IssueGroup.groups(of: results)
    }

    /// Returns a line about the results of an operation, and about the operations whose cases have ended.
    ///
    /// - Parameters:
    ///   - ended: The number of cases of each of these operations, to which this function adds the results.
    ///   - total: The number of operations under test.
    static func progress(of results: [CaseResult], among ended: inout [String: Int], of total: Int) -> String? {
        guard let operation = results.first?.operation else { return nil }
        ended[operation] = results.count
        let failed = results.count { $0.status == .failed }
        return "accord: \(ended.count) of \(total) operations, \(ended.values.reduce(0, +)) cases: \(operation), "
            + "\(results.count) cases" + (failed > 0 ? ", \(failed) failed" : "")
    }

    /// Returns the results of an operation. If no case is applicable, the first case whose request the client can't
    /// send becomes a failed case, so that the operation's test fails, unless the reason is a question to the contract.
    static func requiringCall(_ results: [CaseResult]) -> [CaseResult] {
        guard !CaseFilter.shared.isSet,
            let index = results.firstIndex(where: { $0.findings.contains { $0.rule == .caseNotApplicable } }),
            results.allSatisfy({ $0.status == .notApplicable || $0.status == .skipped }),
            !results.contains(where: { $0.findings.contains { $0.rule == .caseMadeValue } })
        else { return results }
        var results = results
        results[index].status = .failed
        for finding in results[index].findings.indices { results[index].findings[finding].severity = .error }
        return results
    }

    /// Records the issues that no other operation's test has recorded.
    ///
    /// - Parameter record: A closure that records an issue, and returns `false` if the test passes anyway.
    /// - Returns: The reason to cancel the test if other tests have recorded all of its errors.
    func record(_ issues: [IssueGroup], of operation: String, _ record: (IssueGroup) -> Bool) -> String? {
        // Hold the lock while an issue is recorded: a test may omit a shared mistake only after a different test has
        // recorded it.
        recorders.withLock { recorders in
            var known: [String] = []
            var hasFailed = false
            for issue in issues {
                let mistakes = issue.mistakes ?? []
                let others = mistakes.compactMap { recorders[$0] }
                // A test that runs again records its mistakes again.
                if let other = others.min(), others.count == mistakes.count, !others.contains(operation) {
                    if issue.isError {
                        known.append("this test fails for the same reason as the test of “\(other)”: \(issue.line)")
                    }
                } else {
                    let isFailure = record(issue)
                    for key in mistakes where isFailure || !issue.isError {
                        recorders[key] = recorders[key] ?? operation
                    }
                    if issue.isError { hasFailed = true }
                }
            }
            guard !hasFailed, !known.isEmpty else { return nil }
            return known.joined(separator: "; ") + ". To run only this operation: ACCORD_CASE='\(operation)' swift test"
        }
    }
}
