// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Testing

@Suite("Cases of an OpenAPI document")
struct ImpliedCasesTests {
    static let text = #"""
        {
          "contract": "1.0",
          "info": { "title": "Books", "version": "1" },
          "servers": [ { "url": "https://books.example" } ],
          "operations": {
            "add_book": {
              "request": {
                "method": "POST", "path": "/books",
                "body": {
                  "type": "object", "required": ["title"],
                  "properties": { "title": { "type": "string" }, "pages": { "type": "integer" } }
                }
              },
              "responses": {
                "201": {
                  "description": "Added.",
                  "body": { "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } }
                },
                "422": { "description": "No." }
              }
            },
            "delete_book": {
              "request": {
                "method": "DELETE", "path": "/books/{id}", "pathParameters": { "id": { "type": "integer", "minimum": 1 } }
              },
              "responses": { "204": { "description": "Gone." }, "404": { "description": "Unknown." } }
            },
            "get_book": {
              "request": {
                "method": "GET", "path": "/books/{id}", "pathParameters": { "id": { "type": "integer", "minimum": 1 } },
                "headers": { "X-Email": { "type": "string" } }
              },
              "responses": {
                "200": { "description": "It.", "body": { "type": "object" } },
                "404": { "description": "Unknown." }, "5XX": { "description": "Broken." }, "default": { "description": "Else." }
              }
            }
          }
        }
        """#

    private func document(_ change: (inout Contract) -> Void = { _ in }) throws -> Contract {
        var contract = try Self.described(Self.text)
        change(&contract)
        return contract
    }

    @Test("header fields that describe a connection or a coding are never sent, and aren't missing")
    func framing() throws {
        let fields =
            #""Content-Encoding": { "const": "gzip" }, "Keep-Alive": { "type": "string", "examples": ["birch"] }, "#
        let contract = try Self.described(Self.text.replacing(#""X-Email":"#, with: fields + #""X-Email":"#))
        let operation = try #require(contract.operation("get_book"))
        let request = try operation.exampleRequest()
        #expect(request.headers.map(\.name) == ["X-Email"])
        #expect(Judge.judge(request, documentedBy: operation).findings.map(\.rule.id) == [])
    }

    @Test(
        "a required object with optional properties is sent with a property",
        arguments: [
            (#""style": "deepObject", "schema": SCHEMA"#, "q[a]=5"),
            (#""style": "form", "explode": true, "schema": SCHEMA"#, "a=5"),
            (#""style": "form", "explode": false, "schema": SCHEMA"#, "q=a,5"),
            (#""content": { "application/json": { "schema": SCHEMA } }"#, #"q={"a":5}"#),
        ])
    func objects(parameter: String, query: String) throws {
        let schema = #"{ "type": "object", "properties": { "a": { "type": "integer", "examples": [5] } } }"#
        let documented = #""query": { "q": { \#(parameter.replacing("SCHEMA", with: schema)) } }, "headers": {"#
        let contract = try Self.described(Self.text.replacing(#""headers": {"#, with: documented))
        let request = try #require(contract.operation("get_book")).exampleRequest()
        #expect(Percent.decodeText(URLParts(request.url).query ?? "") == query)
    }

    @Test("an operation without an example has one generated case, the same in each run")
    func made() throws {
        let contract = try document().withImpliedCases
        let plan = CasePlan(contract, operations: [])
        #expect(plan.cases.map(\.id) == ["add_book/made", "delete_book/made", "get_book/made"])
        #expect(plan.cases.allSatisfy { $0.basis == .made })
        let get = try #require(plan["get_book/made"])
        let request = try get.request(0, scope: get.scope(), baseURL: "https://books.example")
        #expect(request.url == "https://books.example/books/1")
        #expect(request.headers.first("X-Email")?.contains("@example.") == true)
        let add = try #require(plan["add_book/made"])
        let body = try add.request(0, scope: add.scope(), baseURL: "https://books.example").body
        let title = try JSONDocument(parsing: body).root["title"]?.string
        #expect(title?.split(separator: " ").isEmpty == false)
        #expect(CasePlan(contract.withImpliedCases, operations: []).cases.map(\.id) == plan.cases.map(\.id))
    }

    @Test("a generated path parameter needs no percent-encoding, unless its example or its schema does")
    func plainPath() throws {
        for (schema, path) in [
            (#"{ "type": "string" }"#, "/people/Alan-Turing"),
            (#"{ "type": "string", "example": "a b" }"#, "/people/a%20b"),
            (#"{ "type": "string", "pattern": "^a b$" }"#, "/people/a%20b"),
        ] {
            let contract = try Self.described(
                """
                { "contract": "1.0", "info": { "title": "P", "version": "1" }, "servers": [{ "url": "https://p.example" }],
                  "operations": { "find": {
                    "request": { "method": "GET", "path": "/people/{fullName}", "pathParameters": {
                      "fullName": { "schema": \(schema) } } },
                    "responses": { "204": { "description": "Found." } } } } }
                """
            ).withImpliedCases
            let find = try #require(CasePlan(contract, operations: [])["find/made"])
            let url = try find.request(0, scope: find.scope(), baseURL: "https://p.example").url
            #expect(url == "https://p.example\(path)")
        }
    }

    @Test(
        "an optional body is generated for an unsafe method, with the valid members of an invalid example",
        arguments: [("POST", #""a""#, true), ("DELETE", "7", false), ("GET", nil, false)])
    func optionalBody(row: (method: String, note: String?, isDocumented: Bool)) throws {
        let example = row.note.map { #", "example": { "note": \#($0), "extra": true }"# } ?? ""
        let contract = try Self.described(
            #"""
            {
              "contract": "1.0", "convertedFrom": "notes.yaml", "info": { "title": "Notes", "version": "1" },
              "operations": {
                "note": {
                  "request": { "method": "\#(row.method)", "path": "/notes", "body": { "required": false, "content": {
                    "application/json": { "schema": {
                      "type": "object", "required": ["note"], "additionalProperties": false,
                      "properties": { "note": { "type": "string" } } }\#(example) } } } },
                  "responses": { "204": { "description": "Kept." } }
                }
              }
            }
            """#)
        let plan = CasePlan(contract.withImpliedCases)
        let made = try #require(plan["note/made"] ?? plan["note/example"])
        let request = try made.request(0, scope: made.scope(), baseURL: "https://notes.example")
        let note = try? JSONDocument(parsing: request.body).root["note"]?.string
        #expect((note != nil) == (row.method != "GET"))
        #expect(note == "a" || !row.isDocumented)
        #expect((plan["note~request.required-only:body"] != nil) == (row.method != "GET"))
    }

    @Test("a contract that lists its cases stays unchanged")
    func contract() throws {
        let contract = try document { $0.origin = .contract }.withImpliedCases
        #expect(contract.operations.allSatisfy { $0.cases.isEmpty })
    }

    @Test(
        "a generated case accepts any documented response of a server",
        arguments: [(200, "{}", false), (404, "", false), (503, "", false), (418, "", false), (200, "[]", true)])
    func anyDocumented(_ status: Int, _ body: String, _ fails: Bool) throws {
        let plan = CasePlan(try document().withImpliedCases, operations: [])
        let get = try #require(plan["get_book/made"])
        let headers = body.isEmpty ? [] : [HTTPField("Content-Type", "application/json")]
        let response = HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
        #expect(Judge.judge(response, of: get, step: 0, scope: get.scope()).failed == fails)
    }

    @Test("a generated case rejects undocumented responses, and a 5xx that only “default” documents")
    func crash() throws {
        let contract = try document { contract in
            contract.operations = contract.operations.map { operation in
                guard operation.id == "get_book" else { return operation }
                return operation.with(responses: operation.responses.filter { $0.status != .range(5) })
            }
        }
        let get = try #require(CasePlan(contract.withImpliedCases, operations: [])["get_book/made"])
        #expect(Judge.judge(HTTPResponse(status: 500), of: get, step: 0, scope: get.scope()).failed)
        #expect(!Judge.judge(HTTPResponse(status: 400), of: get, step: 0, scope: get.scope()).failed)
        let delete = try #require(CasePlan(contract.withImpliedCases, operations: [])["delete_book/made"])
        #expect(Judge.judge(HTTPResponse(status: 409), of: delete, step: 0, scope: delete.scope()).failed)
    }

    @Test("client tests include every documented response that no case has")
    func statuses() throws {
        let plan = CasePlan(try document().withImpliedCases)
        let found = plan.cases.filter { $0.id.contains("~status.") }
        #expect(
            found.map(\.id) == [
                "add_book~status.422", "delete_book~status.404", "get_book~status.404", "get_book~status.5XX",
                "get_book~status.default",
            ])
        #expect(found.allSatisfy { $0.appliesTo == .client })
        let unknown = try #require(plan["get_book~status.404"])
        guard case .throwing = unknown.outcome.result else {
            Issue.record("a documented error has to be thrown")
            return
        }
        guard case .answer(let response) = try unknown.reply(0, scope: unknown.scope()) else {
            Issue.record("nothing is answered")
            return
        }
        #expect(response.status == 404)
    }

    @Test(
        "a property of each alternative implies a flow, a property of one alternative doesn't",
        arguments: [
            (#"{ "oneOf": [ ID, { "allOf": [ ID ] } ] }"#, true), (#"{ "anyOf": [ ID, { "type": "null" } ] }"#, true),
            (#"{ "allOf": [ { "oneOf": [ ID ] } ] }"#, true), (#"{ "oneOf": [ ID, { "type": "object" } ] }"#, false),
        ])
    func alternatives(body: String, isLinked: Bool) throws {
        let id = #"{ "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } }"#
        let text = Self.text.replacing(#""body": \#(id)"#, with: #""body": \#(body.replacing("ID", with: id))"#)
        let implied = ImpliedCases(try Self.described(text), infersFlows: true)
        #expect(implied.inferred.contains { $0.hasPrefix("add_book → get_book") } == isLinked)
    }

    @Test(
        "a response with 202 implies a flow only if it contains the resource",
        arguments: [("BOOK", true), (#"{ "type": "object", "properties": { "id": { "type": "integer" } } }"#, false)])
    func accepted(body: String, isLinked: Bool) throws {
        let book = #"{ "type": "object", "required": ["id"], "properties": { "id": { "type": "integer" } } }"#
        let text = Self.text.replacing(#""201": {"#, with: #""202": {"#)
            .replacing(#""body": \#(book)"#, with: #""body": \#(body.replacing("BOOK", with: book))"#)
            .replacing(#""body": { "type": "object" }"#, with: #""body": \#(book)"#)
        let implied = ImpliedCases(try Self.described(text), infersFlows: true)
        #expect(implied.inferred.contains { $0.hasPrefix("add_book → get_book") } == isLinked)
    }

    @Test("a change that requires the current ETag follows the earlier changes of the resource")
    func taggedChanges() throws {
        let tag = #""ETag": { "required": true, "schema": { "type": "string" } }"#
        let id = #""pathParameters": { "id": { "type": "string" } }"#
        let match = #""headers": { "If-Match": { "required": true, "schema": { "type": "string" } } }"#
        let change = { (method: String) in
            #"""
            { "request": { "method": "\#(method)", "path": "/n/{id}", \#(id), \#(match) },
              "responses": { "200": { "description": "Changed.", "headers": { \#(tag) } }, "412": { "description": "Old." } } }
            """#
        }
        let implied = try Self.implied(
            #"""
            "add": { "request": { "method": "POST", "path": "/n" }, "responses": { "201": { "description": "Added.",
              "headers": { \#(tag) }, "body": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } } } } } },
            "read": { "request": { "method": "GET", "path": "/n/{id}", \#(id) }, "responses": { "200": { "description": "It." } } },
            "put": \#(change("PUT")), "patch": \#(change("PATCH"))
            """#, infersFlows: true)
        let plan = CasePlan(implied.contract, operations: [])
        #expect(plan["read/after add"]?.after == ["add/made"])
        #expect(plan["put/after add"]?.after == ["add/made", "read/after add"])
        #expect(plan["patch/after add"]?.after == ["add/made", "read/after add", "put/after add"])
    }

    @Test("a flow inferred from paths creates, reads and deletes a resource, and then expects its absence")
    func inferred() throws {
        let implied = ImpliedCases(try document(), infersFlows: true)
        #expect(
            implied.inferred == [
                "add_book → delete_book, using “id” in the response body",
                "add_book → get_book, using “id” in the response body",
            ])
        let plan = CasePlan(implied.contract, operations: [])
        let read = try #require(plan["get_book/after add_book"])
        #expect(read.after == ["add_book/made"])
        let delete = try #require(plan["delete_book/after add_book"])
        #expect(delete.after == ["add_book/made"])
        let gone = try #require(plan["get_book/after delete_book"])
        #expect(gone.after.last == "delete_book/after add_book")
        #expect(gone.appliesTo == .server)
        let scope = gone.ownScope(["add_book_id": 7]) { _ in nil }
        let request = try gone.request(0, scope: scope, baseURL: "https://books.example")
        #expect(request.url == "https://books.example/books/7")
        #expect(Judge.judge(HTTPResponse(status: 200), of: gone, step: 0, scope: scope).failed)
        #expect(!Judge.judge(HTTPResponse(status: 404), of: gone, step: 0, scope: scope).failed)
    }

    @Test("examples with the same name in parameters, body and responses form a case")
    func examples() throws {
        let implied = try Self.implied(
            #"""
            "update": {
              "request": {
                "method": "PUT", "path": "/users/{id}",
                "pathParameters": {
                  "id": {
                    "schema": { "type": "integer" },
                    "examples": { "ada": { "value": 1 }, "nobody": { "value": 99 }, "alone": { "value": 3 } }
                  }
                },
                "query": { "dry": { "required": false, "schema": { "type": "boolean" }, "example": true } },
                "body": {
                  "content": {
                    "application/json": {
                      "schema": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } },
                      "examples": { "ada": { "value": { "name": "${Ada}" } }, "nobody": { "value": { "name": "N" } } }
                    }
                  }
                }
              },
              "responses": {
                "200": {
                  "description": "Changed.",
                  "body": {
                    "content": {
                      "application/json": {
                        "schema": { "type": "object" },
                        "examples": { "ada": { "value": { "id": 1 } }, "stranger": { "value": { "id": 5 } } }
                      }
                    }
                  }
                },
                "404": {
                  "description": "Unknown.",
                  "body": {
                    "content": {
                      "application/json": {
                        "schema": { "type": "string" }, "examples": { "nobody": { "value": "no" }, "ada": { "value": "gone" } }
                      }
                    }
                  }
                }
              }
            }
            """#)
        let plan = CasePlan(implied.contract, operations: [])
        #expect(
            plan.cases.map(\.id) == [
                "update/ada", "update/ada (404)", "update/nobody", "update/alone", "update/stranger",
            ])
        let ada = try #require(plan["update/ada"])
        let request = try ada.request(0, scope: ada.scope(), baseURL: "https://users.example")
        #expect(request.url == "https://users.example/users/1?dry=true")
        #expect(String(decoding: request.body, as: UTF8.self) == #"{"name":"${Ada}"}"#)
        #expect(plan["update/ada (404)"]?.appliesTo == .client)
        #expect(!Judge.judge(Self.json(200, "{}"), of: ada, step: 0, scope: ada.scope()).failed)
        #expect(Judge.judge(Self.json(404, #""no""#), of: ada, step: 0, scope: ada.scope()).failed)
        let nobody = try #require(plan["update/nobody"])
        #expect(!Judge.judge(Self.json(404, #""no""#), of: nobody, step: 0, scope: nobody.scope()).failed)
        // The body of “alone” and all values of “stranger” are generated: any documented response passes.
        let alone = try #require(plan["update/alone"])
        #expect(!Judge.judge(Self.json(404, #""no""#), of: alone, step: 0, scope: alone.scope()).failed)
        #expect(implied.diagnostics.allSatisfy { $0.rule == ContractRule.unpairedExample.rawValue })
        #expect(
            implied.diagnostics.map(\.message) == [
                "the request example “alone” has no response example with the same name",
                "the example “stranger” of the response 200 has no request example with the same name",
            ])
        #expect(
            implied.diagnostics.last?.advice
                == "Add an example named “stranger” to the path parameter “id” and the body.")
    }

    @Test("an unnamed example of the request belongs to the main case")
    func unnamed() throws {
        let implied = try Self.implied(
            #"""
            "get": {
              "request": {
                "method": "GET", "path": "/{id}",
                "pathParameters": { "id": { "schema": { "type": "integer" }, "example": 7 } }
              },
              "responses": { "200": { "description": "It.", "body": { "type": "object" } } }
            }
            """#)
        let plan = CasePlan(implied.contract, operations: [])
        #expect(plan.cases.map(\.id) == ["get/example"])
        let get = try #require(plan["get/example"])
        let url = try get.request(0, scope: get.scope(), baseURL: "https://x.example").url
        #expect(url == "https://x.example/7")
    }

    @Test("links become flows with the values that they specify")
    func links() throws {
        let implied = try Self.implied(
            #"""
            "create": {
              "request": { "method": "POST", "path": "/users" },
              "responses": {
                "201": {
                  "description": "Created.", "body": { "type": "object", "properties": { "key": { "type": "string" } } },
                  "links": {
                    "it": { "operationId": "get", "parameters": { "name": "$response.body#/key" } },
                    "odd": { "operationId": "get", "parameters": { "nme": "$response.body#/key" } }
                  }
                }
              }
            },
            "get": {
              "request": { "method": "GET", "path": "/users/{name}", "pathParameters": { "name": { "type": "string" } } },
              "responses": { "200": { "description": "It." }, "404": { "description": "Unknown." } }
            }
            """#)
        let plan = CasePlan(implied.contract, operations: [])
        #expect(plan.cases.map(\.id) == ["create/made", "get/made", "get/after create"])
        let get = try #require(plan["get/after create"])
        #expect(get.basis == .linked)
        #expect(get.after == ["create/made"])
        let scope = get.ownScope(["create_name": "k-1"]) { _ in nil }
        let url = try get.request(0, scope: scope, baseURL: "https://x.example").url
        #expect(url == "https://x.example/users/k-1")
        #expect(Judge.judge(HTTPResponse(status: 404), of: get, step: 0, scope: scope).failed)
        #expect(implied.diagnostics.map(\.rule) == [ContractRule.link.rawValue])
    }

    @Test("a link may set constants, texts with expressions, and the body")
    func linkValues() throws {
        let implied = try Self.implied(
            #"""
            "create": {
              "request": { "method": "POST", "path": "/users" },
              "responses": {
                "201": {
                  "description": "Created.",
                  "body": { "type": "object", "properties": { "key": { "type": "string" }, "n": { "type": "integer" } } },
                  "links": {
                    "it": { "operationId": "put",
                      "parameters": { "path.name": "r{$response.body#/n}-{$response.body#/key}", "as": "ann", "max": 3 },
                      "requestBody": { "key": "$response.body#/key", "fixed": "${x}", "by": "$method {$url}", "to": "$url" } },
                    "odd": { "operationId": "put", "parameters": { "name": "{$response.cookie}" } }
                  }
                }
              }
            },
            "put": {
              "request": { "method": "PUT", "path": "/users/{name}", "pathParameters": { "name": { "type": "string" } },
                "query": { "as": { "type": "string" }, "max": { "type": "integer" } }, "body": { "type": "object" } },
              "responses": { "200": { "description": "It." } }
            }
            """#)
        let plan = CasePlan(implied.contract, operations: [])
        let put = try #require(plan["put/after create"], "\(plan.cases.map(\.id))")
        let create = try #require(plan["create/made"])
        let answer = Self.json(201, #"{ "key": "k", "n": 7 }"#)
        let sent = HTTPRequest(method: "POST", url: "https://x.example/users")
        let outputs = OutputReader.outputs(of: create.steps[0], request: sent, response: answer).values
        let request = try put.request(0, scope: put.ownScope(outputs) { _ in nil }, baseURL: "https://x.example")
        #expect(request.url == "https://x.example/users/r7-k?as=ann&max=3")
        let body =
            #"{"key":"k","fixed":"${x}","by":"$method https://x.example/users","to":"https://x.example/users"}"#
        #expect(String(decoding: request.body, as: UTF8.self) == body)
        #expect(implied.diagnostics.map(\.rule) == [ContractRule.link.rawValue])
    }

    @Test(
        "a link leaves out a value that a response may lack, unless the target requires the value",
        arguments: [(false, ["/users/k?as=ann"]), (true, [])])
    func optionalLinkValue(isRequired: Bool, urls: [String]) throws {
        let implied = try Self.implied(
            #"""
            "create": {
              "request": { "method": "POST", "path": "/users" },
              "responses": {
                "201": {
                  "description": "Created.", "headers": { "X-Page": { "required": false, "schema": { "type": "string" } } },
                  "body": { "type": "object", "properties": { "key": { "type": "string" } } },
                  "links": { "it": { "operationId": "get", "parameters": {
                    "name": "$response.body#/key", "as": "ann", "page": "$response.header.X-Page" } } }
                }
              }
            },
            "get": {
              "request": { "method": "GET", "path": "/users/{name}", "pathParameters": { "name": { "type": "string" } },
                "query": { "as": { "required": false, "schema": { "type": "string" } },
                  "page": { "required": \#(isRequired), "schema": { "type": "string" } } } },
              "responses": { "200": { "description": "It." } }
            }
            """#)
        let plan = CasePlan(implied.contract, operations: [])
        let cases = plan.cases.filter { $0.operation.id == "get" && $0.basis == .linked }
        let written = try cases.filter { !$0.after.isEmpty }.map { linked in
            let scope = linked.ownScope(["create_name": "k"]) { _ in nil }
            return try linked.request(0, scope: scope, baseURL: "https://x.example").url
        }
        #expect(written == urls.map { "https://x.example\($0)" })
        #expect(implied.diagnostics.map(\.message).allSatisfy { $0.contains("may lack $response.header.X-Page") })
        #expect(implied.diagnostics.count == 1)
    }

    private static func json(_ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(status: status, headers: [HTTPField("Content-Type", "application/json")], body: Array(text.utf8))
    }

    private static func implied(_ operations: String, infersFlows: Bool = false) throws -> ImpliedCases {
        let text = """
            {
              "contract": "1.0", "info": { "title": "T", "version": "1" }, "servers": [ { "url": "https://x.example" } ],
              "operations": { \(operations) }
            }
            """
        return ImpliedCases(try described(text), infersFlows: infersFlows)
    }

    /// A contract without cases, as an OpenAPI document provides it. It is read with an additional operation that has
    /// a case, because contracts require one.
    private static func described(_ text: String) throws -> Contract {
        let ping = """
            "ping": {
              "request": { "method": "GET", "path": "/ping" }, "responses": { "204": { "description": "Here." } },
              "cases": { "answers": { "response": { "status": 204 } } }
            },
            """
        let whole = text.replacing("\"operations\": {", with: "\"operations\": { \(ping)")
        let result = ContractLoader.load("t.json", files: MemoryFiles(["t.json": whole]))
        var contract = try #require(result.contract, "\(result.diagnostics.map(\.rendered))")
        contract.origin = .openAPI
        contract.operations.removeAll { $0.id == "ping" }
        return contract
    }
}
