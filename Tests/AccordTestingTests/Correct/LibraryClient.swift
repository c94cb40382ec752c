// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a correct client may do its own way.
struct LibraryStyle: Sendable {
    enum Loading: String, Sendable {
        case async, handler, delegate, upload, continuation, operationQueue
    }

    enum Query: Sendable {
        case components, dictionary, byHand, formStylePercent
    }

    enum Body: Sendable {
        case encoder, sortedEncoder, serialization, byHand
    }

    enum Reading: Sendable {
        /// Every property, decoded strictly.
        case everything
        /// A few properties.
        case titles, stockOnly, publisherOnly
        /// By JSONSerialization, with every cast checked.
        case serialization
        /// A decoder of the type's own, which reads nested containers.
        case custom
        /// Nothing at all: only whether it worked.
        case nothing
        /// Checked to be the documented type, and kept as bytes beside it.
        case keepsData
    }

    enum Defaults: Sendable {
        case asGiven, sent, leftOut
    }

    enum Failures: Sendable {
        case enumeration, structure, nsError, urlError
    }

    /// A mistake, for the clients that are not correct.
    enum Bug: String, Sendable, CaseIterable {
        case sendsLineBreaks, setsHeadersAtOnce, leavesFormsAlone, leavesAmpersands, leavesQueriesAlone,
            leavesPathsAlone,
            refusesAccepted, defaultsStock, hearsNoCancellation,
            usesTheTitle
    }

    var name: String
    var bug: Bug?
    var loading: Loading = .async
    var query: Query = .components
    var body: Body = .encoder
    var reading: Reading = .everything
    var defaults: Defaults = .asGiven
    var failures: Failures = .enumeration
    var isActor = false
    var isOneAtATime = false
    var hasCache = false
    var joinsCalls = false
    var sendsNonce = false
    var stampsValues = false
}

struct Book: Sendable, Codable, Equatable {
    struct Publisher: Sendable, Codable, Equatable {
        var name: String
        var city: String?
    }

    var isbn: String
    var title: String
    var stock: Int
    var isNew: Bool
    var price: Double?
    var publishedAt: Date
    var cover: URL?
    var tags: [String]
    var publisher: Publisher
}

struct NewBook: Sendable, Codable {
    var title: String
    var stock: Int?
    var language: String?
    var tags: [String]?
}

/// A value that a client marks with when it was read, as an app does that shows the age of its data.
struct Stamped<Value: Sendable>: Sendable {
    var value: Value
    var id = UUID()
    var readAt = Date()
}

/// A correct client, in a style.
final class LibraryClient: NSObject, Sendable, URLSessionDataDelegate {
    enum Failure: Error {
        case refused(status: Int), unreadable
    }

    struct StatusError: Error {
        var status: Int
    }

    let style: LibraryStyle
    let session: URLSession
    private let cache = Locked<[URL: Data]>([:])
    private let running = Locked<[URL: Task<(Data, Int), any Error>]>([:])
    private let latest = Locked<Task<Void, Never>?>(nil)
    private let inbox = Locked<[Int: (Data, UnsafeContinuation<(Data, URLResponse), any Error>)]>([:])
    private let delegated: Locked<URLSession?> = Locked(nil)
    private let queue = OperationQueue()

    init(_ style: LibraryStyle, _ stub: Stub) {
        self.style = style
        session = stub.urlSession
        super.init()
        if style.loading == .delegate {
            delegated.withLock {
                $0 = URLSession(configuration: stub.configuration, delegate: self, delegateQueue: nil)
            }
            // The session and its delegate own each other, with two open files.
            stub.afterCase { [delegated] in delegated.withLock { $0 }?.finishTasksAndInvalidate() }
        }
    }

    // MARK: Calls

