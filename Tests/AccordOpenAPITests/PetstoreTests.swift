// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordOpenAPI
import AccordSchema
import Testing

@testable import AccordContract

@Suite struct `An OpenAPI document as a contract` {
    static let petstore = """
        {
          "openapi": "3.1.0",
          "info": { "title": "Petstore", "version": "1.0.0" },
          "servers": [{ "url": "https://pets.example.com/v1" }],
          "paths": {
            "/pets/{id}": {
              "parameters": [{ "$ref": "#/components/parameters/Id" }],
              "get": {
                "operationId": "getPet",
                "responses": {
                  "200": {
                    "description": "A pet.",
                    "content": {
                      "application/json": {
                        "schema": { "$ref": "#/components/schemas/Pet" },
                        "examples": { "rex": { "value": { "id": 1, "name": "Rex" } } }
                      }
                    },
                    "links": { "delete": { "operationId": "deletePetsById", "parameters": { "id": "$response.body#/id" } } }
                  },
                  "default": { "$ref": "#/components/responses/Error" }
                }
              },
              "delete": { "responses": { "204": { "description": "Gone." } } }
            }
          },
          "components": {
            "parameters": { "Id": { "name": "id", "in": "path", "required": true, "schema": { "type": "integer" },
              "examples": { "rex": { "value": 1 } } } },
            "responses": { "Error": { "description": "Wrong." } },
            "schemas": { "Pet": { "type": "object", "required": ["id", "name"], "properties": {
              "id": { "type": "integer" }, "name": { "type": "string" },
              "friends": { "type": "array", "items": { "$ref": "#/components/schemas/Pet" } } } } }
          }
        }
        """

    @Test func `elements have the locations of the document`() throws {
        let loaded = Loaded.of(Self.petstore)
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        #expect(contract.operations.map(\.id) == ["getPet", "deletePetsById"])
        #expect(contract.origin == .openAPI)
        let get = try #require(contract.operation("getPet"))
        #expect(get.location.description == "openapi.json:8:7")
        #expect(get.request.method == "GET")
        #expect(get.request.path.description == "/pets/{id}")
        #expect(get.request.pathParameters.map(\.name) == ["id"])
        #expect(get.request.pathParameters[0].examples.map(\.name) == ["rex"])
        #expect(get.responses.map(\.status.description) == ["200", "default"])
        let body = try #require(get.responses[0].body?.content.first)
        #expect(body.examples.map(\.name) == ["rex"])
        #expect(body.schema?.isValid(["id": 1, "name": "Rex"]) == true)
        #expect(body.schema?.isValid(["id": 1, "name": "Rex", "friends": [["id": "2", "name": "Fido"]]]) == false)
        let violation = try #require(body.schema?.validate(["id": "1", "name": "Rex"]).first)
        #expect(SourceLocation(violation.schemaValue).description == "openapi.json:32:23")
        #expect(SourceLocation(violation.schemaValue).pointer == "/components/schemas/Pet/properties/id/type")
        #expect(get.responses[0].links.map(\.operationID.value) == ["deletePetsById"])
        #expect(loaded.diagnostics.map(\.rule) == ["contract.missing-key"])
    }
}
