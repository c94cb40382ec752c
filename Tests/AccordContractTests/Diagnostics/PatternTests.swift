// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import Testing

/// Patterns on which engines that backtrack take exponential time.
@Suite("Patterns that backtrack")
struct PatternTests {
    private static func diagnostics(_ pattern: String) throws -> [Diagnostic] {
        let schema = JSON.object(["type": "string", "pattern": .string(pattern)]).compact
        let contract = OperationTests.query("", .backtracking, schema)
        return Contracts.load(contract.text).diagnostics.filter { $0.rule == "contract.pattern" }
    }

    static let backtracking: [(pattern: String, alternative: String?)] = [
        ("^(a+)+$", "^a+$"), ("^(a*)*b", "^a*b"), ("^(?:a|a)*$", "^a*$"), (#"^(\w+ ?)+$"#, #"^\w+(?: \w+)* ?$"#),
        (#"^(\d+\.?)*$"#, #"^(?:\d+(?:\.\d+)*\.?)?$"#), (#"^(\s*\w+)*$"#, #"^(?:\s*\w+(?:\s+\w+)*)?$"#),
        ("^([a-z]+|[0-9])*$", "^[a-z0-9]*$"), ("^([a-z]+[0-9]*)+x$", "^[a-z]+(?:[0-9]+[a-z]+)*[0-9]*x$"),
        (#"^(?:\p{L}+|\d)+$"#, #"^[\p{L}\d]+$"#), ("^(.+)*x", "^.*x"), ("^(a|ab|b)+$", nil), ("^(.*,)*$", nil),
        ("^((ab)*)*c", nil), (#"^(\w+\d?)*$"#, nil), (#"^(a+)+(b)\2$"#, nil),
    ]

    @Test("a pattern that backtracks is a warning, with an equivalent pattern if one is known", arguments: backtracking)
    func isReported(pattern: String, alternative: String?) throws {
        let only = try #require(try Self.diagnostics(pattern).first)
        #expect(only.severity == .warning)
        #expect(only.message.contains("“\(pattern)”"))
        #expect(only.advice?.contains(alternative.map { "Write “\($0)”" } ?? "with a different character") == true)
        guard let alternative else { return }
        #expect(try Self.diagnostics(alternative).isEmpty)
        let (left, right) = (try ECMAPattern(pattern), try ECMAPattern(alternative))
        for text in Self.texts { #expect(left.matches(in: text) == right.matches(in: text), "\(text)") }
    }

    /// All texts of up to five of these characters.
    private static let texts: [String] = (1...5).reduce(into: [[""]]) { lengths, _ in
        lengths.append(lengths[lengths.count - 1].flatMap { text in "ab1. x".map { "\(text)\($0)" } })
    }.flatMap(\.self)

    @Test(
        "a pattern that matches each text in one way has no warning",
        arguments: [
            "(a+)+", "^a+$", #"^\d+(\.\d+)*$"#, "^(?:[0-9]{4})+$", #"^(?:\.\w+)*$"#, "^[A-Za-z]+([ '-][A-Za-z]+)*$",
            #"^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$"#, "^(a|b)*$",
            #"^#(?:[0-9a-f]{3}){1,2}$"#, "^(?!.*--)[a-z-]+$", #"^(\d{3}-)*\d+$"#, "^(a?b)*$", ".*",
        ])
    func isLinear(pattern: String) throws {
        #expect(try Self.diagnostics(pattern).map(\.message) == [])
    }
}
