// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The operations of a test run whose cases have ended.
struct RunProgress: Sendable {
    /// The number of cases of each operation.
    private var cases: [String: Int] = [:]

    /// Records the results of an operation, and returns a line about them.
    ///
    /// - Parameter total: The number of operations under test.
    mutating func line(for results: [CaseResult], of total: Int) -> String? {
        guard let operation = results.first?.operation else { return nil }
        cases[operation] = results.count
        let failed = results.count { $0.status == .failed }
        let all = cases.values.reduce(0, +)
        return "accord: \(cases.count) of \(total) operations, \(all) cases: \(operation), \(results.count) cases"
            + (failed > 0 ? ", \(failed) failed" : "")
    }
}
