// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordSchema
import ConformanceScore
import Foundation
import Testing

@Suite("Changes of public documents over years", .enabled("needs a public suite") { try Conformance.has("changes") })
struct HistoryTests {
    @Test("compares every pair of versions", arguments: ["moby", "resend", "ynab"])
    func history(_ folder: String) throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Conformance.path("changes/histories/\(folder)"))
        for old in names.sorted() where old.contains("-old.") {
            // Only versions above 200 kB are compressed.
            let new = try #require(names.first { $0.hasPrefix("\(old.prefix(2))-new.") })
            let left = try #require(ComparedFixture.load("histories/\(folder)/\(old)"), "\(folder)/\(old)")
            let right = try #require(ComparedFixture.load("histories/\(folder)/\(new)"), "\(folder)/\(new)")
            let clock = ContinuousClock()
            var changes: [Change] = []
            let time = clock.measure {
                changes = ContractComparison.changes(left, right, today: ComparedFixture.today)
            }
            let counts = [Change.Impact.breaking, .strict, .warning, .compatible].map { impact in
                changes.count { $0.impact == impact }
            }
            let undecided = changes.count { $0.isUndecided }
            print(
                "\(folder) \(old): \(counts) \(undecided) undecided, \(time)")
            #expect(!changes.isEmpty)
            let same = ContractComparison.changes(left, left, today: ComparedFixture.today)
            #expect(same.isEmpty, "\(folder)/\(old) differs from itself: \(same.prefix(3).map(\.id))")
        }
    }
}
