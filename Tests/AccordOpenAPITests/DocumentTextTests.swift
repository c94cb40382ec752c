// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordOpenAPI
import Testing

@Suite("The text of documents")
struct DocumentTextTests {
    private static let yaml = """
        openapi: 3.0.3
        info: { title: Marks, version: "1" }
        paths: { /a: { get: { operationId: a, responses: { "200": { description: ok } } } } }
        """
    private static let json = #"""
        { "openapi": "3.0.3", "info": { "title": "Marks", "version": "1" },
          "paths": { "/a": { "get": { "operationId": "a", "responses": { "200": { "description": "ok" } } } } } }
        """#

    private func load(_ file: String, _ text: String) -> LoadResult {
        ContractLoader.load(file, files: MemoryFiles([file: text]), formats: .all())
    }

    @Test("a byte order mark is a warning", arguments: [("a.yaml", yaml), ("a.json", json), ("a", yaml)])
    func marked(file: String, text: String) {
        let marked = load(file, "\u{FEFF}" + text)
        #expect(marked.contract?.operations.map(\.id) == ["a"])
        let warnings = marked.diagnostics.filter { $0.message.contains("byte order mark") }
        #expect(warnings.map(\.severity) == [.warning] && warnings.first?.location.file == file)
        #expect(!load(file, text).diagnostics.contains { $0.message.contains("byte order mark") })
    }

    @Test("YAML without an extension is recognized by its content", arguments: ["api", "/dev/fd/63", "api.txt"])
    func withoutExtension(file: String) {
        #expect(load(file, Self.yaml).contract?.operations.map(\.id) == ["a"])
        #expect(load(file, Self.json).contract?.operations.map(\.id) == ["a"])
    }

    @Test("lists in a list of Swagger 2.0 keep their collection formats, by default csv", arguments: ["pipes", nil])
    func collectionFormats(format: String?) throws {
        let inner = format.map { #""collectionFormat": "\#($0)", "# } ?? ""
        let loaded = load(
            "a.json",
            #"""
            { "swagger": "2.0", "info": { "title": "Marks", "version": "1" }, "paths": { "/a": { "get": { "operationId": "a",
              "parameters": [{ "name": "m", "in": "query", "type": "array", "collectionFormat": "ssv", "items":
                { "type": "array", \#(inner)"items": { "type": "integer" } } }],
              "responses": { "200": { "description": "ok" } } } } } }
            """#)
        #expect(!loaded.diagnostics.contains { $0.message.contains("collectionFormat") })
        let shape = try #require(loaded.contract?.operations.first?.request.query.first?.shape)
        #expect(shape.innerSeparators == [format == nil ? "," : "|"])
    }

    @Test("a collection format in OpenAPI 3 means nothing, with a warning")
    func foreignCollectionFormat() {
        let list =
            #""schema": { "type": "array", "items": { "type": "array", "collectionFormat": "csv", "items": {} } }"#
        let parameter = #""parameters": [ { "name": "p", "in": "query", \#(list) } ], "responses""#
        let loaded = load("a.json", Self.json.replacing(#""responses""#, with: parameter))
        #expect(loaded.diagnostics.contains { $0.message.contains("collectionFormat") }, "\(loaded.diagnostics)")
        #expect(loaded.contract?.operations.first?.request.query.first?.shape.innerSeparators == [])
    }

    @Test("styles without a defined meaning are warnings, and other styles are not")
    func styles() {
        func warnings(_ parameter: String) -> [String] {
            let text = Self.json.replacing(#""responses""#, with: #""parameters": [ \#(parameter) ], "responses""#)
            return load("a.json", text).diagnostics.map(\.message).filter { $0.contains("style") }
        }
        let list = #""schema": { "type": "array", "items": { "type": "string" } }"#
        let object = #""schema": { "type": "object", "properties": { "a": { "type": "array" } } }"#
        let start = #"{ "name": "p", "in": "query", "#
        #expect(warnings(start + #""style": "deepObject", \#(object) }"#).count == 1)
        #expect(warnings(start + #""style": "deepObject", \#(list) }"#).count == 1)
        #expect(warnings(start + #""style": "deepObject", "explode": false, "schema": {} }"#).count == 1)
        #expect(warnings(start + #""style": "deepObject", "explode": true, "schema": {} }"#) == [])
        #expect(warnings(start + #""style": "tabDelimited", \#(list) }"#).count == 1)
        #expect(warnings(start + #""style": "pipeDelimited", "explode": true, \#(list) }"#).count == 1)
        #expect(warnings(start + #""style": "spaceDelimited", "schema": { "type": "string" } }"#).count == 1)
        #expect(warnings(start + #""style": "pipeDelimited", "explode": false, \#(list) }"#) == [])
        #expect(warnings(start + #""style": "form", \#(object) }"#) == [])
    }
}
