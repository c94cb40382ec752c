import AccordCases
import AccordContract
import AccordJudging
import ArgumentParser

/// `accord explain`: what a rule means.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explain a rule of a finding or a diagnostic, and what to do about it.",
        discussion: "Without a rule, lists them all."
    )

    @Argument(help: "A rule's id: request.query.missing, contract.unknown-key.")
    var rule: String?

    private struct Text {
        var id: String
        var title: String
        var explanation: String
        var advice: String
    }

    private static var texts: [Text] {
        let judging = RuleCatalogue.rules.map {
            Text(id: $0.id, title: $0.title, explanation: $0.explanation, advice: $0.advice)
        }
        let contracts = ContractRule.allCases.map {
            Text(id: $0.rawValue, title: $0.title, explanation: $0.explanation, advice: $0.advice)
        }
        return judging + contracts
    }

    /// What may have been meant: a rule spelled much like it, else those of which it is a part.
    private static func hint(for rule: String, _ known: [String]) -> String {
        let parts = known.filter { $0.split(whereSeparator: { ".-".contains($0) }).contains { $0 == rule } }
        if parts.isEmpty, let nearest = Suggestion.nearest(to: rule, in: known) { return "did you mean “\(nearest)”?" }
        let close = parts + known.filter { !parts.contains($0) && ($0.contains(rule) || rule.contains($0)) }
        guard !rule.isEmpty, !close.isEmpty else { return "`accord explain` lists them all" }
        let shown = close.prefix(5).joined(separator: ", ")
        return close.count > 5 ? "there are \(shown) and more: see `accord explain`" : "did you mean \(shown)?"
    }

    func run() throws {
        let texts = Self.texts
        guard let rule else {
            return Output.line(texts.map { "\($0.id)  \($0.title)" }.joined(separator: "\n"))
        }
        guard let text = texts.first(where: { $0.id == rule }) else {
            throw ExitStatus.usage.because("there is no rule “\(rule)”; \(Self.hint(for: rule, texts.map(\.id)))")
        }
        Output.line("\(text.id): \(text.title)\n\n\(text.explanation)\n→ \(text.advice)")
    }
}
