// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordCore
import AccordSchema
import ConformanceScore
import Foundation
import Testing

@Suite("Changes of public documents over years", .enabled("needs a public suite") { try Conformance.has("changes") })
struct HistoryTests {
    /// The processor time of this thread in seconds.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The peak memory of the process in megabytes.
    private static var peakMemory: Int {
        var usage = rusage()
        #if os(Linux)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
            return usage.ru_maxrss / 1_000
        #else
            getrusage(RUSAGE_SELF, &usage)
            return usage.ru_maxrss / 1_000_000
        #endif
    }

    @Test("compares every pair of versions", arguments: ["figma", "moby", "resend", "ynab"])
    func history(_ folder: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Conformance.path("changes/histories/\(folder)"))
        for old in names.sorted() where old.contains("-old.") {
            // Only versions above 200 kB are compressed.
            let new = try #require(names.first { $0.hasPrefix("\(old.prefix(2))-new.") })
            let left = try #require(ComparedFixture.load("histories/\(folder)/\(old)"), "\(folder)/\(old)")
            let right = try #require(ComparedFixture.load("histories/\(folder)/\(new)"), "\(folder)/\(new)")
            let start = Self.processorTime
            let changes = ContractComparison.changes(left, right, today: ComparedFixture.today)
            let seconds = Seconds.text(Self.processorTime - start, digits: 2)
            let counts = [Change.Impact.breaking, .strict, .warning, .compatible].map { impact in
                changes.count { $0.impact == impact }
            }
            let undecided = changes.count { $0.isUndecided }
            print(
                "\(folder) \(old.prefix(2)): \(counts[0]) breaking, \(counts[1]) strict, \(counts[2]) warnings",
                "\(counts[3]) compatible, \(undecided) undecided; \(seconds) s of processor time",
                "the test process has used at most \(Self.peakMemory) MB", separator: ", ")
            #expect(!changes.isEmpty)
            let same = ContractComparison.changes(left, left, today: ComparedFixture.today)
            #expect(same.isEmpty, "\(folder)/\(old) differs from itself: \(same.prefix(3).map(\.id))")
        }
    }
}
