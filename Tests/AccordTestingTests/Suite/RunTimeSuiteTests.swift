import AccordCases
import AccordHTTP
import AccordJudging
import AccordReport
import Testing

@testable import AccordTesting

/// A suite as a user writes it who wants no generated code.
@Suite("A suite put together at run time") struct RunTimeSuiteTests {
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
    func holds(_ tried: ClientCase) async {
        await Self.todos.run(tried, with: Self.bindings)
    }

    @Test("has cases of every operation, and derives what its level says")
    func cases() {
        let ids = Self.todos.cases.map(\.id)
        #expect(ids.contains("addItem/adds an item"))
        #expect(ids.contains("login~connect.offline"))
        #expect(!ids.contains("login~connect.dns-failure"))
    }

    @Test("fails where the contract can't be used, and says why")
    func unusable() async {
        let missing = ClientContract(reading: "Specs/no-such-file.json")
        #expect(missing.cases.map(\.id) == ["Specs/no-such-file.json"])
        let result = await missing.result(of: missing.cases[0], with: Self.bindings)
        #expect(result.status == .failed)
        #expect(result.findings.map(\.rule) == ["contract.invalid"])
        #expect(result.findings.first?.message.contains("no such file") == true)
    }

    @Test("reports a mistyped operation, with what was probably meant")
    func mistyped() async throws {
        let bindings = ClientBindings(client: { _ in 0 }, operations: ["fetchItem": .init { _, _ in nil }])
        let result = try await Todos.result("fetchItems/finds nothing done in a new list", of: bindings)
        #expect(result.status == .skipped)
        #expect(result.reason?.contains("is “fetchItem” meant") == true)
    }

    @Test("fails a case whose binding is still to be written")
    func unwritten() async throws {
        let bindings = ClientBindings(
            client: { _ in 0 }, operations: ["login": .init { _, _ in throw NotBound(operation: "login") }])
        let result = try await Todos.result("login/creates a token", of: bindings)
        #expect(result.status == .failed)
        #expect(result.findings.map(\.rule) == ["outcome.unbound"])
    }
}
