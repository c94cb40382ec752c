// SPDX-License-Identifier: Apache-2.0
import Testing

/// Sends raw bytes to a server and returns everything that it sends until it closes the connection.
enum RawClient {
    static func send(_ text: String, to server: String) async throws -> String {
        try await send([text], to: server)
    }

    /// Sends each text in a separate write. The server must close the connection.
    static func send(_ texts: [String], to server: String) async throws -> String {
        let port = try #require(server.split(separator: ":").last.flatMap { Int($0) })
        let client = try await OpenClient(port)
        for text in texts { client.write(text) }
        return try await client.rest()
    }
}
