// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@testable import AccordServer

@Suite("Conditional requests to the mock")
struct NotModifiedTests {
    private static let text = #"""
        {
          "contract": "1.0",
          "info": { "title": "Pages", "version": "1" },
          "servers": [ { "url": "https://pages.example" } ],
          "operations": {
            "page": {
              "request": {
                "method": "GET", "path": "/page",
                "headers": { "If-None-Match": { "required": false, "schema": { "type": "string" } } }
              },
              "responses": {
                "200": {
                  "description": "It.",
                  "headers": { "ETag": { "type": "string" }, "Last-Modified": { "type": "string" } },
                  "body": { "type": "string" }
                },
                "304": { "description": "As before." }
              },
              "cases": {
                "is there": {
                  "response": {
                    "status": 200,
                    "headers": { "ETag": "\"1\"", "Last-Modified": "Thu, 01 Jan 2026 10:00:00 GMT" },
                    "body": "a"
                  }
                }
              }
            },
            "again": {
              "request": {
                "method": "GET", "path": "/again",
                "headers": { "If-None-Match": { "required": false, "schema": { "type": "string" } } }
              },
              "responses": {
                "200": { "description": "It.", "headers": { "ETag": { "type": "string" } }, "body": { "type": "string" } }
              },
              "cases": {
                "is shown again": {
                  "request": { "headers": { "If-None-Match": "\"1\"" } },
                  "response": { "status": 200, "headers": { "ETag": "\"1\"" }, "body": "b" }
                }
              }
            }
          }
        }
        """#

    @Test(
        "an unchanged resource gets 304",
        arguments: [
            ("If-None-Match", "\"1\"", 304), ("If-None-Match", "W/\"1\"", 304), ("If-None-Match", "\"0\", \"1\"", 304),
            ("If-None-Match", "\"2\"", 200),
            ("If-Modified-Since", "Thu, 01 Jan 2026 10:00:00 GMT", 304),
            ("If-Modified-Since", "Fri, 02 Jan 2026 10:00:00 GMT", 304),
            ("If-Modified-Since", "Wed, 31 Dec 2025 10:00:00 GMT", 200), ("If-Modified-Since", "yesterday", 200),
        ])
    func answers(name: String, value: String, status: Int) throws {
        let result = ContractLoader.load("pages.json", files: MemoryFiles(["pages.json": Self.text]))
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.message))")
        let mock = try MockResponder([contract])
        for method in ["GET", "HEAD"] {
            let answer = mock.response(
                to: HTTPRequest(
                    method: method, url: "http://127.0.0.1:1/page", headers: [HTTPField(name, value)]))
            #expect(answer.status == status)
            #expect(status != 304 || answer.headers.first("ETag") == "\"1\"" && answer.body.isEmpty)
        }
    }

    @Test(
        "the list of tags may contain *, commas and weak tags",
        arguments: [
            ("*", 304), ("\"a,b\", \"1\"", 304), ("W/\"1\"", 304), ("\"1,2\"", 200), ("\"2\",\"1,\"", 200),
        ])
    func lists(tags: String, status: Int) throws {
        let result = ContractLoader.load("pages.json", files: MemoryFiles(["pages.json": Self.text]))
        let mock = try MockResponder([try #require(result.contract, "\(result.diagnostics.map(\.message))")])
        let condition = [HTTPField("If-None-Match", tags)]
        let answer = mock.response(to: HTTPRequest(method: "GET", url: "http://127.0.0.1:1/page", headers: condition))
        #expect(answer.status == status)
    }

    @Test("a case with a condition defines its own response")
    func stated() throws {
        let result = ContractLoader.load("pages.json", files: MemoryFiles(["pages.json": Self.text]))
        let mock = try MockResponder([try #require(result.contract, "\(result.diagnostics.map(\.message))")])
        let condition = [HTTPField("If-None-Match", "\"1\"")]
        let answer = mock.response(to: HTTPRequest(method: "GET", url: "http://127.0.0.1:1/again", headers: condition))
        #expect(answer.status == 200 && String(decoding: answer.body, as: UTF8.self) == #""b""#)
    }
}
