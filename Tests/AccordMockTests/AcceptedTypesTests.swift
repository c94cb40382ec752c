// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordOpenAPI
import AccordPact
import AccordSchema
import Testing

@testable import AccordServer

@Suite("Media types of the mock's responses", .timeLimit(.minutes(20)))
struct AcceptedTypesTests {
    @Test("an undocumented media type gets 415, an unacceptable response gets 406")
    func mediaTypes() throws {
        let mock = try Todos.mock()
        let typed = mock.response(
            to: HTTPRequest(
                method: "POST", url: "http://x/v1/todos", headers: [HTTPField("Content-Type", "text/plain")],
                body: Array("milk".utf8)))
        #expect(typed.status == 422)
        #expect(mock.ask("GET", "/v1/todos", "", HTTPField("Accept", "text/html")).status == 406)
        for accepted in [
            "*/*", "application/json;q=0.1, text/html", "application/*", "text/html, */*;q=0.1",
            "application/json; charset=utf-8",
        ] {
            #expect(mock.ask("GET", "/v1/todos", "", HTTPField("Accept", accepted)).status == 200, "\(accepted)")
        }
        #expect(mock.ask("GET", "/v1/todos", "", HTTPField("Accept", "application/json;q=0, text/*")).status == 406)
    }

    @Test(
        "a documented range is answered with a type of the range",
        arguments: [
            ("image/*", "*/*", "image/png"), ("image/*", "image/webp", "image/webp"), ("image/*", "text/plain", nil),
            ("text/*", "text/csv, image/*;q=0.5", "text/csv"),
            ("application/*", "application/hal+json", "application/hal+json"),
            ("*/*", "image/png", nil), ("*/*", "application/json", "application/json"),
        ])
    func range(documented: String, accepted: String, type: String?) throws {
        let text = #"""
            {
              "contract": "1.0", "info": { "title": "Files", "version": "1" }, "servers": [ { "url": "https://files.example" } ],
              "operations": {
                "read": {
                  "request": { "method": "GET", "path": "/file" },
                  "responses": { "200": { "description": "It.", "body": { "content": { "\#(documented)": {} } } } },
                  "cases": { "reads a file": { "appliesTo": "client", "response": { "fault": "offline" } } }
                }
              }
            }
            """#
        let mock = try MockResponder([Todos.contract(text)])
        let response = mock.ask("GET", "/file", "", HTTPField("Accept", accepted))
        #expect(response.status == (type == nil ? 406 : 200))
        #expect(type == nil || response.headers.mediaType?.essence == type)
    }

    @Test(
        "an example of a documented range has a type of the range",
        arguments: [("*/*", "text/plain"), ("text/csv", "text/csv")])
    func exampleOfRange(accepted: String, type: String) throws {
        let text = #"""
            {
              "contract": "1.0", "info": { "title": "Files", "version": "1" }, "servers": [ { "url": "https://files.example" } ],
              "operations": {
                "read": {
                  "request": { "method": "GET", "path": "/file" },
                  "responses": { "200": { "description": "It.", "body": { "content": { "text/*": { "schema": { "type": "string" }, "examples": { "short": { "value": "hi" } } } } } } },
                  "cases": { "reads a file": { "appliesTo": "client", "response": { "fault": "offline" } } }
                }
              }
            }
            """#
        let mock = try MockResponder([Todos.contract(text)])
        for preference in [[], [HTTPField("Prefer", "example=short")]] {
            let fields = [HTTPField("Accept", accepted)] + preference
            let request = HTTPRequest(method: "GET", url: "http://127.0.0.1:1/file", headers: fields)
            let response = mock.response(to: request)
            #expect(response.headers.mediaType?.essence == type && response.body == Array("hi".utf8))
        }
    }

    @Test(
        "the quality values of Accept select one of two representations",
        arguments: [
            ("text/plain;q=0.1, application/json", "application/json"),
            ("text/plain, application/json;q=0.1", "text/plain"), ("*/*", "text/plain"),
            ("application/*", "application/json"), ("text/csv, */*;q=0.1", "text/csv"),
            ("text/csv;q=0.2, text/plain;q=0.3, application/json;q=0.1", "text/plain"),
            (#"text/xml;note="a, text/plain", application/json;q=0.1"#, "application/json"),
        ])
    func qualities(accepted: String, type: String) throws {
        let text = #"""
            {
              "contract": "1.0", "info": { "title": "Log", "version": "1" }, "servers": [ { "url": "https://log.example" } ],
              "operations": {
                "log": {
                  "request": { "method": "GET", "path": "/log" },
                  "responses": { "200": { "description": "It.", "body": { "content": { "text/plain": {}, "application/json": {}, "text/csv": { "schema": { "type": "string" }, "example": "1,2" } } } } },
                  "cases": {
                    "as text": { "response": { "status": 200, "headers": { "Content-Type": "text/plain" }, "bodyText": "1" } },
                    "as JSON": { "appliesTo": "client", "response": { "status": 200, "headers": { "Content-Type": "application/json" }, "body": [1] } }
                  }
                }
              }
            }
            """#
        let answer = try MockResponder([Todos.contract(text)]).ask("GET", "/log", "", HTTPField("Accept", accepted))
        #expect(answer.headers.first("Content-Type") == type)
    }

    @Test(
        "a response without a body is sent unless Accept allows the type of a documented body",
        arguments: [
            ("application/json", 200), ("text/html, application/*;q=0.1", 200), ("*/*", 200), ("text/html", 204),
            ("application/json;q=0, */*", 204),
        ])
    func withoutBody(accepted: String, status: Int) throws {
        let text = #"""
            {
              "contract": "1.0", "info": { "title": "Log", "version": "1" }, "servers": [ { "url": "https://log.example" } ],
              "operations": {
                "touch": {
                  "request": { "method": "POST", "path": "/log" },
                  "responses": { "204": { "description": "None." }, "200": { "description": "It.", "body": { "type": "integer" } } }
                },
                "log": {
                  "request": { "method": "GET", "path": "/log" },
                  "responses": { "200": { "description": "It." } },
                  "cases": { "logs": { "response": { "status": 200 } } }
                }
              }
            }
            """#
        let answer = try MockResponder([Todos.contract(text)]).ask("POST", "/log", "", HTTPField("Accept", accepted))
        #expect(answer.status == status)
    }

    @Test("Accept never selects the response to a different request")
    func acceptAndOutage() throws {
        let down = #""503": { "description": "Down.", "body": { "content": { "text/plain": {} } } }"#
        let text = Todos.text
            .replacing(#""200": { "description": "All.""#, with: #"\#(down), "200": { "description": "All.""#)
            .replacing(
                #""cases": { "lists":"#,
                with: #"""
                    "cases": {
                      "is down": {
                        "appliesTo": "client",
                        "response": { "status": 503, "headers": { "Content-Type": "text/plain" }, "bodyText": "down" }
                      },
                      "lists":
                    """#)
        let mock = try MockResponder([Todos.contract(text)], MockOptions())
        #expect(mock.ask("GET", "/v1/todos", "", HTTPField("Accept", "text/plain")).status == 406)
        #expect(mock.ask("GET", "/v1/todos", "", HTTPField("Accept", "application/json")).status == 200)
        let asked = [HTTPField("Prefer", "code=503"), HTTPField("Accept", "text/plain")]
        #expect(mock.ask("GET", "/v1/todos", "", asked[0], asked[1]).status == 503)
    }

    @Test("a preferred status has the media type that Accept prefers, and is 406 if there is none")
    func preferredType() throws {
        let text = #"""
            { "contract": "1.0", "info": { "title": "Log", "version": "1" }, "servers": [ { "url": "https://log.example" } ],
              "operations": { "log": { "request": { "method": "GET", "path": "/log" }, "responses": {
                "200": { "description": "It.", "body": { "content": { "application/json": { "example": 1 }, "text/csv": { "example": "1,2" } } } },
                "404": { "description": "No.", "body": { "content": { "text/plain": { "example": "none" } } } } } },
                \#(GeneratedResponseTests.other) } }
            """#
        let mock = try MockResponder([Todos.contract(text)])
        for (code, accepted, status, type) in [
            (200, "text/csv", 200, "text/csv"), (200, "*/*", 200, "application/json"),
            (200, "image/png", 406, "application/problem+json"), (404, "application/json", 404, "text/plain"),
        ] {
            let answer = mock.ask(
                "GET", "/log", "", HTTPField("Prefer", "code=\(code)"), HTTPField("Accept", accepted))
            #expect(answer.status == status && answer.headers.first("Content-Type") == type, "\(code) \(accepted)")
        }
    }
}
