// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordCore
import AccordJSON
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

    /// Returns whether the witness of a change contains the change.
    private static func shows(_ change: Change) -> Bool {
        guard let value = change.witness?.value(at: change.witnessPlace) else { return false }
        let name = change.part?.name?.split(separator: "/").last.map(String.init) ?? ""
        if change.text.hasPrefix("the enumeration") { return change.text.contains(value.compact.prefix(70)) }
        if change.id.hasSuffix("-nullable") { return value == .null }
        if change.id.hasSuffix("-became-required") || change.id.hasSuffix("-became-optional") {
            return value.object != nil && value[name] == nil
        }
        return true
    }

    @Test("compares every pair of versions", arguments: ["figma", "moby", "resend", "ynab"])
    func history(_ folder: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Conformance.path("changes/histories/\(folder)"))
        for old in Conformance.part(of: names.sorted().filter { $0.contains("-old.") }, each: 20) {
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
            for change in changes where change.impact >= .strict && change.witness != nil {
                #expect(Self.shows(change), "\(change.sentence): \(change.proof() ?? "")")
            }
            let same = ContractComparison.changes(left, left, today: ComparedFixture.today)
            #expect(same.isEmpty, "\(folder)/\(old) differs from itself: \(same.prefix(3).map(\.id))")
        }
    }
}
