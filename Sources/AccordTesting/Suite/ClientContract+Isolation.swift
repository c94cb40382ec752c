import AccordContract
import AccordCore
import Foundation

extension ClientContract {
    /// Tries the cases that a file names, one after the other, and ends the process.
    ///
    /// It ends as if it had failed, as it does where the client crashes, so that neither is an issue of whichever test
    /// waits for it: the parent reports each case's own.
    func tryAll(in file: ChildFile, with bindings: ClientBindings) async -> Never {
        let writer = ChildFile.Writer(file)
        ChildProcess.failWhereItEndsEarly()
        for id in file.toTry {
            writer.began(id)
            if let probed = NeedsProbe.caseID(id) {
                // Nothing is found out where the client blocks, and its own case says that it does.
                Watchdog.shared.whenStuck(after: Deadline.ofCalls * 2) { _ in ChildProcess.end() }
                writer.ended(await dependences(of: probed, as: id, with: bindings))
                continue
            }
            FileHandle.standardError.write(Data(ChildDeath.mark(id).utf8))
            Watchdog.shared.whenStuck(after: Deadline.ofCalls * 2) { [self] seconds in
                writer.ended(self.result(of: id) { .blocksThreads(at: $0, seconds) })
                writer.done()
                ChildProcess.end()
            }
            let result = await result(of: ClientCase(id: id), with: bindings, isChild: true)
            writer.ended(result)
            // What hangs may still keep a thread busy, or wake up later.
            if result.findings.contains(where: { $0.rule == .outcomeHang }) { break }
        }
        writer.done()
        ChildProcess.end()
    }

    /// What becomes of a case that ended its process.
    func result(of id: String, death: (AccordContract.SourceLocation) -> Finding) -> CaseResult {
        guard let tried = plan?[id] else {
            let location = AccordContract.SourceLocation(file: file, line: 1, column: 1)
            return CaseResult(
                id: id, file: file, operation: id, origin: .documented, status: .failed, assertions: 1,
                location: location, findings: [death(location)])
        }
        if let skip = tried.skip, skip.isInForce { return CaseResult(tried, .skipped, reason: skip.reason) }
        let pending = tried.pending.flatMap { $0.isInForce ? $0 : nil }
        return CaseResult(
            tried, pending == nil ? .failed : .pending, reason: pending?.reason,
            findings: [death(tried.outcome.location)], assertions: 1)
    }

    /// What becomes of a case that isn't tried any more, since those before it hang.
    func untried(_ id: String, after hanging: [String]) -> CaseResult {
        let reason = "not tried: \(hanging.count) cases in a row hang, the first is “\(hanging.first ?? "")”"
        guard let tried = plan?[id] else {
            let location = AccordContract.SourceLocation(file: file, line: 1, column: 1)
            return CaseResult(
                id: id, file: file, operation: id, origin: .documented, status: .blocked, reason: reason,
                location: location)
        }
        if let skip = tried.skip, skip.isInForce { return CaseResult(tried, .skipped, reason: skip.reason) }
        return CaseResult(tried, .blocked, reason: reason)
    }
}