    func search(
        _ text: String, _ tags: [String], _ page: Int?, _ order: String?, _ since: Date?, trace: String?
    ) async throws -> Any? {
        var items: [(String, String)] = [("text", text)]
        items += tags.map { ("tag", $0) }
        switch style.defaults {
        case .asGiven:
            if let page { items.append(("page", "\(page)")) }
            if let order { items.append(("order", order)) }
        case .sent:
            items.append(("page", "\(page ?? 1)"))
            items.append(("order", order ?? "title"))
        case .leftOut:
            if let page, page != 1 { items.append(("page", "\(page)")) }
            if let order, order != "title" { items.append(("order", order)) }
        }
        if let since {
            let isWhole = since.timeIntervalSince1970 == since.timeIntervalSince1970.rounded()
            items.append(("since", since.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: !isWhole))))
        }
        let (data, status) = try await send("GET", "/books", items, trace: trace)
        guard status == 200 else { throw failure(status) }
        return try read(data, [Book].self) { try self.list($0) }
    }

    func book(_ isbn: String) async throws -> Any? {
        let (data, status) = try await send(
            "GET", "/books/\(style.bug == .leavesPathsAlone && !isbn.contains("/") ? isbn : Self.encoded(isbn))")
        if status == 404 { return nil }
        guard status == 200 else { throw failure(status) }
        return try read(data, Book.self) { try self.one($0) }
    }

    func add(_ book: NewBook) async throws -> Any? {
        var book = book
        switch style.defaults {
        case .asGiven: break
        case .sent:
            book.stock = book.stock ?? 0
            book.language = book.language ?? "en"
        case .leftOut:
            if book.stock == 0 { book.stock = nil }
            if book.language == "en" { book.language = nil }
        }
        let (data, status) = try await send("POST", "/books", body: try body(book), type: "application/json")
        if status == 202, style.bug != .refusesAccepted { return nil }
        guard status == 201 else { throw failure(status) }
        return try read(data, Book.self) { try self.one($0) }
    }

    func annotate(_ fields: [String: String]) async throws -> Any? {
        var fields = fields
        switch style.defaults {
        case .asGiven: break
        case .sent: fields["language"] = fields["language"] ?? "en"
        case .leftOut: if fields["language"] == "en" { fields["language"] = nil }
        }
        let text = fields.map { name, value in
            let kept = style.bug == .leavesFormsAlone && !value.contains("&") ? value : Self.encoded(value)
            let sent = style.bug == .leavesAmpersands ? kept.replacing("%26", with: "&") : kept
            return "\(Self.encoded(name))=\(sent)"
        }
        .joined(separator: "&")
        let (_, status) = try await send(
            "POST", "/notes", body: Data(text.utf8), type: "application/x-www-form-urlencoded")
        guard (200..<300).contains(status) else { throw failure(status) }
        return nil
    }

    struct Latest: Sendable {
        var at: Date
    }

    func published() async throws -> Any? {
        let (data, status) = try await send("GET", "/latest")
        guard status == 200 else { throw failure(status) }
        guard let text = try JSONDecoder().decode([String: LossyText].self, from: data)["at"]?.text else {
            throw Failure.unreadable
        }
        return Latest(at: try Self.date(text))
    }

    // MARK: Asking

    private static let unreserved = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unreserved) ?? ""
    }

    private func url(_ path: String, _ items: [(String, String)]) throws -> URL {
        var text = "https://library.example/v2\(path)"
        if !items.isEmpty {
            switch style.query {
            case .components:
                var parts = URLComponents()
                parts.queryItems = items.map { URLQueryItem(name: $0.0, value: $0.1) }
                text += "?" + (parts.percentEncodedQuery ?? "").replacing("+", with: "%2B")
            case .dictionary:
                // In whatever order a dictionary has: another in each process.
                let grouped = Dictionary(grouping: items) { $0.0 }
                text +=
                    "?"
                    + grouped.flatMap { $0.value }.map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }
                    .joined(separator: "&")
            case .byHand:
                // Some encode a value only where they see what would end it.
                text +=
                    "?"
                    + items.map {
                        let isLeft = style.bug == .leavesQueriesAlone && !$0.1.contains("&")
                        return "\($0.0)=\(isLeft ? $0.1 : Self.encoded($0.1))"
                    }.joined(separator: "&")
            case .formStylePercent:
                // Encodes what need not be.
                text +=
                    "?"
                    + items.map { "\($0.0)=\($0.1.utf8.map { String(format: "%%%02x", $0) }.joined())" }
                    .joined(separator: "&")
            }
        }
        guard let url = URL(string: text) else { throw Failure.unreadable }
        return url
    }

    private func body(_ book: NewBook) throws -> Data {
        switch style.body {
        case .encoder: return try JSONEncoder().encode(book)
        case .sortedEncoder:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
            return try encoder.encode(book)
        case .serialization:
            var members: [String: Any] = ["title": book.title]
            if let stock = book.stock { members["stock"] = stock }
            if let language = book.language { members["language"] = language }
            if let tags = book.tags { members["tags"] = tags }
            return try JSONSerialization.data(withJSONObject: members)
        case .byHand:
            func text(_ text: String) throws -> String {
                String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
            }
            var members = ["\"title\": \(try text(book.title))"]
            if let stock = book.stock { members.append("\"stock\": \(stock)") }
            if let language = book.language { members.append("\"language\": \(try text(language))") }
            if let tags = book.tags { members.append("\"tags\": [\(try tags.map(text).joined(separator: ","))]") }
            return Data("{\(members.shuffled().joined(separator: ", "))}".utf8)
        }
    }

    private func send(
        _ method: String, _ path: String, _ items: [(String, String)] = [], body: Data? = nil, type: String? = nil,
        trace: String? = nil
    ) async throws -> (Data, Int) {
        var request = URLRequest(url: try url(path, items))
        request.httpMethod = method
        request.httpBody = body
        if let type { request.setValue(type, forHTTPHeaderField: "Content-Type") }
        if let trace {
            let line = style.bug == .sendsLineBreaks ? trace : trace.filter { !$0.isNewline }
            request.setValue(line, forHTTPHeaderField: "Trace")
            if style.bug == .setsHeadersAtOnce { request.allHTTPHeaderFields = ["Trace": trace] }
        }
        if style.sendsNonce { request.setValue(UUID().uuidString, forHTTPHeaderField: "X-Request-ID") }
        if style.joinsCalls, method == "GET", let url = request.url {
            let asked = request
            let task = running.withLock { running in
                let task = running[url] ?? Task { try await self.loaded(asked) }
                running[url] = task
                return task
            }
            defer { running.withLock { $0[url] = nil } }
            return try await withTaskCancellationHandler {
                try await task.value
            } onCancel: {
                task.cancel()
            }
        }
        guard style.isOneAtATime else { return try await loaded(request) }
        let asked = request
        let mine = latest.withLock { latest in
            let before = latest
            let mine = Task<(Data, Int), any Error> {
                await before?.value
                return try await self.loaded(asked)
            }
            latest = Task { _ = try? await mine.value }
            return mine
        }
        return try await withTaskCancellationHandler {
            try await mine.value
        } onCancel: {
            mine.cancel()
        }
    }

    private func loaded(_ request: URLRequest) async throws -> (Data, Int) {
        let (data, response) = try await load(request)
        guard let status = (response as? HTTPURLResponse)?.statusCode else { throw Failure.unreadable }
        if style.hasCache, status == 200, let url = request.url { cache.withLock { $0[url] = data } }
        return (data, status)
    }

    private func load(_ request: URLRequest) async throws -> (Data, URLResponse) {
        switch style.loading {
        case .async: return try await session.data(for: request)
        case .upload:
            guard let body = request.httpBody else { return try await session.data(for: request) }
            var request = request
            request.httpBody = nil
            return try await session.upload(for: request, from: body)
        case .handler, .continuation, .operationQueue:
            let held = Locked<URLSessionDataTask?>(nil)
            return try await withTaskCancellationHandler {
                try await withUnsafeThrowingContinuation { continuation in
                    let task = session.dataTask(with: request) { data, response, error in
                        if let error { return continuation.resume(throwing: error) }
                        guard let data, let response else { return continuation.resume(throwing: Failure.unreadable) }
                        continuation.resume(returning: (data, response))
                    }
                    held.withLock { $0 = task }
                    if self.style.loading == .operationQueue {
                        self.queue.addOperation { task.resume() }
                    } else {
                        task.resume()
                    }
                    if Task.isCancelled, self.style.bug != .hearsNoCancellation { task.cancel() }
                }
            } onCancel: {
                if self.style.bug != .hearsNoCancellation { held.withLock { $0 }?.cancel() }
            }
        case .delegate:
            guard let session = delegated.withLock({ $0 }) else { throw Failure.unreadable }
            let task = session.dataTask(with: request)
            return try await withTaskCancellationHandler {
                try await withUnsafeThrowingContinuation { continuation in
                    inbox.withLock { $0[task.taskIdentifier] = (Data(), continuation) }
                    task.resume()
                }
            } onCancel: {
                task.cancel()
            }
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        inbox.withLock { $0[dataTask.taskIdentifier]?.0.append(data) }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let (data, waiting) = inbox.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        if let error { return waiting.resume(throwing: error) }
        guard let response = task.response else { return waiting.resume(throwing: Failure.unreadable) }
        waiting.resume(returning: (data, response))
    }

    // MARK: Reading

    private func failure(_ status: Int) -> any Error {
        switch style.failures {
        case .enumeration: Failure.refused(status: status)
        case .structure: StatusError(status: status)
        case .nsError: NSError(domain: "library", code: status)
        case .urlError: URLError(.badServerResponse)
        }
    }

    /// Without a regular expression, which would take a quarter of the time that all cases take.
    static func date(_ text: String) throws -> Date {
        let whole = text.prefix { $0 != "." }
        let fraction = text.dropFirst(whole.count).dropFirst().prefix(while: \.isNumber)
        let zone = text[fraction.endIndex...]
        guard let date = try? Date.ISO8601FormatStyle().parse("\(whole)\(zone)") else { throw Failure.unreadable }
        return date.addingTimeInterval(Double("0.\(fraction)") ?? 0)
    }

    private func read<Value: Sendable & Decodable>(
        _ data: Data, _ type: Value.Type, byHand: (Any) throws -> any Sendable
    ) throws -> Any? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { try Self.date($0.singleValueContainer().decode(String.self)) }
        let isList = Value.self == [Book].self
        if style.bug == .defaultsStock {
            let stock = try decoder.decode(Lenient.self, from: data).stock ?? 0
            return ["stock": stock]
        }
        func some<Part: Sendable & Decodable>(_ part: Part.Type) throws -> any Sendable {
            isList
                ? try decoder.decode([Part].self, from: data) as any Sendable
                : try decoder.decode(Part.self, from: data)
        }
        let value: any Sendable
        switch style.reading {
        case .everything: value = try decoder.decode(Value.self, from: data)
        case .titles: value = try some(TitleOnly.self)
        case .stockOnly: value = try some(StockOnly.self)
        case .publisherOnly: value = try some(PublisherOnly.self)
        case .custom: value = try some(Flat.self)
        case .serialization: value = try byHand(try JSONSerialization.jsonObject(with: data))
        case .nothing:
            // Reads it to be sure that it is JSON of the right kind.
            let json = try JSONSerialization.jsonObject(with: data)
            guard isList ? json is [[String: Any]] : json is [String: Any] else { throw Failure.unreadable }
            return nil
        case .keepsData:
            value = try decoder.decode(Value.self, from: data)
        }
        return style.stampsValues ? Stamped(value: value) : value
    }

    private func list(_ json: Any) throws -> [[String: String]] {
        guard let list = json as? [Any] else { throw Failure.unreadable }
        return try list.map { try one($0) }
    }

    private func one(_ json: Any) throws -> [String: String] {
        guard let object = json as? [String: Any], let isbn = object["isbn"] as? String,
            let title = object["title"] as? String
        else { throw Failure.unreadable }
        return ["isbn": isbn, "title": title]
    }

    private struct Lenient: Sendable, Codable { var stock: Int? }
    private struct TitleOnly: Sendable, Codable { var title: String }
    private struct StockOnly: Sendable, Codable { var stock: Int }
    private struct PublisherOnly: Sendable, Codable {
        struct Name: Sendable, Codable { var name: String }
        var publisher: Name
    }

    /// Text as it is; what isn't text is none, for a property that nobody asks for.
    private struct LossyText: Decodable {
        var text: String?
        init(from decoder: any Decoder) throws { text = try? decoder.singleValueContainer().decode(String.self) }
    }

    /// One level where the wire has two.
    private struct Flat: Sendable, Decodable {
        var title: String
        var publisher: String
        var tagCount: Int

        private enum Key: String, CodingKey { case title, publisher, tags, name }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Key.self)
            title = try container.decode(String.self, forKey: .title)
            publisher = try container.nestedContainer(keyedBy: Key.self, forKey: .publisher)
                .decode(String.self, forKey: .name)
            var tags = try container.nestedUnkeyedContainer(forKey: .tags)
            tagCount = 0
            while !tags.isAtEnd {
                _ = try tags.decode(String.self)
                tagCount += 1
            }
        }
    }
}

