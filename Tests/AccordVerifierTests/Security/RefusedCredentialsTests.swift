// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@testable import AccordCore
@testable import AccordVerifier

@Suite("Refused credentials")
struct RefusedCredentialsTests {
    /// A contract with the secured operations `a` and `b`, and the operation `login` without credentials.
    private static func contract() throws -> Contract {
        func operation(_ id: String, _ security: String) -> String {
            """
            "\(id)": { \(security) "request": { "method": "GET", "path": "/\(id)" },
              "responses": { "200": { "description": "Done." }, "401": { "description": "Wrong credentials." } },
              "cases": { "succeeds": { "response": { "status": 200 } } } }
            """
        }
        let text = """
            { "contract": "1.0", "info": { "title": "Safe", "version": "1" },
              "servers": [{ "url": "http://localhost" }], "security": [{ "bearer": [] }],
              "operations": { \(operation("a", "")), \(operation("b", "")), \(operation("login", #""security": [],"#)) },
              "components": { "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer", "credentials": { "token": "${env.TOKEN}" } } } } }
            """
        let loaded = ContractLoader.load("safe.json", files: MemoryFiles(["safe.json": Array(text.utf8)]))
        return try #require(loaded.contract, "\(loaded.diagnostics)")
    }

    private static func results(_ statuses: [String: Int], _ contract: Contract) -> [CaseResult] {
        contract.operations.map { operation in
            let status = statuses[operation.id] ?? 200
            return CaseResult(
                id: "\(operation.id)/\(operation.cases[0].name)", file: contract.file, operation: operation.id,
                origin: .made, status: .passed, location: operation.request.location,
                exchanges: [
                    ExchangeRecord(
                        request: .init(method: "GET", url: "/\(operation.id)", headers: [], body: nil),
                        response: .init(version: nil, status: status, headers: [], body: nil))
                ])
        }
    }

    @Test("a documented 401 of each secured operation is one problem with the credentials, and never passes")
    func refused() throws {
        let contract = try Self.contract()
        let judged = RefusedCredentials([contract]).applied(to: Self.results(["a": 401, "b": 401], contract))
        let report = RunReport(
            tool: .current, kind: .verify, started: "", duration: 0, contracts: [], cases: judged)
        let problems = report.problems()
        #expect(problems.map(\.kind) == [.setUp])
        #expect(problems.first?.operations == ["a", "b"])
        #expect(
            problems.first?.heading.contains(
                "the server responded with 401 to each of 2 secured operations; check --auth") == true)
        #expect(judged.map(\.status) == [.failed, .failed, .passed])
        #expect(judged.flatMap(\.findings).map(\.rule.id) == ["security.refused", "security.refused"])
    }

    @Test(
        "a 401 of some operations, or of a login, is right",
        arguments: [["a": 401], ["login": 401], ["a": 401, "login": 401], [:]])
    func right(statuses: [String: Int]) throws {
        let contract = try Self.contract()
        let judged = RefusedCredentials([contract]).applied(to: Self.results(statuses, contract))
        #expect(judged.allSatisfy { $0.status == .passed && $0.findings.isEmpty })
    }
}
