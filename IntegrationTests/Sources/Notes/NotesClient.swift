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
    /// The mistake that the tests must find; run.sh sets it.
    private enum Mistake: String {
        case ignoresMissingNotes = "ignores 404"
        case crashes

        static let made = ProcessInfo.processInfo.environment["NOTES_MISTAKE"].flatMap(Mistake.init)
    }

    private let session: URLSession

    public init(session: URLSession) {
        self.session = session
    }

    public func note(id: Int) async throws -> Note {
        guard let url = URL(string: "https://notes.example/notes/\(id)") else { throw URLError(.badURL) }
        let (data, response) = try await session.data(from: url)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        if status == 404, Mistake.made != .ignoresMissingNotes { throw NotesError.notFound }
        if Mistake.made == .crashes { precondition(status < 500) }
        guard (200..<300).contains(status) else { throw NotesError.status(status) }
        return try JSONDecoder().decode(Note.self, from: data)
    }
}
