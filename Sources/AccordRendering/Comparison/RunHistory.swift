import AccordContract
import AccordCore
import AccordJSON

/// `history.json`: how earlier runs into one folder ended, and the outline of the last one.
package struct RunHistory: Sendable, Hashable {
    package static let file = "history.json"
    /// Earlier runs that are kept.
    private static let longest = 50

    package struct Run: Sendable, Hashable {
        /// RFC 3339, UTC.
        package let started: String
        package let hasPassed: Bool
        package let failed: Int
        package let total: Int
    }

    /// The oldest first.
    package private(set) var runs: [Run] = []
    package private(set) var last: RunOutline?

    package init() {}

    /// What the reports in a folder say of earlier runs; nothing where they say none.
    package init(in folder: String) {
        self = (try? DiskFiles().read("\(folder)/\(Self.file)")).flatMap(RunHistory.init) ?? RunHistory()
    }

    /// The history as it was before a run that is in it, for a page that is made of it again.
    package func before(_ report: RunReport) -> RunHistory {
        var history = self
        history.runs.removeAll { $0.started >= report.started }
        if let last, last.started >= report.started { history.last = nil }
        return history
    }

    /// The history with a run at its end. Runs that are a part of another leave it alone.
    package func adding(_ report: RunReport) -> RunHistory {
        guard report.shard == nil else { return self }
        var history = self
        let run = Run(
            started: report.started, hasPassed: report.verdict == .passed, failed: report.summary.failed,
            total: report.summary.total)
        history.runs = Array((runs.filter { $0.started != run.started } + [run]).suffix(Self.longest))
        history.last = RunOutline(report)
        return history
    }

    /// Reads a `history.json`; nil where it isn't one, as after an accident: a history begins anew.
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

    /// Writes `history.json` piece by piece, in one line, a line feed at the end.
    ///
    /// - Throws: what `take` throws.
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
            failed: try reader.int("failed"), total: try reader.int("total"))
    }

    fileprivate func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("started", started)
            $0.field("passed", hasPassed)
            $0.field("failed", failed)
            $0.field("total", total)
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

    /// Writes a member `last`; `take` is given what has gathered, so that it never stands in memory as one text.
    fileprivate func write(to writer: inout RecordWriter, _ take: ([UInt8]) throws -> Void) rethrows {
        try writer.member("last") { writer in
            writer.field("started", started)
            try writer.list("cases", cases) { writer, result in
                writer.object {
                    $0.field("title", result.title)
                    $0.field("file", result.file)
                    $0.field("status", result.status.rawValue)
                    $0.field("duration", seconds: result.duration)
                }
                if writer.bytes.count > 64 * 1024 { try take(writer.drain()) }
            }
        }
    }
}
