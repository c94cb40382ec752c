import AccordCases
import AccordContract
import AccordJudging
import AccordReport
import Foundation

extension ClientContract {
    /// Tries a case in a child process, in which a crash is a finding rather than the end of the run.
    ///
    /// The cases of an operation share a process as long as it lives: the first test of it that comes here has them all
    /// tried, the others await their results. Only what `ACCORD_CASE` admits is tried.
    ///
    /// - Parameter inChild: calls ``run(_:with:)`` with the case it is given in a child process, which always ends as if
    ///   it had failed, and says how it ended and what it wrote to its standard error.
    public func runIsolated(
        _ tried: ClientCase, inChild: (ClientCase) async -> (end: String?, standardError: [UInt8])
    ) async {
        let result = await isolatedResult(of: tried, inChild: inChild)
        record(result)
        report(result)
    }

    /// What a child process found, or that it died.
    package func isolatedResult(
        of tried: ClientCase, inChild: (ClientCase) async -> (end: String?, standardError: [UInt8])
    ) async -> CaseResult {
        let operation = plan?[tried.id]?.operation.id ?? tried.id
        let isolated = IsolatedOperation(id: operation, contract: self)
        let result = await isolatedResults.result(of: tried.id, in: operation) {
            let admitted = cases(of: operation).map(\.id)
            return await isolated.results(of: admitted.contains(tried.id) ? admitted : [tried.id], inChild: inChild)
        }
        return result ?? self.result(of: tried.id, death: ChildDeath(end: nil, standardError: []).earlyFinding)
    }

    /// Tries the cases that a file names, one after the other, and ends the process.
    ///
    /// It ends as if it had failed, as it does where the client crashes, so that neither is an issue of whichever test
    /// waits for it: the parent reports each case's own.
    func tryAll(in file: ChildFile, with bindings: ClientBindings) async -> Never {
        let writer = ChildFile.Writer(file)
        ChildProcess.failWhereItEndsEarly()
        let guarding = PoolGuard(deadline: Deadline.ofCalls)
        for id in file.toTry {
            writer.began(id)
            FileHandle.standardError.write(Data(ChildDeath.mark(id).utf8))
            guarding.expect { [self] seconds in
                writer.ended(self.result(of: id) { Self.hang(at: $0, seconds) })
                writer.done()
            }
            let result = await result(of: ClientCase(id: id), with: bindings, isChild: true)
            guarding.expect(nil)
            writer.ended(result)
            // What hangs may still keep a thread busy, or wake up later.
            if result.findings.contains(where: { $0.rule == "outcome.hang" }) { break }
        }
        writer.done()
        ChildProcess.end()
    }

    private static func hang(at location: AccordContract.SourceLocation, _ seconds: Double) -> Finding {
        Finding(
            rule: "outcome.hang", blame: .client, "the call keeps every thread from going on", contract: location,
            place: .init(.outcome), expected: "a value or an error", actual: "no thread was free for \(seconds) s",
            advice: "Await what takes time: a semaphore or a lock that async code waits for stops all others.")
    }

    /// What becomes of a case that ended its process.
    func result(of id: String, death: (AccordContract.SourceLocation) -> Finding) -> CaseResult {
        guard let tried = plan?[id] else {
            let location = AccordContract.SourceLocation(file: file, line: 1, column: 1)
            return CaseResult(
                id: id, file: file, operation: id, origin: .documented, status: .failed, assertions: 1,
                location: location, findings: [death(location)])
        }
        if let skip = tried.skip, skip.isInForce() { return CaseResult(tried, .skipped, reason: skip.reason) }
        let pending = tried.pending.flatMap { $0.isInForce() ? $0 : nil }
        return CaseResult(
            tried, pending == nil ? .failed : .pending, reason: pending?.reason,
            findings: [death(tried.outcome.location)], assertions: 1)
    }
}
