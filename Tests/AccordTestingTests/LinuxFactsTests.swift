// SPDX-License-Identifier: Apache-2.0
#if os(Linux)
    import AccordJSON
    import Foundation
    import FoundationNetworking
    import Testing

    @testable import AccordTesting
    import AccordContract
    import AccordCore

    /// Facts of FoundationNetworking 6.3.1 that the stub is built on; a toolchain that changes one is noticed here.
    @Suite("Assumptions about FoundationNetworking", .timeLimit(.minutes(20))) struct LinuxFactsTests {
        private static func exchange(
            _ reply: HTTPResponse = HTTPResponse(status: 200), _ call: (URLSession, URL) async throws -> Void
        ) async throws -> [HTTPRequest] {
            let stub = Stub(conversation: Conversation())
            defer { stub.close() }
            stub.conversation.expect([.answer(reply)])
            try await call(stub.urlSession, try #require(URL(string: "https://facts.example/a?b=c")))
            return stub.conversation.requests
        }

        @Test("the body of a data task is visible")
        func dataTask() async throws {
            let requests = try await Self.exchange { session, url in
                var request = URLRequest(url: url)
                request.httpMethod = "POST"
                request.httpBody = Data("12345".utf8)
                _ = try await session.data(for: request)
            }
            #expect(requests.map(\.body) == [Array("12345".utf8)])
        }

        @Test("the body of an upload task is visible, although the request doesn't have it")
        func uploadTask() async throws {
            let requests = try await Self.exchange { session, url in
                var request = URLRequest(url: url)
                request.httpMethod = "PUT"
                _ = try await session.upload(for: request, from: Data("123456".utf8))
            }
            #expect(requests.map(\.body) == [Array("123456".utf8)])
        }

        @Test("a streamed body is visible")
        func stream() async throws {
            let requests = try await Self.exchange { session, url in
                var request = URLRequest(url: url)
                request.httpMethod = "POST"
                request.httpBodyStream = InputStream(data: Data("1234567".utf8))
                _ = try await session.data(for: request)
            }
            #expect(requests.map(\.body) == [Array("1234567".utf8)])
        }

        @Test("the headers of a session are visible, and those of the request take precedence")
        func sessionHeaders() async throws {
            let stub = Stub(conversation: Conversation())
            defer { stub.close() }
            stub.conversation.expect([.answer(HTTPResponse(status: 200))])
            let configuration = stub.configuration
            configuration.httpAdditionalHeaders = ["Authorization": "Bearer t", "Accept": "text/plain"]
            var request = URLRequest(url: try #require(URL(string: "https://facts.example/")))
            request.setValue("application/json", forHTTPHeaderField: "Accept")
            _ = try await URLSession(configuration: configuration).data(for: request)
            let headers = try #require(stub.conversation.requests.first?.headers)
            #expect(headers.values("Authorization") == ["Bearer t"])
            #expect(headers.values("Accept") == ["application/json"])
        }

        @Test("“+” in a query isn't encoded, and form decoding reads it as a space")
        func plusSign() {
            var components = URLComponents()
            components.queryItems = [URLQueryItem(name: "q", value: "1+1")]
            #expect(components.percentEncodedQuery == "q=1+1")
        }

        @Test("a cancelled call throws URLError.cancelled, not CancellationError")
        func cancellation() async throws {
            let url = try #require(URL(string: "https://awesometodos.com/login"))
            let thrown = Locked<(any Error)?>(nil)
            let bindings = ClientBindings(
                client: { $0.urlSession },
                operations: [
                    "login": .init { session, _ in
                        do { return try await session.data(from: url).0 } catch {
                            thrown.withLock { $0 = error }
                            throw error
                        }
                    }
                ])
            _ = try await Todos.result("login~client.cancel-before-response", of: bindings)
            #expect((thrown.withLock { $0 } as? URLError)?.code == .cancelled)
        }

        @Test("the timeout of a session never fires against a stub")
        func timeouts() async throws {
            let stub = Stub(conversation: Conversation())
            defer { stub.close() }
            stub.conversation.expect([.fault(.connectTimeout, nil)])
            let url = try #require(URL(string: "https://facts.example/"))
            await #expect {
                _ = try await stub.urlSession.data(from: url)
            } throws: { error in
                (error as? URLError)?.code == .timedOut
            }
        }
    }
#endif
