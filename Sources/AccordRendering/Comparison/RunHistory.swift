// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The content of `history.json`: how many cases passed and failed in each earlier run, and the result of each case in
/// the last run.
package struct RunHistory: Sendable, Hashable {
    package static let file = "history.json"
    /// The maximum number of runs in the history.
    private static let longest = 50

    package struct Run: Sendable, Hashable {
        /// The start time of the run, as an RFC 3339 timestamp in UTC.
        package let started: String
        package let hasPassed: Bool
        package let failed: Int
        package let total: Int
        /// The number of passed cases, or `nil` in a history from an earlier version of Accord.
        package let passed: Int?
        /// The number of problems, or `nil` in a history from an earlier version of Accord.
        package let problems: Int?
    }

    /// The runs, oldest first.
    package private(set) var runs: [Run] = []
    package private(set) var last: RunOutline?

    package init() {}

    /// Reads the history in a folder. The history is empty if the file is missing or invalid.
    package init(in folder: String) {
        self = (try? DiskFiles().read("\(folder)/\(Self.file)")).flatMap(RunHistory.init) ?? RunHistory()
    }

    /// Returns the history of the runs before `report`. Accord uses this history to render `report` again after further
    /// runs.
    package func before(_ report: RunReport) -> RunHistory {
        var history = self
        history.runs.removeAll { $0.started >= report.started }
        if let last, last.started >= report.started { history.last = nil }
        return history
    }

    /// Returns the history with a further run. A report that contains only one shard of a run doesn't change the
    /// history.
    package func adding(_ report: RunReport) -> RunHistory {
        guard report.shard == nil else { return self }
        var history = self
        let run = Run(
            started: report.started, hasPassed: report.verdict == .passed, failed: report.summary.failed,
            total: report.summary.total, passed: report.summary.passed, problems: report.problems().count)
        history.runs = Array((runs.filter { $0.started != run.started } + [run]).suffix(Self.longest))
        history.last = RunOutline(report)
        return history
    }

    /// Parses the content of `history.json`. Returns `nil` if the content is invalid.
    package init?(parsing bytes: [UInt8]) {
        guard let root = try? RecordReader.root(of: bytes, file: Self.file), root["version"]?.string == "1.0" else {
            return nil
        }
        do {
            let reader = try RecordReader(root)
            runs = try reader("runs")
            last = try reader("last")
        } catch {
            return nil
        }
    }

    /// The content of `history.json`.
    package var json: [UInt8] {
        var writer = RecordWriter(isPretty: false)
        writer.object { $0.fields(("version", "1.0"), ("runs", runs), ("last", last)) }
        return writer.bytes + [0x0A]
    }
}

extension RunHistory.Run: Record {
    package static let shape = RecordShape<Self>(
        ("started", \.started), ("passed", \.hasPassed), ("failed", \.failed), ("total", \.total),
        ("passedCases", \.passed), ("problems", \.problems),
        make: Self.init(started:hasPassed:failed:total:passed:problems:))
}

extension RunOutline.Case: Record {
    package static let shape = RecordShape<Self>(
        ("title", \.title), ("file", \.file), ("status", \.status), ("duration", \.duration),
        make: Self.init(title:file:status:duration:))
}

extension RunOutline: Record {
    package static let shape = RecordShape<Self>(
        ("started", \.started), ("cases", \.cases), make: Self.init(started:cases:))
}
