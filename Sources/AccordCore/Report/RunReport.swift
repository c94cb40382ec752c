// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The results of a run. All report formats show these results.
package struct RunReport: Sendable {
    /// The version of the report format. `Reports/README.md` describes its compatibility.
    package var version: String = "1.1"
    package var tool: Tool
    package var kind: Kind
    /// The start time of the run (RFC 3339, UTC).
    package var started: String
    /// The duration of the run in seconds.
    package var duration: Double
    /// The base address of the server that `verify` tested.
    package var target: String?
    package var contracts: [ContractSummary]
    package var summary: Summary
    /// The results of the cases, in the order of the contracts.
    package var cases: [CaseResult]
    /// Likely causes of several findings. The most likely cause comes first.
    package var hints: [String]
    /// Whether the user interrupted the run (Ctrl-C), which skips the remaining cases.
    package var isInterrupted: Bool

    /// The shard that the report describes, or `nil` if the report describes a complete run.
    package var shard: Shard?
    /// The number of cases that ran, and the tests that didn't run. It is `nil` in a report of an earlier version.
    package var extent: RunExtent?
    /// The lines of the contracts that reports show with the findings.
    package var quotes: [ContractQuote]
    /// The coverage of each operation, in the order of the contracts. It is empty in a report of an earlier version.
    package var coverage: [OperationCoverage]
    /// The required percentage of covered elements, or `nil` if no percentage is required.
    package var coverageThreshold: Int?
    /// The profile and the settings that determine severities. It is `nil` for runs of client tests.
    package var profile: String?

    package enum Kind: String, RecordValue, Sendable {
        case verify, client
        /// A report that was merged from several runs of different kinds. Each case contains the kind of its run.
        case merged
    }

    package struct Shard: Record, Sendable, Hashable {
        /// The number of the shard, starting at 1.
        package var index: Int
        package var count: Int
        /// The cases of the complete run, or `nil` in a report of an earlier version.
        package var whole: Whole?

        package init(index: Int, count: Int, whole: Whole? = nil) {
            (self.index, self.count, self.whole) = (index, count, whole)
        }

        /// The number of cases in the complete run, and a digest of these cases. They must be equal in all shards of
        /// the run.
        package struct Whole: Record, Sendable, Hashable {
            package var cases: Int
            /// A hash of the ids of the cases. It doesn't depend on their order.
            package var digest: String

            package init(cases: Int, digest: String) {
                self.cases = cases
                self.digest = digest
            }

            package static let shape = RecordShape<Self>(
                ("cases", \.cases), ("digest", \.digest), make: Self.init(cases:digest:))
        }

        package static let shape = RecordShape<Self>(
            ("index", \.index), ("count", \.count), ("of", \.whole), make: Self.init(index:count:whole:))
    }

    package struct Tool: Record, Sendable, Hashable {
        package var name: String = "accord"
        package var version: String

        package static let shape = RecordShape<Self>(
            ("name", \.name), ("version", \.version), make: Self.init(name:version:))
    }

    package struct ContractSummary: Record, Sendable, Hashable {
        package var file: String
        package var title: String
        package var version: String

        package init(file: String, title: String, version: String) {
            (self.file, self.title, self.version) = (file, title, version)
        }

        package static let shape = RecordShape<Self>(
            ("file", \.file), ("title", \.title), ("version", \.version), make: Self.init(file:title:version:))
    }

    /// The number of cases by status, and the number of warnings in all findings.
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
            func count(_ status: CaseResult.Status) -> Int { cases.count { $0.status == status } }
            total = cases.count
            passed = count(.passed)
            failed = count(.failed)
            skipped = count(.skipped)
            pending = count(.pending)
            blocked = count(.blocked)
            notApplicable = count(.notApplicable)
            warnings = cases.reduce(0) { $0 + $1.findings.count { $0.severity == .warning } }
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

extension RunReport.Tool { package static let current: RunReport.Tool = RunReport.Tool(version: "0.2.0") }

extension RunReport {
    /// Whether a run passed, failed, tested nothing or was interrupted.
    package enum Verdict: String, Sendable {
        /// At least one case passed, no case failed or was blocked, and the coverage is sufficient.
        case passed
        case failed
        /// No case could fail, because all cases were pending, skipped, blocked or not applicable. This verdict is a
        /// failure.
        case empty
        /// The run was interrupted before a case failed.
        case interrupted
    }

    /// Whether the run passed, according to its cases and its coverage. Warnings don't count.
    package var verdict: Verdict {
        if summary.failed > 0 { return .failed }
        if isInterrupted { return .interrupted }
        if lacksCoverage != nil { return .failed }
        guard summary.passed > 0 || cases.contains(where: \.isAccepted) else { return .empty }
        // A blocked case fails the run, for example if one of several servers is unreachable.
        return summary.blocked == 0 ? .passed : .failed
    }

    /// The percentage of covered elements if it is below the threshold. It is `nil` for a shard, because coverage
    /// applies to complete runs.
    package var lacksCoverage: Int? {
        guard let coverageThreshold, shard == nil, coverage.percentage < coverageThreshold else { return nil }
        return coverage.percentage
    }

    /// Whether the report is a shard in which no case could fail. This doesn't fail the shard, because other shards may
    /// contain cases that can fail.
    package var isEmptyPart: Bool { shard != nil && verdict == .empty && summary.blocked == 0 }

    /// The reason why the verdict is `empty`, with advice. It is `nil` for other verdicts, for a shard, and if a case
    /// is blocked.
    package var emptiness: String? {
        guard verdict == .empty, shard == nil, summary.blocked == 0 else { return nil }
        guard summary.total > 0 else { return "No case ran. A run without cases fails, because it tests nothing." }
        return "All cases are pending, skipped or not applicable. A run that tests nothing fails. "
            + "Run at least one case that can pass or fail."
    }
}

extension CaseResult {
    /// The first words of `reason` in a case whose findings are known to the baseline.
    package static let acceptance: String = "accepted by the baseline"

    /// Whether a baseline accepts all findings of the case.
    var isAccepted: Bool { status == .pending && reason?.hasPrefix(Self.acceptance) == true }
}

extension ContractQuote: Record {
    package static let shape = RecordShape<Self>(
        ("file", \.file), ("line", \.line), ("text", \.text), ("offset", \.knownOffset)
    ) { ContractQuote(file: $0, line: $1, text: $2, offset: $3 ?? 0) }

    private var knownOffset: Int? { offset > 0 ? offset : nil }
}

extension RunReport.Summary: RecordValue {
    package static var kind: String { "a summary" }

    package func write(to writer: inout RecordWriter) {
        writer.object {
            $0.fields(
                ("total", total), ("passed", passed), ("failed", failed), ("skipped", skipped), ("pending", pending),
                ("blocked", blocked), ("notApplicable", notApplicable), ("warnings", warnings))
        }
    }

    /// Returns `nil`, because Accord counts the cases of a report again.
    package static func read(_ value: JSONValue) -> Self? { nil }
}

extension RunReport {
    /// Writes `report.json` in pieces. The JSON is indented, has its keys in a fixed order, and ends with a line feed.
    ///
    /// - Throws: The errors that `take` throws.
    package func writeJSON(_ take: ([UInt8]) throws -> Void) rethrows {
        var writer = RecordWriter(isPretty: true)
        try writer.object { writer in
            writer.fields(
                ("version", version), ("tool", tool), ("kind", kind), ("started", started),
                ("duration", duration), ("target", target), ("shard", shard),
                ("isInterrupted", isInterrupted), ("contracts", contracts), ("summary", summary), ("hints", hints),
                ("extent", extent), ("coverageThreshold", coverageThreshold), ("profile", profile))
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

    /// Returns the complete `report.json`.
    package func json() -> [UInt8] {
        var bytes: [UInt8] = []
        writeJSON { bytes += $0 }
        return bytes
    }

    /// Reads a `report.json` of this major version. Ignores unknown members, and counts the cases again.
    ///
    /// - Throws: `DescribedError` with the position of the error, also if the bytes aren't JSON.
    package init(parsing bytes: [UInt8], file: String = "report.json") throws(DescribedError) {
        let root = try RecordReader.root(of: bytes, file: file)
        let reader = try RecordReader(root)
        let version: String = try reader("version")
        guard version.prefix(while: { $0 != "." }) == "1" else {
            throw DescribedError(
                "this report has the version \(version), but Accord reads only 1.x", at: root["version"] ?? root)
        }
        try self.init(
            tool: reader("tool"), kind: reader("kind"), started: reader("started"), duration: reader("duration"),
            target: reader("target"), contracts: reader("contracts"), cases: reader("cases"), hints: reader("hints"),
            isInterrupted: reader("isInterrupted"), shard: reader("shard"), quotes: reader("quotes"),
            coverage: reader("coverage"), coverageThreshold: reader("coverageThreshold"))
        extent = try reader("extent")
        profile = try reader("profile")
    }
}

extension [String] {
    /// The texts as a list in a sentence: `a`, `a and b`, or `a, b and c`.
    package var listed: String {
        guard count > 1, let last else { return first ?? "" }
        return "\(dropLast().joined(separator: ", ")) and \(last)"
    }
}
