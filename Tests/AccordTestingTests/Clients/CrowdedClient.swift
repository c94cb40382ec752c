// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A bug from life that shows only where several calls are under way at the same time.
enum CrowdBug: String, CaseIterable, Sendable {
    /// Keeps the completion handler in a property.
    case keepsLastHandler
    /// Writes the answer into a property, and reads it after an await.
    case sharesAnswer
    /// Appends what its session's delegate gets to one buffer for all tasks.
    case sharesBuffer
    /// Builds its request of properties, after an await.
    case sharesArguments
    /// Takes a call that is under way for the one that is made.
    case joinsAnything
    /// Refuses a second call where one is under way.
    case isBusy
}

/// A way of keeping calls apart.
enum CrowdStyle: String, CaseIterable, Sendable {
    case localVariables, actorIsolated, oneAfterTheOther, handlerByTask, joinsWhatIsTheSame, mainActor, blocks
}

/// A client whose calls get in each other's way.
final class CrowdedClient: NSObject, @unchecked Sendable {
    // Called from one thread, as an app calls it; what the session calls goes through the locks.
    struct Token: Sendable {
        var id: String
    }

    enum Failure: Error {
        case badAnswer, busy
    }

    typealias Handler = @Sendable (Result<Token, any Error>) -> Void

    let configuration: URLSessionConfiguration
    let session: URLSession
    private let handler = Locked<Handler?>(nil)
    private let answer = Locked(Data())
    private let buffer = Locked(Data())
    private let waiting = Locked<[Int: Handler]>([:])
    private let arguments = Locked(("", ""))
    private let running = Locked<Task<Token, any Error>?>(nil)
    private let byURL = Locked<[URL: Task<Token, any Error>]>([:])
    private lazy var delegated = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)

    init(_ stub: Stub) {
        configuration = stub.configuration
        session = stub.urlSession
    }

    static func url(_ name: String, _ password: String) -> URL {
        var parts = URLComponents(string: "https://awesometodos.com/login") ?? URLComponents()
        let plain = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~"))
        let ascii = plain.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
        parts.percentEncodedQuery = [("username", name), ("password", password)]
            .map { "\($0.0)=\($0.1.addingPercentEncoding(withAllowedCharacters: ascii) ?? "")" }.joined(separator: "&")
        return parts.url ?? URL(filePath: "/")
    }

    static func token(_ data: Data) throws -> Token {
        guard let id = try JSONDecoder().decode([String: String].self, from: data)["token"] else {
            throw Failure.badAnswer
        }
        return Token(id: id)
    }

    func login(_ name: String, _ password: String, _ bug: CrowdBug) async throws -> Token {
        switch bug {
        case .keepsLastHandler:
            return try await completion { handler in
                self.handler.withLock { $0 = handler }
                session.dataTask(with: Self.url(name, password)) { data, _, error in
                    let handler = self.handler.withLock { $0 }
                    handler?(Result { try Self.token(data ?? Data()) })
                }
                .resume()
            }
        case .sharesAnswer:
            let (data, _) = try await session.data(from: Self.url(name, password))
            answer.withLock { $0 = data }
            await Task.yield()
            return try Self.token(answer.withLock { $0 })
        case .sharesBuffer:
            return try await completion { (handler: @escaping Handler) in
                let task = delegated.dataTask(with: Self.url(name, password))
                waiting.withLock { $0[task.taskIdentifier] = handler }
                task.resume()
            }
        case .sharesArguments:
            arguments.withLock { $0 = (name, password) }
            await Task.yield()
            let (name, password) = arguments.withLock { $0 }
            return try Self.token(try await session.data(from: Self.url(name, password)).0)
        case .joinsAnything:
            let url = Self.url(name, password)
            let task = running.withLock { running in
                let task = running ?? Task { try Self.token(try await self.session.data(from: url).0) }
                running = task
                return task
            }
            defer { running.withLock { $0 = nil } }
            return try await task.value
        case .isBusy:
            let isBusy = arguments.withLock { arguments in
                defer { arguments.0 = "busy" }
                return arguments.0 == "busy"
            }
            if isBusy { throw Failure.busy }
            defer { arguments.withLock { $0.0 = "" } }
            return try Self.token(try await session.data(from: Self.url(name, password)).0)
        }
    }

    static func bindings(_ bug: CrowdBug) -> ClientBindings {
        ClientBindings(
            client: { CrowdedClient($0) },
            operations: [
                "login": .init { client, input in
                    try await client.login(input.string("username"), input.string("password"), bug)
                }
            ])
    }
}

