// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// Habits of a client that cost time in each operation. After a call has shown a habit, similar calls get a tenth of
/// the deadline, also those that are running in other processes.
struct ClientHabits: Codable, Equatable, Sendable {
    enum Habit: String {
        /// A call has ignored its cancellation.
        case ignoresCancellation
        /// A call has slept past its deadline after a failed response, as some clients do before they repeat a request.
        /// A sleep that ``ClientSleep`` ends early takes no time.
        case sleepsAfterFailure
    }

    /// The path of the files for the habits, without the name of the habit. The processes of a test run share the files.
    private var path = "\(folder)/\(UUID().uuidString)"

    private static let folder: String = {
        atexit { try? FileManager.default.removeItem(atPath: ClientHabits.folder) }
        return FileManager.default.temporaryDirectory.appending(path: "accord-\(UUID().uuidString)").path
    }()

    func contains(_ habit: Habit) -> Bool { access("\(path)-\(habit)", F_OK) == 0 }

    func insert(_ habit: Habit) {
        let file = URL(filePath: "\(path)-\(habit)")
        try? FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try? Data().write(to: file)
    }

    /// Records the habits that the result of a case shows.
    ///
    /// - Parameter isCancelled: Whether the case cancels the call.
    func note(_ result: CaseResult, isCancelled: Bool, deadline: Duration) {
        let rules = Set(result.findings.map(\.rule))
        if isCancelled, !rules.isDisjoint(with: [.outcomeHang, .outcomeLeak]) { insert(.ignoresCancellation) }
        let isFailed = result.exchanges.contains { $0.failure != nil || $0.response?.status ?? 0 >= 400 }
        if isFailed, rules.contains(.outcomeSlow), result.duration >= deadline.seconds { insert(.sleepsAfterFailure) }
    }

    /// Whether a call gets less time, because it would show a habit again.
    func shortens(_ attempt: Attempt) -> Bool {
        attempt.isCancelled ? contains(.ignoresCancellation) : attempt.mayRetry && contains(.sleepsAfterFailure)
    }

    /// The result of a case whose call was abandoned while the client slept after a failed response.
    static func sleeping(_ testCase: Case, after deadline: Duration) -> CaseResult {
        let finding = Finding(
            rule: .outcomeSlow, severity: .warning, blame: .client, "the client's call ended too late",
            contract: testCase.outcome.location, place: .init(.outcome), expected: "a value or an error",
            actual: "no result \(deadline.seconds) s after the last response",
            advice: "Let the client wait with stub.clock before it repeats a request, so that tests take no time.")
        return CaseResult(
            testCase, .notApplicable,
            reason: "the client sleeps after a failed response, and a different call has shown that this takes long",
            findings: [finding])
    }
}
