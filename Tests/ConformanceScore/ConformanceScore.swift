// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation

/// The scores of the public test suites, printed in one table when the test run has ended.
///
/// Tests run in any order and beside each other, so that a line printed in between is lost among the others' output.
public final class ConformanceScore: Sendable {
    /// The one of this process: every test target adds to it.
    public static let shared: ConformanceScore = ConformanceScore()

    private let counts: Locked<[String: (passed: Int, total: Int)]> = Locked([:])

    private init() {
        atexit { ConformanceScore.shared.printTable() }
    }

    /// Adds tests of a suite to its line.
    public func add(_ suite: String, passed: Int, of total: Int) {
        counts.withLock { counts in
            let before = counts[suite] ?? (0, 0)
            counts[suite] = (before.passed + passed, before.total + total)
        }
    }

    /// The table, a line for each suite in the order of their names.
    public var table: String {
        counts.withLock { counts in
            let width = counts.keys.map(\.count).max() ?? 0
            let lines = counts.sorted { $0.key < $1.key }.map { name, count in
                let space = String(repeating: " ", count: width - name.count)
                let mark = count.passed == count.total ? "" : "  MISSED \(count.total - count.passed)"
                return "  \(name)\(space)  \(count.passed)/\(count.total)\(mark)\n"
            }
            return lines.isEmpty ? "" : "Score on the public suites:\n\(lines.joined())"
        }
    }

    private func printTable() {
        // What was printed before has to come before; a nil stream means all of them.
        fflush(nil)
        try? FileHandle.standardOutput.write(contentsOf: Data(table.utf8))
    }
}
