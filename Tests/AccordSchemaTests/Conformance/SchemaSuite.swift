// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import ConformanceScore
import Foundation
import Testing

/// One file of the JSON Schema test suite.
struct SchemaSuiteFile: Sendable, CustomTestStringConvertible {
    let draft: String
    let path: String

    var isFormat: Bool { path.hasPrefix("optional/format/") || path == "optional/ecmascript-regex.json" }
    var isOptional: Bool { path.hasPrefix("optional/") }
    var testDescription: String { "\(draft)/\(path)" }

    static let all: [SchemaSuiteFile] = ["draft4", "draft6", "draft7", "draft2019-09", "draft2020-12"].flatMap {
        draft in
        Conformance.files(in: "json-schema/tests/\(draft)").map { SchemaSuiteFile(draft: draft, path: $0) }
    }

    var dialect: SchemaDialect {
        switch draft {
        case "draft4": .draft4
        case "draft6": .draft6
        case "draft7": .draft7
        case "draft2019-09": .draft201909
        default: .draft202012
        }
    }

    /// Runs every case of the file. Returns one line per wrong verdict.
    func run() throws -> [String] {
        let url = Conformance.folder.appending(path: "json-schema/tests/\(draft)/\(path)")
        let document = try JSONDocument(parsing: [UInt8](Data(contentsOf: url)), file: path)
        let asserts = isFormat || path == "optional/content.json"
        let options = SchemaOptions(dialect: dialect, assertsFormat: asserts)
        var failures: [String] = []
        for group in document.root.elements {
            guard let value = group["schema"], let tests = group["tests"] else { continue }
            let name = group["description"]?.string ?? ""
            let compiled: Schema?
            // A document of its own, like a schema in a file.
            let own = try JSONDocument(parsing: value.text, file: "")
            do throws(SchemaError) {
                compiled = try Schema.compile(own.root, registry: Self.registry, options: options)
            } catch {
                compiled = nil
                failures.append("\(name): \(error)")
            }
            for test in tests.elements {
                guard let data = test["data"], let expected = test["valid"]?.bool else { continue }
                guard let compiled else {
                    count(passed: false)
                    continue
                }
                let isValid = compiled.isValid(data)
                let isRight = isValid == expected
                if !isRight {
                    failures.append("\(name) – \(test["description"]?.string ?? ""): \(isValid) for \(data.text)")
                }
                count(passed: isRight)
                let violations = compiled.validate(data)
                if violations.isEmpty != isValid {
                    failures.append("\(name): validate and isValid disagree on \(data.text): \(violations)")
                }
                if violations.contains(where: { $0.message == "the value doesn't satisfy the schema" }) {
                    failures.append("\(name): nothing is said about \(data.text)")
                }
            }
        }
        return failures
    }

    private func count(passed: Bool) {
        let part = isFormat ? "format" : isOptional ? "optional" : "required"
        ConformanceScore.shared.add("JSON Schema \(draft), \(part)", passed: passed ? 1 : 0, of: 1)
    }

    /// The suite's remote documents.
    static let registry: SchemaRegistry = SchemaRegistry { uri in
        let prefix = "http://localhost:1234/"
        guard uri.hasPrefix(prefix) else { return nil }
        let url = Conformance.folder.appending(path: "json-schema/remotes/\(uri.dropFirst(prefix.count))")
        guard let data = try? Data(contentsOf: url) else { return nil }
        return try? JSONDocument(parsing: [UInt8](data), file: url.lastPathComponent)
    }
}
