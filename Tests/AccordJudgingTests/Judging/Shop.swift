// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@testable import AccordContract
@testable import AccordCore

/// A contract with many kinds of elements, and functions that judge messages by it.
enum Shop {
    static let contract: Contract = {
        do { return try load(text) } catch { fatalError("\(error)") }
    }()
    static let plan = CasePlan(contract, level: .full)

    struct Broken: Error, CustomStringConvertible {
        var diagnostics: [Diagnostic]
        var description: String { diagnostics.map { "\($0.location): \($0.message)" }.joined(separator: "\n") }
    }

    static func load(_ text: String) throws -> Contract {
        let result = ContractLoader.load("shop.json", files: MemoryFiles(["shop.json": text]))
        guard let contract = result.contract else { throw Broken(diagnostics: result.diagnostics) }
        return contract
    }

    static func expected(_ id: String, step: Int = 0) throws -> ExpectedRequest {
        let asked = try #require(plan[id])
        return try asked.expectedRequest(step, scope: asked.scope())
    }

    static func answer(_ id: String, step: Int = 0) throws -> HTTPResponse {
        let asked = try #require(plan[id])
        guard case .answer(let response) = try asked.reply(step, scope: asked.scope()) else {
            throw SubstitutionError("\(id) has no answer")
        }
        return response
    }

    /// Returns the rules that a changed request violates.
    static func rules(_ id: String, step: Int = 0, _ change: (inout HTTPRequest) -> Void) throws -> [String] {
        try judge(id, step: step, change).findings.map(\.rule.id)
    }

    static func judge(_ id: String, step: Int = 0, _ change: (inout HTTPRequest) -> Void) throws -> Judgement {
        let expected = try expected(id, step: step)
        var request = expected.example
        change(&request)
        return Judge.judge(request, against: expected)
    }

    static func judgeAnswer(
        _ id: String, step: Int = 0, elapsed: Double? = nil, _ change: (inout HTTPResponse) -> Void
    ) throws -> Judgement {
        let asked = try #require(plan[id])
        var response = try answer(id, step: step)
        change(&response)
        return Judge.judge(response, of: asked, step: step, scope: asked.scope(), elapsed: elapsed)
    }

