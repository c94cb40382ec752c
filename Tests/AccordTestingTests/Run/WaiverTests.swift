// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@testable import AccordTesting

@Suite("Waivers", .timeLimit(.minutes(20))) struct WaiverTests {
    private static func result(_ bug: Bug, checks: Bool) async throws -> CaseResult {
        let testCase = try #require(Todos.plan?["login~syntax.invalid-json"])
        let waived = testCase.with {
            $0.skip = Exemption(reason: "the old decoder takes anything", location: testCase.location)
        }
        var runner = CaseRunner(bindings: TodoClient.bindings(bug), deadline: .seconds(20))
        runner.checksWaivers = checks
        return await runner.run(waived)
    }

    @Test("an unneeded waiver is a warning")
    func unneeded() async throws {
        let result = try await Self.result(.none, checks: true)
        #expect(result.status == .skipped)
        #expect(result.findings.map(\.rule.id) == ["case.waiver-unneeded"])
        #expect(result.findings.map(\.severity) == [.warning])
    }

    @Test(
        "a waiver skips a case that fails, and any case without a check of waivers",
        arguments: [(Bug.silentWithoutData, false), (.none, false)])
    func needed(bug: Bug, checks: Bool) async throws {
        let result = try await Self.result(bug, checks: checks)
        #expect(result.status == .skipped)
        #expect(result.findings.isEmpty)
        #expect(result.reason == "the old decoder takes anything")
    }

    @Test("a waiver skips the case of a client that fails")
    func failing() async throws {
        let result = try await Self.result(.reportsBoth, checks: true)
        #expect(result.status == .skipped)
        #expect(result.findings.isEmpty)
    }
}
