// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordOpenAPI
import AccordSchema
import Foundation
import Testing

@Suite struct `The shipped OpenAPI document and the contract that extends it` {
    private static let specs = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().appending(path: "Specs")

    @Test(arguments: ["coffee.json", "coffee.openapi.json"])
    func `a shipped OpenAPI contract has no diagnostics`(file: String) throws {
        let formats = ContractFormats.all()
        let loaded = ContractLoader.load(Self.specs.appending(path: file).path, formats: formats)
        #expect(loaded.diagnostics == [])
        let operation = try #require(loaded.contract?.operation("hotCoffees"))
        #expect(operation.responses.map(\.status) == [.exact(200), .exact(500)])
        #expect(operation.cases.isEmpty == (file == "coffee.openapi.json"))
    }

    @Test func `a contract can restate one parameter, header field or response of a document`() throws {
        let document = """
            { "openapi": "3.1.0", "info": { "title": "T", "version": "1" },
              "paths": { "/items/{id}": { "get": { "operationId": "item",
                "parameters": [
                  { "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } },
                  { "name": "limit", "in": "query", "required": true, "schema": { "type": "string" } },
                  { "name": "page", "in": "query", "schema": { "type": "integer" } } ],
                "responses": { "200": { "description": "One.",
                  "headers": { "A": { "schema": { "type": "integer" } }, "B": { "schema": { "type": "integer" } } },
                  "content": { "application/json": { "schema": { "type": "object" } } } } } } } } }
            """
        let contract = """
            { "contract": "1.0", "extends": "openapi.json", "operations": { "item": {
              "request": { "query": { "limit": { "required": false, "schema": { "type": "integer" } } } },
              "responses": { "200": { "headers": { "B": { "type": "string" } } }, "404": { "description": "None." } } } } }
            """
        let loaded = Loaded.of(contract, file: "c.json", others: ["openapi.json": document])
        #expect(loaded.diagnostics == [], "\(loaded.diagnostics.map(\.rendered))")
        let operation = try #require(loaded.contract?.operation("item"))
        let request = operation.request
        #expect(request.pathParameters.map(\.types) == [[.integer]])
        #expect(request.query.map(\.name) == ["limit", "page"])
        #expect(request.query.map(\.isRequired) == [false, false])
        #expect(request.query.map(\.types) == [[.integer], [.integer]])
        #expect(request.query.map(\.location.file) == ["c.json", "openapi.json"])
        #expect(request.location.file == "openapi.json")
        #expect(operation.responses.map(\.status) == [.exact(200), .exact(404)])
        #expect(operation.responses[0].headers.map(\.types) == [[.integer], [.string]])
        #expect(operation.responses[0].body?.content.count == 1)
    }

    @Test func `a restated parameter that the document doesn't have is reported`() throws {
        let document = """
            { "openapi": "3.1.0", "info": { "title": "T", "version": "1" },
              "paths": { "/items": { "get": { "operationId": "items", "responses": { "200": { "description": "All." } } } } } }
            """
        let contract = """
            { "contract": "1.0", "extends": "openapi.json", "operations": { "items": {
              "request": { "pathParameters": { "id": { "type": "integer" } } } } } }
            """
        let loaded = Loaded.of(contract, file: "c.json", others: ["openapi.json": document])
        #expect(loaded.diagnostics.map(\.rule) == ["contract.path"], "\(loaded.diagnostics.map(\.rendered))")
    }
}
