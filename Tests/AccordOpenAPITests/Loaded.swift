// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordOpenAPI
import AccordSchema
import Testing

@testable import AccordContract

enum Loaded {
    /// Loads a document that was never on a disk, in JSON or YAML.
    static func of(
        _ text: String, file: String = "openapi.json", others: [String: String] = [:],
        options: OpenAPIOptions = OpenAPIOptions(), isStrict: Bool = false
    ) -> LoadResult {
        var files = others
        files[file] = text
        return ContractLoader.load(
            file, files: MemoryFiles(files),
            formats: .all(options, isStrict: isStrict))
    }

    /// Loads a YAML document.
    static func yaml(_ text: String, others: [String: String] = [:], isStrict: Bool = false) -> LoadResult {
        of(text, file: "openapi.yaml", others: others, isStrict: isStrict)
    }

    /// Returns the contract of a YAML document without diagnostics.
    static func contract(_ text: String, options: OpenAPIOptions = OpenAPIOptions()) throws -> Contract {
        let loaded = of(text, file: "openapi.yaml", options: options)
        #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics.map(\.rendered).joined(separator: "\n"))")
        return try #require(loaded.contract)
    }

    /// Returns a YAML document with paths.
    static func document(paths: String, version: String = "3.1.0", more: String = "") -> String {
        """
        openapi: \(version)
        info: {title: T, version: '1'}
        \(more)
        paths:
        \(paths)
        """
    }
}
