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
    let session = URLSession(configuration: .ephemeral)

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

    private static func encoded(_ text: String) -> String {
        let allowed = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: allowed) ?? text
    }
}
