// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The server of `Tests/Fixtures/SeededBugs`: correct, or with one of its bugs, by the first segment of the path.
final class SeededServer {
    struct Bug: Decodable, Sendable {
        enum Kind: String, Decodable {
            /// A documented case shows it.
            case documented
            /// Only what the schemas imply shows it.
            case implied
        }

        var name: String
        var kind: Kind
        var operation: String
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures/SeededBugs")

    /// Whether `python3` is installed.
    static let isInstalled = (try? bugs()) != nil

    private let process = Process()
    private let input = Pipe()
    private let port: Int

    init(_ folder: URL = SeededServer.folder) throws {
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", folder.appending(path: "server.py").path]
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
        port = Int(String(decoding: line, as: UTF8.self)) ?? 0
    }

    deinit {
        // It ends with its standard input.
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
    }

    func address(_ name: String) -> String { "http://127.0.0.1:\(port)/\(name)" }

    static func bugs() throws -> [Bug] {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", folder.appending(path: "server.py").path, "--list"]
        process.standardOutput = output
        try process.run()
        let list = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONDecoder().decode([Bug].self, from: list)
    }
}
