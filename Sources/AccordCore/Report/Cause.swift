// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// Findings that most likely have one cause.
package struct Cause: Sendable {
    /// A finding of the cause: the index of its case, and its own index in the case.
    package struct Occurrence: Sendable, Hashable {
        package let result: Int
        package let finding: Int
    }

    /// The keys of the cause. A mistake that operations share has several.
    package private(set) var keys: Set<MistakeKey>
    /// The first finding of a case without a reason, with its contract location.
    package private(set) var finding: Finding
    /// The first finding of each case, in the order of the cases. Cases with the same failure as a later one come last.
    package private(set) var occurrences: [Occurrence]
    /// The first three findings, preferably of generated cases that differ.
    package private(set) var examples: [Occurrence]
    /// Whether all findings have the same message.
    package private(set) var hasOneMessage = true

    /// The number of cases.
    package var count: Int { occurrences.count }

    private static let mostExamples = 3

    /// Groups findings of one severity, by party at fault and then by the number of cases.
    ///
    /// - Parameter isIncluded: Selects the cases. The default is failed cases.
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

    /// The cause with up to three examples.
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
        // A case can have the same mistake at several places of its message.
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
    /// The id, prefixed with the run in a merged report.
    package var title: String { run.map { "\($0.rawValue): \(id)" } ?? id }
}
