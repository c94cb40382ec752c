import AccordContract

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
