// SPDX-License-Identifier: Apache-2.0
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of a small API of users. Its two kinds send different requests and read different properties.
struct UserClient: Sendable {
    enum Kind: CaseIterable, Sendable {
        /// Requires the avatar, and sends no language.
        case phone
        /// Reads only the id and the name, and sends its language.
        case watch
    }

    private struct WatchUser: Decodable {
        var id: Int
        var name: String
    }

    private struct PhoneUser: Decodable {
        var id: Int
        var name: String
        var avatar: String
    }

    struct Failure: Error { var status: Int }

    let kind: Kind
    let session: URLSession

    func user() async throws -> String {
        let language = kind == .watch ? "?lang=en" : ""
        let request = URLRequest(url: try Self.url("https://users.example/user\(language)"))
        let data = try await send(request)
        switch kind {
        case .phone:
            let user = try JSONDecoder().decode(PhoneUser.self, from: data)
            return "\(user.id) \(user.name) \(user.avatar)"
        case .watch:
            let user = try JSONDecoder().decode(WatchUser.self, from: data)
            return "\(user.id) \(user.name)"
        }
    }

    private static func url(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw URLError(.badURL) }
        return url
    }

    private func send(_ request: URLRequest) async throws -> Data {
        let (data, response) = try await session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200 else { throw Failure(status: status) }
        return data
    }
}
