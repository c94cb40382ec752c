// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordOpenAPI
import AccordSchema
import Testing

@testable import AccordContract

@Suite struct `Selected operations of a document` {
    @Test("operations in the steps of a selected operation's cases are read, and no others")
    func selectedSteps() throws {
        let paths = ["a", "b", "c"].map { id in
            #""/\#(id)": { "get": { "operationId": "\#(id)", "responses": { "200": { "description": "x" } } } }"#
        }
        let files = [
            "api.json": """
            { "openapi": "3.0.3", "info": { "title": "T", "version": "1" }, "paths": { \(paths.joined(separator: ", ")) } }
            """,
            "more.json": """
            { "contract": "1.0", "extends": "api.json", "servers": [{ "url": "https://a.example" }],
              "operations": { "a": { "cases": { "after b": { "steps": [
                { "operationId": "b", "response": { "status": 200 } },
                { "operationId": "a", "response": { "status": 200 } } ] } } } } }
            """,
        ]
        let loaded = ContractLoader.load(
            "more.json", files: MemoryFiles(files), formats: .all(OpenAPIOptions(operations: ["a"])))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        #expect(contract.operations.map(\.id) == ["a", "b"])
    }

    @Test func `only selected operations and their components are read`() throws {
        let text = """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /a: {get: {operationId: a, responses: {200: {description: x, content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}
              /b: {get: {operationId: b, responses: {200: {description: x, content: {application/json: {schema: {$ref: '#/components/schemas/B'}}}}}}}
            components:
              schemas:
                A: {type: array, items: {$ref: '#/components/schemas/C'}}
                B: {type: object}
                C: {type: integer}
            """
        let contract = try Loaded.contract(text, options: OpenAPIOptions(operations: ["a"]))
        #expect(contract.operations.map(\.id) == ["a"])
        #expect(contract.schemas.map(\.name) == ["A", "C"])
        #expect(contract.operations[0].responses[0].body?.content[0].schema?.isValid([1]) == true)
    }
}
