// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordOpenAPI
import AccordPact
import AccordSchema
import Testing

@testable import AccordServer

/// A contract for todos that can be created, fetched, listed, changed and deleted, with few cases.
enum Todos {
    static let text = #"""
        {
          "contract": "1.0",
          "info": { "title": "Todos", "version": "1" },
          "servers": [ { "url": "https://todos.example/v1" } ],
          "operations": {
            "list": {
              "request": { "method": "GET", "path": "/todos", "query": { "page": { "required": false, "schema": { "type": "integer" } } } },
              "responses": { "200": { "description": "All.", "body": { "type": "array", "items": { "$ref": "#/components/schemas/Todo" } } } },
              "cases": { "lists": { "response": { "status": 200, "body": [ { "id": 1, "title": "first" } ] } } }
            },
            "create": {
              "request": { "method": "POST", "path": "/todos", "body": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string", "minLength": 1 } } } },
              "responses": {
                "201": { "description": "It.", "body": { "$ref": "#/components/schemas/Todo" } },
                "422": { "description": "No.", "body": { "$ref": "#/components/schemas/Error" } }
              },
              "cases": {
                "creates": { "request": { "body": { "title": "milk" } }, "response": { "status": 201, "body": { "id": 7, "title": "milk" } } },
                "is too short": { "appliesTo": "server", "request": { "body": { "title": "x" } }, "response": { "status": 422, "body": { "code": "too_short", "message": "the title is too short" } } }
              }
            },
            "fetch": {
              "request": { "method": "GET", "path": "/todos/{todoId}", "pathParameters": { "todoId": { "type": "integer" } } },
              "responses": { "200": { "description": "It.", "body": { "$ref": "#/components/schemas/Todo" } }, "404": { "description": "None." } },
              "cases": { "fetches": { "request": { "pathParameters": { "todoId": 1 } }, "response": { "status": 200, "body": { "id": 1, "title": "first" } } } }
            },
            "change": {
              "request": { "method": "PATCH", "path": "/todos/{todoId}", "pathParameters": { "todoId": { "type": "integer" } }, "body": { "type": "object", "properties": { "title": { "type": "string" } } } },
              "responses": { "200": { "description": "It.", "body": { "$ref": "#/components/schemas/Todo" } } }
            },
            "remove": {
              "deprecated": true,
              "request": { "method": "DELETE", "path": "/todos/{todoId}", "pathParameters": { "todoId": { "type": "integer" } } },
              "responses": { "204": { "description": "Gone." } }
            },
            "old": {
              "request": { "method": "GET", "path": "/old" },
              "responses": { "301": { "description": "Elsewhere.", "headers": { "Location": { "const": "/v1/todos" } } } }
            }
          },
          "components": {
            "schemas": {
              "Todo": { "type": "object", "required": ["id", "title"], "properties": { "id": { "type": "integer" }, "title": { "type": "string" } } },
              "Error": { "type": "object", "required": ["message"], "properties": { "code": { "type": "string" }, "message": { "type": "string" } } }
            }
          }
        }
        """#

    static func contract(_ text: String = text, file: String = "todos.json") throws -> Contract {
        let result = ContractLoader.load(file, files: MemoryFiles([file: text]))
        return try #require(result.contract, "\(result.diagnostics.map(\.rendered))")
    }

    static func mock(_ change: (inout MockOptions) -> Void = { _ in }) throws -> MockResponder {
        var options = MockOptions()
        change(&options)
        return try MockResponder([contract()], options)
    }
}

extension MockResponder {
    func ask(
        _ method: String, _ path: String, _ body: String = "", _ headers: HTTPField...,
        type: String = "application/json"
    ) -> HTTPResponse {
        let content = body.isEmpty ? [] : [HTTPField("Content-Type", type)]
        return response(
            to: HTTPRequest(
                method: method, url: "http://127.0.0.1:1\(path)", headers: content + headers, body: Array(body.utf8)))
    }
}

extension HTTPResponse {
    var json: JSON? { (try? JSONDocument(parsing: body)).map { JSON($0.root) } }
}
