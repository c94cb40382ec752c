// SPDX-License-Identifier: Apache-2.0
/// A kind of mistake that findings report. It has a title, an explanation and advice.
///
/// To add a rule, add an entry to `Catalogue/rules.json`, and run `scripts/catalogue.py`.
package struct Rule: Sendable {
    /// The id of the rule in reports and baselines: `request.query.missing`.
    package let id: String
    /// The name of the defect in a few words.
    package let title: String
    /// An explanation of what Accord checks, and of the consequences of a violation.
    package let explanation: String
    /// Advice for correcting the mistake.
    package let advice: String
    /// The party that usually breaks the rule.
    let blame: Finding.Blame

    /// Every rule. `accord explain` lists the rules in this order.
    package static let all: [Rule] = requests + responses + outcomes + transport + runs

    private static let byID = Dictionary(uniqueKeysWithValues: all.map { ($0.id, $0) })

    /// Returns the rule with an id, or `nil` if no rule has this id.
    package static func named(_ id: String) -> Rule? { byID[id] }
}

extension Rule {
    /// Creates the rule with an id from a report. If this version of Accord doesn't know the rule, its title,
    /// explanation and advice are empty.
    init(reported id: String) {
        self = Self.byID[id] ?? Rule(id: id, title: "", explanation: "", advice: "", blame: .server)
    }
}

extension Rule: Hashable, CustomStringConvertible {
    package static func == (left: Rule, right: Rule) -> Bool { left.id == right.id }

    package func hash(into hasher: inout Hasher) { hasher.combine(id) }

    package var description: String { id }
}
