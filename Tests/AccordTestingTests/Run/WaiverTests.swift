import AccordContract
import AccordCore
import Testing

@testable import AccordTesting

@Suite("Waivers") struct WaiverTests {
    private static func result(_ bug: Bug, checks: Bool) async throws -> CaseResult {
        let tried = try #require(Todos.plan?["login~syntax.invalid-json"])
        let waived = tried.with {
            $0.skip = Exemption(reason: "the old decoder takes anything", location: tried.location)
        }
        var runner = CaseRunner(bindings: TodoClient.bindings(bug), deadline: .seconds(20))
        runner.checksWaivers = checks
        return await runner.run(waived)
    }

    @Test("are reported where nobody needs them any more, as a warning")
    func unneeded() async throws {
        let result = try await Self.result(.none, checks: true)
        #expect(result.status == .skipped)
        #expect(result.findings.map(\.rule.id) == ["case.waiver-unneeded"])
        #expect(result.findings.map(\.severity) == [.warning])
    }

    @Test(
        "hold where they are needed, and where nobody asks",
        arguments: [(Bug.silentWithoutData, false), (.none, false)])
    func needed(bug: Bug, checks: Bool) async throws {
        let result = try await Self.result(bug, checks: checks)
        #expect(result.status == .skipped)
        #expect(result.findings.isEmpty)
        #expect(result.reason == "the old decoder takes anything")
    }

    @Test("hold for a client that fails")
    func failing() async throws {
        let result = try await Self.result(.reportsBoth, checks: true)
        #expect(result.status == .skipped)
        #expect(result.findings.isEmpty)
    }
}
