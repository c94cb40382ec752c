// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct NewTodo: Codable, Sendable {
    var title: String
    var due: String?
}

struct Todo: Codable, Sendable {
    var id: Int
    var title: String
    var done: Bool
    var due: String?
}

/// The seeds' items in async style, with at most one bug.
final class ItemsClient: Sendable {
    enum Failure: Error {
        case unauthorized, invalid, badStatus(Int), badShape, wrapped
    }

    let session: URLSession
    let bug: ItemBug
    private let token = Locked<String?>(nil)
    private let lastList = Locked<[Todo]>([])

    init(session: URLSession, bug: ItemBug) {
        self.session = session
        self.bug = bug
    }

    func login(_ username: String, _ password: String) async throws -> String {
        let query = "username=\(encoded(username))&password=\(encoded(password))"
        let answer = try await send(request("GET", "/login", query: query))
        guard case .object(let object) = try json(answer), case .string(let text)? = object["token"] else {
            throw Failure.badShape
        }
        token.withLock { $0 = text }
        return text
    }

    func items(done: Bool?) async throws -> [Todo] {
        if bug == .logsInAgain { _ = try? await send(request("GET", "/login", query: "username=a&password=b")) }
        var query = done.map { bug == .numberForTruth ? "done=\($0 ? 1 : 0)" : "done=\($0)" }
        if bug == .alwaysSendsOptional { query = query ?? "done=false" }
        if bug == .neverSendsOptional { query = nil }
        if bug == .repeatsItem { query = query.map { "\($0)&\($0)" } }
        do {
            if bug == .asksTwice { _ = try await send(request("GET", "/items", query: query)) }
            let answer = try await send(request("GET", "/items", query: query))
            let list = try todos(answer)
            if bug == .refusesEmptyList, list.isEmpty { throw Failure.badShape }
            lastList.withLock { $0 = list }
            return list
        } catch {
            switch bug {
            case .emptyOnError: return []
            case .returnsOldList: return lastList.withLock { $0 }
            case .wrapsEveryError: throw Failure.wrapped
            case .swallowsCancellation where Task.isCancelled: return []
            default: throw error
            }
        }
    }

    func add(_ item: NewTodo) async throws -> Todo {
        var request = request(
            bug == .putsInsteadOfPosts ? "PUT" : "POST", "/items",
            query: bug == .bodyInQuery ? "title=\(encoded(item.title))" : nil)
        request.httpBody = body(item)
        if bug == .formInsteadOfJSON {
            request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
        } else if bug != .forgetsContentType {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        do {
            return try todo(json(try await send(request)))
        } catch let error as URLError where bug == .retriesPost && error.code == .networkConnectionLost {
            return try todo(json(try await send(request)))
        }
    }
}

// MARK: - Asking

extension ItemsClient {
    private func request(_ method: String, _ path: String, query: String? = nil) -> URLRequest {
        var path = path
        switch bug {
        case .trailingSlash: path += "/"
        case .doubleSlash: path = "/" + path
        case .upperCasePath: path = path.uppercased()
        case .oldVersionPrefix: path = "/v1" + path
        default: break
        }
        let port = bug == .otherPort ? ":8443" : ""
        var query = query
        let token = token.withLock { $0 }
        if bug == .tokenInQuery, let token { query = (query.map { $0 + "&" } ?? "") + "access_token=\(token)" }
        let text = "https://awesometodos.com\(port)\(path)\(query.map { "?\($0)" } ?? "")"
        var request = URLRequest(url: URL(string: text) ?? URL(filePath: "/"))
        request.httpMethod = method
        if let token, bug != .forgetsToken, bug != .tokenInQuery {
            let value =
                switch bug {
                case .tokenWithoutScheme: token
                case .wrongTokenScheme: "Token \(token)"
                case .keepsOldToken: "Bearer 0000000000"
                default: "Bearer \(token)"
                }
            request.setValue(value, forHTTPHeaderField: "Authorization")
        }
        return request
    }

