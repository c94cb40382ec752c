// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// An operation whose cases run one at a time in a child process.
///
/// After a crash, a new process runs the remaining cases.
struct IsolatedOperation {
    typealias Child = ClientContract.Child

    /// The maximum number of cases that fail twice: first after other cases, then alone in a new process. After that,
    /// no failed case runs again.
    private static let maxRepeatedFailures = 3
    /// The number of consecutive cases that hang, or crash at the same place, after which the remaining cases aren't
    /// run.
    private static let maxDeaths = 5

    let id: String
    let contract: ClientContract

    /// Runs the cases and returns their results by id.
    func results(of ids: [String], inChild: Child) async -> [String: CaseResult] {
        var results: [String: CaseResult] = [:]
        var remainingIDs = ids[...]
        var repeatedFailures = 0
        var deaths = EqualDeaths()
        while !remainingIDs.isEmpty {
            if deaths.ids.count >= Self.maxDeaths {
                for id in remainingIDs { results[id] = contract.result(of: id, .blocked, reason: deaths.reason) }
                break
            }
            let task = ChildTask(ids: Array(remainingIDs), omitsStackTrace: deaths.haveCrashed)
            let (content, death) = await start(task, inChild)
            let earlier = content.ended.map(\.id)
            for (index, result) in content.ended.enumerated() {
                // An earlier case in the process may have caused the failure, unless the case hangs.
                let mayRepeat = [.failed, .blocked].contains(result.status) && !result.hangs
                guard index > 0, mayRepeat, repeatedFailures < Self.maxRepeatedFailures else {
                    results[result.id] = result
                    continue
                }
                let alone = await resultAlone(afterFailure: result, after: Array(earlier[..<index]), inChild)
                results[result.id] = alone
                if alone.status == .failed || alone.status == .blocked { repeatedFailures += 1 }
            }
            let ran = remainingIDs.prefix(content.begun)
            remainingIDs = remainingIDs.dropFirst(ran.count)
            if let crashed = content.inFlight {
                results[crashed] = await resultAlone(afterCrashOf: crashed, death, after: earlier, inChild)
            } else if let last = content.ended.last, !content.isDone {
                let finding = death.finding(
                    at: last.location, caseID: last.id, operation: id, after: Array(earlier.dropLast()), isLate: true)
                results[last.id] = last.failing(with: finding)
            } else if earlier.isEmpty {
                // The child process ended before its first case. A new process would end in the same way, so don't
                // start one.
                for id in remainingIDs { results[id] = contract.result(of: id, death: death.earlyFinding) }
                break
            }
            for id in ran { if let result = results[id] { deaths.note(result) } }
        }
        let probed = contract.probedCases(among: ids).filter { results[$0]?.status == .passed }
        for result in await probe(probed, inChild) { results[result.id]?.dependences = result.dependences }
        return results
    }

    /// Determines which properties and header fields of the responses the client reads. The result omits cases in which
    /// the client crashes.
    private func probe(_ ids: [String], _ inChild: Child) async -> [CaseResult] {
        var results: [CaseResult] = []
        var remainingIDs = ids[...]
        while !remainingIDs.isEmpty {
            let content = await start(ChildTask(isProbe: true, ids: Array(remainingIDs)), inChild).content
            results += content.ended
            if content.begun == 0 { break }
            remainingIDs = remainingIDs.dropFirst(content.begun)
        }
        return results
    }

    /// After a crash, runs the case alone in a new process, unless it already was the first case in its process.
    private func resultAlone(
        afterCrashOf crashed: String, _ death: ChildDeath, after earlier: [String], _ inChild: Child
    ) async -> CaseResult {
        let task = ChildTask(ids: [crashed], omitsStackTrace: true)
        guard !earlier.isEmpty, let result = await start(task, inChild).content.ended.first else {
            // If the case has crashed twice, only the first crash has a stack trace.
            return contract.result(of: crashed) { death.finding(at: $0, caseID: crashed) }
        }
        return result.failing(with: death.finding(at: result.location, caseID: crashed, operation: id, after: earlier))
    }

    /// Runs a failed case again, alone in a new process, and returns the second result.
    private func resultAlone(
        afterFailure failed: CaseResult, after earlier: [String], _ inChild: Child
    ) async -> CaseResult {
        let (content, death) = await start(ChildTask(ids: [failed.id]), inChild)
        guard var result = content.ended.first else {
            return contract.result(of: failed.id) { death.finding(at: $0, caseID: failed.id) }
        }
        guard result.status == .passed else { return result }
        result.findings.append(
            Finding(
                rule: .outcomeState, severity: .warning, blame: .client,
                "the case fails after other cases in the same process, but passes alone", contract: result.location,
                place: .init(.outcome), actual: failed.findings.map(\.message).joined(separator: "\n"),
                advice: "Look in the client for state that several instances share, such as a static property. "
                    + "To run the same cases: ACCORD_CASE='\(id)' swift test", details: ChildDeath.listed(earlier)))
        return result
    }

