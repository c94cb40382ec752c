/// Every rule that a finding may name, with what it means and what to do.
package struct RuleCatalogue: Sendable {
    package struct Rule: Sendable, Hashable, Codable {
        /// `request.query.missing`
        package var id: String
        /// What is wrong, in a few words.
        package var title: String
        /// Why it matters, and what exactly is compared.
        package var explanation: String
        /// What to do next.
        package var advice: String
    }

    package static let rules: [Rule] = []

    package static func rule(_ id: String) -> Rule? { rules.first { $0.id == id } }
}
