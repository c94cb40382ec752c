// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A note.
public struct Note: Codable, Sendable {
    public let id: Int
    public let text: String
}

/// Why a call failed.
public enum NotesError: Error {
    case status(Int)
    case notFound
    /// What curl says, by its exit status.
    case transport(Int32)
}

/// Reads notes by the command curl, for there is no session that could be stubbed.
public struct NotesClient: Sendable {
    private let base: URL
    private let authority: URL?
    // Mistakes that the tests must find, and other behavior; run.sh sets them.
    private static let options = words("NOTES_OPTIONS")
    private static let trustsAuthority = words("NOTES_TRUST") != ["nothing"]

    private static func words(_ variable: String) -> [String] {
        ProcessInfo.processInfo.environment[variable]?.split(separator: " ").map(String.init) ?? []
    }

    /// `authority` is a file of certificates, the only ones to trust; nil: the system's.
    public init(base: URL, authority: URL? = nil) {
        self.base = base
        self.authority = authority
    }

    public func note(id: Int) async throws -> Note {
        var arguments = [
            "curl", "--silent", "--location", "--compressed", "--max-time", "20", "--write-out", "\n%{http_code}",
        ]
        if let authority, Self.trustsAuthority { arguments += ["--cacert", authority.path] }
        let output = try await run(arguments + Self.options + ["\(base.absoluteString)/notes/\(id)"])
        guard let end = output.lastIndex(of: UInt8(ascii: "\n")),
            let status = Int(String(decoding: output[(end + 1)...], as: UTF8.self))
        else { throw NotesError.status(0) }
        if status == 404 { throw NotesError.notFound }
        guard (200..<300).contains(status) else { throw NotesError.status(status) }
        return try JSONDecoder().decode(Note.self, from: output[..<end])
    }

    private func run(_ arguments: [String]) async throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        _ = FileManager.default.createFile(atPath: output.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: output) }
        process.standardOutput = try FileHandle(forWritingTo: output)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                process.terminationHandler = { _ in continuation.resume() }
                do { try process.run() } catch { continuation.resume(throwing: error) }
            }
        } onCancel: {
            // Not SIGTERM: a process that a test starts has it blocked.
            kill(process.processIdentifier, SIGKILL)
        }
        try Task.checkCancellation()
        guard process.terminationStatus == 0 else { throw NotesError.transport(process.terminationStatus) }
        return try Data(contentsOf: output)
    }
}
