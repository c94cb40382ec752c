// SPDX-License-Identifier: Apache-2.0
/// Something that happens during a run, such as the start of a case. Accord writes each event as a line of JSON for
/// programs that follow the run.
///
/// A run starts with `runStarted` and ends with `runEnded`. A case that was skipped or blocked before it started has no
/// `caseStarted`. The events of concurrent cases are interleaved.
package enum RunEvent: Sendable {
    case runStarted(Start)
    /// Accord has planned all cases. The event occurs only if the number of cases differs from `total` in `runStarted`.
    case runPlanned(total: Int)
    case caseStarted(id: String, file: String, operation: String)
    case caseEnded(CaseResult)
    /// The end of the run, with its report and the exit status of the program.
    case runEnded(RunReport, exitStatus: Int)

    /// The version of the event format. The first event contains the version. New JSON members and new kinds of events
    /// don't change the version.
    package static let version = 1

    /// The facts about a run that are known before its first request.
    package struct Start: Sendable {
        package var tool: RunReport.Tool
        /// The start time of the run (RFC 3339, UTC).
        package var started: String
        package var target: String
        package var contracts: [RunReport.ContractSummary]
        package var shard: RunReport.Shard?
        /// The number of cases in the run. If the run has derived cases, the number includes only documented cases,
        /// because derived cases are planned during the run.
        package var total: Int
    }

    /// Returns the event as compact JSON with a line feed.
    ///
    /// - Parameter seconds: The time since the start of the run.
    package func line(at seconds: Double) -> [UInt8] {
        var writer = RecordWriter(isPretty: false)
        writer.object { writer in
            switch self {
            case .runStarted(let start):
                writer.fields(("event", "run.started"), ("version", Self.version), ("at", seconds))
                start.write(to: &writer)
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

extension RunEvent.Start {
    /// Writes the JSON members of the event `runStarted`.
    fileprivate func write(to writer: inout RecordWriter) {
        writer.fields(
            ("tool", tool), ("started", started), ("target", target), ("contracts", contracts), ("shard", shard),
            ("total", total))
    }
}
