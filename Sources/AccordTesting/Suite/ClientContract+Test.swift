import AccordCore
import AccordJSON
public import Testing

extension ClientContract {
    /// Tries every case of an operation as the whole of a test, and records each mistake once; what operations share,
    /// such as a header that is wrong in each request, is recorded by the first test that finds it.
    ///
    /// A test that would record nothing but what another has failed by is cancelled, and names that one: it is neither
    /// passed nor an issue more. Run alone, it records everything.
    ///
    /// - Parameters:
    ///   - operation: The operation's id.
    ///   - bindings: What calls the client.
    ///   - inChild: Calls ``run(_:with:)-(ClientCase,_)`` in a child process, as of ``runIsolated(_:with:inChild:)``;
    ///     nil: the cases are tried in this process.
    /// - Throws: What cancels the running test.
    public func test(_ operation: String, with bindings: ClientBindings, inChild: Child? = nil) async throws {
        let results: [CaseResult]
        if let inChild, ChildProcess.isAvailable {
            results = await isolatedResults(of: operation, inChild: inChild)
        } else {
            results = await probedResults(of: operation, with: bindings)
        }
        let known = tell(keep(results), of: operation) { $0.record(in: self) }
        if let known { try Test.cancel(Comment(rawValue: known)) }
    }

    /// True for the issue that an exit test in generated source records of its own, as where the client calls `_exit(0)`:
    /// the case that ended the process has a finding of it.
    public static func tellsEnd(_ issue: Issue, ofChildIn fileID: String) -> Bool {
        guard case .expectationFailed = issue.kind else { return false }
        return issue.sourceLocation?.fileID == fileID
    }

    /// Records what no other operation's test has told, and keeps it as told.
    ///
    /// - Parameter record: Tells the running test; false where the test passes all the same.
    /// - Returns: What the test has failed by, where others have told all of it.
    func tell(_ issues: [IssueGroup], of operation: String, _ record: (IssueGroup) -> Bool) -> String? {
        // Recorded under the lock: what another test relies on must have failed this one.
        toldMistakes.withLock { told in
            var known: [String] = []
            var hasFailed = false
            for issue in issues {
                if let teller = told.teller(of: issue, in: operation) {
                    if issue.isError { known.append("fails as “\(teller)” does: \(issue.line)") }
                } else {
                    let isFailure = record(issue)
                    if isFailure || !issue.isError { told.told(issue, by: operation) }
                    if issue.isError { hasFailed = true }
                }
            }
            guard !hasFailed, !known.isEmpty else { return nil }
            return known.joined(separator: "; ") + "; alone: ACCORD_CASE='\(operation)' swift test"
        }
    }
}