    private func body(_ item: NewTodo) -> Data {
        var members: [String: Any] = ["title": title(item.title)]
        switch (item.due, bug) {
        case (nil, .sendsNullForNothing): members["due"] = NSNull()
        case (_?, .omitsTheDueDate): break
        case (let due?, .timeWithoutZone): members["due"] = due.replacing("Z", with: "")
        case (let due?, .localTime): members["due"] = due.replacing("Z", with: "+01:00")
        case (let due?, _): members["due"] = due
        default: break
        }
        switch bug {
        case .misnamesProperty: members["name"] = members.removeValue(forKey: "title")
        case .bodyInQuery: return Data()
        case .formInsteadOfJSON: return Data("title=\(encoded(item.title))".utf8)
        default: break
        }
        let data = (try? JSONSerialization.data(withJSONObject: members)) ?? Data()
        guard bug == .doubleEncodesBody else { return data }
        let text = String(decoding: data, as: UTF8.self)
        return (try? JSONSerialization.data(withJSONObject: text, options: .fragmentsAllowed)) ?? Data()
    }

    private func title(_ title: String) -> String {
        switch bug {
        case .trimsTitle: title.replacing("\n", with: " ")
        case .decomposesTitle: title.replacing("e", with: "e\u{301}")
        case .cutsTitle: String(title.prefix(80))
        case .escapesTwiceInJSON: title.replacing("\"", with: "\\\"")
        default: title
        }
    }

    private func encoded(_ text: String) -> String {
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text
    }

    private func send(_ request: URLRequest) async throws -> Data {
        if bug == .callsHome, let home = URL(string: "https://metrics.example.com/v1/events") {
            _ = try? await session.data(for: URLRequest(url: home))
        }
        let (data, response) = try await answer(to: request)
        let head = response as? HTTPURLResponse
        let status = head?.statusCode ?? 0
        if bug == .trustsContentType, head?.value(forHTTPHeaderField: "Content-Type") != "application/json" {
            throw Failure.badShape
        }
        let accepted =
            switch bug {
            case .onlyTwoHundred: 200..<201
            case .acceptsAnyStatusBelow500: 100..<500
            default: 200..<300
            }
        if accepted.contains(status) { return data }
        if bug == .needsJSONInErrors { _ = try json(data) }
        switch status {
        case 401: throw Failure.unauthorized
        case 422: throw Failure.invalid
        default: throw Failure.badStatus(status)
        }
    }
}

extension ItemsClient {
    private func answer(to request: URLRequest) async throws -> (Data, URLResponse) {
        guard bug == .leavesRequest else { return try await session.data(for: request) }
        // Ends when the task is cancelled, and nobody tells the session.
        let (answers, continuation) = AsyncThrowingStream<(Data, URLResponse), any Error>.makeStream()
        session.dataTask(with: request) { data, response, error in
            if let data, let response { continuation.yield((data, response)) }
            continuation.finish(throwing: error)
        }
        .resume()
        for try await answer in answers { return answer }
        throw CancellationError()
    }
}

// MARK: - Reading

extension ItemsClient {
    private func json(_ data: Data) throws -> Value { try JSONDecoder().decode(Value.self, from: data) }

    private func todos(_ data: Data) throws -> [Todo] {
        if bug == .readsByPattern, (try? json(data)) == nil {
            return String(decoding: data, as: UTF8.self).matches(of: /"id": ?(\d+)/).map {
                Todo(id: Int($0.1) ?? 0, title: "", done: false)
            }
        }
        guard case .array(let elements) = try json(data) else {
            if bug == .takesRootForGranted { return [] }
            throw Failure.badShape
        }
        return bug == .skipsBrokenElements ? elements.compactMap { try? todo($0) } : try elements.map(todo)
    }

    private func todo(_ value: Value) throws -> Todo {
        guard case .object(let object) = value else { throw Failure.badShape }
        return Todo(
            id: try id(object["id"]), title: try text(object["title"]), done: try truth(object["done"]),
            due: try due(object))
    }

