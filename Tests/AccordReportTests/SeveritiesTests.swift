// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@Suite("Severities")
struct SeveritiesTests {
    private static func finding(_ rule: Rule, _ severity: Finding.Severity = .error) -> Finding {
        Finding(rule: rule, severity: severity, blame: .server, "wrong")
    }

    private static func severities(_ rule: Rule, _ profile: Severities.Profile, _ settings: [String]) throws -> [String]
    {
        try Severities(profile, settings: settings).applied(to: [finding(rule)]).map(\.severity.rawValue)
    }

    @Test(
        "the profile, the rule and its group determine the severity; the last setting applies",
        arguments: [
            (Rule.httpAllow, Severities.Profile.default, [], ["warning"]),
            (.httpAllow, .strict, [], ["error"]),
            (.refusalMediaType, .default, [], ["warning"]),
            (.fuzzIntegerNotation, .default, [], ["warning"]),
            (.fuzzIntegerNotation, .strict, [], ["error"]),
            (.refusalPractice, .default, [], ["warning"]), (.refusalPractice, .strict, [], ["error"]),
            (.fuzzPractice, .default, [], ["warning"]), (.fuzzPractice, .strict, [], ["error"]),
            (.refusalAccepted, .default, [], ["error"]),
            (.httpAllow, .default, ["http.allow=error"], ["error"]),
            (.httpHead, .strict, ["http=off"], []),
            (.httpHead, .strict, ["http=off", "http.head=warning"], ["warning"]),
            (.httpHead, .strict, ["http.head=warning", "http=off"], []),
            (.httpHead, .strict, ["http.allow=off"], ["error"]),
        ])
    func level(rule: Rule, profile: Severities.Profile, settings: [String], expected: [String]) throws {
        #expect(try Self.severities(rule, profile, settings) == expected)
    }

    @Test("a warning becomes an error if the setting requires it, and a note stays")
    func stricter() throws {
        let severities = try Severities(settings: ["json-interop=error"])
        let findings = [Self.finding(.jsonInterop, .warning), Self.finding(.jsonInterop, .note)]
        #expect(severities.applied(to: findings).map(\.severity) == [.error, .note])
    }

    @Test(
        "an invalid setting is an error with a suggestion",
        arguments: [
            ("http.allow", "expected RULE=SEVERITY"), ("http.alow=off", "did you mean “http.allow”?"),
            ("http.allow=waring", "did you mean “warning”?"), ("transport=off", "severity is fixed"),
            ("case.template=warning", "severity is fixed"),
        ])
    func invalid(setting: String, words: String) {
        #expect { try Severities(settings: [setting]) } throws: { "\($0)".contains(words) }
    }

    @Test("a fixed rule in a group keeps its severity")
    func fixed() throws {
        #expect(try Self.severities(.caseTemplate, .default, ["case=off"]) == ["error"])
        #expect(try Self.severities(.caseFlaky, .default, ["case=off"]) == [])
    }
}
