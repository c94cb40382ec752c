import AccordContract
import AccordCore
import Foundation

extension ClientContract {
    /// Runs a ``ClientCase`` in a child process, and says how that ended and what it wrote to its standard error.
    public typealias Child = (ClientCase) async -> (end: String?, standardError: [UInt8])

    /// Tries every case of an operation in this process, several at a time, and records each mistake once.
    ///
    /// A mistake is an issue at the contract's line, with the number of its cases and the first three of them.
    public func run(_ operation: String, with bindings: ClientBindings) async {
        report(await probedResults(of: operation, with: bindings))
    }

    /// The results of an operation's cases, tried in this process, with what the client reads of the answers.
    func probedResults(of operation: String, with bindings: ClientBindings) async -> [CaseResult] {
        var results = await results(of: operation, with: bindings)
        let probed = Set(probed(among: results.map(\.id)))
        for index in results.indices where probed.contains(results[index].id) && results[index].status == .passed {
            let id = results[index].id
            results[index].dependences = await dependences(of: id, as: id, with: bindings).dependences
        }
        return results
    }

    /// The documented cases of which is found out what the client reads; none where cases are picked by `ACCORD_CASE`.
    func probed(among ids: [String]) -> [String] {
        guard let plan, plan.level > .smoke, !CaseFilter.shared.isSelective else { return [] }
        return ids.filter { plan[$0]?.isDerived == false }
    }

    /// What the client's call depends on in a case's answer, in a result that is called `id`.
    func dependences(of caseID: String, as id: String, with bindings: ClientBindings) async -> CaseResult {
        let location = AccordContract.SourceLocation(file: file, line: 1, column: 1)
        guard let found = plan?[caseID] else {
            return CaseResult(
                id: id, file: file, operation: caseID, origin: .documented, status: .notApplicable, location: location)
        }
        var result = CaseResult(found, .passed)
        result.id = id
        result.dependences = await runner(bindings).dependences(of: found)
        return result
    }

    /// Tries every case of an operation in a child process, in which a crash is a finding rather than the end of the
    /// run, and records each mistake once.
    ///
    /// Under a debugger, and where the platform has no child processes, the cases are tried in this one.
    ///
    /// - Parameters:
    ///   - operation: The operation's id.
    ///   - bindings: What calls the client.
    ///   - inChild: Calls ``run(_:with:)-(ClientCase,_)`` with the case it is given in a child process, which always
    ///     ends as if it had failed.
    public func runIsolated(_ operation: String, with bindings: ClientBindings, inChild: Child) async {
        guard ChildProcess.isAvailable else { return await run(operation, with: bindings) }
        report(await isolatedResults(of: operation, inChild: inChild))
    }

    /// The results of an operation's cases, tried in child processes.
    func isolatedResults(of operation: String, inChild: Child) async -> [CaseResult] {
        let ids = cases(of: operation).map(\.id)
        let found = await IsolatedOperation(id: operation, contract: self).results(of: ids, inChild: inChild)
        return ids.map { id in
            found[id] ?? result(of: id, death: ChildDeath(end: nil, standardError: []).earlyFinding)
        }
    }

    /// The results of an operation's cases, in their order.
    func results(of operation: String, with bindings: ClientBindings) async -> [CaseResult] {
        let cases = cases(of: operation)
        return await withTaskGroup(of: (Int, CaseResult).self) { group in
            var results: [CaseResult?] = Array(repeating: nil, count: cases.count)
            var next = 0
            func add() {
                guard next < cases.count else { return }
                let (number, tried) = (next, cases[next])
                next += 1
                group.addTask { (number, await self.result(of: tried, with: bindings)) }
            }
            for _ in 0..<max(4, ProcessInfo.processInfo.activeProcessorCount * 2) { add() }
            for await (number, result) in group {
                results[number] = result
                add()
            }
            return results.compactMap { $0 }
        }
    }

    /// Keeps the results for the report, and tells the running test of each mistake.
    func report(_ results: [CaseResult]) {
        for issue in keep(results) { issue.record(in: self) }
    }

    /// Keeps the results for the report; what is to be said of them.
    func keep(_ results: [CaseResult]) -> [IssueGroup] {
        let results = plan.map { RequestsJudgedOnce(results, in: $0).results } ?? results
        for result in results { record(result) }
        return IssueGroup.groups(of: results)
    }
}
