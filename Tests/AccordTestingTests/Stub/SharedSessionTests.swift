import AccordMatching
import AccordReport
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Clients that are hard-coded to `URLSession.shared`.
@Suite("The shared session") struct SharedSessionTests {
    static let bindings = ClientBindings(
        client: { stub in try stub.answerSharedSession() },
        operations: [
            "login": .init { _, input in
                let url = URL(string: "https://awesometodos.com/login?username=dasd%C3%B6m&password=%25%2634")
                let (data, response) = try await URLSession.shared.data(from: url ?? URL(filePath: "/"))
                guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
                return ["id": try JSONDecoder().decode([String: String].self, from: data)["token"]]
            }
        ])

    @Test(
        "is answered in a process of its own",
        arguments: ["login/creates a token", "login~syntax.invalid-json", "login/is offline"])
    func isolated(id: String) async throws {
        await #expect(processExitsWith: .success) { [id = id as String] in
            let result = try await Todos.result(id, of: SharedSessionTests.bindings)
            #expect(result.status == .passed, "\(result.findings.map { ($0.rule, $0.actual) })")
        }
    }

    @Test("is refused where another session was made before, and passes for no failure of the client")
    func refused() async throws {
        await #expect(processExitsWith: .success) {
            _ = try await Todos.result("login/is offline", of: TodoClient.bindings(.none))
            let result = try await Todos.result("login/is offline", of: SharedSessionTests.bindings)
            #expect(result.status == .failed)
            #expect(result.findings.map(\.rule) == ["outcome.unmade"])
            #expect(result.findings.first?.actual?.contains("isolated") == true)
        }
    }
}
