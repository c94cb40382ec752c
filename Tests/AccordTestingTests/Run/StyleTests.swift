// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Clients that hand on what they get in ways of their own.
@Suite("Styles of clients", .timeLimit(.minutes(20))) struct StyleTests {
    private static let url = URL(string: "https://awesometodos.com/login?username=dasd%C3%B6m&password=%25%2634")

    private static func result(
        _ id: String, _ call: @escaping @Sendable (URLSession, URL) async throws -> Any?
    ) async throws -> CaseResult {
        let url = try #require(Self.url)
        let bindings = ClientBindings(
            client: { $0.urlSession }, operations: ["login": .init { session, _ in try await call(session, url) }])
        return try await Todos.result(id, of: bindings)
    }

    /// Bytes of the answer one by one, then whatever went wrong.
    private static func stream(_ session: URLSession, _ url: URL) -> AsyncThrowingStream<[String: String], any Error> {
        AsyncThrowingStream { continuation in
            Task {
                do {
                    let (data, response) = try await session.data(from: url)
                    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw URLError(.badServerResponse) }
                    let token = try JSONDecoder().decode([String: String].self, from: data)
                    continuation.yield(["id": token["token"] ?? ""])
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
        }
    }

    @Test("an asynchronous sequence is read to its end, and its error is the outcome")
    func sequences() async throws {
        let offline = try await Self.result("login/is offline") { Self.stream($0, $1) }
        #expect(offline.status == .passed, "\(offline.findings.map(\.message))")
        // An array of one is not the object that the contract documents: the elements were compared.
        let whole = try await Self.result("login/creates a token") { Self.stream($0, $1) }
        #expect(whole.findings.map(\.rule.id) == ["outcome.value"])
        #expect(whole.findings.first?.actual?.contains("1234567890") == true)
    }

    @Test("a completion handler with the arguments of URLSession is awaited")
    func sessionShape() async throws {
        let passes = try await Self.result("login/creates a token") { session, url in
            let answer = try await completion { session.dataTask(with: url, completionHandler: $0).resume() }
            return ["id": try JSONDecoder().decode([String: String].self, from: answer.data)["token"]]
        }
        #expect(passes.status == .passed, "\(passes.findings.map(\.message))")
        let offline = try await Self.result("login/is offline") { session, url in
            try await completion { session.dataTask(with: url, completionHandler: $0).resume() }.data
        }
        #expect(offline.status == .passed, "\(offline.findings.map(\.message))")
        let nothing = try await Self.result("login/is offline") { session, url in
            try await completion { (handler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void) in
                session.dataTask(with: url) { _, _, _ in handler(nil, nil, nil) }.resume()
            }.data
        }
        #expect(nothing.findings.map(\.rule.id) == ["outcome.nothing"])
    }

    @Test("a protocol to which URLSession conforms is answered, including its tasks")
    func protocols() async throws {
        for (id, ignoresStatus) in [("login/creates a token", false), ("login~flow.unknown-4xx", false)] {
            let result = try await Self.result(id) { session, url in
                try await WrappedClient(session: session, ignoresStatus: ignoresStatus).login(url)
            }
            #expect(result.status == .passed, "\(result.findings.map(\.message))")
        }
        let broken = try await Self.result("login~flow.unknown-4xx") { session, url in
            try await WrappedClient(session: session, ignoresStatus: true).login(url)
        }
        #expect(broken.findings.map(\.rule.id) == ["outcome.returned"])
    }

    @Test("upload tasks are observed like data tasks")
    func uploads() async throws {
        let result = try await Self.result("login/creates a token") { session, url in
            let (data, _) = try await session.upload(for: URLRequest(url: url), from: Data())
            return ["id": try JSONDecoder().decode([String: String].self, from: data)["token"]]
        }
        #expect(result.status == .passed, "\(result.findings.map { ($0.rule.id, $0.actual) })")
    }

    @Test("download tasks are observed, or not applicable on the platform")
    func downloads() async throws {
        let result = try await Self.result("login/creates a token") { session, url in
            let (file, _) = try await session.download(from: url)
            let data = try Data(contentsOf: file)
            return ["id": try JSONDecoder().decode([String: String].self, from: data)["token"]]
        }
        #if os(Linux)
            #expect(result.status == .notApplicable)
            #expect(result.reason?.contains("use stub.baseURL") == true)
        #else
            #expect(result.status == .passed, "\(result.findings.map { ($0.rule.id, $0.actual) })")
        #endif
    }
}

/// What a client needs of a session, as many code bases have it.
protocol URLSessionProtocol: Sendable {
    func task(
        with request: URLRequest, completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> any URLSessionDataTaskProtocol
}

/// What a client needs of a task.
protocol URLSessionDataTaskProtocol {
    func resume()
    func cancel()
}

extension URLSessionDataTask: URLSessionDataTaskProtocol {}

extension URLSession: URLSessionProtocol {
    func task(
        with request: URLRequest, completion: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> any URLSessionDataTaskProtocol {
        dataTask(with: request, completionHandler: completion)
    }
}

/// A client that knows its own protocols only.
struct WrappedClient: Sendable {
    let session: any URLSessionProtocol
    var ignoresStatus = false

    func login(_ url: URL) async throws -> [String: String] {
        let answer: Data = try await completion { (handler: @escaping @Sendable (Result<Data, any Error>) -> Void) in
            let task = session.task(with: URLRequest(url: url)) { data, response, error in
                handler(
                    Result {
                        if let error { throw error }
                        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                        guard ignoresStatus || (200..<300).contains(status) else { throw URLError(.badServerResponse) }
                        return data ?? Data()
                    })
            }
            task.resume()
        }
        guard let id = try JSONDecoder().decode([String: String].self, from: answer)["token"] else {
            throw URLError(.cannotParseResponse)
        }
        return ["id": id]
    }
}
