// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Foundation

/// The `accord` program, which converts OpenAPI documents, compares versions and renders reports. The tests don't link
/// the program's code, because that would make their build slower.
struct Program {
    /// The path of the program, or its name if the system has to search for it in `PATH`.
    let name: String
    /// The working directory of the program, or `nil` for the current directory.
    var folder: String?

    /// Converts an OpenAPI document to a contract with all of its files, or returns `nil` if that fails.
    func converted(_ path: String) -> EmbeddedContract? {
        output(["convert", "--bundle", path], errors: .standardError).flatMap { try? JSONDocument(parsing: $0) }
            .flatMap { EmbeddedContract($0.root) }
    }

    /// Returns the response bodies from `accord diff` that break clients of the older version, by operation. Returns
    /// `nil` if the program can't compare the documents.
    func witnesses(from older: String, to newer: String) -> [String: [JSON]]? {
        let arguments = ["diff", "--format", "json", "--fail-on", "none", older, newer]
        guard let bytes = output(arguments, errors: .nullDevice),
            let changes = (try? JSONDocument(parsing: bytes))?.root["changes"]
        else { return nil }
        return changes.elements.reduce(into: [:]) { bodies, change in
            guard change["direction"]?.string == "response", let operation = change["operation"]?.string,
                let witness = change["witness"]
            else { return }
            bodies[operation, default: []].append(JSON(witness))
        }
    }

    /// Runs the program and returns its standard output, or `nil` if it fails.
    func output(_ arguments: [String], errors: FileHandle) -> [UInt8]? {
        #if os(macOS) || os(Linux)
            let process = Process()
            let output = Pipe()
            // `env` searches `PATH` for a program whose name has no folder.
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = [name] + arguments
            if let folder { process.currentDirectoryURL = URL(filePath: folder) }
            process.standardOutput = output
            process.standardError = errors
            process.standardInput = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return nil }
            let bytes = [UInt8](output.fileHandleForReading.readDataToEndOfFile())
            process.waitUntilExit()
            return process.terminationStatus == 0 ? bytes : nil
        #else
            return nil
        #endif
    }
}
