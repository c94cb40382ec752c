import AccordJSON
import AccordReport

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
        self = ReportFolder(path: folder).read(Self.file).flatMap(RunHistory.init) ?? RunHistory()
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
        guard let root = try? JSONDocument(parsing: bytes).root, root["version"]?.string == "1.0" else { return nil }
        for run in root["runs"].map({ Array($0.elements) }) ?? [] {
            guard let started = run["started"]?.string, let hasPassed = run["passed"]?.bool,
                let failed = run["failed"]?.int, let total = run["total"]?.int
            else { return nil }
            runs.append(Run(started: started, hasPassed: hasPassed, failed: failed, total: total))
        }
        guard let outline = root["last"] else { return }
        var cases: [RunOutline.Case] = []
        for entry in outline["cases"].map({ Array($0.elements) }) ?? [] {
            guard let title = entry["title"]?.string, let file = entry["file"]?.string,
                let status = entry["status"]?.string.flatMap(CaseResult.Status.init),
                let duration = entry["duration"]?.number?.double
            else { return nil }
            cases.append(RunOutline.Case(title: title, file: file, status: status, duration: duration))
        }
        last = RunOutline(started: outline["started"]?.string ?? "", cases: cases)
    }

    /// The file's bytes.
    package func json() -> [UInt8] {
        var root: JSONObject = ["version": "1.0"]
        root.append(
            "runs",
            .array(
                runs.map { run in
                    [
                        "started": .string(run.started), "passed": .bool(run.hasPassed),
                        "failed": .number(JSONNumber(run.failed)), "total": .number(JSONNumber(run.total)),
                    ]
                }))
        if let last {
            root.append("last", ["started": .string(last.started), "cases": .array(last.cases.map(Self.json))])
        }
        return JSONWriter.compactBytes(.object(root)) + [0x0A]
    }

    private static func json(_ result: RunOutline.Case) -> JSON {
        [
            "title": .string(result.title), "file": .string(result.file), "status": .string(result.status.rawValue),
            "duration": JSONNumber(Seconds.text(result.duration, digits: 6)).map { .number($0) } ?? 0,
        ]
    }
}
