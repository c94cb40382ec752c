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
            runs = try RecordReader(root).list("runs") { run throws(ReportReadingError) in try Run(RecordReader(run)) }
            last = try root["last"].map { outline throws(ReportReadingError) in try RunOutline(RecordReader(outline)) }
        } catch {
            return nil
        }
    }

    /// Passes the content of `history.json` to `take`, one part after the other.
    ///
    /// - Throws: the errors that `take` throws.
    package func writeJSON(_ take: ([UInt8]) throws -> Void) rethrows {
        var writer = RecordWriter(isPretty: false)
        try writer.object { writer in
            writer.field("version", "1.0")
            writer.list("runs", runs) { $1.write(to: &$0) }
            try last?.write(to: &writer, take)
        }
        try take(writer.drain() + [0x0A])
    }
}

extension RunHistory.Run {
    fileprivate init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            started: try reader.string("started"), hasPassed: try reader.bool("passed"),
            failed: try reader.int("failed"), total: try reader.int("total"),
            passed: try reader.optionalInt("passedCases"), problems: try reader.optionalInt("problems"))
    }

    fileprivate func write(to writer: inout RecordWriter) {
        writer.object {
            $0.fields(("started", started), ("passed", hasPassed), ("failed", failed), ("total", total))
            if let passed { $0.field("passedCases", passed) }
            if let problems { $0.field("problems", problems) }
        }
    }
}

extension RunOutline {
    fileprivate init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            started: try reader.string("started"),
            cases: try reader.list("cases") { value throws(ReportReadingError) in
                let reader = try RecordReader(value)
                return Case(
                    title: try reader.string("title"), file: try reader.string("file"),
                    status: try reader.choice("status"), duration: try reader.seconds("duration"))
            })
    }

    /// Writes the member `last`, which contains the results of the last run. Passes the output to `take` in parts of
    /// about 64 KiB, to save memory.
    fileprivate func write(to writer: inout RecordWriter, _ take: ([UInt8]) throws -> Void) rethrows {
        try writer.member("last") { writer in
            writer.field("started", started)
            try writer.list("cases", cases) { writer, result in
                writer.object {
                    $0.fields(
                        ("title", result.title), ("file", result.file), ("status", result.status.rawValue),
                        ("duration", RecordSeconds(result.duration)))
                }
                if writer.bytes.count > 64 * 1024 { try take(writer.drain()) }
            }
        }
    }
}