extension CrowdedClient: URLSessionDataDelegate {
    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        buffer.withLock { $0.append(data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let handler = waiting.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        let whole = buffer.withLock { buffer in
            defer { buffer = Data() }
            return buffer
        }
        handler?(Result { try Self.token(whole) })
    }
}

/// Clients whose calls keep out of each other's way, each in its own manner.
final class OrderlyClient: Sendable {
    private let session: URLSession
    private let isolated: Isolated
    private let queue = Queue()
    private let joined = Locked<[URL: Task<CrowdedClient.Token, any Error>]>([:])

    init(_ stub: Stub) {
        session = stub.urlSession
        isolated = Isolated(session: stub.urlSession)
    }

    private actor Isolated {
        let session: URLSession
        var logins = 0

        init(session: URLSession) { self.session = session }

        func login(_ url: URL) async throws -> CrowdedClient.Token {
            logins += 1
            let data = try await session.data(from: url).0
            return try CrowdedClient.token(data)
        }
    }

    /// Lets one call in at a time.
    private actor Queue {
        private var isTaken = false
        private var waiting: [CheckedContinuation<Void, Never>] = []

        func enter() async {
            guard isTaken else { return isTaken = true }
            await withCheckedContinuation { waiting.append($0) }
        }

        func leave() {
            if waiting.isEmpty { isTaken = false } else { waiting.removeFirst().resume() }
        }
    }

    func login(_ name: String, _ password: String, _ style: CrowdStyle) async throws -> CrowdedClient.Token {
        let url = CrowdedClient.url(name, password)
        switch style {
        case .localVariables:
            let (data, _) = try await session.data(from: url)
            await Task.yield()
            return try CrowdedClient.token(data)
        case .actorIsolated: return try await isolated.login(url)
        case .oneAfterTheOther:
            await queue.enter()
            do {
                let data = try await session.data(from: url).0
                await queue.leave()
                return try CrowdedClient.token(data)
            } catch {
                await queue.leave()
                throw error
            }
        case .handlerByTask:
            let answer = try await completion { session.dataTask(with: url, completionHandler: $0).resume() }
            return try CrowdedClient.token(answer.data)
        case .joinsWhatIsTheSame:
            let task = joined.withLock { joined in
                let task = joined[url] ?? Task { try CrowdedClient.token(try await self.session.data(from: url).0) }
                joined[url] = task
                return task
            }
            defer { joined.withLock { $0[url] = nil } }
            return try await task.value
        case .mainActor: return try await onMainActor(url)
        case .blocks: return try blocking(url)
        }
    }

    @MainActor private func onMainActor(_ url: URL) async throws -> CrowdedClient.Token {
        try CrowdedClient.token(try await session.data(from: url).0)
    }

    private func blocking(_ url: URL) throws -> CrowdedClient.Token {
        let received = Locked<Data?>(nil)
        let done = DispatchSemaphore(value: 0)
        session.dataTask(with: url) { data, _, _ in
            received.withLock { $0 = data }
            done.signal()
        }
        .resume()
        done.wait()
        return try CrowdedClient.token(received.withLock { $0 } ?? Data())
    }

    static func bindings(_ style: CrowdStyle) -> ClientBindings {
        ClientBindings(
            client: { OrderlyClient($0) },
            operations: [
                "login": .init { client, input in
                    try await client.login(input.string("username"), input.string("password"), style)
                }
            ])
    }
}
