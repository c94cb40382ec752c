import AccordJSON
import Foundation

/// The folder with the public schemas of report formats, which aren't part of the package.
enum Conformance {
    static let folder: URL = {
        let root = URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        if let path = ProcessInfo.processInfo.environment["ACCORD_CONFORMANCE"] { return URL(filePath: path) }
        return root.appending(path: "../shared/conformance").standardizedFileURL
    }()

    /// Whether the folder is there; suites that read it are skipped where it isn't.
    static let isThere = FileManager.default.fileExists(atPath: folder.path)

    static func path(_ name: String) -> String { folder.appending(path: name).path }

    static func document(_ path: String) throws -> JSONDocument {
        try JSONDocument(parsing: [UInt8](Data(contentsOf: folder.appending(path: path))), file: path)
    }
}

/// A program that a test runs where the machine has it.
enum Program {
    /// Where the program is, by `PATH`.
    static func path(_ names: String...) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return names.lazy.flatMap { name in folders.map { "\($0)/\(name)" } }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// Runs a program to its end and returns its exit status with all that it wrote.
    static func run(_ path: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: path)
        process.arguments = arguments
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
    }
}

/// A folder that is gone when the test is.
final class ScratchFolder {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "accord-report-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func write(_ text: String, _ name: String) throws -> String {
        try Data(text.utf8).write(to: URL(filePath: "\(path)/\(name)"))
        return "\(path)/\(name)"
    }

    var names: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
    }

    func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: "\(path)/\(name)")), as: UTF8.self)
    }
}
