// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

/// The known findings of client tests, in the format of `accord verify --baseline`.
///
/// `ACCORD_BASELINE` names the file, and `ACCORD_BASELINE_WRITE=1` writes the findings of the run to it.
struct ClientBaseline: Sendable {
    /// The baseline of this test process, or `nil` if `ACCORD_BASELINE` isn't set. An invalid file ends the process,
    /// because each known finding would otherwise fail a test.
    static let shared: ClientBaseline? = {
        let environment = ProcessInfo.processInfo.environment
        guard let path = environment["ACCORD_BASELINE"], !path.isEmpty else { return nil }
        do {
            return try ClientBaseline(path, isWritten: environment["ACCORD_BASELINE_WRITE"] == "1")
        } catch {
            FileHandle.standardError.write(Data("error: ACCORD_BASELINE: \(error)\n".utf8))
            exit(2)
        }
    }()

    private static let validDays = 30

    private let path: String
    private let isWritten: Bool
    private let baseline: Baseline
    private let today: Int

    /// - Parameters:
    ///   - isWritten: Whether `write` replaces the file. If so, the file need not exist.
    ///   - today: The current date, in seconds since 1970.
    init(_ path: String, isWritten: Bool, today: Int = Int(Date().timeIntervalSince1970)) throws(DescribedError) {
        self.path = path
        self.isWritten = isWritten
        self.today = today
        guard let data = FileManager.default.contents(atPath: path) else {
            guard isWritten else {
                throw DescribedError("\(path): can't read the baseline; set ACCORD_BASELINE_WRITE=1 to create the file")
            }
            baseline = Baseline(entries: [])
            return
        }
        baseline = try Baseline(parsing: [UInt8](data), file: path)
    }

    private func day(after days: Int) -> String {
        String(Timestamp.text(secondsSince1970: today + days * 86_400).prefix(10))
    }

    /// Returns the result, in which findings of the baseline become warnings.
    func applied(to result: CaseResult) -> CaseResult { baseline.applied(to: result, today: day(after: 0)) }

    /// Returns the results of an operation's cases, and reports the entries whose problem no longer occurs. A run that
    /// writes the baseline removes these entries.
    func concluded(_ results: [CaseResult]) -> [CaseResult] { isWritten ? results : baseline.concluded(results) }

    /// Writes the findings of the run to the baseline if `ACCORD_BASELINE_WRITE` is set. Returns a line for the
    /// summary, or `nil` if nothing is written.
    func write(_ results: [CaseResult]) -> String? {
        guard isWritten else { return nil }
        let expires = day(after: Self.validDays)
        let written = baseline.rewritten(for: results, reason: "found on \(day(after: 0))", expires: expires)
        do {
            try Data((written.json.pretty + "\n").utf8).write(to: URL(filePath: path), options: .atomic)
        } catch {
            return "warning: \(path): can't write the baseline: \(error.localizedDescription)"
        }
        let count = written.entries.count
        return "wrote \(count.counted("problem")) to \(path); new entries expire on \(expires)"
    }
}
