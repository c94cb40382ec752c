import Testing

/// Sends bytes to a server as they are, and hands back all that it says until it closes.
enum RawClient {
    static func send(_ text: String, to server: String) async throws -> String {
        try await send([text], to: server)
    }

    /// Each text is one write; the server is expected to close in the end.
    static func send(_ texts: [String], to server: String) async throws -> String {
        let port = try #require(server.split(separator: ":").last.flatMap { Int($0) })
        let client = try await OpenClient(port)
        for text in texts { client.write(text) }
        return try await client.rest()
    }
}
