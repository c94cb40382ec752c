// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("A contract's case as the trait of a test", .timeLimit(.minutes(20))) struct ContractTraitTests {
    @Test(
        "sends the documented response",
        .contract("Specs/awesome-todos.json", "login/creates a token"))
    func answers() async throws {
        let client = ItemsClient(session: try Stub.current.urlSession, bug: .none)
        #expect(try await client.login("dasdöm", "%&34") == "1234567890")
    }

    @Test(
        "sends the responses of the preceding cases first",
        .contract("Specs/awesome-todos.json", "addItem/adds an item"))
    func answersFlow() async throws {
        let client = ItemsClient(session: try Stub.current.urlSession, bug: .none)
        _ = try await client.login("dasdöm", "%&34")
        #expect(try await client.add(NewTodo(title: "Buy milk")).id == 3)
    }

    @Test(
        "sends the response of a derived case",
        .contract("Specs/awesome-todos.json", "login~syntax.invalid-json"))
    func answersDerived() async throws {
        let client = ItemsClient(session: try Stub.current.urlSession, bug: .none)
        await #expect(throws: (any Error).self) { try await client.login("dasdöm", "%&34") }
    }

    static let wrong: [(rule: String, ask: @Sendable (URLSession) async throws -> Void)] = [
        ("request.count.none", { _ in }),
        ("request.path", { _ = try await $0.data(from: url("/signin?username=dasd%C3%B6m&password=%25%2634")) }),
        ("request.query", { _ = try await $0.data(from: url("/login?username=dasd%C3%B6m&password=wrong")) }),
        (
            "request.count.extra",
            { session in
                for _ in 0..<2 {
                    _ = try await session.data(from: url("/login?username=dasd%C3%B6m&password=%25%2634"))
                }
            }
        ),
    ]

    @Test("reports requests that aren't as documented", arguments: wrong.indices)
    func judges(index: Int) async throws {
        let (rule, ask) = Self.wrong[index]
        let contract = ClientContract(reading: "Specs/awesome-todos.json")
        let script = try contract.script(for: "login/creates a token")
        let stub = Stub(conversation: Conversation())
        stub.conversation.expect { script.answer($0) }
        defer { stub.close() }
        try await ask(stub.urlSession)
        #expect(
            script.result.findings.contains { $0.rule.id.hasPrefix(rule) }, "\(script.result.findings.map(\.rule.id))")
        #expect(script.result.status == .failed)
    }

    @Test(
        "reports the reason why a case can't be used",
        arguments: [
            ("login/creates a tokn", "Did you mean “login/creates a token”?"),
            ("login/refuses an empty user name", "for servers"),
        ])
    func refuses(id: String, reason: String) throws {
        let contract = ClientContract(reading: "Specs/awesome-todos.json")
        let problem = #expect(throws: DescribedError.self) { try contract.script(for: id) }
        #expect(problem?.description.contains(reason) == true)
    }

    @Test("provides no stub without the trait")
    func noTrait() {
        #expect(throws: DescribedError.self) { try Stub.current }
    }

    private static func url(_ path: String) -> URL {
        URL(string: "https://awesometodos.com\(path)") ?? URL(filePath: "/")
    }
}
