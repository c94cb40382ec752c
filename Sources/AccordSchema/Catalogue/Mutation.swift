// SPDX-License-Identifier: Apache-2.0
/// A mutation changes a documented response to test how a client handles the change. To add a mutation, add an entry to
/// `Catalogue/mutations.json`, and run `scripts/catalogue.py`. The order of the entries is the published order.
extension Mutation {
    struct Facts {
        let group: MutationGroup
        let verdict: Verdict
        let change: String
        let rule: String
    }

    /// The id of the mutation, such as `truncated-json`. The ids of test cases contain this id.
    package var id: String { rawValue }
    package var group: MutationGroup { facts.group }
    /// The behavior that Accord requires of a client by default. The response's schema can require a different
    /// behavior.
    package var verdict: Verdict { facts.verdict }
    /// A short description of what the mutation changes.
    package var change: String { facts.change }
    /// The reason for the required behavior: a section of a standard, or a convention.
    package var rule: String { facts.rule }
    /// The index in the catalogue, starting with 0.
    package var order: Int { Self.orders[self] ?? 0 }

    private static let orders: [Mutation: Int] = Dictionary(
        allCases.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
}

/// The group of a mutation. The ids of test cases contain the group.
package enum MutationGroup: String, CaseIterable, Sendable, Hashable {
    case syntax, encoding, structure, number, evolution, media, error
}

/// The behavior that Accord requires of a client for a mutated response. “Must”, “should” and “may” have the meaning of
/// RFC 2119.
package enum Verdict: String, Sendable { case mustError, mustTolerate, shouldError, shouldTolerate, may, mustNotCrash }