    private func id(_ value: Value?) throws -> Int {
        switch value {
        case .number(let number):
            if bug == .loosesPrecision { return Int(Double(Float(number.description) ?? 0)) }
            if let int = Int(number.description) { return int }
            if bug == .ignoresFractions { return Int(NSDecimalNumber(decimal: number).doubleValue) }
            throw Failure.badShape
        case .string(let text) where bug == .numbersThroughText: return Int(text) ?? 0
        case nil where bug == .defaultsMissing: return 0
        default: throw Failure.badShape
        }
    }

    private func text(_ value: Value?) throws -> String {
        guard case .string(let text)? = value else {
            if bug == .defaultsMissing { return "" }
            throw Failure.badShape
        }
        return text
    }

    private func truth(_ value: Value?) throws -> Bool {
        switch value {
        case .bool(let truth): return truth
        case .number(let number) where bug == .truthFromNumbers: return number != 0
        default:
            if bug == .defaultsMissing { return false }
            throw Failure.badShape
        }
    }

    private func due(_ object: [String: Value]) throws -> String? {
        switch object["due"] {
        case nil:
            if bug == .requiresOptional { throw Failure.badShape }
            return nil
        case .null:
            if bug == .chokesOnNull { throw Failure.badShape }
            return nil
        case .string(let text):
            if bug == .readsDatesLoosely { return text }
            guard (try? Date(text, strategy: .iso8601)) != nil else { throw Failure.badShape }
            return text
        default: throw Failure.badShape
        }
    }

    /// JSON as it comes, with numbers that lose nothing, and of objects what the client knows.
    private enum Value: Decodable {
        case null
        case bool(Bool)
        case number(Decimal)
        case string(String)
        case array([Value])
        case object([String: Value])

        /// Tries the documented type first: Swift Testing notes the callers of each thrown error, which takes time.
        init(from decoder: any Decoder) throws {
            let key = decoder.codingPath.last as? Key
            switch key {
            case .id?: self = try Self.number(decoder) ?? Self(any: decoder)
            case .done?: self = try Self.bool(decoder) ?? Self(any: decoder)
            case .token?, .title?, .due?: self = try Self.string(decoder) ?? Self(any: decoder)
            case nil: self = try Self.object(decoder) ?? Self(any: decoder)
            }
        }

        private init(any decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let scalar = Self.bool(decoder) ?? Self.number(decoder) ?? Self.string(decoder) {
                self = scalar
            } else if let array = try? container.decode([Value].self) {
                self = .array(array)
            } else {
                guard let object = try Self.object(decoder) else { throw URLError(.cannotParseResponse) }
                self = object
            }
        }

        private static func bool(_ decoder: any Decoder) -> Self? {
            (try? decoder.singleValueContainer().decode(Bool.self)).map { .bool($0) }
        }

        private static func number(_ decoder: any Decoder) -> Self? {
            (try? decoder.singleValueContainer().decode(Decimal.self)).map { .number($0) }
        }

        private static func string(_ decoder: any Decoder) -> Self? {
            (try? decoder.singleValueContainer().decode(String.self)).map { .string($0) }
        }

        /// The known members of an object; nil for another type.
        private static func object(_ decoder: any Decoder) throws -> Self? {
            guard let object = try? decoder.container(keyedBy: Key.self) else { return nil }
            var members: [String: Value] = [:]
            for key in Key.allCases where object.contains(key) {
                members[key.rawValue] = try object.decode(Value.self, forKey: key)
            }
            return .object(members)
        }

        private enum Key: String, CodingKey, CaseIterable {
            case token, id, title, done, due
        }
    }
}

extension ItemsClient {
    static func bindings(_ bug: ItemBug) -> ClientBindings {
        ClientBindings(
            client: { stub in ItemsClient(session: stub.urlSession, bug: bug) },
            operations: [
                "login": .init({ (try $0.string("username"), try $0.string("password")) }) { client, input in
                    ["id": try await client.login(input.0, input.1)]
                },
                "fetchItems": .init({ try $0.optionalBool("done") }) { client, done in
                    try await client.items(done: done)
                },
                "addItem": .init({ try $0.json("body").decode(NewTodo.self) }) { client, item in
                    try await client.add(item)
                },
            ])
    }
}
