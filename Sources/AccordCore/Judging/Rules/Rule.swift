// SPDX-License-Identifier: Apache-2.0
/// A kind of mistake that findings report, with its texts.
///
/// A rule is added to one of the lists in this folder, next to its entry.
package struct Rule: Sendable {
    /// The id in reports and baselines: `request.query.missing`.
    package let id: String
    /// A few words that name the defect.
    package let title: String
    /// The condition that is judged, and its consequence.
    package let explanation: String
    /// The next step.
    package let advice: String

    init(_ id: String, _ title: String, _ explanation: String, advice: String) {
        self.id = id
        self.title = title
        self.explanation = explanation
        self.advice = advice
    }

    /// Every rule, in the order in which `accord explain` lists them.
    package static let all: [Rule] = requests + responses + outcomes + transport + runs

    private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

    /// Returns the rule with an id, or `nil` if no rule has it.
    package static func named(_ id: String) -> Rule? { byID[id] }

    /// Creates the rule that a report names. A rule of a different version of Accord has an id and no texts.
    init(reported id: String) { self = Self.byID[id] ?? Rule(id, "", "", advice: "") }
}

extension Rule: Hashable, CustomStringConvertible {
    package static func == (left: Rule, right: Rule) -> Bool { left.id == right.id }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }

    package var description: String { id }
}
