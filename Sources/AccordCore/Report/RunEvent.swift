/// What happens in a run, a line of JSON each, for programs that watch it.
///
/// A run begins with `runStarted` and ends with `runEnded`; a case starts before it ends, and one that was skipped or
/// blocked only ends, unless it was an interruption that skipped it in its midst. Cases of their own run side by side, so their lines come as it happens.
package enum RunEvent: Sendable {
    case runStarted(Start)
    case caseStarted(id: String, file: String, operation: String)
    case caseEnded(CaseResult)
    /// The report of the run, and the status that the program ends with.
    case runEnded(RunReport, exitStatus: Int)

    /// The form of the lines; the first line of a run says it. A new one takes members away or changes what they mean,
    /// without a new one members and events are only added.
    package static let version = 1

    /// What is known before anything is asked.
    package struct Start: Sendable {
        package var tool: RunReport.Tool
        /// RFC 3339, UTC.
        package var started: String
        package var target: String
        package var contracts: [RunReport.ContractSummary]
        package var shard: RunReport.Shard?
        /// How many cases there will be.
        package var total: Int

        package init(
            tool: RunReport.Tool, started: String, target: String, contracts: [RunReport.ContractSummary],
            shard: RunReport.Shard?, total: Int
        ) {
            self.tool = tool
            self.started = started
            self.target = target
            self.contracts = contracts
            self.shard = shard
            self.total = total
        }
    }

    /// The event as compact JSON with a line feed.
    ///
    /// - Parameter seconds: since the run began.
    package func line(at seconds: Double) -> [UInt8] {
        var writer = RecordWriter(isPretty: false)
        writer.object { writer in
            switch self {
            case .runStarted(let start):
                writer.field("event", "run.started")
                writer.field("version", Self.version)
                writer.field("at", seconds: seconds)
                start.write(to: &writer)
            case .caseStarted(let id, let file, let operation):
                writer.field("event", "case.started")
                writer.field("at", seconds: seconds)
                writer.field("id", id)
                writer.field("file", file)
                writer.field("operation", operation)
            case .caseEnded(let result):
                writer.field("event", "case.ended")
                writer.field("at", seconds: seconds)
                writer.field("result", result)
            case .runEnded(let report, let exitStatus):
                writer.field("event", "run.ended")
                writer.field("at", seconds: seconds)
                writer.field("verdict", report.verdict.rawValue)
                writer.field("exitStatus", exitStatus)
                writer.field("isInterrupted", report.isInterrupted)
                writer.field("summary", report.summary)
                writer.field("hints", report.hints)
            }
        }
        return writer.bytes + [0x0A]
    }
}

extension RunEvent.Start {
    /// Writes the members, beside those that every event has.
    fileprivate func write(to writer: inout RecordWriter) {
        writer.field("tool", tool)
        writer.field("started", started)
        writer.field("target", target)
        writer.field("contracts", contracts)
        writer.field("shard", shard)
        writer.field("total", total)
    }
}
