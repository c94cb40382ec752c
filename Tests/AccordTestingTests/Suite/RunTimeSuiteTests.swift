// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A suite as a user writes it who wants no generated code.
@Suite("A suite created at run time", .timeLimit(.minutes(20))) struct RunTimeSuiteTests {
    static let todos = ClientContract(reading: "Specs/awesome-todos.json", level: "smoke")

    static let bindings = ClientBindings(
        client: { stub in ItemsClient(session: stub.urlSession, bug: .none) },
        operations: [
            "login": .init { client, input in
                ["id": try await client.login(input.string("username"), input.string("password"))]
            },
            "fetchItems": .init { client, input in try await client.items(done: input.optionalBool("done")) },
            "addItem": .init { client, input in try await client.add(input.json("body").decode()) },
        ])

    @Test("runs every case of the contract", arguments: todos.cases)
    func holds(_ testCase: ClientCase) async {
        await Self.todos.run(testCase, with: Self.bindings)
    }

    @Test("has cases of every operation, derived according to the level")
    func cases() {
        let ids = Self.todos.cases.map(\.id)
        #expect(ids.contains("addItem/adds an item"))
        #expect(ids.contains("login~connect.offline"))
        #expect(!ids.contains("login~connect.dns-failure"))
    }

    @Test("fails with the diagnostics of an invalid contract")
    func unusable() async {
        let missing = ClientContract(reading: "Specs/no-such-file.json")
        #expect(missing.cases.map(\.id) == ["Specs/no-such-file.json"])
        let result = await missing.result(of: missing.cases[0], with: Self.bindings)
        #expect(result.status == .failed)
        #expect(result.findings.map(\.rule.id) == ["contract.invalid"])
        #expect(result.findings.first?.message.contains("doesn't exist") == true)
    }

    @Test("reports a mistyped operation with a suggestion")
    func mistyped() async throws {
        let bindings = ClientBindings(client: { _ in 0 }, operations: ["fetchItem": .init { _, _ in nil }])
        let result = try await Todos.result("fetchItems/finds nothing done in a new list", of: bindings)
        #expect(result.status == .skipped)
        #expect(result.reason?.contains("did you mean “fetchItem”?") == true)
    }

    @Test("fails a case whose binding isn't written")
    func unwritten() async throws {
        let bindings = ClientBindings(
            client: { _ in 0 }, operations: ["login": .init { _, _ in throw NotBound(operation: "login") }])
        let result = try await Todos.result("login/creates a token", of: bindings)
        #expect(result.status == .failed)
        #expect(result.findings.map(\.rule.id) == ["outcome.unbound"])
    }

    @Test(
        "fails a case whose binding reads a missing input, even if the call has to fail",
        arguments: ["login/creates a token", "login~syntax.invalid-json"])
    func misread(id: String) async throws {
        let bindings = ClientBindings(
            client: { _ in 0 }, operations: ["login": .init { _, input in try input.string("usernam") }])
        let result = try await Todos.result(id, of: bindings)
        #expect(result.status == .failed)
        #expect(result.findings.map(\.rule.id) == ["outcome.unbound"])
        #expect(result.findings.first?.actual?.contains("“usernam”") == true)
    }

    @Test("reports a call without a request once, with its error")
    func failsAtOnce() async throws {
        let bindings = ClientBindings(
            client: { _ in 0 }, operations: ["login": .init { _, _ in throw URLError(.badURL) }])
        let result = try await Todos.result("login/creates a token", of: bindings)
        #expect(result.findings.map(\.rule.id) == ["request.count.none"])
        let finding = try #require(result.findings.first)
        #expect(finding.advice?.contains("URLError(-1000)") == true, "\(finding.advice ?? "")")
    }
}

@Suite("Credentials without documented values, as in OpenAPI", .timeLimit(.minutes(20))) struct UnstatedCredentialsTests
{
    static func result(_ scheme: String, sends header: @escaping @Sendable ([String: String]) -> String?) async throws
        -> CaseResult
    {
        let text = """
            { "contract": "1.0", "info": { "title": "Safe", "version": "1" }, "servers": [ { "url": "https://safe.example" } ],
              "security": [ { "key": [] } ], "components": { "securitySchemes": { "key": \(scheme) } },
              "operations": {
                "read": {
                  "request": { "method": "GET", "path": "/" }, "responses": { "204": { "description": "Fine." } },
                  "cases": { "works": { "response": { "status": 204 } } }
                } } }
            """
        let loaded = ContractLoader.load("safe.json", files: MemoryFiles(["safe.json": text]))
        let plan = CasePlan(try #require(loaded.contract, "\(loaded.diagnostics.map(\.message))"))
        let bindings = ClientBindings(
            client: { ($0.urlSession, $0.credentials) },
            operations: [
                "read": .init { client, input in
                    let given: [String: String] = try input.json("credentials").decode()
                    #expect(given == client.1)
                    var request = URLRequest(url: try #require(URL(string: "https://safe.example/")))
                    request.setValue(header(given), forHTTPHeaderField: "Authorization")
                    _ = try await client.0.data(for: request)
                    return nil
                }
            ])
        return await CaseRunner(bindings: bindings).run(try #require(plan["read/works"]))
    }

    static let rows: [(scheme: String, names: [String], sent: String, isRight: Bool)] = [
        (#"{ "type": "http", "scheme": "basic" }"#, ["password", "username"], "Basic YW5uOmE=", true),
        (#"{ "type": "http", "scheme": "basic" }"#, ["password", "username"], "Basic ann", false),
        (#"{ "type": "http", "scheme": "bearer" }"#, ["token"], "bearer abc", true),
        (#"{ "type": "http", "scheme": "bearer" }"#, ["token"], "Bearerabc", false),
        (#"{ "type": "http", "scheme": "bearer" }"#, ["token"], "abc", false),
        (#"{ "type": "http", "scheme": "digest" }"#, ["password", "username"], "Digest a=b", true),
        (#"{ "type": "apiKey", "in": "header", "name": "Authorization" }"#, ["value"], "token abc", true),
    ]

    @Test("are inputs of the client, which may send any value of the scheme", arguments: rows)
    func given(scheme: String, names: [String], sent: String, isRight: Bool) async throws {
        let result = try await Self.result(scheme) { given in
            #expect(given == Dictionary(uniqueKeysWithValues: names.map { ($0, $0) }))
            return sent
        }
        #expect(result.findings.map(\.rule) == (isRight ? [] : [.requestHeaderValue]))
        // The credentials are a secret.
        #expect(
            result.findings.allSatisfy { $0.actual?.contains("abc") == false && $0.actual?.contains("ann") == false })
    }

    @Test("fail if the client sends none")
    func missing() async throws {
        let result = try await Self.result(#"{ "type": "http", "scheme": "bearer" }"#) { _ in nil }
        #expect(result.findings.map(\.rule.id) == ["request.header.missing"])
    }
}
