// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

/// A contract with flows, states, steps and polls, for tests of runs.
enum Flights {
    static let text = #"""
        {
          "contract": "1.0",
          "info": { "title": "Flights", "version": "1" },
          "servers": [ { "name": "live", "url": "https://flights.example/api" }, { "url": "https://test.example" } ],
          "operations": {
            "book": {
              "tags": ["booking"],
              "request": {
                "method": "POST", "path": "/bookings",
                "body": { "type": "object", "required": ["seat"], "properties": { "seat": { "type": "string" } } }
              },
              "responses": {
                "201": { "description": "Booked.", "body": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } } },
                "202": { "description": "Wait.", "body": { "type": "string" } },
                "409": { "description": "Taken.", "body": { "type": "string" } }
              },
              "cases": {
                "books a seat": {
                  "request": { "body": { "seat": "12A" } },
                  "response": { "status": 201, "body": { "id": 5 } },
                  "outputs": { "booking": "$response.body#/id" }
                },
                "books at the second try": {
                  "steps": [
                    { "request": { "body": { "seat": "1A" } }, "response": { "status": 409, "body": "taken" } },
                    { "response": { "status": 201, "body": { "id": 6 } } }
                  ]
                },
                "waits for a seat": {
                  "poll": { "retryAfter": 2, "retryLimit": 2 },
                  "request": { "body": { "seat": "99Z" } },
                  "response": { "status": 201, "body": { "id": 7 } }
                }
              }
            },
            "show": {
              "request": { "method": "GET", "path": "/bookings/{id}", "pathParameters": { "id": { "type": "integer" } } },
              "responses": {
                "200": { "description": "It.", "body": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } } },
                "404": { "description": "None.", "body": { "type": "string" } }
              },
              "cases": {
                "shows a booking": {
                  "tags": ["smoke"],
                  "after": ["book/books a seat"],
                  "request": { "pathParameters": { "id": "${outputs.booking}" } },
                  "response": { "status": 200, "body": { "id": 5 } }
                },
                "shows one of long ago": {
                  "given": [ { "name": "an old booking", "params": { "id": 3 } }, "a quiet day" ],
                  "request": { "pathParameters": { "id": "${given.id}" } },
                  "response": { "status": 200, "body": { "id": 3 } }
                },
                "is planned": {
                  "pending": { "reason": "not built yet" },
                  "request": { "pathParameters": { "id": 8 } },
                  "response": { "status": 404, "body": "none" }
                },
                "is skipped": {
                  "skip": { "reason": "too slow", "until": "2026-03-01", "servers": ["live"] },
                  "request": { "pathParameters": { "id": 9 } },
                  "response": { "status": 404, "body": "none" }
                },
                "breaks": {
                  "appliesTo": "client",
                  "request": { "pathParameters": { "id": 4 } },
                  "response": { "fault": "offline" }
                }
              }
            }
          }
        }
        """#

    static func contract() throws -> Contract {
        let result = ContractLoader.load("flights.json", files: MemoryFiles(["flights.json": text]))
        return try #require(result.contract, "\(result.diagnostics.map { "\($0.location) \($0.message)" })")
    }

    static func testCase(_ id: String) throws -> Case {
        try #require(CasePlan(contract(), operations: [])[id])
    }
}
