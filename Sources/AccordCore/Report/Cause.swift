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
    package private(set) var keys: Set<MistakeKey>
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

    /// Groups findings of one severity: the parties at fault in the order in which they are reported, of each the
    /// cause of the most cases first, of equally many the first one found.
    ///
    /// - Parameter isIncluded: which cases are looked at; those that failed, unless it says otherwise.
    package static func grouping(
        _ results: [CaseResult], severity: Finding.Severity = .error,
        where isIncluded: (CaseResult) -> Bool = { $0.status == .failed }
    ) -> [Cause] {
        var causes: [Cause] = []
        var positions: [MistakeKey: Int] = [:]
        for (index, result) in results.enumerated() where isIncluded(result) {
            for (offset, finding) in result.findings.enumerated() where finding.severity == severity {
                let occurrence = Occurrence(result: index, finding: offset)
                let key = finding.key(in: result)
                let shared = finding.sharedKey(in: result)
                let position = positions[key] ?? shared.flatMap { positions[$0] } ?? causes.count
                if position == causes.count {
                    causes.append(Cause(key, finding, of: result, at: occurrence))
                } else {
                    causes[position].add(occurrence, key, finding, of: result)
                }
                positions[key] = position
                if let shared, positions[shared] == nil { positions[shared] = position }
            }
        }
        return causes.enumerated().sorted { left, right in
            let (one, other) = (left.element, right.element)
            return (rank(one), -one.count, left.offset) < (rank(other), -other.count, right.offset)
        }.map(\.element.withEnoughExamples)
    }

    private static func rank(_ cause: Cause) -> Int {
        Finding.Blame.inOrder.firstIndex(of: cause.finding.blame) ?? 0
    }

    /// Where too few stand for themselves, the first ones.
    private var withEnoughExamples: Cause {
        var cause = self
        let missing = min(Self.mostExamples, count) - examples.count
        cause.examples += occurrences.lazy.filter { !examples.contains($0) }.prefix(max(0, missing))
        return cause
    }

    private init(_ key: MistakeKey, _ finding: Finding, of result: CaseResult, at occurrence: Occurrence) {
        keys = [key]
        self.finding = finding
        self.finding.contract = finding.contract ?? result.location
        occurrences = [occurrence]
        examples = result.reason == nil ? [occurrence] : []
    }

    private mutating func add(_ occurrence: Occurrence, _ key: MistakeKey, _ other: Finding, of result: CaseResult) {
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

extension CaseResult {
    /// The id; with the run in front where a report holds several.
    package var title: String { run.map { "\($0.rawValue): \(id)" } ?? id }
}
