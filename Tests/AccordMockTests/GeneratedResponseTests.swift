// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordOpenAPI
import AccordPact
import AccordSchema
import Testing

@testable import AccordServer

@Suite("Generated responses of the mock", .timeLimit(.minutes(20)))
struct GeneratedResponseTests {
    @Test("a generated response contains the value of the path")
    func carries() throws {
        let mock = try Todos.mock()
        #expect(mock.ask("GET", "/v1/todos/42").json?.object?["id"] == 42)
        #expect(mock.ask("GET", "/v1/todos/1").headers.first("Accord-Case") == "fetch/fetches")
    }

    @Test("the response of a case without a body contains the values of its request")
    func carriesOpen() throws {
        let stated = #""response": { "status": 200, "body": { "id": 1, "title": "first" } } } } }"#
        let text = Todos.text.replacing(stated, with: #""response": { "status": 200 } } } }"#)
        let answer = try MockResponder([Todos.contract(text)]).ask("GET", "/v1/todos/1")
        #expect(answer.headers.first("Accord-Case") == "fetch/fetches")
        #expect(answer.json?.object?["id"] == 1)
    }

    @Test("a generated response contains only those values of the request that keep it valid")
    func carriesSome() throws {
        let todo = #""id": { "type": "integer" }, "title": { "type": "string" }"#
        let text = Todos.text.replacing(todo, with: todo.dropLast(2) + #", "maxLength": 5 }"#)
        let mock = try MockResponder([Todos.contract(text)])
        for (sent, title) in [("bread", "bread"), ("a loaf of bread", "milk")] {
            let created = mock.ask("POST", "/v1/todos", #"{"title":"\#(sent)","id":99}"#)
            #expect(created.json == ["id": 99, "title": .string(title)])
        }
    }

    @Test("an operation without a success responds with its redirect")
    func redirects() throws {
        let answer = try Todos.mock().ask("GET", "/v1/old")
        #expect(answer.status == 301)
        #expect(answer.headers.first("Location") == "/v1/todos")
    }

    @Test("documented optional header fields are sent, unless a case forbids them or they would be wrong")
    func optionalFields() throws {
        let mock = try MockResponder([Todos.contract(StatefulAnswerTests.shelf)])
        let listed = mock.ask("GET", "/books")
        #expect(listed.headers.first("X-Total") == "5" && listed.headers.first("ETag") == "\"v1\"")
        #expect(listed.headers.first("Link") == nil && listed.headers.first("X-Absent") == nil)
        #expect(mock.ask("GET", "/books", "", HTTPField("If-None-Match", "\"v1\"")).status == 304)
        _ = mock.ask("POST", "/books", #"{"title":"d"}"#)
        let longer = mock.ask("GET", "/books", "", HTTPField("If-None-Match", "\"v1\""))
        #expect(longer.status == 200 && longer.headers.first("ETag") == nil)
        #expect(longer.headers.first("X-Total") == "5")
    }

    @Test("Prefer: dynamic generates a different valid response each time")
    func dynamic() throws {
        let mock = try Todos.mock()
        let contract = try Todos.contract()
        let fetch = try #require(contract.operation("fetch"))
        let answers = (0..<10).map { _ in mock.ask("GET", "/v1/todos/5", "", HTTPField("Prefer", "dynamic")) }
        #expect(Set(answers.map(\.body)).count > 1)
        #expect(answers.allSatisfy { !Judge.judge($0, documentedBy: fetch).failed })
        #expect(answers.allSatisfy { $0.headers.first("Preference-Applied") == "dynamic" })
    }

    @Test("Prefer: dynamic replaces documented examples, and gives lists several items")
    func dynamicWithExamples() throws {
        let text = #"""
            { "contract": "1.0", "info": { "title": "Cats", "version": "1" }, "servers": [ { "url": "https://cats.example" } ],
              "operations": { "list": { "request": { "method": "GET", "path": "/cats" }, "responses": { "200": { "description": "All.",
                "headers": { "X-Page": { "schema": { "type": "integer", "minimum": 1, "maximum": 100000, "examples": [7] } } },
                "body": { "content": { "application/json": {
                  "schema": { "type": "object", "required": ["cats"], "properties": { "cats": { "type": "array", "maxItems": 9, "items": {
                    "type": "object", "required": ["id"], "properties": { "id": { "type": "integer", "examples": [1] } } } } } },
                  "example": { "cats": [ { "id": 1 } ] } } } } } },
                "cases": { "lists": { "response": { "status": 200 } } } } } }
            """#
        let mock = try MockResponder([Todos.contract(text)])
        #expect(mock.ask("GET", "/cats").json == ["cats": [["id": 1]]])
        let answers = (0..<20).map { _ in mock.ask("GET", "/cats", "", HTTPField("Prefer", "dynamic")) }
        #expect(Set(answers.map(\.body)).count > 1)
        #expect(Set(answers.compactMap { $0.headers.first("X-Page") }).count > 1)
        #expect(answers.allSatisfy { (3...9).contains($0.json?.object?["cats"]?.array?.count ?? 0) })
    }

    @Test(
        "a stream has a generated item for each seed, or the documented items",
        arguments: [
            (#""itemSchema": { "type": "object", "properties": { "id": { "type": "integer" } } }"#, 3, 3),
            (#""itemSchema": { "type": "object" }, "example": [ { "id": 1 }, { "id": 2 } ]"#, 2, 3),
            (#""itemSchema": { "type": "object" }, "schema": { "type": "array", "maxItems": 1 }"#, 1, 1),
        ])
    func streams(description: String, count: Int, randomCount: Int) throws {
        let text = #"""
            { "contract": "1.0", "info": { "title": "Logs", "version": "1" }, "servers": [ { "url": "https://logs.example" } ],
              "operations": { "read": { "request": { "method": "GET", "path": "/logs" },
                "responses": { "200": { "description": "Lines.", "body": { "content": { "application/jsonl": { \#(description) } } } } },
                "cases": { "reads": { "response": { "status": 200 } } } } } }
            """#
        let contract = try Todos.contract(text)
        let mock = try MockResponder([contract])
        let operation = try #require(contract.operation("read"))
        for (preference, count) in [("wait=0", count), ("dynamic", randomCount)] {
            let answer = mock.ask("GET", "/logs", "", HTTPField("Prefer", preference))
            #expect(answer.pieces.count == count, "\(preference)")
            #expect(Judge.judge(answer, documentedBy: operation).findings == [])
        }
    }

    @Test(
        "a body without a schema conforms to its media type",
        arguments: [
            ("application/x-ndjson", "{}\n"), ("application/json-seq", "\u{1E}{}\n"), ("application/jsonl", "{}\n"),
            ("text/event-stream", "data: x\n\n"), ("application/xml", "<x/>"), ("text/plain", "x"),
        ])
    func withoutSchema(type: String, body: String) throws {
        let text = #"""
            {
              "contract": "1.0", "info": { "title": "Logs", "version": "1" },
              "servers": [ { "url": "https://logs.example" } ],
              "operations": { "read": {
                "request": { "method": "GET", "path": "/logs" },
                "responses": { "200": { "description": "Lines.", "body": { "content": { "\#(type)": {} } } } },
                "cases": { "reads": { "response": { "status": 200 } } }
              } }
            }
            """#
        let contract = try Todos.contract(text)
        let answer = try MockResponder([contract], MockOptions()).ask("GET", "/logs")
        #expect(String(decoding: answer.body, as: UTF8.self) == body)
        let operation = try #require(contract.operation("read"))
        #expect(Judge.judge(answer, documentedBy: operation).findings == [])
    }

    /// An operation with a case, without which a contract is empty.
    static let other = #"""
        "other": { "request": { "method": "GET", "path": "/other" }, "responses": { "204": { "description": "None." } }, "cases": { "asks": { "response": { "status": 204 } } } }
        """#

    /// Returns a mock of an OpenAPI document, which may have an invalid example.
    static func bytes(_ options: MockOptions = MockOptions()) throws -> MockResponder {
        let text = #"""
            { "openapi": "3.1.0", "info": { "title": "Bytes", "version": "1" }, "paths": { "/b": {
              "get": { "operationId": "get", "responses": { "200": { "description": "It.",
                "headers": {
                  "Content-Encoding": { "required": true, "schema": { "const": "gzip" } },
                  "Trailer": { "required": true, "schema": { "const": "X-Sum" } },
                  "Upgrade": { "schema": { "const": "h2c" } }, "Connection": { "schema": { "const": "close" } },
                  "X-A": { "required": true, "schema": { "const": "a" } } },
                "content": { "application/json": { "schema": { "type": "object" }, "example": 7 } } } } },
              "put": { "operationId": "put",
                "requestBody": { "content": { "application/json": { "schema": { "type": "integer" } } } },
                "responses": { "204": { "description": "Done." } } },
              "options": { "operationId": "ask", "responses": { "200": { "description": "Mine." } } } } } }
            """#
        let files = MemoryFiles(["bytes.json": text])
        let loaded = ContractLoader.load("bytes.json", files: files, formats: .all())
        return try MockResponder([#require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")], options)
    }

    @Test("header fields of a connection, and of an encoding that the body doesn't have, are never sent")
    func unsentFields() throws {
        let mock = try Self.bytes()
        #expect(mock.ask("GET", "/b").headers.map(\.name) == ["Content-Type", "X-A", "Accord-Problem"])
    }

    @Test(
        "an example that violates its schema is sent with the violation, or replaced by a 500",
        arguments: [true, false])
    func invalidExample(isError: Bool) throws {
        var options = MockOptions()
        options.reportsContradictions = isError
        let mock = try Self.bytes(options)
        let answer = mock.answer(to: HTTPRequest(method: "GET", url: "http://x/b"), target: "/b")
        #expect(answer.response.status == (isError ? 500 : 200))
        #expect(answer.findings.map(\.severity) == [.warning])
        if isError {
            #expect(answer.response.json?.object?["findings"]?.array?.first?.object?["rule"] == "response.body.schema")
        } else {
            #expect(answer.response.json == 7)
            #expect(answer.response.headers.first("Accord-Problem")?.hasPrefix("response.body.schema at ") == true)
        }
        #expect(mock.ask("PUT", "/b", "1").status == 204)
    }

    @Test(
        "an invalid body is the server's mistake, unless it is a documented example",
        arguments: [("{}", Finding.Blame.contract), ("[]", .server)])
    func contradiction(body: String, blame: Finding.Blame) throws {
        let text = """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths:
              /a:
                get:
                  operationId: a
                  responses:
                    200:
                      description: Some.
                      content: {application/json: {schema: {type: object, required: [id]}, example: {}}}
            """
        let loaded = ContractLoader.load("a.yaml", files: MemoryFiles(["a.yaml": text]), formats: .all())
        let operation = try #require(loaded.contract?.operation("a"), "\(loaded.diagnostics.map(\.rendered))")
        let response = HTTPResponse(
            status: 200, headers: [HTTPField("Content-Type", "application/json")], body: Array(body.utf8))
        let findings = Judge.judge(response, documentedBy: operation).findings
        #expect(findings.map(\.rule) == [.responseBodySchema] && findings.map(\.blame) == [blame])
    }

    @Test("a message of a pact has its metadata, from which a verifier reads it")
    func pactMetadata() throws {
        let text = #"""
            { "consumer": { "name": "web" }, "provider": { "name": "shop" }, "interactions": [
                { "type": "Asynchronous/Messages", "description": "an order",
                  "metadata": { "queue": "orders", "contentType": "application/json" },
                  "contents": { "contentType": "application/json", "encoded": false, "content": { "id": 7 } } } ],
              "metadata": { "pactSpecification": { "version": "4.0" } } }
            """#
        let files = MemoryFiles(["pact.json": text])
        let loaded = ContractLoader.load("pact.json", files: files, formats: ContractFormats([PactFormat()]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        let operation = try #require(contract.operations.first)
        let path = operation.request.path.description
        let answer = try MockResponder([contract]).ask("POST", path, #"{"description":"an order","providerStates":[]}"#)
        #expect(answer.json == ["id": 7], "\(path) \(answer)")
        let metadata = try #require(answer.headers.first("Pact-Message-Metadata").flatMap { Base64.decode($0) })
        #expect(try JSON(parsing: String(decoding: metadata, as: UTF8.self)).object?["queue"] == "orders")
    }
}
