// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Foundation
import Testing

@testable import AccordTesting

@Suite("Broken and correct clients of one operation", .timeLimit(.minutes(20))) struct BrokenClientTests {
    /// A bug, the case that has to find it, and the rule that names it.
    struct Trap: Sendable, CustomTestStringConvertible {
        var bug: Bug
        var caseID: String
        var rule: String

        init(_ bug: Bug, _ caseID: String, _ rule: String) {
            self.bug = bug
            self.caseID = caseID
            self.rule = rule
        }

        var testDescription: String { bug.rawValue }
    }

    static let traps: [Trap] = [
        Trap(.unescapedQuery, "login/creates a token", "request.query"),
        Trap(.plusForSpace, "login/takes any character in a password[space]", "request.query"),
        Trap(.encodesTwice, "login/creates a token", "request.query"),
        Trap(.dropsQueryItem, "login/creates a token", "request.query.missing"),
        Trap(.addsQueryItem, "login/creates a token", "request.query.unexpected"),
        Trap(.wrongHost, "login/creates a token", "request.host"),
        Trap(.plainHTTP, "login/creates a token", "request.scheme"),
        Trap(.wrongPath, "login/creates a token", "request.path"),
        Trap(.postsInsteadOfGets, "login/creates a token", "request.method"),
        Trap(.ignoresStatus, "login~error.error-status-success-body", "outcome.returned"),
        Trap(.swallowsErrors, "login/is offline", "outcome.nothing"),
        Trap(.reportsBoth, "login/is offline", "outcome.both"),
        Trap(.callsTwice, "login/creates a token", "outcome.twice"),
        Trap(.completesLate, "login~client.cancel-before-response", "outcome.late"),
        Trap(.retries, "login/says that the service is down", "request.count.extra"),
        Trap(.defaultsWrongTypes, "login~structure.wrong-type:/token:number", "outcome.returned"),
        Trap(.throwsTheWrongError, "login/refuses a wrong password", "outcome.error"),
        Trap(.chokesOnUnknownProperties, "login~structure.extra-property", "outcome.threw"),
        Trap(.sendsNothing, "login/creates a token", "request.count.none"),
    ]

    @Test("each bug is found by its case", arguments: traps)
    func catches(_ trap: Trap) async throws {
        let result = try await Todos.result(trap.caseID, of: TodoClient.bindings(trap.bug))
        #expect(result.status == .failed)
        let rules = result.findings.filter { $0.severity == .error }.map(\.rule.id)
        #expect(rules.contains { $0.hasPrefix(trap.rule) }, "found \(rules)")
        #expect(result.findings.allSatisfy { $0.blame == .client && $0.contract != nil })
        KillRatio.shared.note(rules.contains { $0.hasPrefix(trap.rule) })
    }

    @Test(
        "a call that never ends fails after its deadline",
        arguments: [(Bug.silentWithoutData, "login~syntax.empty-body"), (.neverCalls, "login/creates a token")])
    func hangs(bug: Bug, id: String) async throws {
        let result = try await Todos.result(id, of: TodoClient.bindings(bug), deadline: .milliseconds(100))
        #expect(result.findings.map(\.rule.id) == ["outcome.hang"])
        KillRatio.shared.note(result.findings.map(\.rule.id) == ["outcome.hang"])
    }

    @Test("a correct client passes every case")
    func passes() async {
        let cases = Todos.cases(of: "login")
        #expect(cases.count > 50)
        for testCase in cases {
            let result = await CaseRunner(bindings: TodoClient.bindings(.none), deadline: .seconds(20)).run(testCase)
            let errors = result.findings.filter { $0.severity == .error }
            #expect(errors.isEmpty, "\(testCase.id): \(errors.map(\.message))")
            #expect(result.status == .passed || result.status == .notApplicable, "\(testCase.id): \(result.status)")
        }
    }

    @Test("the cases of an operation without a closure are skipped")
    func unbound() async throws {
        let bindings = ClientBindings(client: { _ in 0 }, operations: [:])
        let result = try await Todos.result("login/creates a token", of: bindings)
        #expect(result.status == .skipped)
        #expect(result.reason?.contains("have no closure") == true)
    }

    @Test("a thousand concurrent cases are independent")
    func crossTalk() async {
        let cases = Todos.cases(of: "login").filter { !$0.isDerived }
        let results = await withTaskGroup(of: CaseResult.self) { group in
            for index in 0..<1000 {
                let testCase = cases[index % cases.count]
                group.addTask {
                    await CaseRunner(bindings: TodoClient.bindings(.none), deadline: .seconds(60)).run(testCase)
                }
            }
            return await group.reduce(into: [CaseResult]()) { $0.append($1) }
        }
        #expect(results.count == 1000)
        #expect(results.allSatisfy { $0.status == .passed })
    }
}

extension Todos {
    /// The contract as generated code has it.
    static func contract(_ level: Level = .standard) throws -> ClientContract {
        let text = try String(contentsOf: packageRoot.appending(path: "Specs/awesome-todos.json"), encoding: .utf8)
        return ClientContract(
            file: "Specs/awesome-todos.json", packageRoot: packageRoot.path, level: level.rawValue, text: text)
    }
}
