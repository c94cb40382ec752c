// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@testable import AccordTesting

/// That these compile is the test: without the client's type the compiler gave up on six.
@Suite("Bindings of many operations", .timeLimit(.minutes(20))) struct ManyBindingsTests {
    private struct Client: Sendable {
        func ask(_ name: String?, limit: Int, completion: @escaping @Sendable (Int?, (any Error)?) -> Void) {
            completion(limit, nil)
        }
    }

    @Test("compile with completion handlers and numbers if the type of the client is explicit")
    func many() async throws {
        let bindings = ClientBindings(
            of: Client.self, client: { _ in Client() },
            operations: [
                "op0": .init { client, input in
                    try await completion { client.ask(try? input.string("name"), limit: 1, completion: $0) }
                },
                "op1": .init { client, input in
                    try await completion { client.ask(try? input.string("name"), limit: 2, completion: $0) }
                },
                "op2": .init { client, input in
                    try await completion { client.ask(try? input.string("name"), limit: 3, completion: $0) }
                },
                "op3": .init { client, input in
                    try await completion { client.ask(try? input.string("name"), limit: 4, completion: $0) }
                },
                "op4": .init { client, input in
                    try await completion { client.ask(try? input.string("name"), limit: 5, completion: $0) }
                },
                "op5": .init { client, input in
                    try await completion { client.ask(try? input.string("name"), limit: 6, completion: $0) }
                },
                "op6": .init { client, input in
                    try await completion { client.ask(try? input.string("name"), limit: 7, completion: $0) }
                },
                "op7": .init { client, input in
                    try await completion { client.ask(try? input.string("name"), limit: 8, completion: $0) }
                },
                "op8": .init { client, input in
                    try await completion { client.ask(try? input.string("name"), limit: 9, completion: $0) }
                },
                "op9": .init { client, input in
                    try await completion { client.ask(try? input.string("name"), limit: 10, completion: $0) }
                },
                "op10": .init { client, input in
                    try await completion { client.ask(try? input.string("name"), limit: 11, completion: $0) }
                },
                "op11": .init { client, input in
                    try await completion { client.ask(try? input.string("name"), limit: 12, completion: $0) }
                },
            ])
        #expect(bindings.bound.count == 12)
        let instance = bindings.make(Stub(conversation: Conversation()))
        #expect(try await instance.call("op7", CallInput(["name": "a"])) as? Int == 8)
    }
}
