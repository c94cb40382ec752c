// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Foundation
import Testing

@Suite("Number of diagnostics per mistake")
struct NoiseTests {
    @Test("an invalid element is reported once, not for each case", arguments: broken)
    func isOneDiagnostic(contract: BrokenContract) {
        contract.check()
    }

    private static let right = #"""
        { "contract": "1.0", "info": { "title": "T", "version": "1" }, "servers": [{ "url": "http://localhost:1" }],
          "security": [{ "token": [] }],
          "components": {
            "securitySchemes": { "token": { "type": "http", "scheme": "bearer", "credentials": { "token": "${env.TOKEN}" } } },
            "schemas": { "Thing": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } } } } },
          "operations": {
            "fetch": {
              "request": { "method": "GET", "path": "/x/{id}", "pathParameters": { "id": { "type": "string" } } },
              "responses": { "200": { "description": "Fine.", "body": { "$ref": "#/components/schemas/Thing" } } },
              "cases": {
                "fetches": { "after": ["make/makes"], "request": { "pathParameters": { "id": "${outputs.id}" } },
                  "response": { "status": 200, "body": { "id": "1" } } },
                "flows": { "steps": [
                  { "operationId": "make", "request": { "body": { "name": "b" } },
                    "response": { "status": 201, "headers": { "Location": "/x/1" }, "body": { "id": "1" } },
                    "outputs": { "made": "$response.body#/id" } },
                  { "request": { "pathParameters": { "id": "${outputs.made}" } },
                    "response": { "status": 200, "body": { "id": "1" } } } ] } } },
            "make": {
              "request": { "method": "POST", "path": "/x", "query": { "dry": { "schema": { "type": "boolean" }, "required": false } },
                "body": { "required": true, "content": { "application/json": {
                  "schema": { "type": "object", "properties": { "name": { "type": "string" } } } } } } },
              "responses": {
                "201": { "description": "Made.", "headers": { "Location": { "type": "string" } }, "body": { "$ref": "#/components/schemas/Thing" } },
                "400": { "description": "No." } },
              "cases": {
                "makes": { "request": { "query": { "dry": true }, "body": { "name": "a" } },
                  "response": { "status": 201, "headers": { "Location": "/x/1" }, "body": { "id": "1" } },
                  "outputs": { "id": "$response.body#/id" } },
                "refuses": { "request": { "body": { "name": "x" } }, "response": { "status": 400 }, "client": { "throws": true } } } } } }
        """#

    private static let keys = [
        "info", "title", "version", "security", "components", "securitySchemes", "scheme", "schemas", "operations",
        "request", "method", "path", "pathParameters", "responses", "description", "cases", "after", "response",
        "status", "steps", "operationId", "outputs", "query", "schema", "content", "headers", "client", "throws",
    ]

    @Test("a misspelled key is reported once", arguments: keys)
    func mistyped(key: String) throws {
        let right = Contracts.load(Self.right)
        #expect(right.diagnostics.map(\.message) == [])
        let wrong = key.dropLast(2) + key.suffix(1) + key.suffix(2).prefix(1)
        let pieces = Self.right.components(separatedBy: "\"\(key)\": ")
        #expect(pieces.count > 1)
        for index in 1..<pieces.count {
            let parts = [pieces[..<index], pieces[index...]].map { $0.joined(separator: "\"\(key)\": ") }
            let diagnostics = Contracts.load(parts.joined(separator: "\"\(wrong)\": ")).diagnostics
            #expect(diagnostics.map(\.rule) == ["contract.unknown-key"], "\(index): \(diagnostics.map(\.message))")
            #expect(diagnostics.allSatisfy { $0.advice == "Did you mean “\(key)”?" })
        }
    }

    @Test("the first word of a key is a misspelling of that key")
    func firstWord() {
        let wrong = Self.right.replacing(#""request": { "pathParameters""#, with: #""request": { "path""#)
        let diagnostics = Contracts.load(wrong).diagnostics
        #expect(diagnostics.map(\.advice) == Array(repeating: "Did you mean “pathParameters”?", count: 2))
    }

    private static func used(_ label: String, _ rule: ContractRule, q: String = "{}", body: String = "{}")
        -> BrokenContract
    {
        .operation(
            label, rule, components: #"{ "schemas": { "A": { "type": "object" } } }"#,
            """
            "request": { "method": "POST", "path": "/x", "query": { "q": \(q), "r": { "$ref": "#/components/schemas/A" } },
              "body": { "type": "object" } },
            "responses": { "200": { "description": "Fine.", "body": \(body) } },
            "cases": {
              "a": { "request": { "query": { "q": 1 }, "body": {} }, "response": { "status": 200, "body": { "id": 1 } } },
              "b": { "after": ["op/a"], "request": { "query": { "q": 2 }, "body": {} }, "response": { "status": 200, "body": {} } }
            }
            """)
    }

    static let broken: [BrokenContract] = [
        used("a parameter's keyword", .unknownKey, q: #"{ ▶"tpye": "integer" }"#),
        used("a parameter's reference", .unresolvedReference, q: ##"{ "$ref": ▶"#/components/schemas/B" }"##),
        used("a parameter's object", .wrongType, q: #"{ "schema": {}, "required": ▶"yes" }"#),
        used(
            "a reference inside of a schema", .unresolvedReference,
            q: ##"{ "items": { "$ref": ▶"#/components/schemas/B" } }"##),
        used("a body's type", .schema, body: #"{ "type": ▶"objekt" }"#),
        used("a body's reference", .unresolvedReference, body: ##"{ "$ref": ▶"#/components/schemas/B" }"##),
        .operation(
            "a request that can't be read", .path,
            """
            "request": { "method": "GET", "path": ▶"x" }, "responses": { "200": { "description": "Fine." } },
            "cases": { "a": { "response": { "status": 200 } }, "b": { "after": ["op/a"], "response": { "status": 200 } } }
            """),
    ]
}
