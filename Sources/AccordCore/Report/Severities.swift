// SPDX-License-Identifier: Apache-2.0
import AccordContract

/// The severities of the rules in a run. The user's settings take precedence over the profile.
package struct Severities: Sendable {
    package typealias Profile = SeverityProfile

    package enum Level: String, Sendable, CaseIterable { case error, warning, off }

    /// The severity that the user chose for a rule, such as `http.allow`, or for a group of rules, such as `http`.
    private struct Setting: Sendable {
        var rules: String
        var level: Level

        func covers(_ rule: Rule) -> Bool { rule.id == rules || rule.id.hasPrefix("\(rules).") }
    }

    package let profile: Profile
    private var settings: [Setting] = []

    /// The rules whose findings the default profile reports as warnings.
    package static let lenient: Set<Rule> = [
        .httpAllow, .refusalMediaType, .refusalPractice, .fuzzIntegerNotation, .fuzzPractice,
    ]

    /// The rules whose severity a user can't change. A case with a finding of these rules tests nothing, and must fail.
    private static let fixed: Set<Rule> = Set(
        Rule.transport + [
            .caseNoAssertion, .caseTemplate, .outputMissing, .stateFailed, .baselineStale, .securityToken,
            .securitySigning, .securityRefused, .contractInvalid,
        ])

    /// - Parameter settings: Settings such as `http.allow=warning`, each with a rule or group of rules and a severity.
    ///   If several settings apply to a rule, the last setting takes precedence.
    /// - Throws: `DescribedError` for an unknown rule or severity.
    package init(_ profile: Profile = .default, settings: [String] = []) throws(DescribedError) {
        self.init(profile)
        for text in settings { self.settings.append(try Self.setting(text)) }
    }

    private init(_ profile: Profile) { self.profile = profile }

    /// The severities of the strict profile, without settings of the user.
    package static let strict = Severities(.strict)

    private static func setting(_ text: String) throws(DescribedError) -> Setting {
        guard let equals = text.lastIndex(of: "=") else {
            throw DescribedError("“\(text)”: expected RULE=SEVERITY, such as http.allow=warning")
        }
        let (rules, name) = (String(text[..<equals]), String(text[text.index(after: equals)...]))
        guard let level = Level(rawValue: name) else {
            let names = Level.allCases.map(\.rawValue)
            let hint = Suggestion.hint(for: name, in: names)
            throw DescribedError("“\(text)”: unknown severity; expected \(names.joined(separator: ", "))\(hint)")
        }
        let setting = Setting(rules: rules, level: level)
        let covered = Rule.all.filter(setting.covers)
        guard !covered.isEmpty else {
            let list = "; `accord explain` lists the rules"
            throw DescribedError(
                "“\(text)”: unknown rule\(Suggestion.hint(for: rules, in: Rule.all.map(\.id), otherwise: list))")
        }
        guard !covered.allSatisfy(fixed.contains) else {
            throw DescribedError(
                "“\(text)”: this rule's severity is fixed, because a case that violates the rule tests nothing")
        }
        return setting
    }

    /// The profile and the settings as text, such as `strict, http.allow=warning`.
    package var description: String {
        ([profile.rawValue] + settings.map { "\($0.rules)=\($0.level.rawValue)" }).joined(separator: ", ")
    }

    /// Returns the findings with their severities in this run. Omits findings whose rule has the severity “off”.
    package func applied(to findings: [Finding]) -> [Finding] {
        findings.compactMap { finding in
            guard finding.severity != .note, let level = level(of: finding) else { return finding }
            var finding = finding
            switch level {
            case .error: finding.severity = .error
            case .warning: finding.severity = .warning
            case .off: return nil
            }
            return finding
        }
    }

    /// Returns the severity that replaces the finding's severity, or `nil` if the finding keeps its severity.
    private func level(of finding: Finding) -> Level? {
        guard !Self.fixed.contains(finding.rule) else { return nil }
        if let setting = settings.last(where: { $0.covers(finding.rule) }) { return setting.level }
        return profile == .default && Self.lenient.contains(finding.rule) ? .warning : nil
    }
}
