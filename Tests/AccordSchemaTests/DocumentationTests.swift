// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import Foundation
import Testing

@Suite("docs/AccordSchema.md")
struct DocumentationTests {
    /// The package's folder.
    static let root: URL = {
        var folder = URL(filePath: #filePath).deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "docs").path) {
            folder = folder.deletingLastPathComponent()
        }
        return folder
    }()

    @Test("every public declaration has a doc comment", arguments: ["AccordJSON", "AccordSchema"])
    func comments(target: String) throws {
        let folder = Self.root.appending(path: "Sources/\(target)").resolvingSymlinksInPath()
        let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        var count = 0
        for name in names where name.hasSuffix(".swift") {
            let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            var isDocumented = false
            for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
                let words = line.trimmingCharacters(in: .whitespaces)
                if words.hasPrefix("public "), !words.hasPrefix("public extension") {
                    count += 1
                    #expect(isDocumented, "\(name): \(words)")
                }
                if !words.hasPrefix("@") { isDocumented = words.hasPrefix("///") }
            }
        }
        #expect(count > 20)
    }

    @Test("the example of docs/AccordSchema.md compiles and has the stated results")
    func example() throws {
        let schema = try Schema.compile(
            JSONDocument(
                parsing: #"""
                    { "type": "object", "required": ["id", "price"], "additionalProperties": false,
                      "properties": {
                        "id": { "type": "string", "format": "uuid" },
                        "price": { "type": "number", "minimum": 0, "multipleOf": 0.01 },
                        "owner": { "oneOf": [{ "type": "null" }, { "$ref": "#/$defs/person" }] } },
                      "$defs": { "person": { "type": "object", "required": ["name"],
                        "properties": { "name": { "type": "string", "minLength": 1 } } } } }
                    """#, file: "item.schema.json"
            ).root)
        let item = try JSONDocument(parsing: #"{"id":"7","price":1.005,"owner":{"name":""}}"#).root
        let violations = schema.validate(item)
        let lines = violations.map { "\($0.schemaValue.document.file):\($0.schemaValue.position): \($0)" }
        #expect(violations.map(\.keyword) == ["format", "multipleOf", "oneOf"])
        #expect(violations.last?.causes.first?.instancePointer == "/owner/name")
        #expect(lines.allSatisfy { $0.hasPrefix("item.schema.json:") && $0.contains("/") })

        let example = try schema.example(seed: 7)
        let edges = schema.boundaryValues()
        let changes = schema.mutations(of: example)
        #expect(schema.isValid(example) && edges.contains { !$0.isValid } && !changes.isEmpty)
    }

    @Test("each line of the example in docs/AccordSchema.md is compiled")
    func sameLines() throws {
        let folder = Self.root
        func lines(_ file: URL) throws -> [String] {
            try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
        let code = Set(try lines(URL(filePath: #filePath)))
        let blocks = try String(contentsOf: folder.appending(path: "docs/AccordSchema.md"), encoding: .utf8)
            .components(separatedBy: "```")
        let examples = blocks.enumerated().filter { $0.offset % 2 == 1 && !$0.element.contains("Package.swift") }
        #expect(examples.count == 3)
        for line in examples.flatMap({ $0.element.split(separator: "\n").dropFirst() }) {
            let text = line.trimmingCharacters(in: .whitespaces)
            #expect(code.contains(text), "\(text)")
        }
    }
}
