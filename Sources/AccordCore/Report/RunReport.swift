import AccordContract
import AccordJSON

/// What a run did and found: every report, and the terminal's output, is a rendering of it.
package struct RunReport: Sendable {
    /// The version of this form; `Reports/README.md` says what may change without a new one.
    package var version: String = "1.1"
    package var tool: Tool
    package var kind: Kind
    /// RFC 3339, UTC.
    package var started: String
    /// Seconds.
    package var duration: Double
    /// The base address of the server, for `verify`.
    package var target: String?
    package var contracts: [ContractSummary]
    package var summary: Summary
    /// In the contracts' order.
    package var cases: [CaseResult]
    /// What a pattern over many findings suggests, the likeliest first.
    package var hints: [String]
    /// True when the run ended before its time (Ctrl-C); what didn't come to its end is skipped.
    package var isInterrupted: Bool

    /// The part of a run that this is, where a run was cut into several.
    package var shard: Shard?
    /// What the run asked and what it didn't; nil in reports that don't say.
    package var extent: RunExtent?
    /// The lines of the contracts that findings point at, as they are written.
    package var quotes: [ContractQuote]
    /// Which documented elements the run has shown, operation by operation in the contracts' order; empty in reports of
    /// versions that didn't say.
    package var coverage: [OperationCoverage]
    /// The percentage of documented elements that the run had to show; nil: any will do.
    package var coverageThreshold: Int?

    package enum Kind: String, Sendable {
        case verify, client
        /// Several runs in one report; each case names its own.
        case merged
    }

    package struct Shard: Sendable, Hashable {
        /// From 1 to `count`.
        package var index: Int
        package var count: Int
        /// What it was cut from; nil in reports of versions that didn't say.
        package var whole: Whole?

        package init(index: Int, count: Int, whole: Whole? = nil) {
            self.index = index
            self.count = count
            self.whole = whole
        }

        /// All the cases that a run in parts asks: the same in each part of one run.
        package struct Whole: Sendable, Hashable {
            package var cases: Int
            /// The same for the same cases, whatever their order.
            package var digest: String

            package init(cases: Int, digest: String) {
                self.cases = cases
                self.digest = digest
            }
        }
    }

    package struct Tool: Sendable, Hashable {
        package var name: String = "accord"
        package var version: String
    }

    package struct ContractSummary: Sendable, Hashable {
        package var file: String
        package var title: String
        package var version: String

        package init(file: String, title: String, version: String) {
            self.file = file
            self.title = title
            self.version = version
        }
    }

    /// How many cases ended how. `total` is all of them; `warnings` counts findings, not cases.
    package struct Summary: Sendable, Hashable {
        package var total = 0
        package var passed = 0
        package var failed = 0
        package var skipped = 0
        package var pending = 0
        package var blocked = 0
        package var notApplicable = 0
        package var warnings = 0

        package init(_ cases: [CaseResult]) {
            total = cases.count
            for result in cases {
                switch result.status {
                case .passed: passed += 1
                case .failed: failed += 1
                case .skipped: skipped += 1
                case .pending: pending += 1
                case .blocked: blocked += 1
                case .notApplicable: notApplicable += 1
                }
                warnings += result.findings.count { $0.severity == .warning }
            }
        }
    }

    package init(
        tool: Tool, kind: Kind, started: String, duration: Double, target: String? = nil,
        contracts: [ContractSummary], cases: [CaseResult], hints: [String] = [], isInterrupted: Bool = false,
        shard: Shard? = nil, quotes: [ContractQuote] = [], coverage: [OperationCoverage] = [],
        coverageThreshold: Int? = nil
    ) {
        self.tool = tool
        self.kind = kind
        self.started = started
        self.duration = duration
        self.target = target
        self.contracts = contracts
        self.summary = Summary(cases)
        self.cases = cases
        self.hints = hints
        self.isInterrupted = isInterrupted
        self.shard = shard
        self.quotes = quotes
        self.coverage = coverage
        self.coverageThreshold = coverageThreshold
    }
}

extension RunReport.Tool {
    /// This version of Accord.
    package static let current: RunReport.Tool = RunReport.Tool(version: "0.1.0")
}

extension RunReport {
    /// What became of the run as a whole.
    package enum Verdict: String, Sendable {
        /// No case failed or was blocked, at least one could have failed, and as much was shown as had to be.
        case passed
        case failed
        /// No case could fail: none was there, or each was pending, skipped, blocked or not applicable. That proves
        /// nothing and so counts as a failure.
        case empty
        /// Ended before its time, nothing having failed until then.
        case interrupted
    }

    /// Told from the cases and the coverage alone; warnings never make a run fail.
    package var verdict: Verdict {
        if summary.failed > 0 { return .failed }
        if isInterrupted { return .interrupted }
        if lacksCoverage != nil { return .failed }
        guard summary.passed > 0 || cases.contains(where: \.isAccepted) else { return .empty }
        // Beside what passed stands what couldn't be tried, as where the server of one of several runs wasn't there.
        return summary.blocked == 0 ? .passed : .failed
    }

    /// The percentage that was shown where that is less than what had to be; nil in a part of a run, since the parts
    /// together are judged.
    package var lacksCoverage: Int? {
        guard let coverageThreshold, shard == nil, coverage.percentage < coverageThreshold else { return nil }
        return coverage.percentage
    }

