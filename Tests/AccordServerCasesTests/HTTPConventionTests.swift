// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordVerifier
import Testing

@Suite("Conventions of HTTP")
struct HTTPConventionTests {
    static let text = #"""
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
                  "headers": { "ETag": { "type": "string" }, "X-Lines": { "type": "integer" } },
                  "body": { "type": "string" }
                },
                "304": { "description": "As before." }
              },
              "cases": {
                "hasn't changed": {
                  "request": { "headers": { "If-None-Match": "\"1\"" } }, "response": { "status": 304 }
                },
                "is there": { "response": { "status": 200, "body": "a" } }
              }
            },
            "write": {
              "request": { "method": "POST", "path": "/page", "body": { "type": "string" } },
              "responses": { "201": { "description": "Written." }, "405": { "description": "No." } },
              "cases": { "writes": { "request": { "body": "a" }, "response": { "status": 201 } } }
            },
            "news": {
              "derived": { "http.head": { "skip": { "reason": "the old server" } } },
              "request": { "method": "GET", "path": "/news" },
              "responses": { "200": { "description": "Them.", "headers": { "Last-Modified": { "type": "string" } } } },
              "cases": { "are there": { "response": { "status": 200 } } }
            },
            "image": {
              "request": { "method": "GET", "path": "/image" },
              "responses": { "200": { "description": "It." } },
              "cases": { "is there": { "response": { "status": 200 } } }
            },
            "imageHead": {
              "request": { "method": "HEAD", "path": "/image" },
              "responses": { "204": { "description": "There is one." } },
              "cases": { "is there": { "response": { "status": 204 } } }
            },
            "options": {
              "request": { "method": "OPTIONS", "path": "/page" },
              "responses": { "204": { "description": "These." } },
              "cases": { "are told": { "response": { "status": 204 } } }
            }
          }
        }
        """#

    private func cases(_ text: String = text, allowsUnsafe: Bool = false) throws -> [Case] {
        let result = ContractLoader.load("pages.json", files: MemoryFiles(["pages.json": text]))
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.message))")
        return CasePlan(contract, operations: [], refusals: RefusalOptions(allowsUnsafe: allowsUnsafe)).cases
    }

    private func judged(_ id: String, _ response: HTTPResponse, after previous: HTTPResponse? = nil) throws -> [String]
    {
        let testCase = try #require(try cases(allowsUnsafe: true).first { $0.id == id })
        let judgement = Judge.judge(
            response, of: testCase, step: testCase.steps.count - 1, scope: testCase.scope(), previous: previous)
        #expect(judgement.assertions > 0)
        return judgement.findings.map { "\($0.severity.rawValue) \($0.rule.id)" }
    }

    @Test("a request for a range has no HEAD case, because a server must ignore the range of HEAD")
    func range() throws {
        let text = Self.text.replacing(
            #""headers": { "If-None-Match": { "#,
            with: #""headers": { "Range": { "required": false, "schema": { "type": "string" } }, "If-None-Match": { "#
        ).replacing(#""If-None-Match": "\"1\"" }"#, with: #""If-None-Match": "\"1\"", "Range": "bytes=0-1" }"#)
            .replacing(
                #""is there": { "response": { "status": 200, "body""#,
                with:
                    #""is there": { "request": { "headers": { "Range": "bytes=0-1" } }, "response": { "status": 200, "body""#
            )
        #expect(try cases().contains { $0.id == "page~http.head" })
        #expect(try !cases(text).contains { $0.id == "page~http.head" })
    }

    private static func answer(_ status: Int, _ fields: [String: String] = [:], _ body: String = "") -> HTTPResponse {
        HTTPResponse(
            status: status, headers: fields.sorted { $0.key < $1.key }.map { HTTPField($0.key, $0.value) },
            body: Array(body.utf8))
    }

    private static let whole = answer(
        200, ["Content-Type": "application/json", "ETag": "\"1\"", "X-Lines": "1"], #""a""#)

    @Test("conventions are tested if possible: HEAD unless documented, 304 if a validator is documented")
    func planned() throws {
        let made = try cases().filter { $0.id.contains("~http.") }
        #expect(
            made.map(\.id) == [
                "page~http.head", "page~http.if-none-match", "news~http.head", "news~http.if-modified-since",
                "options~http.allow",
            ])
        #expect(made.first { $0.id == "news~http.head" }?.skip?.reason == "the old server")
        // It starts from the complete response, although an earlier case gets 304.
        #expect(made.allSatisfy { $0.steps.first?.request?.headers.isEmpty ?? true })
    }

    @Test(
        "a documented HEAD is compared with GET, unless it has other responses or requirements",
        arguments: [(204, "", false), (200, "", true), (200, #", "query": { "size": { "type": "integer" } }"#, false)])
    func documentedHead(status: Int, query: String, isCompared: Bool) throws {
        let value = query.isEmpty ? "" : #""request": { "query": { "size": 1 } }, "#
        let text = Self.text.replacing(
            #""204": { "description": "There"#, with: #""\#(status)": { "description": "There"#
        )
        .replacing(#""method": "HEAD", "path": "/image""#, with: #""method": "HEAD", "path": "/image"\#(query)"#)
        .replacing(
            #""is there": { "response": { "status": 204"#,
            with: #""is there": { \#(value)"response": { "status": \#(status)"#)
        #expect(try cases(text).contains { $0.id == "image~http.head" } == isCompared)
    }

    @Test(
        "the response to HEAD must equal the response to GET",
        arguments: [
            (answer(200, ["X-Lines": "1", "ETag": "\"1\"", "Content-Length": "3"]), []),
            (answer(200, ["X-Lines": "1", "ETag": "\"1\""]), []),
            (answer(200, ["ETag": "\"1\""]), ["warning response.header.missing"]),
            (answer(200, ["X-Lines": "one", "ETag": "\"1\""]), ["error response.header.schema"]),
            (answer(200, ["X-Lines": "1", "ETag": "\"1\"", "Content-Length": "0"]), ["error http.head"]),
            (answer(200, ["X-Lines": "1", "ETag": "\"1\""], #""a""#), ["error http.head"]),
            (answer(404), ["error http.head"]), (answer(500), ["error http.head"]), (answer(204), ["error http.head"]),
        ] as [(HTTPResponse, [String])])
    func head(response: HTTPResponse, findings: [String]) throws {
        #expect(try judged("page~http.head", response, after: Self.whole) == findings)
    }

    @Test(
        "the response to a current ETag must be 304",
        arguments: [
            (answer(304, ["ETag": "\"1\""]), []), (answer(304), []), (whole, ["error http.not-modified"]),
            (answer(200, ["ETag": "\"2\""], #""a""#), ["error http.not-modified"]),
            (answer(412), ["error http.not-modified"]), (answer(500), ["error http.not-modified"]),
        ] as [(HTTPResponse, [String])])
    func unchanged(response: HTTPResponse, findings: [String]) throws {
        #expect(try judged("page~http.if-none-match", response, after: Self.whole) == findings)
    }

    @Test("a missing 304 is a warning unless documented, but an error response fails")
    func undocumented() throws {
        let date = ["Last-Modified": "Thu, 01 Jan 2026 10:00:00 GMT"]
        let (id, before) = ("news~http.if-modified-since", Self.answer(200, date))
        #expect(try judged(id, Self.answer(304), after: before) == [])
        #expect(try judged(id, Self.answer(200, date), after: before) == ["warning http.not-modified"])
        #expect(try judged(id, Self.answer(500), after: before) == ["error http.not-modified"])
    }

    @Test(
        "conventions aren't judged if HEAD isn't supported or the content changed",
        arguments: [
            (HTTPConvention.head, answer(405), true), (.head, answer(501), true), (.head, answer(404), false),
            (.unchanged(.etag), answer(200, ["ETag": "\"2\""], #""b""#), true),
            (.unchanged(.etag), answer(200, ["ETag": "\"2\""], #""a""#), false),
            (.unchanged(.etag), answer(200, ["ETag": "\"1\""], #""b""#), false),
        ])
    func obstacles(convention: HTTPConvention, response: HTTPResponse, isObstacle: Bool) {
        #expect((convention.obstacle(response, after: Self.whole) != nil) == isObstacle)
    }

    @Test(
        "Allow must contain the documented methods",
        arguments: [
            ("GET, POST, OPTIONS", []), ("POST,GET,HEAD,OPTIONS", []), ("OPTIONS, GET, HEAD, POST", []),
            (nil, ["error http.allow"]), ("", ["warning http.allow"]), ("GET, OPTIONS", ["warning http.allow"]),
            ("GET, POST, OPTIONS, DELETE", ["warning http.allow"]),
        ] as [(String?, [String])])
    func allow(names: String?, findings: [String]) throws {
        let fields = names.map { ["Allow": $0] } ?? [:]
        #expect(try judged("write~refuse.method:PATCH", Self.answer(405, fields)) == findings)
        let isOptional = names == nil ? [] : findings
        #expect(try judged("options~http.allow", Self.answer(204, fields)) == isOptional)
        let ofTrace = try judged("write~refuse.method:TRACE", Self.answer(405, fields))
        #expect(ofTrace == findings.map { $0.replacing("error", with: "warning") })
    }

    @Test(
        "Allow may contain the methods of other paths that match the URL, HEAD with GET, and methods of other servers",
        arguments: [
            ("/{name}", "", "GET, HEAD, POST", []), ("/page", "", "GET", ["http.allow"]),
            ("/page", "https://upload.example", "GET", []), ("/page", "https://upload.example", "GET, POST", []),
        ])
    func paths(path: String, server: String, names: String, rules: [String]) throws {
        let text = #"""
            {
              "contract": "1.0", "info": { "title": "Pages", "version": "1" },
              "servers": [ { "url": "https://pages.example" } ],
              "operations": {
                "page": {
                  "request": { "method": "GET", "path": "/page" }, "responses": { "200": { "description": "It." } },
                  "cases": { "is there": { "response": { "status": 200 } } }
                },
                "write": {
                  \#(server.isEmpty ? "" : #""servers": [ { "url": "\#(server)" } ],"#)
                  "request": { "method": "POST", "path": "\#(path)"\#(
                    path == "/page" ? "" : #", "pathParameters": { "name": { "type": "string" } }"#) },
                  "responses": { "201": { "description": "Written." } },
                  "cases": { "writes": { "response": { "status": 201 } } }
                }
              }
            }
            """#
        let result = ContractLoader.load("pages.json", files: MemoryFiles(["pages.json": text]))
        let contract = try #require(result.contract, "\(result.diagnostics.map(\.message))")
        let cases = CasePlan(contract, operations: [], refusals: RefusalOptions(allowsUnsafe: true)).cases
        let testCase = try #require(cases.first { $0.id == "page~refuse.method:TRACE" }, "\(cases.map(\.id))")
        let judgement = Judge.judge(
            Self.answer(405, ["Allow": names]), of: testCase, step: testCase.steps.count - 1, scope: testCase.scope(),
            previous: nil)
        #expect(judgement.findings.map(\.rule.id) == rules)
    }
}
