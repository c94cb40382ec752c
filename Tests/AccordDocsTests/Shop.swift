// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@testable import AccordCore
@testable import AccordRendering

/// A contract with every element that the documentation shows.
enum Shop {
    static let text = #"""
        {
          "contract": "1.0",
          "info": { "title": "Shop", "version": "1.2.0", "summary": "Sells things.", "description": "See `GET /items`.\n\n- one\n- two" },
          "servers": [{ "name": "production", "url": "https://shop.example/v1" }],
          "security": [{ "basic": [] }],
          "operations": {
            "list": {
              "summary": "Lists items.", "tags": ["items"], "security": [],
              "request": { "method": "GET", "path": "/items",
                "query": { "limit": { "required": false, "schema": { "type": "integer", "minimum": 1, "maximum": 50, "default": 10 } } } },
              "responses": {
                "200": { "description": "The items.", "body": { "type": "array", "items": { "$ref": "#/components/schemas/Item" } } },
                "400": { "description": "The limit is wrong.", "client": { "throws": "badLimit" } }
              },
              "cases": {
                "lists two": { "request": { "query": { "limit": 2 } }, "response": { "status": 200, "body": [{ "id": 1, "name": "Pen" }] } },
                "refuses none": { "appliesTo": "server", "request": { "query": { "limit": 0 } }, "response": { "status": 400 } },
                "is offline": { "response": { "fault": "offline" }, "client": { "throws": true } }
              }
            },
            "add": {
              "request": { "method": "POST", "path": "/items", "body": { "$ref": "#/components/schemas/Item" } },
              "responses": { "201": { "description": "Added.", "headers": { "Location": { "type": "string" } } } },
              "cases": {
                "adds one": { "given": ["an empty shop"], "request": { "body": { "name": "A \"quoted\" pen" } },
                  "response": { "status": 201, "headers": { "Location": "/items/2" } } }
              }
            }
          },
          "components": {
            "schemas": {
              "Item": {
                "type": "object", "required": ["id", "name"], "additionalProperties": false,
                "properties": {
                  "id": { "type": "integer", "readOnly": true },
                  "name": { "type": "string", "minLength": 1, "maxLength": 80, "description": "What people see." },
                  "parent": { "$ref": "#/components/schemas/Item" },
                  "state": { "enum": ["new", "used"] },
                  "price": { "oneOf": [{ "type": "integer", "minimum": 0 }, { "type": "string", "pattern": "^[0-9]+$" }] }
                }
              }
            },
            "securitySchemes": {
              "basic": { "type": "http", "scheme": "basic", "credentials": { "username": "${env.SHOP_USER}", "password": "${env.SHOP_PASSWORD}" } }
            }
          }
        }
        """#

    static func contract(_ text: String = text) throws -> Contract {
        let loaded = ContractLoader.load("Specs/shop.json", files: MemoryFiles(["Specs/shop.json": text]))
        return try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
    }

    /// A run in which one case of `list` failed and `add` didn't run.
    static func report() -> RunReport {
        func result(_ id: String, _ status: CaseResult.Status) -> CaseResult {
            CaseResult(
                id: id, file: "elsewhere/shop.json", operation: "list", origin: .documented, status: status,
                reason: status == .failed ? "answered 500" : nil,
                location: SourceLocation(file: "shop.json", line: 1, column: 1))
        }
        return RunReport(
            tool: .init(version: "1"), kind: .verify, started: "2026-11-21T09:30:00Z", duration: 1,
            target: "https://staging.shop.example", contracts: [],
            cases: [result("list/lists two", .passed), result("list/refuses none", .failed)])
    }
}
