// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation

/// The folder with the public test suites, which aren't part of the package: `ACCORD_CONFORMANCE`, or
/// `../shared/conformance` beside the package.
package enum Conformance {
    package static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["ACCORD_CONFORMANCE"] { return URL(filePath: path) }
        return URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "../shared/conformance").standardizedFileURL
    }()

    /// The suites that `scripts/conformance.sh` gets.
    private static let downloaded = ["json-schema", "json-text", "jsonpath"]

    /// Returns whether the folder contains suites, by their paths. Tests without their suite are skipped.
    ///
    /// - Throws: an error in CI if `scripts/conformance.sh` gets the missing suite.
    package static func has(_ paths: String...) throws -> Bool {
        guard let missing = paths.first(where: { !FileManager.default.fileExists(atPath: path($0)) }) else {
            return true
        }
        let isRequired =
            ProcessInfo.processInfo.environment["CI"] != nil && downloaded.contains { missing.hasPrefix($0) }
        guard !isRequired else {
            throw MissingSuite(description: "run scripts/conformance.sh: \(path(missing)) is missing")
        }
        return false
    }

    /// The folder of fixtures, which are part of the package.
    package static let fixtures: URL = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Fixtures")

    /// Returns the JSON of a fixture.
    package static func fixture(_ path: String) throws -> JSONDocument {
        try JSONDocument(parsing: [UInt8](Data(contentsOf: fixtures.appending(path: path))), file: path)
    }

    /// Whether a run tests large collections completely: `scripts/test.sh collections` does.
    package static let isComplete: Bool = ProcessInfo.processInfo.environment["ACCORD_COLLECTIONS"] != nil

    /// The part of a large collection that a run tests: all of it in a complete run, else each tenth entry, or each entry
    /// at another distance.
    package static func part<Entry>(of collection: [Entry], each distance: Int = 10) -> [Entry] {
        if isComplete { return collection }
        return collection.indices.filter { $0 % distance == 0 }.map { collection[$0] }
    }

    /// The public OpenAPI documents, in JSON and YAML, by their path in the folder of suites.
    package static let publicDocuments: [String] = {
        let walker = FileManager.default.enumerator(atPath: path("openapi"))
        let names = walker?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".json") || $0.hasSuffix(".yaml") }.sorted().map { "openapi/\($0)" }
    }()

    package static func path(_ name: String) -> String { folder.appending(path: name).path }

    /// The JSON files beneath a folder by their path from there, in order; none where the folder isn't there.
    package static func files(in path: String) -> [String] {
        guard let walker = FileManager.default.enumerator(atPath: Self.path(path)) else { return [] }
        return walker.compactMap { $0 as? String }.filter { $0.hasSuffix(".json") }.sorted()
    }

    /// The bytes of a file.
    package static func bytes(_ path: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appending(path: path)))
    }

    /// A file's JSON.
    package static func document(_ path: String) throws -> JSONDocument {
        try JSONDocument(parsing: bytes(path), file: path)
    }
}

private struct MissingSuite: Error, CustomStringConvertible {
    var description: String
}
