// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordOpenAPI
import Testing

@testable import AccordServer

@Suite("Refusals of the mock")
struct DocumentedRefusalTests {
    /// Returns the response to `/things/{id}?limit=0`, which violates a contract with the given responses.
    private func refusal(
        _ responses: String, cases: String = "", path: String = "/things/1?limit=0", method: String = "GET"
    ) throws -> HTTPResponse {
        let text = """
            { "contract": "1.0", "info": { "title": "Things", "version": "1" },
              "servers": [ { "url": "https://things.example" } ],
              "operations": { "thing": {
                "request": {
                  "method": "GET", "path": "/things/{id}", "pathParameters": { "id": { "type": "integer" } },
                  "query": { "limit": { "type": "integer", "minimum": 1 } }
                },
                "responses": { "200": { "description": "It." }\(responses.isEmpty ? "" : ",") \(responses) },
                "cases": {
                  "shows": {
                    "request": { "pathParameters": { "id": 1 }, "query": { "limit": 1 } }, "response": { "status": 200 }
                  }\(cases.isEmpty ? "" : ",") \(cases)
                } } } }
            """
        let result = ContractLoader.load("things.json", files: MemoryFiles(["things.json": text]))
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.message))")
        let mock = try MockResponder([contract])
        let answer = mock.response(to: HTTPRequest(method: method, url: "http://127.0.0.1:1\(path)"))
        if let operation = contract.operations.first, operation.response(for: answer.status) != nil {
            #expect(!Judge.judge(answer, documentedBy: operation).failed, "\(answer)")
        }
        return answer
    }

    @Test("the findings are in the body if the contract allows it, for any JSON media type")
    func findings() throws {
        let bodies = [
            #""type": "object", "required": ["title"]"#,
            #""content": { "application/problem+json": { "schema": { "type": "object" } } }"#,
        ]
        for (body, type) in zip(bodies, ["application/json", "application/problem+json"]) {
            let answer = try refusal(#""400": { "description": "No.", "body": { \#(body) } }"#)
            #expect(answer.status == 400)
            #expect(answer.headers.first("Content-Type") == type)
            let finding = try #require(try JSONDocument(parsing: answer.body).root["findings"]?[0])
            #expect(finding["rule"]?.string == "request.query.schema")
        }
    }

    @Test(
        "a documented example is the body, and the header field Accord-Problem contains the reason",
        arguments: [
            #""content": { "application/json": { "example": { "code": 7, "message": "too small" } } }"#,
            #""type": "object", "examples": [ { "code": 7, "message": "too small" } ]"#,
        ])
    func documentedExample(body: String) throws {
        let answer = try refusal(#""400": { "description": "No.", "body": { \#(body) } }"#)
        #expect(String(decoding: answer.body, as: UTF8.self) == #"{"code":7,"message":"too small"}"#)
        #expect(answer.headers.first("Accord-Problem")?.contains("limit") == true, "\(answer.headers)")
    }

    @Test("a generated error body keeps its shape and contains the reason")
    func shape() throws {
        let body =
            #""type": "object", "properties": { "code": { "type": "integer" }, "message": { "type": "string" } }"#
        let answer = try refusal(#""400": { "description": "No.", "body": { \#(body) } }"#)
        #expect(answer.status == 400)
        #expect(answer.headers.first("Content-Type") == "application/json")
        let root = try JSONDocument(parsing: answer.body).root
        #expect(root["findings"] == nil)
        #expect(root["message"]?.string?.contains("limit") == true, "\(String(decoding: answer.body, as: UTF8.self))")
        #expect(answer.headers.first("Accord-Problem")?.hasPrefix("request.query.schema") == true)
    }

    @Test("a case's response without room for findings gets the header field Accord-Problem")
    func example() throws {
        let answer = try refusal(
            #""422": { "description": "No.", "body": { "type": "string", "maxLength": 9 } }"#,
            cases: """
                "refuses": { "request": { "pathParameters": { "id": 1 }, "query": { "limit": 0 } },
                  "appliesTo": "server", "response": { "status": 422, "body": "too few" } }
                """, path: "/things/1?limit=-1")
        #expect(answer.status == 422)
        #expect(String(decoding: answer.body, as: UTF8.self) == #""too few""#)
        #expect(answer.headers.first("Accord-Problem")?.hasPrefix("request.query.schema at things.json:6:") == true)
    }

    @Test("the refusal is generated from the schemas if no case documents it")
    func made() throws {
        let answer = try refusal(#""4XX": { "description": "No.", "body": { "const": "no" } }"#)
        #expect(answer.status == 400)
        #expect(String(decoding: answer.body, as: UTF8.self) == #""no""#)
    }

    @Test(
        "a refusal that an OpenAPI document documents without content has no body",
        arguments: [("400", 400, true), ("4XX", 400, true), ("404", 400, false)])
    func bare(documented: String, status: Int, isBare: Bool) throws {
        let text = """
            { "openapi": "3.1.0", "info": { "title": "t", "version": "1" }, "paths": { "/a": { "get": {
              "parameters": [ { "name": "limit", "in": "query", "schema": { "type": "integer" } } ],
              "responses": { "200": { "description": "It." }, "\(documented)": { "description": "No." } } } } } }
            """
        let files = MemoryFiles(["a.json": text])
        let contract = try #require(ContractLoader.load("a.json", files: files, formats: .all()).contract)
        let answer = try MockResponder([contract]).ask("GET", "/a?limit=x")
        #expect(answer.status == status)
        #expect(answer.body.isEmpty == isBare)
        #expect((answer.headers.first("Accord-Problem")?.contains("limit") == true) == isBare, "\(answer.headers)")
    }

    @Test("an undocumented refusal is a problem document")
    func undocumented() throws {
        let answer = try refusal(#""401": { "description": "Who?", "body": { "const": "no" } }"#)
        #expect(answer.status == 400)
        #expect(answer.headers.first("Content-Type") == "application/problem+json")
        #expect(answer.headers.first("Accord-Problem") == nil)
    }

    @Test("an invalid path value gets 404 if only 404 is documented")
    func path() throws {
        let documented = #""404": { "description": "None.", "body": { "const": "none" } }"#
        #expect(try refusal(documented, path: "/things/x?limit=1").status == 404)
        #expect(try refusal(documented).status == 400)
    }

    @Test("a documented 405 keeps its body and gets Allow")
    func method() throws {
        let answer = try refusal(
            #""405": { "description": "No.", "body": { "const": "no" } }"#, path: "/things/1", method: "DELETE")
        #expect(answer.status == 405)
        #expect(answer.headers.first("Allow") == "GET, HEAD, OPTIONS")
        #expect(String(decoding: answer.body, as: UTF8.self) == #""no""#)
    }
}
