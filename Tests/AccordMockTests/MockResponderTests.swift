// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Testing

@testable import AccordServer

@Suite("Responses of the mock")
struct MockResponderTests {
    private static let notes = #"""
        {
          "contract": "1.0",
          "info": { "title": "Notes", "version": "1" },
          "servers": [ { "url": "https://notes.example/v1" } ],
          "operations": {
            "note": {
              "request": {
                "method": "GET",
                "path": "/notes/{id}",
                "pathParameters": { "id": { "type": "integer", "minimum": 1 } }
              },
              "responses": {
                "200": { "description": "It.", "body": { "type": "object", "properties": { "id": { "type": "integer" } } } },
                "404": { "description": "None.", "body": { "type": "string" } },
                "410": { "description": "Gone.", "body": { "const": "gone" } }
              },
              "cases": {
                "is down": {
                  "appliesTo": "client",
                  "request": { "pathParameters": { "id": 1 } },
                  "response": { "status": 404, "body": "for clients" }
                },
                "shows a note": {
                  "request": { "pathParameters": { "id": 1 } },
                  "response": { "status": 200, "body": { "id": 1 } }
                },
                "has none": {
                  "request": { "pathParameters": { "id": 7 } },
                  "response": { "status": 404, "body": "no note 7" }
                }
              }
            },
            "write": {
              "security": [ { "key": [] } ],
              "request": {
                "method": "POST",
                "path": "/notes",
                "body": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } }
              },
              "responses": {
                "201": { "description": "Written.", "body": { "type": "string" } },
                "401": { "description": "Who?", "body": { "type": "string" } },
                "409": { "description": "Again, please.", "body": { "type": "string" } }
              },
              "cases": {
                "needs a key": {
                  "appliesTo": "server",
                  "security": [],
                  "request": { "body": { "text": "a" } },
                  "response": { "status": 401, "body": "who?" }
                },
                "writes": {
                  "request": { "body": { "text": "a" } },
                  "response": { "status": 201, "body": "written" }
                },
                "tries again": {
                  "steps": [
                    { "request": { "body": { "text": "b" } }, "response": { "status": 409, "body": "again" } },
                    { "response": { "status": 201, "body": "at last" } }
                  ]
                }
              }
            }
          },
          "components": {
            "securitySchemes": {
              "key": { "type": "apiKey", "in": "header", "name": "X-Key", "credentials": { "value": "${env.NOTES_KEY}" } }
            }
          }
        }
        """#

    private let mock: MockResponder

    init() throws {
        let result = ContractLoader.load("notes.json", files: MemoryFiles(["notes.json": Self.notes]))
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.message))")
        mock = try MockResponder([contract], MockOptions { $0 == "NOTES_KEY" ? "secret" : nil })
    }

    private func get(_ path: String, _ headers: HTTPField...) -> HTTPResponse {
        mock.response(to: HTTPRequest(method: "GET", url: "http://127.0.0.1:1\(path)", headers: headers))
    }

    private func post(_ text: String, _ headers: HTTPField...) -> HTTPResponse {
        mock.response(
            to: HTTPRequest(
                method: "POST", url: "http://127.0.0.1:1/v1/notes",
                headers: [HTTPField("Content-Type", "application/json")] + headers, body: Array(text.utf8)))
    }

    @Test("a request gets the response and the name of the case that it matches")
    func matches() {
        let answer = get("/v1/notes/7")
        #expect(answer.status == 404)
        #expect(answer.text == #""no note 7""#)
        #expect(answer.headers.first("Accord-Case") == "note/has none")
    }

    @Test("cases for servers take precedence over cases for clients")
    func audience() {
        #expect(get("/v1/notes/1").headers.first("Accord-Case") == "note/shows a note")
    }

    @Test("a valid request that matches no case gets the first success")
    func firstSuccess() {
        let answer = get("/v1/notes/999")
        #expect(answer.status == 200)
        #expect(answer.headers.first("Accord-Case") == "note/shows a note")
    }

    @Test("an invalid request gets the findings with their contract locations")
    func refuses() throws {
        let answer = post(#"{"text":1}"#, HTTPField("X-Key", "secret"))
        #expect(answer.status == 400)
        #expect(answer.headers.first("Content-Type") == "application/problem+json")
        let problem = try JSONDocument(parsing: answer.body).root
        let finding = try #require(problem["findings"]?[0])
        #expect(finding["rule"]?.string == "request.body.schema")
        #expect(finding["contract"]?.string?.hasPrefix("notes.json:") == true)
        #expect(problem["status"]?.int == 400)
    }

    @Test("an undocumented path gets 404, an undocumented method 405")
    func unknown() {
        #expect(get("/v1/nothing").status == 404)
        let answer = mock.response(to: HTTPRequest(method: "DELETE", url: "http://x/v1/notes/1"))
        #expect(answer.status == 405)
        #expect(answer.headers.first("Allow") == "GET, HEAD, OPTIONS")
    }

    @Test("HEAD gets the response of GET")
    func head() {
        let answer = mock.response(to: HTTPRequest(method: "HEAD", url: "http://x/v1/notes/1"))
        #expect(answer.status == 200)
    }

    @Test(
        "Prefer: case selects a case by id or name",
        arguments: ["note/is down", "is down", "notes.json:note/is down"])
    func preferCase(name: String) {
        let answer = get("/v1/notes/1", HTTPField("Prefer", "case=\"\(name)\""))
        #expect(answer.text == #""for clients""#)
        #expect(answer.headers.first("Preference-Applied") == "case=\"\(name)\"")
    }

    @Test("Prefer: code selects a case or generates a response")
    func preferCode() {
        #expect(get("/v1/notes/1", HTTPField("Prefer", "code=404")).status == 404)
        let made = get("/v1/notes/1", HTTPField("Prefer", "code=410"))
        #expect(made.status == 410)
        #expect(made.text == #""gone""#)
        #expect(made.headers.first("Preference-Applied") == "code=410")
        #expect(made.headers.first("Accord-Case") == nil)
    }

    @Test(
        "an impossible preference gets a list of the possible values",
        arguments: ["code=500", "code=x", "case=\"nothing\""])
    func preferNothing(preference: String) {
        let answer = get("/v1/notes/1", HTTPField("Prefer", preference))
        #expect(answer.status == 404)
        #expect(answer.text.contains("200, 404, 410") || answer.text.contains("note/shows a note"))
    }

    @Test("an unknown example gets 404")
    func preferNoExample() {
        let answer = get("/v1/notes/1", HTTPField("Prefer", "example=nothing"))
        #expect(answer.status == 404)
        #expect(answer.text.contains("No such example"))
    }

    @Test("the more specific case wins")
    func specific() {
        #expect(post(#"{"text":"a"}"#, HTTPField("X-Key", "secret")).status == 201)
        #expect(post(#"{"text":"a"}"#).status == 401)
    }

    @Test("repeated requests get the steps of a case in turn")
    func steps() {
        let statuses = (0..<4).map { _ in post(#"{"text":"b"}"#, HTTPField("X-Key", "secret")).status }
        #expect(statuses == [409, 201, 409, 201])
    }

    @Test("the host of a request doesn't matter")
    func hosts() {
        let answer = mock.response(to: HTTPRequest(method: "GET", url: "https://other.example/v1/notes/7"))
        #expect(answer.headers.first("Accord-Case") == "note/has none")
    }
}

extension HTTPResponse {
    fileprivate var text: String { String(decoding: body, as: UTF8.self) }
}
