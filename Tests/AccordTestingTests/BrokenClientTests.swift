import AccordContract
import AccordCore
import Foundation
import Testing

@testable import AccordTesting

@Suite("Broken clients are caught, correct ones pass") struct BrokenClientTests {
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

    @Test("catches a bug by the case that should find it, and says what it is", arguments: traps)
    func catches(_ trap: Trap) async throws {
        let result = try await Todos.result(trap.caseID, of: TodoClient.bindings(trap.bug))
        #expect(result.status == .failed)
        let rules = result.findings.filter { $0.severity == .error }.map(\.rule.id)
        #expect(rules.contains { $0.hasPrefix(trap.rule) }, "found \(rules)")
        #expect(result.findings.allSatisfy { $0.blame == .client && $0.contract != nil })
        KillRatio.shared.note(rules.contains { $0.hasPrefix(trap.rule) })
    }

    @Test(
        "notices a call that never ends, without waiting for ever",
        arguments: [(Bug.silentWithoutData, "login~syntax.empty-body"), (.neverCalls, "login/creates a token")])
    func hangs(bug: Bug, id: String) async throws {
        let result = try await Todos.result(id, of: TodoClient.bindings(bug), deadline: .milliseconds(100))
        #expect(result.findings.map(\.rule.id) == ["outcome.hang"])
        KillRatio.shared.note(result.findings.map(\.rule.id) == ["outcome.hang"])
    }

    @Test("names the case in which a client crashes, where it has no child process")
    func namesTheCrash() async throws {
        let child = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = try await Todos.result("login/creates a token", of: TodoClient.bindings(.forcesJSON))
            _ = try await Todos.result("login~syntax.invalid-json", of: TodoClient.bindings(.forcesJSON))
        }
        let text = String(decoding: child?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("accord: the client crashed while it was tried on\n  login~syntax.invalid-json\n"))
        #expect(!text.contains("  login/creates a token\n"))
    }

    @Test("counts the cases that it has no room to name")
    func countsTheRest() async throws {
        let child = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await CrashNote.crash(within: CrashNote.slotCount + 3)
        }
        let text = String(decoding: child?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("while it was tried on\n  case 1\n"))
        #expect(text.contains("\n  case \(CrashNote.slotCount)\n  and on 3 more\n"))
    }

    @Test("says after which case a client crashes where none is under way")
    func namesTheOneBefore() async throws {
        let child = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await CrashNote.noting("login/first") {}
            await CrashNote.noting("login/creates a token") {}
            await CrashNote.crash(within: 0)
        }
        let text = String(decoding: child?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("accord: the client crashed between cases, after\n  login/creates a token\n"))
        #expect(!text.contains("login/first"))
    }

    @Test("lets a correct client pass every case of its operation")
    func passes() async {
        let cases = Todos.cases(of: "login")
        #expect(cases.count > 50)
        for tried in cases {
            let result = await CaseRunner(bindings: TodoClient.bindings(.none), deadline: .seconds(20)).run(tried)
            let errors = result.findings.filter { $0.severity == .error }
            #expect(errors.isEmpty, "\(tried.id): \(errors.map(\.message))")
            #expect(result.status == .passed || result.status == .notApplicable, "\(tried.id): \(result.status)")
        }
    }

    @Test("reports an operation without a closure, and never passes it")
    func unbound() async throws {
        let bindings = ClientBindings(client: { _ in 0 }, operations: [:])
        let result = try await Todos.result("login/creates a token", of: bindings)
        #expect(result.status == .skipped)
        #expect(result.reason?.contains("not bound") == true)
    }

    @Test("keeps a thousand cases at once apart")
    func crossTalk() async {
        let cases = Todos.cases(of: "login").filter { !$0.isDerived }
        let results = await withTaskGroup(of: CaseResult.self) { group in
            for index in 0..<1000 {
                let tried = cases[index % cases.count]
                group.addTask {
                    await CaseRunner(bindings: TodoClient.bindings(.none), deadline: .seconds(60)).run(tried)
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

extension CrashNote {
    /// Crashes within so many cases.
    fileprivate static func crash(within count: Int, of all: Int? = nil) async {
        let all = all ?? count
        guard count > 0 else { preconditionFailure("crashes") }
        await noting("case \(all - count + 1)") { await crash(within: count - 1, of: all) }
    }
}
