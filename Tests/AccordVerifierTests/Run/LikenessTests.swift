// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@testable import AccordVerifier

@Suite("Generated requests with the same failure")
struct LikenessTests {
    private func result(
        _ id: String, _ rule: Rule = .fuzzCrashed, _ line: String = "curl x", _ status: CaseResult.Status = .failed,
        reason: String? = nil
    ) -> CaseResult {
        CaseResult(
            id: id, file: "a.json", operation: "list", origin: .derived, status: status, reason: reason,
            location: SourceLocation(file: "a.json", line: 1, column: 1),
            findings: [Finding(rule: rule, blame: .server, "wrong", reproduce: line)])
    }

    @Test("requests with the same rule and smallest request refer to the first one")
    func marked() {
        let results = [
            result("list~fuzz.1-0", reason: "fails as list~fuzz.1-4"), result("list~fuzz.1-1"),
            result("list~fuzz.1-2"), result("list~fuzz.1-3", .refusalAccepted),
            result("list~fuzz.1-4", .fuzzCrashed, "curl y"), result("list/one"), result("list/two"),
            result("list~fuzz.1-5", .fuzzCrashed, "curl x", .pending), result("list~fuzz.1-6"),
        ]
        let reasons = Hints.markDuplicates(results).map(\.reason)
        let likewise = "fails as list~fuzz.1-1"
        #expect(reasons == ["fails as list~fuzz.1-4", nil, likewise, nil, nil, nil, nil, nil, likewise])
    }
}
