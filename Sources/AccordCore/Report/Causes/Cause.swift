import AccordContract

/// Findings of one rule at one place of the contract, whatever the values were, or of one mistake that operations of a
/// client share: most likely one mistake.
package struct Cause: Sendable {
    /// A finding of the cause, by its case's index and its own index among the case's findings.
    package struct Occurrence: Sendable, Hashable {
        package let result: Int
        package let finding: Int
    }

    /// What tells it from others: the place in the contract, of which a client's shared mistake has several.
    package private(set) var keys: Set<Key>
    /// The first finding of one that stands for itself, with the place in the contract that the others share.
    package private(set) var finding: Finding
    /// The first finding of each case, in the order of the cases, but for those in front that fail as a later one does.
    package private(set) var occurrences: [Occurrence]
    /// The first three cases, as indices; of fuzz-generated ones those that don't fail as an earlier one does.
    package private(set) var examples: [Occurrence]
    /// Whether all findings say the same, or differ in the values that they name.
    package private(set) var hasOneMessage = true

    /// How many cases it is found in.
    package var count: Int { occurrences.count }

    private static let mostExamples = 3

    private struct Shared: Hashable {
        var file: String
        var run: RunReport.Kind?
        var mistake: SharedMistake
    }

    /// Groups findings of one severity: the parties at fault in the order in which they are reported, of each the
    /// cause of the most cases first, of equally many the first one found.
    ///
    /// - Parameter isIncluded: which cases are looked at; those that failed, unless it says otherwise.
    package static func grouping(
        _ results: [CaseResult], severity: Finding.Severity = .error,
        where isIncluded: (CaseResult) -> Bool = { $0.status == .failed }
    ) -> [Cause] {
        var causes: [Cause] = []
        var positions: [Key: Int] = [:]
        var shared: [Shared: Int] = [:]
        for (index, result) in results.enumerated() where isIncluded(result) {
            for (offset, finding) in result.findings.enumerated() where finding.severity == severity {
                let occurrence = Occurrence(result: index, finding: offset)
                let key = Key(finding, in: result)
                let mistake = SharedMistake(finding, in: result).map {
                    Shared(file: result.file, run: result.run, mistake: $0)
                }
                let position = positions[key] ?? mistake.flatMap { shared[$0] } ?? causes.count
                if position == causes.count {
                    causes.append(Cause(key, finding, of: result, at: occurrence))
                } else {
                    causes[position].add(occurrence, key, finding, of: result)
                }
                positions[key] = position
                if let mistake, shared[mistake] == nil { shared[mistake] = position }
            }
        }
        return causes.enumerated().sorted { left, right in
            let (one, other) = (left.element, right.element)
            return (one.finding.blame.rank, -one.count, left.offset)
                < (other.finding.blame.rank, -other.count, right.offset)
        }.map(\.element.withEnoughExamples)
    }

    /// Where too few stand for themselves, the first ones.
    private var withEnoughExamples: Cause {
        var cause = self
        let missing = min(Self.mostExamples, count) - examples.count
        cause.examples += occurrences.lazy.filter { !examples.contains($0) }.prefix(max(0, missing))
        return cause
    }

    private init(_ key: Key, _ finding: Finding, of result: CaseResult, at occurrence: Occurrence) {
        keys = [key]
        self.finding = finding
        self.finding.contract = finding.contract ?? result.location
        occurrences = [occurrence]
        examples = result.reason == nil ? [occurrence] : []
    }

    private mutating func add(_ occurrence: Occurrence, _ key: Key, _ other: Finding, of result: CaseResult) {
        keys.insert(key)
        if other.message != finding.message { hasOneMessage = false }
        // A case may have the same mistake at several places of its message.
        guard occurrences.last?.result != occurrence.result else { return }
        let standsForItself = result.reason == nil
        if standsForItself, examples.isEmpty {
            finding = other
            finding.contract = other.contract ?? result.location
            occurrences.insert(occurrence, at: 0)
        } else {
            occurrences.append(occurrence)
        }
        if standsForItself, examples.count < Self.mostExamples { examples.append(occurrence) }
    }
}

extension Cause {
    /// What findings of one cause have in common.
    package struct Key: Hashable, Sendable {
        private enum Scope: Hashable, Sendable {
            case contract(file: String, pointer: String)
            case line(file: String, line: Int, column: Int)
            /// No place of the contract is at fault but the case as such: the same in the whole operation.
            case operation(file: String, String)
            /// A status that an operation doesn't document: one mistake, whatever was asked.
            case status(file: String, operation: String, String)
            /// The line of the client's source at which it crashed.
            case source(String)
            /// The connection failed, which has nothing to do with what was asked.
            case transport
        }

        private let rule: String
        private let severity: Finding.Severity
        private let blame: Finding.Blame
        private let run: RunReport.Kind?
        private let scope: Scope

        package init(_ finding: Finding, in result: CaseResult) {
            rule = finding.rule
            severity = finding.severity
            blame = finding.blame
            run = result.run
            if finding.isTransportFailure {
                scope = .transport
            } else if let status = finding.undocumentedStatus {
                scope = .status(file: result.file, operation: result.operation, status)
            } else if finding.isCrash {
                scope = finding.place?.name.map { .source($0) } ?? .operation(file: result.file, result.operation)
            } else if let place = finding.contract, place != result.location {
                let pointer = place.pointer
                scope =
                    pointer.isEmpty
                    ? .line(file: place.file, line: place.line, column: place.column)
                    : .contract(file: place.file, pointer: pointer)
            } else {
                scope = .operation(file: result.file, result.operation)
            }
        }
    }
}

extension Finding {
    /// True where no usable answer came, so that nothing of the contract could be judged.
    package var isTransportFailure: Bool { rule.hasPrefix("transport.") }

    /// True where the client's process ended: whatever was answered, one mistake, by the line where it happened.
    package var isCrash: Bool { rule == Rule.outcomeCrash.rawValue }

    /// The status that was answered and isn't documented; nil where something else is wrong.
    fileprivate var undocumentedStatus: String? { rule == Rule.responseStatusUndocumented.rawValue ? actual : nil }
}

extension Finding.Blame {
    /// The order in which the parties at fault are reported.
    package static let inOrder: [Finding.Blame] = [.server, .client, .contract, .platform]

    fileprivate var rank: Int {
        switch self {
        case .server: 0
        case .client: 1
        case .contract: 2
        case .platform: 3
        }
    }
}

extension CaseResult {
    /// The id; with the run in front where a report holds several.
    package var title: String { run.map { "\($0.rawValue): \(id)" } ?? id }
}
