// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("The watchdog", .timeLimit(.minutes(20))) struct WatchdogTests {
    @Test("gives up a call after exactly the idle steps of its patience")
    func idle() {
        var quiet = Quiet()
        for _ in 0..<4 { #expect(quiet.step(0, patience: 5, busyFactor: 12) == .wait) }
        #expect(quiet.step(0, patience: 5, busyFactor: 12) == .giveUp)
    }

    @Test("gives a busy call more steps, reports it as slow, and gives it up at last")
    func busy() {
        var quiet = Quiet()
        var actions: [Quiet.Action] = []
        repeat { actions.append(quiet.step(1, patience: 5, busyFactor: 3)) } while actions.last != .giveUp
        #expect(actions.count == 15)
        #expect(actions.firstIndex(of: .noteSlowness) == 4)
        #expect(actions.count { $0 == .noteSlowness } == 1)
    }

    @Test("counts a busy step by its processor time, so that a loaded machine doesn't make a call slow")
    func loaded() {
        var quiet = Quiet()
        var actions: [Quiet.Action] = []
        repeat { actions.append(quiet.step(0.25, patience: 5, busyFactor: 12)) } while actions.last != .giveUp
        #expect(actions.count == 240)
        #expect(actions.firstIndex(of: .noteSlowness) == 19)
    }

    @Test(
        "steps without a processor count against a busy call only if most steps are such steps",
        arguments: [(3, 0.5, false), (9, 0.5, true), (3, 0.1, true)])
    func starved(idleSteps: Int, share: Double, isGivenUp: Bool) {
        var quiet = Quiet()
        let round = Array(repeating: 0.0, count: idleSteps) + [share]
        let steps = (0..<20).flatMap { _ in round }
        let actions = steps.map { quiet.step($0, patience: 50, busyFactor: 12) }
        #expect(actions.contains(.giveUp) == isGivenUp)
    }

    @Test("reports a call that may retry as slow after its patience, and gives it up after four times the patience")
    func retrying() {
        var quiet = Quiet()
        var actions: [Quiet.Action] = []
        repeat { actions.append(quiet.step(0, patience: 5, busyFactor: 12, times: 4)) } while actions.last != .giveUp
        #expect(actions.count == 20)
        #expect(actions.firstIndex(of: .noteSlowness) == 4)
    }
}

@Suite("Calls after the deadline", .timeLimit(.minutes(20))) struct LateCallTests {
    private static let text = """
        { "contract": "1.0", "info": { "title": "Bank", "version": "1" }, "servers": [{ "url": "https://bank.example" }],
          "operations": { "ping": {
            "request": { "method": "GET", "path": "/ping" }, "responses": { "204": { "description": "Nothing." } },
            "cases": { "works": { "response": { "status": 204 } } } } } }
        """

    /// Runs a case with a deadline of 200 ms on a client that waits after a failure.
    private static func result(
        of id: String, waiting: Duration, habits: ClientHabits = ClientHabits()
    ) async throws -> CaseResult {
        let loaded = ContractLoader.load("bank.json", files: MemoryFiles(["bank.json": text]))
        let plan = CasePlan(try #require(loaded.contract))
        let bindings = ClientBindings(
            client: { $0.urlSession },
            operations: [
                "ping": .init { (session: URLSession, _: CallInput) async throws -> Any? in
                    do {
                        return try await session.data(from: #require(URL(string: "https://bank.example/ping"))).0.count
                    } catch {
                        try await Task.sleep(for: waiting)
                        throw error
                    }
                }
            ])
        let runner = CaseRunner(bindings: bindings, deadline: .milliseconds(200), habits: habits)
        return await runner.run(try #require(plan[id]))
    }

    @Test("a call that ends with an error before four times its deadline has at most a warning with the seconds")
    func late() async throws {
        let result = try await Self.result(of: "ping~connect.offline", waiting: .milliseconds(350))
        #expect(result.status == .passed)
        // Other tests of the process use processor time, which the watchdog doesn't count against the call.
        #expect(
            result.findings.allSatisfy { finding in
                finding.rule == .outcomeSlow && finding.severity == .warning
                    && finding.actual?.hasSuffix(" s after the last response") == true
            }, "\(result.findings.map(\.message))")
    }

    @Test("a call that ends with an error before its deadline has no finding")
    func early() async throws {
        let result = try await Self.result(of: "ping~connect.offline", waiting: .zero)
        #expect(result.status == .passed && result.findings.isEmpty, "\(result.findings.map(\.message))")
    }

    @Test("a call that never ends hangs")
    func never() async throws {
        let result = try await Self.result(of: "ping~connect.offline", waiting: .seconds(3600))
        #expect(result.findings.map(\.rule) == [.outcomeHang])
        #expect(result.findings.first?.actual == "no result 0.8 s after the last response")
    }

    @Test(
        "a call that may retry gets a tenth of its deadline if the client is known to sleep",
        arguments: [("ping~connect.offline", true), ("ping/works", false)])
    func sleeping(id: String, sleeps: Bool) async throws {
        let habits = ClientHabits()
        habits.insert(.sleepsAfterFailure)
        let result = try await Self.result(of: id, waiting: .seconds(3600), habits: habits)
        #expect(result.status == (sleeps ? .notApplicable : .passed))
        #expect(result.findings.map(\.rule) == (sleeps ? [.outcomeSlow] : []))
        #expect(result.findings.allSatisfy { $0.actual == "no result 0.02 s after the last response" })
    }

    @Test(
        "a client is known to sleep once a call has ended after the deadline of a failed response",
        arguments: [
            (503, 6, [Rule.outcomeSlow], true), (200, 6, [.outcomeSlow], false), (503, 1, [.outcomeSlow], false),
            (503, 6, [], false),
        ])
    func learning(status: Int, seconds: Double, rules: [Rule], isKnown: Bool) {
        let request = HTTPRequest(method: "GET", url: "https://bank.example/ping")
        var result = CaseResult(
            id: "ping~a", file: "bank.json", operation: "ping", origin: .derived, status: .passed, duration: seconds,
            location: SourceLocation(file: "bank.json", line: 1, column: 1),
            findings: rules.map { Finding(rule: $0, severity: .warning, blame: .client, "late") })
        result.exchanges = [ExchangeRecord(request: request, response: HTTPResponse(status: status), failure: nil)]
        let habits = ClientHabits()
        habits.note(result, isCancelled: false, deadline: .seconds(5))
        #expect(habits.contains(.sleepsAfterFailure) == isKnown && !habits.contains(.ignoresCancellation))
    }
}
