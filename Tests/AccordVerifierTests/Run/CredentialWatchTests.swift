// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import LoopbackServer
import Testing

@testable import AccordContract
@testable import AccordVerifier

@Suite("Credentials that stop working during a run")
struct CredentialWatchTests {
    /// Operations with the same credentials. The operation “end” may end the session. It follows a read, because the run
    /// must have received a response that shows that the credentials work.
    private func contract(ending path: String) throws -> Contract {
        let reads = (0..<6).map { number in
            #"""
            "read\#(number)": { "request": { "method": "GET", "path": "/items/\#(number)" },
              "responses": { "200": { "description": "It." }, "401": { "description": "No." } },
              "cases": { "reads": { "response": { "status": 200 } } } }
            """#
        }
        let end = #"""
            "end": { "request": { "method": "POST", "path": "\#(path)" },
              "responses": { "204": { "description": "Done." } }, "cases": { "ends": { "after": ["read0/reads"], "response": { "status": 204 } } } }
            """#
        let text = #"""
            { "contract": "1.0", "info": { "title": "Session", "version": "1" },
              "security": [{ "key": [] }],
              "operations": { \#((reads[..<3] + [end] + reads[3...]).joined(separator: ", ")) },
              "components": { "securitySchemes": { "key": { "type": "http", "scheme": "bearer", "credentials": { "token": "a" } } } } }
            """#
        let result = ContractLoader.load("session.json", files: MemoryFiles(["session.json": text]), lints: false)
        return try #require(result.contract, "\(result.diagnostics.map(\.rendered))")
    }

    private func run(
        _ contract: Contract, concurrency: Int = 1,
        _ isRefused: @escaping @Sendable (_ head: String, _ ended: Bool) -> Bool
    ) throws -> (results: [CaseResult], ending: RunEnding?) {
        let isOver = Locked(false)
        let server = try ScriptedServer([
            .answer { head in
                if isRefused(head, isOver.withLock { $0 }) { return [.response("401 No", body: "")] }
                if head.hasPrefix("POST") { isOver.withLock { $0 = true } }
                return [
                    .response(head.hasPrefix("POST") ? "204 Done" : "200 OK", body: head.hasPrefix("POST") ? "" : "{}")
                ]
            }
        ])
        let plan = RunPlan([contract], selection: Selection(), serverName: nil, today: "2026-01-01")
        var options = VerifierOptions(target: .baseURL("http://127.0.0.1:\(server.port)"))
        options.concurrency = concurrency
        let recorder = Recorder(Secrets([contract]) { _ in nil }, keptExchanges: 10)
        return (try Verifier.run(plan, options: options, recorder: recorder), recorder.ending)
    }

    @Test("an operation that ends the session by its name runs last, and no case fails", arguments: [1, 16])
    func last(concurrency: Int) throws {
        let (results, ending) = try run(contract(ending: "/logout"), concurrency: concurrency) { $1 }
        #expect(results.allSatisfy { $0.status == .passed }, "\(results)")
        #expect(ending == nil)
    }

    @Test("if a different operation ends the session, the run stops and names the request", arguments: [1, 16])
    func lost(concurrency: Int) throws {
        let (results, ending) = try run(contract(ending: "/done"), concurrency: concurrency) { $1 }
        #expect(results.allSatisfy { $0.status == .passed || $0.status == .skipped }, "\(results)")
        guard concurrency == 1 else { return }
        let reason = "the credentials of “key” stopped working after POST /done (end/ends)"
        #expect(ending == .credentialsLost(reason, isAtEnd: false))
        #expect(results.map(\.status) == [.passed, .passed, .passed, .passed, .skipped, .skipped, .skipped])
        #expect(
            results[4...].compactMap(\.reason) == [
                "not finished: \(reason)", "not run: \(reason)", "not run: \(reason)",
            ])
    }

    @Test("a single operation that refuses valid credentials fails, and the run continues")
    func refused() throws {
        let (results, ending) = try run(contract(ending: "/done")) { head, _ in head.hasPrefix("GET /items/4") }
        #expect(ending == nil)
        #expect(results.filter { $0.status == .failed }.map(\.id) == ["read4/reads"])
        #expect(results.count { $0.status == .passed } == 6)
    }

    @Test(
        "sessions end at operations with certain names",
        arguments: [
            ("POST", "/logout", true), ("GET", "/auth/sign-out", true), ("DELETE", "/sessions", true),
            ("DELETE", "/users/me", true), ("POST", "/token/revoke", true), ("PUT", "/users/{id}/password", true),
            ("GET", "/users/{id}/password", false), ("DELETE", "/sessions/{id}/notes", false),
            ("POST", "/login", false),
            ("GET", "/sessions", false), ("DELETE", "/users/{id}", false),
        ])
    func names(method: String, path: String, ends: Bool) throws {
        #expect(try contract(method, path).operations[0].endsSession == ends)
    }

    @Test(
        "invalid requests precede the documented cases if these end the session or change a resource",
        arguments: [
            ("POST", "/logout", true), ("GET", "/auth/sign-out", true), ("PUT", "/users/{id}", true),
            ("DELETE", "/users/{id}", true), ("POST", "/login", false), ("GET", "/users/{id}", false),
        ])
    func order(method: String, path: String, isFirst: Bool) throws {
        let plan = CasePlan(try contract(method, path), operations: [], refusals: RefusalOptions())
        let ids = plan.cases.map(\.id)
        #expect(ids.contains("a~refuse.method:TRACE") && (ids[0] != "a/ends") == isFirst, "\(ids)")
    }

    /// Returns a contract with one operation, which has one case.
    private func contract(_ method: String, _ path: String) throws -> Contract {
        let parameters = path.contains("{id}") ? #", "pathParameters": { "id": { "type": "string" } }"# : ""
        let text = #"""
            { "contract": "1.0", "info": { "title": "Session", "version": "1" }, "operations": { "a": {
              "request": { "method": "\#(method)", "path": "\#(path)"\#(parameters) }, "responses": { "204": { "description": "Done." } },
              "cases": { "ends": { "response": { "status": 204 } } } } } }
            """#
        return try #require(
            ContractLoader.load("session.json", files: MemoryFiles(["session.json": text]), lints: false).contract)
    }
}
