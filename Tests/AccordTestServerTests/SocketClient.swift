// SPDX-License-Identifier: Apache-2.0
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client on the network as it is: no stub's session, only an address.
struct SocketClient: Sendable {
    struct Token: Sendable {
        var id: String
    }

    enum Failure: Error {
        case badAnswer, unauthorized
    }

    let base: URL
    var path = "/login"
    var ignoresStatus = false
    /// Sends the token to wherever a redirect leads.
    var trustsRedirects = false
    let session = URLSession(configuration: .ephemeral)
    let unredirected = URLSession(configuration: .ephemeral, delegate: Redirects(), delegateQueue: nil)

    func login(_ username: String, _ password: String) async throws -> Token {
        let query = "username=\(Self.encoded(username))&password=\(Self.encoded(password))"
        guard let url = URL(string: "\(base.absoluteString)\(path)?\(query)") else { throw Failure.badAnswer }
        let (data, response) = try await session.data(from: url)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        if status == 401 { throw Failure.unauthorized }
        guard (200..<300).contains(status) || ignoresStatus else { throw Failure.badAnswer }
        let json = try JSONSerialization.jsonObject(with: data)
        guard let token = (json as? [String: Any])?["token"] as? String else { throw Failure.badAnswer }
        return Token(id: token)
    }

    struct Item: Codable, Sendable {
        var id: Int
        var title: String
        var done: Bool
        var due: String?
    }

    /// What is to do.
    func items(_ token: String) async throws -> [Item] {
        var request = URLRequest(url: base.appending(path: "items"))
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        var (data, response) = try await unredirected.data(for: request)
        var head = response as? HTTPURLResponse
        if head?.statusCode == 302, let target = head?.value(forHTTPHeaderField: "Location").flatMap(URL.init) {
            request.url = target
            let isOther = target.host != base.host || target.port != base.port
            if isOther, !trustsRedirects { request.setValue(nil, forHTTPHeaderField: "Authorization") }
            (data, response) = try await unredirected.data(for: request)
            head = response as? HTTPURLResponse
        }
        guard let status = head?.statusCode, (200..<300).contains(status) else { throw Failure.badAnswer }
        return try JSONDecoder().decode([Item].self, from: data)
    }

    func add(_ item: Data, _ token: String) async throws -> Item {
        var request = URLRequest(url: base.appending(path: "items"))
        request.httpMethod = "POST"
        request.httpBody = item
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        return try JSONDecoder().decode(Item.self, from: try await session.data(for: request).0)
    }

    static func encoded(_ text: String) -> String {
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text
    }
}

/// Follows no redirect by itself.
private final class Redirects: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
