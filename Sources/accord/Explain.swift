import AccordCases
import AccordContract
import AccordJudging
import ArgumentParser

/// `accord explain`: what a rule means.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells what a rule of a finding or a diagnostic means, and what to do about it.",
        discussion: "Without a rule it lists them all."
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

    func run() throws {
        let texts = Self.texts
        guard let rule else {
            return Output.line(texts.map { "\($0.id)  \($0.title)" }.joined(separator: "\n"))
        }
        guard let text = texts.first(where: { $0.id == rule }) else {
            let close = texts.map(\.id).filter { $0.contains(rule) || rule.contains($0) }.prefix(5)
            let hint =
                close.isEmpty ? "`accord explain` lists them all" : "did you mean \(close.joined(separator: ", "))?"
            throw ExitStatus.usage.because("there is no rule “\(rule)”; \(hint)")
        }
        Output.line("\(text.id): \(text.title)\n\n\(text.explanation)\n→ \(text.advice)")
    }
}
