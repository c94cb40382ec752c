// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Clients that are hard-coded to `URLSession.shared`.
@Suite("The shared session", .timeLimit(.minutes(20))) struct SharedSessionTests {
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

    @Test("answers one case after the other in a child process")
    func isolated() async throws {
        let ids = ["login/creates a token", "login~syntax.invalid-json", "login/is offline"]
        let results = await IsolatedOperation(id: "login", contract: try Todos.contract()).results(of: ids) {
            testCase in
            let child = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [testCase = testCase as ClientCase] in
                await (try Todos.contract()).run(testCase, with: SharedSessionTests.bindings)
            }
            return (child.map { "\($0.exitStatus)" }, child?.standardErrorContent ?? [])
        }
        for id in ids {
            #expect(results[id]?.status == .passed, "\(results[id]?.findings.map { ($0.rule.id, $0.actual) } ?? [])")
        }
    }

    /// A client that reads nothing but the status code.
    static let unreadingBindings = ClientBindings(
        client: { stub in try stub.answerSharedSession() },
        operations: [
            "login": .init { _, _ in
                let url = URL(string: "https://awesometodos.com/login?username=dasd%C3%B6m&password=%25%2634")
                let (_, response) = try await URLSession.shared.data(from: url ?? URL(filePath: "/"))
                guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
                return nil
            }
        ])

    @Test("further calls show that a client on the shared session doesn't read a property")
    func unread() async throws {
        let ids = ["login~structure.drop-required:/token"]
        let results = await IsolatedOperation(id: "login", contract: try Todos.contract()).results(of: ids) {
            testCase in
            let child = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                [testCase = testCase as ClientCase] in
                await (try Todos.contract()).run(testCase, with: SharedSessionTests.unreadingBindings)
            }
            return (child.map { "\($0.exitStatus)" }, child?.standardErrorContent ?? [])
        }
        let result = try #require(results[ids[0]])
        #expect(result.status == .passed, "\(result.findings.map { ($0.rule.id, $0.actual) })")
    }

    @Test("can't answer two concurrent cases")
    func oneAtATime() async throws {
        await #expect(processExitsWith: .success) {
            let first = Stub(conversation: Conversation())
            try first.answerSharedSession()
            #expect(throws: Never.self, "a case may make several clients") { try first.answerSharedSession() }
            let second = Stub(conversation: Conversation())
            #expect(throws: DescribedError.self) { try second.answerSharedSession() }
            first.close()
            #expect(throws: Never.self) { try second.answerSharedSession() }
        }
    }

    @Test("can't answer after another session was created, and the case fails")
    func refused() async throws {
        await #expect(processExitsWith: .success) {
            _ = try await Todos.result("login/is offline", of: TodoClient.bindings(.none))
            let result = try await Todos.result("login/is offline", of: SharedSessionTests.bindings)
            #expect(result.status == .failed)
            #expect(result.findings.map(\.rule.id) == ["outcome.unmade"])
            #expect(result.findings.first?.actual?.contains("isolated") == true)
        }
    }
}
