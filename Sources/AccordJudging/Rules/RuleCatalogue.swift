import AccordContract
import AccordHTTP
import AccordJSON

/// Every rule that a finding may name, with what it means and what to do.
package struct RuleCatalogue: Sendable {
    /// What a finding's rule means.
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

    /// In the order of the texts: by what is judged, the message's parts in their order.
    package static let rules: [Rule] = [
        RuleTexts.request, RuleTexts.requestBody, RuleTexts.response, RuleTexts.outcome, RuleTexts.run,
    ].flatMap { parse($0) }

    /// The rule with an id; nil for an id that no finding has.
    package static func rule(_ id: String) -> Rule? { rules.first { $0.id == id } }

    /// Paragraphs of a title line, `id: title`, lines of explanation, and one with an arrow: the advice.
    private static func parse(_ text: String) -> [Rule] {
        var rules: [Rule] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("→ ") {
                rules[rules.count - 1].advice = String(line.dropFirst(2))
            } else if line.hasPrefix("  ") {
                let own = HeaderGrammar.trimmed(line)
                let before = rules[rules.count - 1].explanation
                rules[rules.count - 1].explanation = before.isEmpty ? own : "\(before) \(own)"
            } else if let colon = line.firstIndex(of: ":") {
                let title = HeaderGrammar.trimmed(line[line.index(after: colon)...])
                rules.append(Rule(id: String(line[..<colon]), title: title, explanation: "", advice: ""))
            }
        }
        return rules
    }
}

/// The texts of the rules, by what they judge.
enum RuleTexts {}
