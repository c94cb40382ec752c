// SPDX-License-Identifier: Apache-2.0
/// Something that happens during a run, such as the start of a case. Accord writes each event as a line of JSON for
/// programs that follow the run.
///
/// A run starts with `runStarted` and ends with `runEnded`. A case that was skipped or blocked before it started has no
/// `caseStarted`. The events of concurrent cases are interleaved.
package enum RunEvent: Sendable {
    /// The start of the run (RFC 3339, UTC), and what is known before its first request. If the run has derived cases,
    /// `total` is the number of documented cases, because derived cases are planned during the run.
    case runStarted(
        String, target: String, contracts: [RunReport.ContractSummary], shard: RunReport.Shard?, total: Int)
    /// Accord has planned all cases. The event occurs only if the number of cases differs from `total` in `runStarted`.
    case runPlanned(total: Int)
    case caseStarted(id: String, file: String, operation: String)
    case caseEnded(CaseResult)
    /// The end of the run, with its report and the exit status of the program.
    case runEnded(RunReport, exitStatus: Int)

    /// The version of the event format. The first event contains the version. New JSON members and new kinds of events
    /// don't change the version.
    package static let version = 1

    /// Returns the event as compact JSON with a line feed.
    ///
    /// - Parameter seconds: The time since the start of the run.
    package func line(at seconds: Double) -> [UInt8] {
        var writer = RecordWriter(isPretty: false)
        writer.object { writer in
            switch self {
            case .runStarted(let started, let target, let contracts, let shard, let total):
                writer.fields(
                    ("event", "run.started"), ("version", Self.version), ("at", seconds),
                    ("tool", RunReport.Tool.current), ("started", started), ("target", target),
                    ("contracts", contracts), ("shard", shard), ("total", total))
            case .runPlanned(let total): writer.fields(("event", "run.planned"), ("at", seconds), ("total", total))
            case .caseStarted(let id, let file, let operation):
                writer.fields(
                    ("event", "case.started"), ("at", seconds), ("id", id), ("file", file),
                    ("operation", operation))
            case .caseEnded(let result):
                writer.fields(("event", "case.ended"), ("at", seconds), ("result", result))
            case .runEnded(let report, let exitStatus):
                writer.fields(
                    ("event", "run.ended"), ("at", seconds), ("verdict", report.verdict.rawValue),
                    ("exitStatus", exitStatus), ("isInterrupted", report.isInterrupted), ("summary", report.summary),
                    ("hints", report.hints))
            }
        }
        return writer.bytes + [0x0A]
    }
}