/// A client that keeps its calls apart by being an actor.
actor LibraryActor {
    private let client: LibraryClient
    private var calls = 0

    init(_ client: LibraryClient) { self.client = client }

    func run(_ call: @Sendable (LibraryClient) async throws -> sending Any?) async throws -> sending Any? {
        calls += 1
        return try await call(client)
    }
}

extension LibraryClient {
    static func bindings(_ style: LibraryStyle) -> ClientBindings {
        func bound(
            _ call: @escaping @Sendable (LibraryClient, CallInput) async throws -> sending Any?
        ) -> ClientBindings.Operation<LibraryClient> {
            .init { client, input in
                guard style.isActor else { return try await call(client, input) }
                return try await LibraryActor(client).run { try await call($0, input) }
            }
        }
        return ClientBindings(
            of: LibraryClient.self, client: { LibraryClient(style, $0) },
            operations: [
                "search": bound { client, input in
                    let tags = try input.optionalJSON("tag")?.elements.compactMap(\.string) ?? []
                    return try await client.search(
                        input.string("text"), tags, input.optionalInt("page"), input.optionalString("order"),
                        input.optionalString("since").map(date), trace: input.optionalString("trace"))
                },
                "book": bound { try await $0.book($1.string("isbn")) },
                "add": bound { try await $0.add($1.json("body").decode()) },
                "annotate": bound { try await $0.annotate($1.json("body").decode()) },
                "published": bound { client, _ in try await client.published() },
            ])
    }
}
