// SPDX-License-Identifier: Apache-2.0
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The to-do service, with completion handlers on an injected session.
public final class APIClient: @unchecked Sendable {
    private let session: any SessionProtocol
    private let lock = NSLock()
    private var token: Token?

    public init(session: any SessionProtocol) {
        self.session = session
    }

    /// Exchanges a user name and a password for a token, which later requests send.
    public func loginUser(
        withName username: String, password: String, completion: @escaping @Sendable (Token?, (any Error)?) -> Void
    ) {
        let query = [("username", username), ("password", password)]
        send(request("GET", "/login", query: query)) { (token: Token?, error) in
            if let token { self.keep(token) }
            completion(token, error)
        }
    }

    /// Fetches the items, the oldest first; only those that are done, or aren't, if `done` says so.
    public func fetchItems(done: Bool? = nil, completion: @escaping @Sendable ([Item]?, (any Error)?) -> Void) {
        let query = done.map { [("done", $0 ? "true" : "false")] } ?? []
        send(request("GET", "/items", query: query), completion: completion)
    }

    /// Adds an item at the end of the list.
    public func addItem(_ item: NewItem, completion: @escaping @Sendable (Item?, (any Error)?) -> Void) {
        var request = request("POST", "/items")
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        do {
            request.httpBody = try encoder.encode(item)
        } catch {
            return completion(nil, error)
        }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        send(request, completion: completion)
    }

    private func request(_ method: String, _ path: String, query: [(name: String, value: String)] = []) -> URLRequest {
        var components = URLComponents()
        components.scheme = "https"
        components.host = "awesometodos.com"
        components.path = path
        // URLComponents.queryItems would leave “+” as it is, which a form-decoding server reads as a space.
        if !query.isEmpty {
            components.percentEncodedQuery = query.map { "\($0.name)=\($0.value.queryEncoded)" }.joined(separator: "&")
        }
        guard let url = components.url else { preconditionFailure("“\(path)” is no path") }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.setValue("application/json", forHTTPHeaderField: "Accept")
        if let token = currentToken { request.setValue("Bearer \(token.id)", forHTTPHeaderField: "Authorization") }
        return request
    }

    private func send<Value: Decodable & Sendable>(
        _ request: URLRequest, completion: @escaping @Sendable (Value?, (any Error)?) -> Void
    ) {
        session.dataTask(with: request) { data, response, error in
            do {
                if let error { throw error }
                // Without its type the value would be inferred as an optional one, and JSON's null would pass for it.
                let value: Value = try Self.value(of: data, response)
                completion(value, nil)
            } catch {
                completion(nil, error)
            }
        }
        .resume()
    }

    private static func value<Value: Decodable>(of data: Data?, _ response: URLResponse?) throws -> Value {
        guard let response = response as? HTTPURLResponse else { throw WebserviceError.noAnswer }
        switch response.statusCode {
        case 200..<300: break
        case 401: throw WebserviceError.unauthorized
        case 422: throw WebserviceError.invalid
        default: throw WebserviceError.responseFailed(code: response.statusCode)
        }
        guard let data, !data.isEmpty else { throw WebserviceError.dataEmpty }
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode(Value.self, from: data)
    }

    private var currentToken: Token? {
        lock.withLock { token }
    }

    private func keep(_ token: Token) {
        lock.withLock { self.token = token }
    }
}

extension String {
    /// Encoded for a query so that form-decoding and RFC 3986 read the same.
    fileprivate var queryEncoded: String {
        var allowed = CharacterSet.alphanumerics.intersection(CharacterSet(charactersIn: "\u{0}"..."\u{7F}"))
        allowed.insert(charactersIn: "-._~")
        return addingPercentEncoding(withAllowedCharacters: allowed) ?? self
    }
}
