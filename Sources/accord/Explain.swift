// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordCore
import ArgumentParser

/// The command `accord explain`, which explains a rule, a fault, a mutation or a change of an API.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explain a rule, a fault, a mutation or a change of an API, and how to fix the problem.",
        discussion: "Without an id, lists all rules.")

    @Argument(help: "The id of a rule, fault, mutation or change, such as request.query.missing or body-stall.")
    var rule: String?

    @Flag(help: "Explain every rule, fault, mutation and change.")
    var all = false

    @Flag(help: "Print the rules, faults, mutations and changes as JSON.")
    var json = false

    func validate() throws {
        guard rule == nil || !all && !json else {
            throw ValidationError("--all and --json can't be combined with an id")
        }
    }

    private struct Text {
        var id: String
        var title: String
        var explanation: String
        var advice: String
        /// The members of the entry in the catalogue that `--json` prints.
        var json: JSON

        var lines: String { "\(id): \(title)\n\n\(explanation)\n→ \(advice)" }
    }

    /// Returns the requirement on a client in the words of RFC 2119, such as `must report an error`.
    private static func word(_ verdict: Verdict) -> String {
        switch verdict {
        case .mustError: "must report an error"
        case .mustTolerate: "must accept the response"
        case .shouldError: "should report an error"
        case .shouldTolerate: "should accept the response"
        case .may: "may report an error or accept the response"
        case .mustNotCrash: "must not crash"
        }
    }

    private static var faults: [Text] {
        Fault.allCases.map { fault in
            Text(
                id: fault.id, title: "\(fault.event) (fault, \(fault.layer.rawValue))",
                explanation: "The client \(word(fault.verdict)): \(fault.clientMust).",
                advice: "Cases whose id ends in ~\(fault.layer.rawValue).\(fault.id) simulate this fault.",
                json: object([
                    "id": fault.id, "layer": fault.layer.rawValue, "verdict": fault.verdict.rawValue,
                    "event": fault.event, "clientMust": fault.clientMust,
                ]))
        }
    }

    private static var mutations: [Text] {
        Mutation.allCases.map { mutation in
            Text(
                id: mutation.id, title: "\(mutation.change) (mutation, \(mutation.group.rawValue))",
                explanation: "The client \(word(mutation.verdict)): \(mutation.rule).",
                advice: "Cases whose id contains ~\(mutation.group.rawValue).\(mutation.id) apply this mutation.",
                json: object([
                    "id": mutation.id, "group": mutation.group.rawValue, "verdict": mutation.verdict.rawValue,
                    "change": mutation.change, "rule": mutation.rule,
                ]))
        }
    }

    private static func text(_ change: ChangeKind, _ id: String) -> Text {
        Text(
            id: id, title: "\(change.title) (change of an API)", explanation: change.explanation,
            advice: change.affected.sentence
                + (change.oasdiffNames.contains { id.hasPrefix($0) }
                    ? " oasdiff reports this change under the same id." : ""),
            json: [
                "id": .string(id), "title": .string(change.title), "explanation": .string(change.explanation),
                "affected": .string(change.affected.rawValue), "oasdiff": .array(change.oasdiffNames.map(JSON.string)),
            ])
    }

    private static var changes: [Text] { ChangeKind.allCases.map { text($0, $0.rawValue) } }

    private static var rules: [Text] {
        let judging = Rule.all.map { ($0.id, $0.title, $0.explanation, $0.advice) }
        let contracts = ContractRule.allCases.map { ($0.rawValue, $0.title, $0.explanation, $0.advice) }
        return (judging + contracts).map { id, title, explanation, advice in
            Text(
                id: id, title: title, explanation: explanation, advice: advice,
                json: object(["id": id, "title": title, "explanation": explanation, "advice": advice]))
        }
    }

    /// Returns the id, and the ids that the id of a case names: `wrong-type` in `getUser~structure.wrong-type:/id`, or the
    /// rule about accepted requests in `getUser~refuse.missing:query.limit`.
    private static func names(in id: String) -> [String] {
        let part = String((id.split(separator: "~").last ?? "").prefix { $0 != ":" })
        let words = part.split(separator: ".", maxSplits: 1).map(String.init)
        let rules = ["refuse": [Rule.refusalAccepted.id], "fuzz": [Rule.fuzzRefused.id]]
        return [id, part] + words.dropFirst() + (rules[words.first ?? ""] ?? [])
    }

    /// Returns a suggestion for an unknown id: an id with a similar spelling, or the ids that contain the unknown id.
    private static func hint(for rule: String, _ known: [String]) -> String {
        let parts = known.filter { $0.split(whereSeparator: { ".-".contains($0) }).contains { $0 == rule } }
        if parts.isEmpty, let nearest = Suggestion.nearest(to: rule, in: known) { return "did you mean “\(nearest)”?" }
        var close = parts + known.filter { !parts.contains($0) && ($0.contains(rule) || rule.contains($0)) }
        let families = Set(known.compactMap { id in id.lastIndex(of: ".").map { String(id[..<$0]) } }).sorted()
        if close.isEmpty, let family = Suggestion.nearest(to: rule, in: families) {
            close = known.filter { $0.hasPrefix("\(family).") }
        }
        guard !rule.isEmpty, !close.isEmpty else { return "`accord explain` lists all rules" }
        let shown = close.prefix(5).joined(separator: ", ")
        return close.count > 5
            ? "similar ids are \(shown) and more; `accord explain` lists all rules" : "did you mean \(shown)?"
    }

    func run() throws {
        let rules = Self.rules
        if json {
            let catalogue = [
                ("rules", rules), ("faults", Self.faults), ("changes", Self.changes), ("mutations", Self.mutations),
            ]
            return Output.json(.object(JSONObject(catalogue.map { ($0, .array($1.map(\.json))) })))
        }
        let texts = rules + Self.faults + Self.mutations + Self.changes
        if all { return Output.line(texts.map(\.lines).joined(separator: "\n\n")) }
        guard let rule else { return Output.line(rules.map { "\($0.id)  \($0.title)" }.joined(separator: "\n")) }
        let change = ChangeKind(id: rule).map { Self.text($0, rule) }
        let named = Self.names(in: rule).lazy.compactMap { name in texts.first { $0.id == name } }.first
        guard let text = texts.first(where: { $0.id == rule }) ?? change ?? named else {
            throw ExitStatus.usage.because("unknown id “\(rule)”; \(Self.hint(for: rule, texts.map(\.id)))")
        }
        Output.line(text.lines)
    }

    private static func object(_ members: KeyValuePairs<String, String>) -> JSON {
        .object(JSONObject(members.map { ($0.key, .string($0.value)) }))
    }
}