    /// True for one part of a run in which nothing could fail: the parts together say whether anything could.
    package var isEmptyPart: Bool { shard != nil && verdict == .empty && summary.blocked == 0 }

    /// Why a run is a failure in which nothing failed, and what to do; nil for any other, and for a part of one.
    package var emptiness: String? {
        guard verdict == .empty, shard == nil, summary.blocked == 0 else { return nil }
        guard summary.total > 0 else { return "No case ran: nothing proves nothing, and so isn't a success." }
        return "Nothing could fail, which proves nothing, and so isn't a success: let a case count that isn't pending, "
            + "skipped or not applicable."
    }
}

extension CaseResult {
    /// What the reason begins with where a baseline accepts every finding of a case.
    package static let acceptance: String = "in the baseline until "

    /// True where a baseline accepts what was found: any other finding would have made the case fail.
    var isAccepted: Bool { status == .pending && reason?.hasPrefix(Self.acceptance) == true }
}

extension RunReport.Tool: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("name", name)
            $0.field("version", version)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(name: try reader.string("name"), version: try reader.string("version"))
    }
}

extension RunReport.Shard: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("index", index)
            $0.field("count", count)
            $0.field("of", whole)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            index: try reader.int("index"), count: try reader.int("count"), whole: try reader.optionalRecord("of"))
    }
}

extension RunReport.Shard.Whole: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("cases", cases)
            $0.field("digest", digest)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(cases: try reader.int("cases"), digest: try reader.string("digest"))
    }
}

extension RunReport.ContractSummary: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("file", file)
            $0.field("title", title)
            $0.field("version", version)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(
            file: try reader.string("file"), title: try reader.string("title"), version: try reader.string("version"))
    }
}

extension ContractQuote: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("file", file)
            $0.field("line", line)
            $0.field("text", text)
        }
    }

    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(file: try reader.string("file"), line: try reader.int("line"), text: try reader.string("text"))
    }
}

extension RunReport.Summary: Record {
    func write(to writer: inout RecordWriter) {
        writer.object {
            $0.field("total", total)
            $0.field("passed", passed)
            $0.field("failed", failed)
            $0.field("skipped", skipped)
            $0.field("pending", pending)
            $0.field("blocked", blocked)
            $0.field("notApplicable", notApplicable)
            $0.field("warnings", warnings)
        }
    }

    /// Counted from the cases, whatever the report says: a sum that doesn't fit them helps nobody.
    init(_ reader: RecordReader) throws(ReportReadingError) {
        self.init(try reader.records("cases"))
    }
}

extension RunReport {
    /// Writes `report.json` piece by piece: pretty, the keys in a fixed order, a line feed at the end.
    ///
    /// - Throws: what `take` throws.
    package func writeJSON(_ take: ([UInt8]) throws -> Void) rethrows {
        var writer = RecordWriter(isPretty: true)
        try writer.object { writer in
            writer.field("version", version)
            writer.field("tool", tool)
            writer.field("kind", kind.rawValue)
            writer.field("started", started)
            writer.field("duration", seconds: duration)
            writer.field("target", target)
            writer.field("shard", shard)
            writer.field("isInterrupted", isInterrupted)
            writer.field("contracts", contracts)
            writer.field("summary", summary)
            writer.field("hints", hints)
            writer.field("extent", extent)
            if let coverageThreshold { writer.field("coverageThreshold", coverageThreshold) }
            try writer.list("coverage", coverage) { writer, operation in
                operation.write(to: &writer)
                if writer.bytes.count > 64 * 1024 { try take(writer.drain()) }
            }
            try writer.list("cases", cases) { writer, result in
                result.write(to: &writer)
                if writer.bytes.count > 64 * 1024 { try take(writer.drain()) }
            }
            writer.field("quotes", quotes)
        }
        try take(writer.drain() + [0x0A])
    }

    /// The whole of `report.json`.
    package func json() -> [UInt8] {
        var bytes: [UInt8] = []
        writeJSON { bytes += $0 }
        return bytes
    }

    /// Reads a `report.json` of this major version; what it doesn't know it passes over, and it counts anew.
    ///
    /// - Throws: `ReportReadingError` with the place, also where the text isn't JSON.
    package init(parsing bytes: [UInt8], file: String = "report.json") throws(ReportReadingError) {
        let root = try RecordReader.root(of: bytes, file: file)
        let reader = try RecordReader(root)
        let version = try reader.string("version")
        guard version.prefix(while: { $0 != "." }) == "1" else {
            throw ReportReadingError(
                "this report is of version \(version); 1.x can be read", at: root["version"] ?? root)
        }
        self.init(
            tool: try reader.record("tool"), kind: try reader.choice("kind"), started: try reader.string("started"),
            duration: try reader.seconds("duration"), target: try reader.optionalString("target"),
            contracts: try reader.records("contracts"), cases: try reader.records("cases"),
            hints: try reader.strings("hints"), isInterrupted: try reader.bool("isInterrupted"),
            shard: try reader.optionalRecord("shard"), quotes: try reader.records("quotes"),
            coverage: try reader.records("coverage"), coverageThreshold: try reader.optionalInt("coverageThreshold"))
        extent = try reader.optionalRecord("extent")
    }
}
