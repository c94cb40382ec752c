// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordOpenAPI
import AccordSchema
import Testing

@testable import AccordContract

@Suite struct `References between documents` {
    @Test func `an operation may be a reference, and an unresolved reference is an error`() throws {
        let paths = "  /a: {get: {$ref: 'get.yaml'}, post: {$ref: 'post.yaml'}}"
        let loaded = Loaded.yaml(
            Loaded.document(paths: paths), others: ["get.yaml": "{operationId: a, responses: {200: {description: y}}}"])
        #expect(try #require(loaded.contract).operations.map(\.id) == ["a"])
        #expect(loaded.diagnostics.count { $0.severity == .error && $0.message.contains("post.yaml") } == 1)
    }

    @Test func `references to files and copies of remote files are resolved`() throws {
        let text = Loaded.document(
            paths: """
                  /a: {$ref: paths/a.yaml}
                """)
        let others = [
            "paths/a.yaml": """
            get:
              operationId: a
              responses:
                200: {description: x, content: {application/json: {schema: {$ref: '../schemas.yaml#/Pet'}}}}
            """,
            "schemas.yaml":
                "Pet: {type: object, properties: {id: {type: integer}, next: {$ref: '#/Pet'}, far: {$ref: 'https://x.example/far.json'}}}",
            "far.json": #"{"type":"string"}"#,
        ]
        let loaded = Loaded.of(
            text, file: "openapi.yaml", others: others,
            options: OpenAPIOptions(references: ["https://x.example/far.json": "far.json"]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics.map(\.rendered))")
        let schema = try #require(contract.operations[0].responses[0].body?.content.first?.schema)
        #expect(schema.isValid(["id": 1, "next": ["id": 2, "far": "x"]]))
        #expect(!schema.isValid(["next": ["id": "2"]]))
        let violation = try #require(schema.validate(["next": ["far": 1]]).first)
        #expect(SourceLocation(violation.schemaValue).description == "far.json:1:9")
        #expect(contract.operations[0].location.description == "paths/a.yaml:1:1")
    }
}