    static let text = #"""
        {
          "contract": "1.0",
          "info": { "title": "Shop", "version": "1" },
          "servers": [{ "url": "https://shop.example/v1" }],
          "operations": {
            "search": {
              "request": {
                "method": "GET", "path": "/search/{kind}",
                "pathParameters": { "kind": { "type": "string" } },
                "query": {
                  "q": { "type": "string" },
                  "tag": { "required": false, "description": "The tags in the order of importance.", "schema": { "type": "array", "items": { "type": "string" } } },
                  "ids": { "required": false, "explode": false, "schema": { "type": "array", "items": { "type": "integer" } } },
                  "page": { "required": false, "schema": { "type": "integer", "minimum": 1, "default": 1 } },
                  "price": { "required": false, "schema": { "type": "number" } },
                  "nonce": { "type": "string", "pattern": "^[0-9a-f]{4}$" },
                  "v": { "const": 2 }
                },
                "headers": {
                  "Accept": { "const": "application/json" },
                  "If-None-Match": { "required": false, "schema": { "type": "string" } },
                  "User-Agent": { "required": false, "schema": { "type": "string", "minLength": 3 } },
                  "Deprecation": false
                },
                "cookies": { "session": { "type": "string" } }
              },
              "responses": {
                "200": {
                  "description": "Found.",
                  "headers": { "ETag": { "type": "string" }, "X-Total": { "type": "integer", "minimum": 0 },
                               "X-Next": { "required": false, "schema": { "type": "integer" } }, "X-Old": false,
                               "X-None": { "required": false, "schema": { "type": "string" } } },
                  "body": { "$ref": "#/components/schemas/Page" }
                },
                "404": { "description": "None.", "body": { "$ref": "#/components/schemas/Problem" }, "client": { "throws": "notFound" } },
                "204": { "description": "Nothing.", "body": false }
              },
              "cases": {
                "finds": {
                  "request": {
                    "pathParameters": { "kind": "a/b c" },
                    "query": { "q": "1+1 = é&", "tag": ["x", "y"], "ids": [1, 2], "price": 1.5 },
                    "cookies": { "session": "s 1" }
                  },
                  "response": {
                    "status": 200, "within": 2, "headers": { "ETag": "\"1\"", "X-Total": 3, "X-None": null },
                    "body": { "items": [{ "id": 1, "name": "Pen" }], "next": null },
                    "asserts": { "$.items": { "minItems": 1 }, "$.items[*].id": { "minimum": 1 }, "$.debug": false, "$response.header.X-Total": { "maximum": 99 } }
                  },
                  "client": { "returns": { "items": [{ "id": 1 }] } }
                },
                "finds exactly": {
                  "request": {
                    "pathParameters": { "kind": "pens" },
                    "query": { "q": "x", "page": null }, "cookies": { "session": "s" },
                    "headers": { "Authorization": "Bearer t" }
                  },
                  "response": {
                    "status": 200, "matching": "exact", "headers": { "ETag": "\"1\"", "X-Total": 3 },
                    "body": { "items": [{ "id": 9007199254740993, "name": "Pen" }], "next": null }
                  },
                  "client": { "returns": { "items": [{ "id": 9007199254740993 }] } }
                },
                "finds nothing": {
                  "request": { "pathParameters": { "kind": "x" }, "query": { "q": "none" }, "cookies": { "session": "s" } },
                  "response": { "status": 404, "body": { "title": "none" } }
                },
                "has nothing to say": {
                  "request": { "pathParameters": { "kind": "x" }, "query": { "q": "-" }, "cookies": { "session": "s" } },
                  "response": { "status": 204 },
                  "client": { "returns": null }
                }
              }
            },
            "order": {
              "request": {
                "method": "POST", "path": "/orders",
                "headers": { "Idempotency-Key": { "type": "string", "format": "uuid" } },
                "body": { "$ref": "#/components/schemas/Order" }
              },
              "responses": { "201": { "description": "Ordered.", "body": { "$ref": "#/components/schemas/Order" } },
                             "409": { "description": "Again." } },
              "cases": {
                "orders": {
                  "request": { "body": { "lines": [{ "item": 1, "count": 2 }], "note": null } },
                  "response": { "status": 201, "body": { "id": "o1", "lines": [{ "item": 1, "count": 2 }], "note": null } },
                  "outputs": { "order": "$response.body#/id" },
                  "client": { "returns": { "id": "o1" } }
                },
                "orders by schema": {
                  "request": { "matching": "schema", "body": { "lines": [] }, "asserts": { "$.lines": { "type": "array" } } },
                  "response": { "status": 201, "body": { "id": "o2", "lines": [] } }
                },
                "tries again": {
                  "appliesTo": "client",
                  "steps": [
                    { "request": { "body": { "lines": [] } }, "response": { "status": 409 } },
                    { "response": { "status": 201, "body": { "id": "o3", "lines": [] } } }
                  ]
                }
              }
            },
            "cancel": {
              "request": { "method": "DELETE", "path": "/orders/{id}", "pathParameters": { "id": { "type": "string" } } },
              "responses": { "204": { "description": "Gone.", "body": false } },
              "cases": {
                "cancels": {
                  "after": ["order/orders"],
                  "request": { "pathParameters": { "id": "${outputs.order}" } },
                  "response": { "status": 204 },
                  "client": { "returns": null }
                }
              }
            },
            "login": {
              "request": {
                "method": "POST", "path": "/login",
                "body": { "content": { "application/x-www-form-urlencoded": { "schema": {
                  "type": "object", "required": ["user", "secret"],
                  "properties": { "user": { "type": "string" }, "secret": { "type": "string" }, "days": { "type": "integer" } } } } } }
              },
              "responses": { "200": { "description": "In." } },
              "cases": { "logs in": { "request": { "body": { "user": "a b", "secret": "1+1&", "days": 7 } }, "response": { "status": 200, "body": { "ok": true } } } }
            },
            "upload": {
              "request": {
                "method": "POST", "path": "/files",
                "body": { "content": { "multipart/form-data": {
                  "schema": { "type": "object", "required": ["meta", "file"],
                    "properties": { "meta": { "type": "object" }, "file": {}, "tag": { "type": "array", "items": { "type": "string" } } } },
                  "encoding": { "meta": { "contentType": "application/json" }, "file": { "contentType": "image/png, image/jpeg" } } } } }
              },
              "responses": { "201": { "description": "Stored.", "headers": { "Location": { "type": "string" } } } },
              "cases": {
                "uploads": {
                  "request": { "parts": {
                    "meta": { "headers": { "X-Part": "7" }, "body": { "name": "a", "size": 1 } },
                    "file": { "bodyBase64": "iVBORw0K", "filename": "ä \"1\".png" },
                    "tag": [{ "bodyText": "x" }, { "bodyText": "y" }] } },
                  "response": { "status": 201, "headers": { "Location": "/files/1" } }
                }
              }
            },
            "feed": {
              "request": { "method": "GET", "path": "/feed" },
              "responses": { "200": { "description": "Rows.", "body": { "content": { "application/x-ndjson": {
                "itemSchema": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } } } } } } },
              "cases": { "reads": { "response": { "status": 200, "matching": "exact", "body": [{ "id": 1 }, { "id": 2 }] } } }
            },
            "stock": {
              "request": { "method": "GET", "path": "/stock/{id}", "pathParameters": { "id": { "type": "integer", "minimum": 1 } },
                "query": { "day": { "type": "string", "format": "date" } } },
              "responses": { "200": { "description": "Items.", "body": { "type": "array", "items": { "$ref": "#/components/schemas/Item" } } } },
              "cases": { "of a day": {
                "request": { "matching": "schema", "pathParameters": { "id": 7 }, "query": { "day": "2026-11-21" } },
                "response": { "status": 200 } } }
            },
            "picture": {
              "request": { "method": "GET", "path": "/pictures/{+path}", "pathParameters": { "path": { "type": "string" } } },
              "responses": { "200": { "description": "Bytes.", "body": { "content": { "image/png": {} } } } },
              "cases": { "loads": { "request": { "pathParameters": { "path": "2026/a b.png" } },
                "response": { "status": 200, "matching": "exact", "bodyBase64": "iVBORw0KGgo=" } } }
            }
          },
          "components": {
            "schemas": {
              "Page": { "type": "object", "required": ["items"], "properties": {
                "items": { "type": "array", "items": { "$ref": "#/components/schemas/Item" } }, "next": { "type": ["string", "null"] } } },
              "Item": { "type": "object", "required": ["id", "name"], "properties": {
                "id": { "type": "integer" }, "name": { "type": "string" }, "cost": { "type": "number", "writeOnly": true } } },
              "Order": { "type": "object", "required": ["lines", "id"], "properties": {
                "id": { "type": "string", "readOnly": true }, "note": { "type": ["string", "null"] },
                "lines": { "type": "array", "items": { "type": "object", "required": ["item"],
                  "properties": { "item": { "type": "integer" }, "count": { "type": "integer", "minimum": 1 } } } } } },
              "Problem": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } }
            }
          }
        }
        """#
}
