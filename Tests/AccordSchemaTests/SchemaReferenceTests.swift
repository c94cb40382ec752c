// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import Testing

@Suite("References between schemas")
struct SchemaReferenceTests {
    @Test("references resolve within a larger document")
    func withinDocument() throws {
        let contract = try JSONDocument(
            parsing: """
                { "$schema": "contract.schema.json",
                  "operations": { "a": { "body": { "$ref": "#/components/schemas/Token" } } },
                  "components": { "schemas": { "Token": { "required": ["token"], "properties": {
                    "parent": { "$ref": "#/components/schemas/Token" } } } } } }
                """, file: "Specs/todos.json")
        let body = try #require(contract.root.value(at: "/operations/a/body"))
        let schema = try Schema.compile(body)
        #expect(schema.source.pointer == "/operations/a/body")
        #expect(schema.isValid(try instance(#"{"token":1}"#)))
        let violation = try #require(schema.validate(instance(#"{"token":1,"parent":{}}"#)).first)
        #expect(violation.keywordLocation == "/components/schemas/Token/required")
        #expect(violation.absoluteKeywordLocation == "Specs/todos.json#/components/schemas/Token/required")
    }

    @Test("references to other files use the resolver")
    func files() throws {
        let shared = try JSONDocument(parsing: #"{"definitions":{"Id":{"type":"integer"}}}"#, file: "Specs/shared.json")
        let registry = SchemaRegistry { $0 == "Specs/shared.json" ? shared : nil }
        let schema = try compiled(
            ##"{"items":{"$ref":"shared.json#/definitions/Id"}}"##, file: "Specs/todos.json", registry: registry)
        #expect(schema.isValid(try instance("[1]")))
        let violation = try #require(schema.validate(instance(#"["1"]"#)).first)
        #expect(violation.schemaValue.document === shared)
        #expect(violation.absoluteKeywordLocation == "Specs/shared.json#/definitions/Id/type")
    }

    @Test(
        "relative references resolve across folders",
        arguments: [("../a.json", "a.json"), ("./b/c.json", "Specs/b/c.json")])
    func folders(reference: String, file: String) throws {
        let target = try JSONDocument(parsing: #"{"type":"null"}"#, file: file)
        let registry = SchemaRegistry()
        registry.add(target, uri: file)
        let schema = try compiled(#"{"$ref":"\#(reference)"}"#, file: "Specs/todos.json", registry: registry)
        #expect(schema.isValid(try instance("null")))
        #expect(!schema.isValid(try instance("1")))
    }

    @Test("references find an $id or $anchor anywhere in a larger document")
    func names() throws {
        let contract = try JSONDocument(
            parsing: """
                { "body": { "allOf": [{ "$ref": "https://example.com/token" }, { "$ref": "#named" }] },
                  "components": { "schemas": { "A": { "$id": "https://example.com/token", "type": "string" },
                                               "B": { "$anchor": "named", "minLength": 2 } } } }
                """, file: "c.json")
        let schema = try Schema.compile(#require(contract.root["body"]))
        #expect(schema.isValid(try instance(#""ab""#)))
        #expect(!schema.isValid(try instance(#""a""#)))
        #expect(!schema.isValid(try instance("1")))
    }

    @Test("the metaschemas of every dialect are built in")
    func metaschemas() throws {
        for uri in [
            "https://json-schema.org/draft/2020-12/schema", "https://json-schema.org/draft/2019-09/schema",
            "http://json-schema.org/draft-07/schema#", "https://spec.openapis.org/oas/3.1/dialect/base",
        ] {
            let schema = try compiled(#"{"$ref":"\#(uri)"}"#)
            #expect(schema.isValid(try instance(#"{"type":"object","properties":{"a":{"minLength":1}}}"#)), "\(uri)")
            #expect(!schema.isValid(try instance(#"{"properties":{"a":{"minLength":"1"}}}"#)), "\(uri)")
        }
    }
}