    private func start(_ task: ChildTask, _ inChild: Child) async -> (content: ChildFile.Content, death: ChildDeath) {
        var task = task
        task.habits = contract.habits.withLock { $0 }
        guard let file = try? ChildFile(task: task) else {
            let text = "can't write the task of the child process to the temporary folder"
            return (ChildFile.Content(), ChildDeath(end: text, standardError: []))
        }
        defer { file.remove() }
        let (end, standardError) = await inChild(ClientCase(childFile: file.path))
        let content = file.content
        // An exit test returns an exit status only if the process failed. If there is no exit status, the process ended
        // successfully.
        return (content, ChildDeath(end: end ?? ".exitCode(0)", standardError: standardError))
    }
}

/// Consecutive cases that ended their process in the same way: they hang, or crash at the same place.
private struct EqualDeaths {
    private(set) var ids: [String] = []
    private(set) var haveCrashed = false
    private var way: String?

    mutating func note(_ result: CaseResult) {
        let crash = result.findings.first { $0.rule == .outcomeCrash }
        let newWay = result.hangs ? "didn't end" : crash.map { "ended with the finding “\($0.message)”" }
        haveCrashed = haveCrashed || crash != nil
        if newWay != way { ids = [] }
        way = newWay
        if way != nil { ids.append(result.id) }
    }

    /// The reason why no further cases run.
    var reason: String {
        "the case wasn't run, because \(ids.count) consecutive cases \(way ?? ""), starting with “\(ids.first ?? "")”"
    }
}

extension CaseResult {
    fileprivate var hangs: Bool { findings.contains { $0.rule == .outcomeHang } }

    /// Returns the result with one more finding. A passed or inapplicable case becomes a failed case.
    fileprivate func failing(with finding: Finding) -> CaseResult {
        var result = self
        if status == .passed || status == .failed || status == .notApplicable { result.status = .failed }
        result.findings.append(finding)
        result.assertions += 1
        return result
    }
}

extension ClientContract {
    /// Runs the task in a file of the parent process, and then ends this process.
    ///
    /// This process always ends with a failure status, because the exit test in the parent process expects a failure.
    /// An exit test that gets the expected status records no issue.
    func perform(_ file: ChildFile, with bindings: ClientBindings) async -> Never {
        ChildProcess.failOnEarlyExit()
        NetworkGuard.guardAll()
        ClientSleep.intercept()
        let task = file.task
        if task.omitsStackTrace { ChildProcess.omitStackTrace() }
        habits.withLock { $0 = task.habits }
        for id in task.ids {
            file.writeBegan(id)
            FileHandle.standardError.write(Data(ChildDeath.mark(id).utf8))
            Watchdog.shared.whenBlocked(after: RunOptions.deadline * 2) { [self] seconds in
                // In a probe, only end the process. The result of the case already reports a blocked pool.
                if !task.isProbe {
                    file.writeEnded(self.result(of: id) { .blockedPool(at: $0, seconds) })
                    file.writeDone()
                }
                ChildProcess.end()
            }
            let result =
                await task.isProbe
                ? dependences(of: id, with: bindings)
                : result(of: ClientCase(id: id), with: bindings, isChild: true)
            file.writeEnded(result)
            // A hanging call may keep a thread busy or continue later, so a new process runs the remaining cases.
            if result.hangs { break }
        }
        file.writeDone()
        ChildProcess.end()
    }

    /// Returns the result of a case whose child process died: failed, or pending if the contract marks the case as
    /// pending.
    func result(of id: String, death: (AccordContract.SourceLocation) -> Finding) -> CaseResult {
        let pending = plan?[id]?.pending
        return result(of: id, pending == nil ? .failed : .pending, reason: pending?.reason, finding: death)
    }

    /// Returns the result of a case that didn't run to its end. The contract may not have the case.
    ///
    /// - Parameter finding: A closure that takes the location of the case's outcome.
    func result(
        of id: String, _ status: CaseResult.Status, reason: String? = nil,
        finding: (AccordContract.SourceLocation) -> Finding? = { _ in nil }
    ) -> CaseResult {
        let testCase = plan?[id]
        if let testCase, let skip = testCase.skip {
            return CaseResult(testCase, .skipped, reason: skip.reason)
        }
        let findings = [finding(testCase?.outcome.location ?? start)].compactMap(\.self)
        if let testCase {
            return CaseResult(testCase, status, reason: reason, findings: findings, assertions: findings.count)
        }
        return CaseResult(
            id: id, file: file, operation: id, origin: .documented, status: status, reason: reason,
            assertions: findings.count, location: start, findings: findings)
    }
}

extension Finding {
    /// Returns the finding for a call that blocks every thread of the concurrency pool.
    fileprivate static func blockedPool(at location: SourceLocation, _ seconds: Double) -> Finding {
        Finding(
            rule: .outcomeHang, blame: .client, "the call blocks every thread of the concurrency pool",
            contract: location, place: .init(.outcome), expected: "a value or an error",
            actual: "no thread was free for \(seconds) s",
            advice: "In the client, use await. A semaphore or a lock blocks the thread for every other task.")
    }
}
