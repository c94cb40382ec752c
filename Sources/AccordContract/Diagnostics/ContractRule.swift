// SPDX-License-Identifier: Apache-2.0
/// A rule that a contract can violate. Its id never changes. To add a rule, add an entry to
/// `Catalogue/contract-rules.json`, and run `scripts/catalogue.py`.
extension ContractRule {
    /// Whether Accord ignores the elements of an OpenAPI document that violate this rule.
    package var leavesOut: Bool { facts.leavesOut }
    /// A short description of the mistake.
    package var title: String { facts.title }
    /// The requirement that the rule checks, and the reason for the requirement.
    package var explanation: String { facts.explanation }
    /// Advice on how to correct the mistake.
    package var advice: String { facts.advice }

    struct Facts {
        let title: String
        let explanation: String
        let advice: String
        let leavesOut: Bool
    }
}
