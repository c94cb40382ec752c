// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// A group of findings that most likely have the same cause.
package struct Cause: Sendable {
    /// A finding of the group: the index of its case, and the index of the finding in the case.
    package struct Occurrence: Sendable, Hashable {
        package let result: Int
        package let finding: Int
    }

    /// The keys of the cause. A mistake that several operations share has several keys.
    package private(set) var keys: Set<MistakeKey>
    /// The first finding whose case has no `reason`, or else the first finding. It has a contract location.
    package private(set) var finding: Finding
    /// The first finding of each case, in the order of the cases. The finding that represents the group comes first.
    package private(set) var occurrences: [Occurrence]
    /// Up to three findings, preferably of cases without a `reason`.
    package private(set) var examples: [Occurrence]
    /// Whether all findings of the group have the same message.
    package private(set) var hasOneMessage = true

    /// The number of cases that have the cause.
    package var count: Int { occurrences.count }

    private static let mostExamples = 3

    /// Groups the findings of one severity. The causes are sorted by the party at fault, then by the number of cases.
    ///
    /// - Parameter isIncluded: Selects the cases. The default selects failed cases.
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

    /// A copy of the cause with up to three examples.
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
        // A case can have the same mistake at several places of a message.
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
    /// The id of the case. In a merged report, the run precedes the id.
    package var title: String { run.map { "\($0.rawValue): \(id)" } ?? id }
}
