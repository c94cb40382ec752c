// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordSchema
import Foundation
import Testing

@testable import AccordTesting

@Suite("Findings about the outcome of a call") struct OutcomeWordsTests {
    struct Broken: Error {}

    static func finding(_ id: String, _ outcome: ClientOutcome, answer: String = "offline") throws -> Finding {
        let testCase = try #require(Todos.plan?[id])
        var fault: Fault?
        if case .fault(let found, _)? = testCase.steps.last?.answer { fault = found }
        let judge = OutcomeJudge(expected: testCase.outcome, scope: testCase.scope(), answer: answer, fault: fault)
        let observation = ClientObservation(outcome: outcome)
        return try #require(judge.judge(observation).findings.first)
    }

    @Test("a recommendation uses “should”, and names the expected reaction and the next step")
    func should() throws {
        let finding = try Self.finding("login~flow.unknown-2xx", .threw(ClientError(Broken())))
        #expect(finding.severity == .warning)
        #expect(finding.message == "the call failed but should return")
        let advice = finding.advice ?? ""
        #expect(advice.contains("the client should treat the unknown status like 200"), "\(advice)")
        #expect(advice.contains("every status code from 200 to 299 as a success"), "\(advice)")
        #expect(!advice.contains("MAY"))
    }

    @Test(
        "the client posts the documented notifications, and no others",
        arguments: [
            (["DidChange"], []), ([], ["outcome.notifies"]), (["DidChange", "DidChange"], ["outcome.notifies"]),
        ])
    func notifications(posted: [String], rules: [String]) throws {
        let testCase = try #require(Todos.plan?["login~connect.offline"])
        var expected = testCase.outcome
        expected.notifies = ["DidChange"]
        let judge = OutcomeJudge(expected: expected, scope: testCase.scope(), answer: "offline", fault: nil)
        var observation = ClientObservation(outcome: .threw(ClientError(Broken())))
        observation.notifications = posted
        #expect(judge.judge(observation).findings.map(\.rule.id) == rules)
    }

    @Test("a requirement uses “must”, and points at the session's error")
    func must() throws {
        let finding = try Self.finding("login~connect.offline", .returned(ClientValue("x")))
        #expect(finding.severity == .error)
        #expect(finding.message == "the call returned a value but must fail")
        #expect(finding.advice?.contains("the client must throw an error within the time limit") == true)
        #expect(finding.advice?.contains("Check the session's error") == true)
    }

    @Test("an issue shows the start of a long value", arguments: [(10, false), (20_000, true)])
    func long(length: Int, isCut: Bool) throws {
        let testCase = try #require(Todos.plan?["login~connect.offline"])
        let value = String(repeating: "x", count: length)
        let finding = try Self.finding("login~connect.offline", .returned(ClientValue(value)))
        let text = finding.text(of: CaseResult(testCase, .failed, findings: [finding]))
        #expect(text.contains(value) != isCut && text.contains("x…") == isCut)
        #expect(text.lines.allSatisfy { $0.count < 600 })
        #expect(finding.actual?.contains(value) == true)
    }

    @Test("the message is the same for every response, which is one of the details")
    func message() throws {
        let first = try Self.finding("login~connect.offline", .neither, answer: "offline")
        let second = try Self.finding("login~connect.offline", .neither, answer: "status 200, 4 bytes")
        #expect(first.message == second.message)
        #expect(first.details == ["response: offline"])
        #expect(second.details == ["response: status 200, 4 bytes"])
    }

    @Test("have the severities of the table in docs/client-tests.md")
    func table() throws {
        let root = ClientContract.packageRoot(of: #filePath)
        let text = try String(contentsOf: URL(filePath: root).appending(path: "docs/client-tests.md"), encoding: .utf8)
        let rows = text.lines.drop { !$0.hasPrefix("| the client | default | strict |") }.dropFirst(2)
            .prefix { $0.hasPrefix("|") }.map { $0.split(separator: "|").suffix(2).map(String.init) }
        #expect(rows.count == ClientHarm.allCases.count)
        for (row, harm) in zip(rows, ClientHarm.allCases) {
            for (cell, profile) in zip(row, [Severities.Profile.default, .strict]) {
                let severities = [Finding.Severity.error, .warning, .note].filter { cell.contains($0.rawValue) }
                #expect(severities == [harm.severity(in: profile)], "\(harm) in \(profile): \(cell)")
            }
        }
    }
}
