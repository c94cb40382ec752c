// SPDX-License-Identifier: Apache-2.0
import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A note.
public struct Note: Codable, Sendable {
    public let id: Int
    public let text: String
}

/// Why a call failed.
public enum NotesError: Error {
    case status(Int)
    case notFound
}

/// Reads notes.
public struct NotesClient: Sendable {
    private let session: URLSession

    public init(session: URLSession) {
        self.session = session
    }

    public func note(id: Int) async throws -> Note {
        guard let url = URL(string: "https://notes.example/notes/\(id)") else { throw URLError(.badURL) }
        let (data, response) = try await session.data(from: url)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        if status == 404 { throw NotesError.notFound }
        guard (200..<300).contains(status) else { throw NotesError.status(status) }
        return try JSONDecoder().decode(Note.self, from: data)
    }
}
