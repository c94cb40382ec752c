import AccordJSON
import Foundation

/// The folder with the public test suites, which aren't part of the package.
enum Conformance {
    static let folder: URL = {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        if let path = ProcessInfo.processInfo.environment["ACCORD_CONFORMANCE"] { return URL(fileURLWithPath: path) }
        return root.appendingPathComponent("../shared/conformance").standardizedFileURL
    }()

    /// Whether the folder is there; suites that read it are skipped where it isn't.
    static let isThere = FileManager.default.fileExists(atPath: folder.path)

    /// The bytes of a file.
    static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent(path)))
    }

    /// A file's JSON.
    static func document(_ path: String) throws -> JSONDocument {
        try JSONDocument(parsing: bytes(path), file: path)
    }
}
