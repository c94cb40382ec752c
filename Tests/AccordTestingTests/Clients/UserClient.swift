// SPDX-License-Identifier: Apache-2.0
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client of a small API of users. Its two kinds send different requests and read different properties.
struct UserClient: Sendable {
    enum Kind: CaseIterable, Sendable {
        /// Requires most properties with their exact types, knows no team 4711, and sends no language.
        case phone
        /// Reads few properties, with few demands, and sends its language.
        case watch
    }

    private struct WatchUser: Decodable {
        var id: Double
        var name: String?
        var role: String?
        var created: String?
    }

    private struct PhoneUser: Decodable {
        enum Role: String, Decodable { case admin, guest }

        var id: Int
        var name: String
        var avatar: String
        var role: Role?
        var team: String
        var created: Date
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
            let decoder = JSONDecoder()
            decoder.dateDecodingStrategy = .iso8601
            let user = try decoder.decode(PhoneUser.self, from: data)
            guard user.team != "4711" else { throw Failure(status: 0) }
            let role = user.role?.rawValue ?? "none"
            return "\(user.id) \(user.name) \(user.avatar) \(role) \(user.team) \(user.created)"
        case .watch:
            let user = try JSONDecoder().decode(WatchUser.self, from: data)
            return "\(user.id) \(user.name ?? "?") \(user.role ?? "none") \(user.created ?? "?")"
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
