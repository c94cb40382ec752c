import AccordContract
import AccordCore
import AccordJSON
import Foundation

/// The cases under way in this process: what is left to say where every thread of it is taken for good.
final class UnderWay: Sendable {
    static let shared = UnderWay()

    private struct Entry {
        var tried: Case
        var keep: @Sendable (CaseResult) -> Void
    }

    private let entries = Locked<[Int: Entry]>([:])
    private let latest = Locked(0)

    /// Runs a case; `keep` takes its result where it never comes to its end.
    func noting<Value>(
        _ tried: Case, keep: @escaping @Sendable (CaseResult) -> Void, _ body: () async -> Value
    ) async -> Value {
        let number = latest.withLock { latest in
            latest += 1
            return latest
        }
        entries.withLock { $0[number] = Entry(tried: tried, keep: keep) }
        // Long, for other tests of the process may block threads for a while, and rightly so.
        Watchdog.shared.whenStuck(after: Deadline.ofCalls * 12) { UnderWay.shared.end(after: $0) }
        defer { entries.withLock { $0[number] = nil } }
        return await body()
    }

    /// Ends the process: writes what was found, and of each case under way that it keeps the threads.
    private func end(after seconds: Double) {
        let left = entries.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
        var lines: [String] = []
        for entry in left {
            let finding = Finding.blocksThreads(at: entry.tried.outcome.location, seconds)
            let result = CaseResult(entry.tried, .failed, findings: [finding], assertions: 1)
            entry.keep(result)
            lines.append(FindingText.text(finding, of: result))
        }
        lines.append("accord: the run ends here, for no thread can go on; what was found before is in the report")
        FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
        ClientRecorder.shared.write()
        _exit(EXIT_FAILURE)
    }
}

extension Finding {
    /// A call that keeps every thread of the concurrency pool, so that nothing goes on.
    static func blocksThreads(at location: SourceLocation, _ seconds: Double) -> Finding {
        Finding(
            rule: .outcomeHang, blame: .client, "the call keeps every thread from going on", contract: location,
            place: .init(.outcome), expected: "a value or an error", actual: "no thread was free for \(seconds) s",
            advice: "Await what takes time: a semaphore or a lock that async code waits for stops all others.")
    }
}
