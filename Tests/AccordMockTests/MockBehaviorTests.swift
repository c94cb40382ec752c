// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordOpenAPI
import AccordPact
import AccordSchema
import Testing

@testable import AccordServer

/// A contract for todos that can be created, fetched, listed, changed and deleted, with few cases.
enum Todos {
    static let text = #"""
        {
          "contract": "1.0",
          "info": { "title": "Todos", "version": "1" },
          "servers": [ { "url": "https://todos.example/v1" } ],
          "operations": {
            "list": {
              "request": { "method": "GET", "path": "/todos", "query": { "page": { "required": false, "schema": { "type": "integer" } } } },
              "responses": { "200": { "description": "All.", "body": { "type": "array", "items": { "$ref": "#/components/schemas/Todo" } } } },
              "cases": { "lists": { "response": { "status": 200, "body": [ { "id": 1, "title": "first" } ] } } }
            },
            "create": {
              "request": { "method": "POST", "path": "/todos", "body": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string", "minLength": 1 } } } },
              "responses": {
                "201": { "description": "It.", "body": { "$ref": "#/components/schemas/Todo" } },
                "422": { "description": "No.", "body": { "$ref": "#/components/schemas/Error" } }
              },
              "cases": {
                "creates": { "request": { "body": { "title": "milk" } }, "response": { "status": 201, "body": { "id": 7, "title": "milk" } } },
                "is too short": { "appliesTo": "server", "request": { "body": { "title": "x" } }, "response": { "status": 422, "body": { "code": "too_short", "message": "the title is too short" } } }
              }
            },
            "fetch": {
              "request": { "method": "GET", "path": "/todos/{todoId}", "pathParameters": { "todoId": { "type": "integer" } } },
              "responses": { "200": { "description": "It.", "body": { "$ref": "#/components/schemas/Todo" } }, "404": { "description": "None." } },
              "cases": { "fetches": { "request": { "pathParameters": { "todoId": 1 } }, "response": { "status": 200, "body": { "id": 1, "title": "first" } } } }
            },
            "change": {
              "request": { "method": "PATCH", "path": "/todos/{todoId}", "pathParameters": { "todoId": { "type": "integer" } }, "body": { "type": "object", "properties": { "title": { "type": "string" } } } },
              "responses": { "200": { "description": "It.", "body": { "$ref": "#/components/schemas/Todo" } } }
            },
            "remove": {
              "deprecated": true,
              "request": { "method": "DELETE", "path": "/todos/{todoId}", "pathParameters": { "todoId": { "type": "integer" } } },
              "responses": { "204": { "description": "Gone." } }
            },
            "old": {
              "request": { "method": "GET", "path": "/old" },
              "responses": { "301": { "description": "Elsewhere.", "headers": { "Location": { "const": "/v1/todos" } } } }
            }
          },
          "components": {
            "schemas": {
              "Todo": { "type": "object", "required": ["id", "title"], "properties": { "id": { "type": "integer" }, "title": { "type": "string" } } },
              "Error": { "type": "object", "required": ["message"], "properties": { "code": { "type": "string" }, "message": { "type": "string" } } }
            }
          }
        }
        """#

    static func contract(_ text: String = text, file: String = "todos.json") throws -> Contract {
        let result = ContractLoader.load(file, files: MemoryFiles([file: text]))
        return try #require(result.contract, "\(result.diagnostics.map(\.rendered))")
    }

    static func mock(_ change: (inout MockOptions) -> Void = { _ in }) throws -> MockResponder {
        var options = MockOptions()
        change(&options)
        return try MockResponder([contract()], options)
    }
}

extension MockResponder {
    func ask(
        _ method: String, _ path: String, _ body: String = "", _ headers: HTTPField...,
        type: String = "application/json"
    ) -> HTTPResponse {
        let content = body.isEmpty ? [] : [HTTPField("Content-Type", type)]
        return response(
            to: HTTPRequest(
                method: method, url: "http://127.0.0.1:1\(path)", headers: content + headers, body: Array(body.utf8)))
    }
}

extension HTTPResponse {
    var json: JSON? { (try? JSONDocument(parsing: body)).map { JSON($0.root) } }
}

@Suite("The behaviour of the mock", .timeLimit(.minutes(20)))
struct MockBehaviorTests {
    @Test("a created resource can be fetched, listed, changed and deleted")
    func lifecycle() throws {
        let mock = try Todos.mock()
        let created = mock.ask("POST", "/v1/todos", #"{"title":"bread"}"#)
        #expect(created.status == 201)
        let id = try #require(created.json?.object?["id"]?.int)
        #expect(created.json?.object?["title"] == "bread")
        #expect(mock.ask("GET", "/v1/todos/\(id)").json?.object?["title"] == "bread")
        #expect(mock.ask("PATCH", "/v1/todos/\(id)", #"{"title":"rye"}"#).json?.object?["title"] == "rye")
        #expect(mock.ask("GET", "/v1/todos/\(id)").json == ["id": .number(JSONNumber(id)), "title": "rye"])
        #expect(mock.ask("GET", "/v1/todos").json?.array?.count == 2)
        #expect(mock.ask("DELETE", "/v1/todos/\(id)").status == 204)
        #expect(mock.ask("GET", "/v1/todos/\(id)").status == 404)
        #expect(mock.ask("DELETE", "/v1/todos/\(id)").status == 404)
        #expect(mock.ask("GET", "/v1/todos").json?.array?.count == 1)
        mock.state.reset()
        #expect(mock.ask("GET", "/v1/todos/\(id)").status == 200)
    }

    @Test("changing a documented resource keeps its other properties", arguments: [1, 2])
    func changesDocumented(id: Int) throws {
        let mock = try Todos.mock()
        let shown = mock.ask("GET", "/v1/todos/\(id)").json
        #expect(mock.ask("PATCH", "/v1/todos/\(id)", "{}").json == shown)
        #expect(mock.ask("GET", "/v1/todos/\(id)").json == shown)
        #expect(mock.ask("PATCH", "/v1/todos/\(id)", #"{"title":"rye"}"#).json?.object?["title"] == "rye")
    }

    @Test("a documented example is accepted with its read-only properties, other bodies with these are not")
    func readOnlyExample() throws {
        let text = #"""
            { "contract": "1.0", "info": { "title": "Users", "version": "1" }, "servers": [ { "url": "https://users.example" } ],
              "operations": { "add": {
                "request": { "method": "POST", "path": "/users", "body": { "content": { "application/json": {
                  "schema": { "$ref": "#/components/schemas/User" }, "example": { "id": 7, "name": "Ada" } } } } },
                "responses": { "201": { "description": "It.", "body": { "$ref": "#/components/schemas/User" } } },
                "cases": { "adds": { "request": { "body": { "name": "Grace" } }, "response": { "status": 201 } } } } },
              "components": { "schemas": { "User": { "type": "object", "required": ["name"], "examples": [ { "id": 8, "name": "Alan" } ],
                "properties": { "id": { "type": "integer", "readOnly": true }, "name": { "type": "string" } } } } } }
            """#
        let mock = try MockResponder([Todos.contract(text)])
        for (body, status) in [
            (#"{"id":7,"name":"Ada"}"#, 201), (#"{"name":"Alan","id":8}"#, 201), (#"{"id":9,"name":"Ada"}"#, 400),
            (#"{"name":"Bob"}"#, 201),
        ] {
            #expect(mock.ask("POST", "/users", body).status == status, "\(body)")
        }
    }

    @Test("created resources may be in an envelope")
    func envelopes() throws {
        let text = #"""
            {
              "contract": "1.0", "info": { "title": "Tasks", "version": "1" }, "servers": [ { "url": "https://tasks.example" } ],
              "operations": {
                "create": { "request": { "method": "POST", "path": "/tasks", "body": { "$ref": "#/components/schemas/One" } },
                  "responses": { "201": { "description": "It.", "body": { "$ref": "#/components/schemas/Known" } } } },
                "replace": { "request": { "method": "PUT", "path": "/tasks/{id}", "pathParameters": { "id": { "type": "integer" } }, "body": { "$ref": "#/components/schemas/One" } },
                  "responses": { "200": { "description": "It.", "body": { "$ref": "#/components/schemas/Known" } } } },
                "fetch": { "request": { "method": "GET", "path": "/tasks/{id}", "pathParameters": { "id": { "type": "integer" } } },
                  "responses": { "200": { "description": "It.", "body": { "$ref": "#/components/schemas/Known" } } },
                  "cases": { "fetches": { "request": { "pathParameters": { "id": 700 } }, "response": { "status": 200 } } } }
              },
              "components": { "schemas": {
                "One": { "type": "object", "required": ["data"], "properties": { "data": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } } } },
                "Known": { "type": "object", "required": ["data"], "properties": { "data": { "type": "object", "required": ["title", "id"], "properties": { "id": { "type": "integer" }, "title": { "type": "string" } } } } }
              } }
            }
            """#
        let mock = try MockResponder([Todos.contract(text)])
        func title(_ response: HTTPResponse) -> String? { response.json?.object?["data"]?.object?["title"]?.string }
        let created = mock.ask("POST", "/tasks", #"{"data":{"title":"milk"}}"#)
        #expect(title(created) == "milk")
        let id = try #require(created.json?.object?["data"]?.object?["id"]?.int)
        #expect(title(mock.ask("GET", "/tasks/\(id)")) == "milk")
        let replaced = mock.ask("PUT", "/tasks/\(id)", #"{"data":{"title":"bread"}}"#)
        #expect(title(replaced) == "bread")
        #expect(replaced.json?.object?["data"]?.object?["id"]?.int == id)
        #expect(title(mock.ask("GET", "/tasks/\(id)")) == "bread")
    }

    static let shelf = #"""
        {
          "contract": "1.0", "info": { "title": "Shelf", "version": "1" }, "servers": [ { "url": "https://shelf.example" } ],
          "operations": {
            "list": {
              "request": { "method": "GET", "path": "/books", "query": {
                "limit": { "required": false, "schema": { "type": "integer", "default": 2 } },
                "page": { "required": false, "schema": { "type": "integer", "minimum": 1 } },
                "offset": { "required": false, "schema": { "type": "integer" } } } },
              "responses": { "200": { "description": "Some.",
                "headers": {
                  "X-Total": { "required": false, "schema": { "type": "integer", "examples": [5] } },
                  "ETag": { "required": false, "schema": { "type": "string", "examples": ["\"v1\""] } },
                  "Link": { "required": false, "schema": { "type": "string" } },
                  "X-Absent": { "required": false, "schema": { "type": "string" } } },
                "body": { "type": "object", "required": ["data"], "properties": { "data": { "type": "array", "items": { "$ref": "#/components/schemas/Book" } } } } } },
              "cases": {
                "lists": { "response": { "status": 200, "headers": { "X-Absent": null }, "body": { "data": [ { "id": 1, "title": "a" }, { "id": 2, "title": "b" }, { "id": 3, "title": "c" } ] } } }
              }
            },
            "add": {
              "request": { "method": "POST", "path": "/books", "body": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } } },
              "responses": { "201": { "description": "It.", "body": { "$ref": "#/components/schemas/Book" } } }
            },
            "fetch": {
              "request": { "method": "GET", "path": "/books/{id}", "pathParameters": { "id": { "type": "integer" } } },
              "responses": { "200": { "description": "It.", "body": { "$ref": "#/components/schemas/Book" } } },
              "cases": { "fetches": { "request": { "pathParameters": { "id": 1 } }, "response": { "status": 200 } } }
            },
            "replace": {
              "request": { "method": "PUT", "path": "/books/{id}", "pathParameters": { "id": { "type": "integer" } }, "body": { "type": "object", "required": ["title"], "properties": { "title": { "type": "string" } } } },
              "responses": { "200": { "description": "It.", "body": { "$ref": "#/components/schemas/Book" } } }
            }
          },
          "components": { "schemas": {
            "Book": { "type": "object", "required": ["id", "title"], "properties": { "id": { "type": "integer" }, "title": { "type": "string" }, "pages": { "type": "integer" } } }
          } }
        }
        """#

    private func ids(_ response: HTTPResponse) -> [Int] {
        response.json?.object?["data"]?.array?.compactMap { $0.object?["id"]?.int } ?? []
    }

    @Test(
        "the documented parameters limit, page and offset select a part of a list",
        arguments: [
            ("", [1, 2, 3]), ("?limit=2", [1, 2]), ("?limit=2&page=2", [3]), ("?page=1", [1, 2]), ("?page=3", []),
            ("?offset=1", [2, 3]), ("?offset=1&limit=1", [2]), ("?limit=99", [1, 2, 3]),
        ])
    func pages(query: String, expected: [Int]) throws {
        let mock = try MockResponder([Todos.contract(Self.shelf)])
        #expect(ids(mock.ask("GET", "/books\(query)")) == expected)
    }

    @Test(
        "a negative or huge default of a limit selects the whole list",
        arguments: ["-1", "-9223372036854775808", "9223372036854775807", "1e300", "-1e300"])
    func hostileDefaults(value: String) throws {
        let text = Self.shelf.replacing(#""default": 2"#, with: #""default": \#(value)"#)
        let mock = try MockResponder([Todos.contract(text)])
        #expect(ids(mock.ask("GET", "/books?offset=0")) == [1, 2, 3])
        #expect(ids(mock.ask("GET", "/books?offset=9223372036854775807&page=9223372036854775807")) == [])
    }

    @Test(
        "a query parameter with the name of a property filters a list with created resources",
        arguments: [
            ("", ["Grace", "Alan", "Ada"]), ("?recipient=Ada", ["Ada"]), ("?recipient=Grace", ["Grace"]),
            ("?recipient=Grace,Ada", ["Grace", "Ada"]), ("?recipient=Bob", []),
            ("?unknown=x", ["Grace", "Alan", "Ada"]),
        ])
    func filters(query: String, expected: [String]) throws {
        let path = #""method": "GET", "path": "/parcels""#
        let parameters = #"""
            "query": {
              "recipient": { "required": false, "schema": { "type": "array", "items": { "type": "string" } } },
              "unknown": { "required": false, "schema": { "type": "string" } } }
            """#
        let text = Self.parcels.replacing("\(path) }", with: "\(path), \(parameters) }")
        let mock = try MockResponder([Todos.contract(text)])
        _ = mock.ask("POST", "/parcels", #"{"recipient":"Ada"}"#)
        let answer = mock.ask("GET", "/parcels\(query)").json?.object
        #expect(answer?["items"]?.array?.compactMap { $0.object?["recipient"]?.string } == expected)
        #expect(answer?["total"]?.int == expected.count)
    }

    @Test("a filter that matches no documented element leaves the documented list, until a client creates a resource")
    func filtersDocumented() throws {
        let text = Self.shelf.replacing(
            #""offset": {"#, with: #""title": { "required": false, "schema": { "type": "string" } }, "offset": {"#)
        let mock = try MockResponder([Todos.contract(text)])
        #expect(ids(mock.ask("GET", "/books?title=b")) == [2])
        #expect(ids(mock.ask("GET", "/books?title=z")) == [1, 2, 3])
        _ = mock.ask("POST", "/books", #"{"title":"d"}"#)
        #expect(ids(mock.ask("GET", "/books?title=z")) == [])
    }

    @Test("a page that a case documents is sent as documented")
    func documentedPage() throws {
        let page = #"""
            "lists": { "request": { "query": { "page": 9, "limit": 2 } }, "response": { "status": 200, "body": { "data": [ { "id": 8, "title": "h" } ] } } },
            "more":
            """#
        let mock = try MockResponder([Todos.contract(Self.shelf.replacing(#""lists":"#, with: page))])
        #expect(ids(mock.ask("GET", "/books?page=9&limit=2")) == [8])
    }

    @Test("an item is the same in a list and alone, and keeps its id when it is replaced")
    func itemOfList() throws {
        let mock = try MockResponder([Todos.contract(Self.shelf)])
        for (id, title) in [(1, "a"), (2, "b")] {
            #expect(mock.ask("GET", "/books/\(id)").json?.object?["title"] == .string(title))
        }
        let replaced = mock.ask("PUT", "/books/2", #"{"title":"z"}"#)
        #expect(replaced.json?.object?["id"] == 2 && replaced.json?.object?["title"] == "z")
        #expect(mock.ask("GET", "/books/2").json?.object?["title"] == "z")
        #expect(ids(mock.ask("GET", "/books")) == [1, 2, 3])
        let added = try #require(mock.ask("POST", "/books", #"{"title":"d"}"#).json?.object?["id"]?.int)
        #expect(ids(mock.ask("GET", "/books?limit=2&page=2")) == [3, added])
    }

    static let parcels = #"""
        {
          "contract": "1.0", "info": { "title": "Parcels", "version": "1" }, "servers": [ { "url": "https://parcels.example" } ],
          "operations": {
            "list": {
              "request": { "method": "GET", "path": "/parcels" },
              "responses": { "200": { "description": "All.", "body": { "type": "object", "required": ["items", "total"], "properties": {
                "items": { "type": "array", "items": { "$ref": "#/components/schemas/Parcel" } }, "total": { "type": "integer" } } } } },
              "cases": { "lists": { "response": { "status": 200, "body": { "total": 2, "items": [
                { "id": 1042, "recipient": "Grace", "status": "new", "note": null }, { "id": 1044, "recipient": "Alan", "status": "sent", "note": "x" } ] } } } }
            },
            "add": {
              "request": { "method": "POST", "path": "/parcels", "body": { "$ref": "#/components/schemas/Draft" } },
              "responses": { "201": { "description": "It.", "body": { "$ref": "#/components/schemas/Parcel" } }, "422": { "description": "No." } }
            },
            "fetch": {
              "request": { "method": "GET", "path": "/parcels/{id}", "pathParameters": { "id": { "type": "integer" } } },
              "responses": { "200": { "description": "It.", "body": { "$ref": "#/components/schemas/Parcel" } }, "404": { "description": "None." } }
            },
            "replace": {
              "request": { "method": "PUT", "path": "/parcels/{id}", "pathParameters": { "id": { "type": "integer" } }, "body": { "$ref": "#/components/schemas/Draft" } },
              "responses": { "200": { "description": "It.", "body": { "$ref": "#/components/schemas/Parcel" } } }
            },
            "remove": {
              "request": { "method": "DELETE", "path": "/parcels/{id}", "pathParameters": { "id": { "type": "integer" } } },
              "responses": { "204": { "description": "Gone." }, "404": { "description": "None." } }
            }
          },
          "components": { "schemas": {
            "Draft": { "type": "object", "required": ["recipient"], "properties": { "recipient": { "type": "string" }, "note": { "type": ["string", "null"] } } },
            "Parcel": { "type": "object", "required": ["id", "recipient", "status", "note"], "properties": {
              "id": { "type": "integer" }, "recipient": { "type": "string" }, "status": { "type": "string" }, "note": { "type": ["string", "null"] } } }
          } }
        }
        """#

    private func items(_ mock: MockResponder) -> [JSON] {
        mock.ask("GET", "/parcels").json?.object?["items"]?.array ?? []
    }

    @Test("a replaced resource keeps the members that only the server sets, and stays in the list with all others")
    func replacesInList() throws {
        let mock = try MockResponder([Todos.contract(Self.parcels)])
        let ids = try (0..<3).map { number in
            try #require(mock.ask("POST", "/parcels", #"{"recipient":"r\#(number)"}"#).json?.object?["id"]?.int)
        }
        #expect(Set(ids + [1042, 1044]).count == 5)
        let before = try #require(items(mock).first { $0.object?["id"]?.int == ids[0] }?.object)
        // The client sent no note, so the mock doesn't make one up.
        #expect(before["note"] == .null)
        let replaced = mock.ask("PUT", "/parcels/\(ids[0])", #"{"recipient":"Ada"}"#).json?.object
        #expect(replaced?["recipient"] == "Ada" && replaced?["status"] == before["status"])
        #expect(items(mock).compactMap { $0.object?["id"]?.int } == [1042, 1044] + ids)
        #expect(mock.ask("GET", "/parcels").json?.object?["total"] == 5)
        #expect(items(mock).first { $0.object?["id"]?.int == ids[0] }?.object?["recipient"] == "Ada")
    }

    @Test("a deleted resource of a documented list leaves the list, stays at its address, and a reset restores it")
    func deletesDocumented() throws {
        let mock = try MockResponder([Todos.contract(Self.parcels)])
        #expect(mock.ask("DELETE", "/parcels/1042").status == 204)
        #expect(mock.ask("GET", "/parcels/1042").status == 200 && mock.ask("DELETE", "/parcels/1042").status == 204)
        #expect(items(mock).compactMap { $0.object?["id"]?.int } == [1044])
        // No list contains this resource.
        #expect(mock.ask("DELETE", "/parcels/7").status == 204 && mock.ask("GET", "/parcels/7").status == 200)
        mock.state.reset()
        #expect(items(mock).compactMap { $0.object?["id"]?.int } == [1042, 1044])
    }

    @Test("a documented resource that a client changed and deleted stays as documented")
    func deletesChanged() throws {
        let mock = try Todos.mock()
        #expect(mock.ask("PATCH", "/v1/todos/2", #"{"title":"rye"}"#).status == 200)
        #expect(mock.ask("DELETE", "/v1/todos/2").status == 204)
        #expect(mock.ask("GET", "/v1/todos/2").status == 200)
    }

    @Test("a refusal names the place in the body, and a path with a slash at its end gets a hint")
    func hints() throws {
        let mock = try MockResponder([Todos.contract(Self.parcels)])
        let refused = mock.ask("POST", "/parcels", #"{"recipient":3}"#)
        #expect(refused.json?.object?["detail"]?.string?.hasPrefix("body /recipient: expected a string") == true)
        let missing = mock.ask("GET", "/parcels/7/").json?.object?["detail"]?.string
        #expect(missing?.contains("Did you mean /parcels/7, without") == true, "\(missing ?? "")")
    }

    @Test("documented optional header fields are sent, unless a case forbids them or they would be wrong")
    func optionalFields() throws {
        let mock = try MockResponder([Todos.contract(Self.shelf)])
        let listed = mock.ask("GET", "/books")
        #expect(listed.headers.first("X-Total") == "5" && listed.headers.first("ETag") == "\"v1\"")
        #expect(listed.headers.first("Link") == nil && listed.headers.first("X-Absent") == nil)
        #expect(mock.ask("GET", "/books", "", HTTPField("If-None-Match", "\"v1\"")).status == 304)
        _ = mock.ask("POST", "/books", #"{"title":"d"}"#)
        let longer = mock.ask("GET", "/books", "", HTTPField("If-None-Match", "\"v1\""))
        #expect(longer.status == 200 && longer.headers.first("ETag") == nil)
        #expect(longer.headers.first("X-Total") == "5")
    }

    @Test("two created resources have different identifiers")
    func identifiers() throws {
        let mock = try Todos.mock()
        let ids = (0..<3).compactMap { mock.ask("POST", "/v1/todos", #"{"title":"t\#($0)"}"#).json?.object?["id"]?.int }
        #expect(Set(ids).count == 3)
    }

    @Test(
        "the identifier of a created resource is one that the path of the resource accepts",
        arguments: [
            #"{ "type": "string", "format": "uuid" }"#, #"{ "type": "string", "pattern": "^[a-z]{4}$" }"#,
            #"{ "type": "integer", "minimum": 10 }"#, #"{ "type": "string" }"#,
        ])
    func acceptedIdentifiers(schema: String) throws {
        let text = #"""
            { "openapi": "3.1.0", "info": { "title": "t", "version": "1" }, "paths": {
              "/jobs": { "post": { "operationId": "start", "responses": { "201": { "description": "It.", "content": {
                "application/json": { "schema": { "type": "object", "required": ["id"], "properties": {
                  "id": { "type": "string" } } } } } } } } },
              "/jobs/{job}": { "get": { "operationId": "fetch",
                "parameters": [ { "name": "job", "in": "path", "required": true, "schema": SCHEMA } ],
                "responses": { "200": { "description": "It." } } } } } }
            """#
        let files = MemoryFiles(["a.json": text.replacing("SCHEMA", with: schema)])
        let contract = try #require(ContractLoader.load("a.json", files: files, formats: .all()).contract)
        let mock = try MockResponder([contract])
        let ids = (0..<3).compactMap { _ in mock.ask("POST", "/jobs").json?.object?["id"]?.string }
        #expect(Set(ids).count == 3)
        for id in ids { #expect(mock.ask("GET", "/jobs/\(id)").status == 200, "\(id)") }
    }

    @Test("a resource has the identifier of its path, also if the document has an example of a different one")
    func exampleOfOther() throws {
        let text = #"""
            { "openapi": "3.1.0", "info": { "title": "t", "version": "1" }, "paths": { "/users/{id}": { "get": {
              "operationId": "fetch",
              "parameters": [ { "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } } ],
              "responses": { "200": { "description": "It.", "content": { "application/json": {
                "schema": { "type": "object", "properties": { "id": { "type": "integer" } } },
                "example": { "id": 7, "name": "Ada" } } } } } } } } }
            """#
        let files = MemoryFiles(["a.json": text])
        let contract = try #require(ContractLoader.load("a.json", files: files, formats: .all()).contract)
        let mock = try MockResponder([contract])
        for id in [0, 1, 7] {
            #expect(mock.ask("GET", "/users/\(id)").json == ["id": .number(JSONNumber(id)), "name": "Ada"])
        }
    }

    @Test("a path parameter and the property with the identifier may differ in case", arguments: ["Sid", "sid", "id"])
    func identifierInDifferentCase(name: String) throws {
        let body = #"{ "type": "object", "required": ["sid"], "properties": { "sid": { "type": "string" } } }"#
        let text = #"""
            { "openapi": "3.1.0", "info": { "title": "t", "version": "1" }, "paths": {
              "/trunks": { "post": { "operationId": "create", "responses": { "201": { "description": "It.", "content": {
                "application/json": { "schema": BODY } } } } } },
              "/trunks/{NAME}": {
                "parameters": [ { "name": "NAME", "in": "path", "required": true, "schema": { "type": "string" } } ],
                "get": { "operationId": "fetch", "responses": { "200": { "description": "It.", "content": {
                  "application/json": { "schema": BODY } } } } },
                "delete": { "operationId": "remove", "responses": { "204": { "description": "Gone." } } } } } }
            """#
        let files = MemoryFiles(["a.json": text.replacing("BODY", with: body).replacing("NAME", with: name)])
        let contract = try #require(ContractLoader.load("a.json", files: files, formats: .all()).contract)
        let mock = try MockResponder([contract])
        let sid = try #require(mock.ask("POST", "/trunks").json?.object?["sid"]?.string)
        #expect(mock.ask("DELETE", "/trunks/\(sid)").status == 204)
        #expect(mock.ask("GET", "/trunks/\(sid)").status == (name == "id" ? 200 : 404))
    }

    @Test("a resource that a case creates has its documented id, and can be deleted")
    func documentedCreation() throws {
        let mock = try Todos.mock()
        let created = mock.ask("POST", "/v1/todos", #"{"title":"milk"}"#)
        #expect(created.headers.first("Accord-Case") == "create/creates")
        #expect(mock.ask("GET", "/v1/todos/7").json?.object?["title"] == "milk")
        #expect(mock.ask("DELETE", "/v1/todos/7").status == 204)
        #expect(mock.ask("GET", "/v1/todos/7").status == 404)
    }

    @Test(
        "a compressed body is decoded, and a body that can't be decoded is refused",
        arguments: [
            ("gzip", "H4sIAAAAAAACA6tWKsksyUlVslLKzczJVqoFABAiuAUQAAAA", 201), ("gzip", "eA==", 400),
            ("br", "eA==", 415), ("compress", "eA==", 415), ("identity", "eyJ0aXRsZSI6Im1pbGsifQ==", 201),
        ])
    func compressed(coding: String, base64: String, status: Int) throws {
        let mock = try Todos.mock()
        let body = try #require(Base64.decode(base64))
        let fields = [HTTPField("Content-Type", "application/json"), HTTPField("Content-Encoding", coding)]
        let request = HTTPRequest(method: "POST", url: "http://127.0.0.1:1/todos", headers: fields, body: body)
        #expect(mock.response(to: request).status == status)
    }

    @Test("a stateless mock remembers nothing")
    func stateless() throws {
        let mock = try Todos.mock { $0.isStateful = false }
        _ = mock.ask("POST", "/v1/todos", #"{"title":"bread"}"#)
        #expect(mock.ask("GET", "/v1/todos").json?.array?.count == 1)
    }

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

    @Test("resources beyond the limit replace the oldest ones")
    func forgets() throws {
        let store = ResourceStore()
        for number in 0..<10_000 { store.put(.string("\(number)"), id: "\(number)", in: "/todos") }
        store.delete("0", in: "/todos")
        store.put("changed", id: "1", in: "/todos")
        store.put("new", id: "10000", in: "/todos")
        #expect(store.resources(in: "/todos").resources.prefix(2).map(\.id) == ["1", "2"])
        store.put("newer", id: "10001", in: "/todos")
        let (resources, deleted) = store.resources(in: "/todos")
        #expect(resources.count == 10_000 && deleted == ["0"])
        #expect(resources.first?.id == "2" && resources.last?.id == "10001")
    }

    @Test("an operation without a success responds with its redirect")
    func redirects() throws {
        let answer = try Todos.mock().ask("GET", "/v1/old")
        #expect(answer.status == 301)
        #expect(answer.headers.first("Location") == "/v1/todos")
    }

    @Test("a documented refusal is sent unchanged, with the reason in a header field")
    func reason() throws {
        let answer = try Todos.mock().ask("POST", "/v1/todos", #"{"text":1}"#)
        #expect(answer.status == 422)
        #expect(answer.json == ["code": "too_short", "message": "the title is too short"])
        let problem = try #require(answer.headers.first("Accord-Problem"))
        #expect(problem.hasPrefix("request.body.schema at todos.json:") && problem.contains("title"), "\(problem)")
        #expect(problem.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
    }

    @Test("a lenient mock accepts invalid requests and records the violations")
    func lenient() throws {
        let mock = try Todos.mock { $0.isLenient = true }
        let request = HTTPRequest(
            method: "POST", url: "http://x/v1/todos", headers: [HTTPField("Content-Type", "application/json")],
            body: Array(#"{"title":""}"#.utf8))
        let answer = mock.answer(to: request, target: "/v1/todos")
        #expect(answer.response.status == 201)
        #expect(answer.findings.contains { $0.severity == .error })
    }

    @Test("a refusal contains the nearest case and its differences")
    func nearest() throws {
        let answer = try Todos.mock().ask("GET", "/v1/todos/x")
        #expect(answer.status == 404)
        #expect(answer.json?.object?["nearest"]?.object?["case"] == "fetch/fetches")
        #expect(answer.json?.object?["nearest"]?.object?["differs"]?.array?.isEmpty == false)
    }

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

    @Test("OPTIONS and 405 list the allowed methods")
    func allow() throws {
        let mock = try Todos.mock()
        let options = mock.ask("OPTIONS", "/v1/todos")
        #expect(options.status == 204)
        #expect(options.headers.first("Allow") == "GET, POST, HEAD, OPTIONS")
        #expect(mock.ask("PUT", "/v1/todos").headers.first("Allow") == "GET, POST, HEAD, OPTIONS")
    }

    @Test("pages of other origins get CORS fields and preflight responses")
    func crossOrigin() throws {
        let mock = try Todos.mock()
        let origin = HTTPField("Origin", "https://app.example")
        let preflight = mock.ask(
            "OPTIONS", "/v1/todos", "", origin, HTTPField("Access-Control-Request-Method", "POST"),
            HTTPField("Access-Control-Request-Headers", "content-type"))
        #expect(preflight.status == 204)
        #expect(preflight.headers.first("Access-Control-Allow-Origin") == "https://app.example")
        #expect(preflight.headers.first("Access-Control-Allow-Methods")?.contains("POST") == true)
        #expect(preflight.headers.first("Access-Control-Allow-Headers") == "content-type")
        let answer = mock.ask("GET", "/v1/todos", "", origin)
        #expect(answer.headers.first("Access-Control-Allow-Origin") == "https://app.example")
        #expect(mock.ask("GET", "/v1/todos").headers.first("Access-Control-Allow-Origin") == nil)
    }

    @Test("a deprecated operation has the field Deprecation, whose value is a date in the past")
    func deprecated() throws {
        let answer = try Todos.mock().ask("DELETE", "/v1/todos/3")
        #expect(answer.headers.first("Deprecation") == "@0")
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

    @Test("unknown preferences are reported")
    func unknownPreference() throws {
        let answer = try Todos.mock().ask("GET", "/v1/todos", "", HTTPField("Prefer", "respond-async, wait=1"))
        #expect(answer.headers.first("Accord-Preference-Unknown")?.hasPrefix("respond-async") == true)
        #expect(answer.headers.first("Preference-Applied") == "wait=1")
    }

    @Test("a case with a provider state responds only after the state is set")
    func givenState() throws {
        let stated = #""cases": { "fetches":"#
        let given = #""has none": { "given": ["nothing"], "request": { "pathParameters": { "todoId": 1 } }, "#
        let text = Todos.text.replacing(
            stated, with: #""cases": { \#(given)"response": { "status": 404 } }, "fetches":"#)
        let mock = try MockResponder([Todos.contract(text)])
        #expect(mock.ask("GET", "/v1/todos/1").status == 200)
        mock.state.setState("nothing", isSetUp: true)
        #expect(mock.ask("GET", "/v1/todos/1").status == 404)
        mock.state.setState("nothing", isSetUp: false)
        #expect(mock.ask("GET", "/v1/todos/1").status == 200)
    }

    @Test("an invalid preference value is reported", arguments: ["wait=soon", "wait=-1", "wait"])
    func unusablePreference(preference: String) throws {
        let answer = try Todos.mock().ask("GET", "/v1/todos", "", HTTPField("Prefer", preference))
        #expect(answer.status == 200)
        #expect(answer.headers.first("Accord-Preference-Unknown")?.contains("wait") == true)
        #expect(answer.headers.first("Preference-Applied") == nil)
    }

    @Test("Prefer: dynamic=false has no effect", arguments: ["dynamic=false", "dynamic=false, code=200"])
    func notDynamic(preference: String) throws {
        let answer = try Todos.mock().ask("GET", "/v1/todos", "", HTTPField("Prefer", preference))
        #expect(answer.headers.first("Accord-Case") == "list/lists")
        #expect(answer.headers.values("Preference-Applied").contains("dynamic") == false)
    }

    @Test("a request with a preference is judged unless it matches a case")
    func judgesPreferring() throws {
        let mock = try Todos.mock()
        func rules(_ body: String, _ preference: String) -> [String] {
            let request = HTTPRequest(
                method: "POST", url: "http://x/v1/todos",
                headers: [HTTPField("Content-Type", "application/json"), HTTPField("Prefer", preference)],
                body: Array(body.utf8))
            return mock.answer(to: request, target: "/v1/todos").findings.map(\.rule.id)
        }
        for preference in ["code=201", "case=creates", "fault=short-body, code=201"] {
            #expect(rules(#"{"title":""}"#, preference) == ["request.body.schema"], "\(preference)")
            #expect(rules(#"{"title":"bread"}"#, preference) == [], "\(preference)")
        }
        #expect(rules(#"{"title":""}"#, "code=422") == ["request.body.schema"])
        #expect(rules(#"{"title":"x"}"#, "code=201") == [])
    }

    @Test(
        "a preference never hides that a request is invalid",
        arguments: [("code=201", 422), ("code=422", 422), ("code=503", 503), ("case=creates", 201)])
    func prefersInvalid(preference: String, status: Int) throws {
        let down = #""503": { "description": "Down." }, "422": { "description": "No.""#
        let mock = try MockResponder([
            Todos.contract(Todos.text.replacing(#""422": { "description": "No.""#, with: down))
        ])
        let prefer = HTTPField("Prefer", preference)
        let refused = mock.ask("POST", "/v1/todos", #"{"title":""}"#, prefer)
        #expect(refused.status == status)
        #expect(refused.headers.first("Accord-Problem")?.hasPrefix("request.body.schema at ") == true)
        let accepted = mock.ask("POST", "/v1/todos", #"{"title":"bread"}"#, prefer)
        #expect(accepted.headers.first("Accord-Problem") == nil)
    }

    @Test(
        "query items select a response as Prefer does, unless the contract documents them",
        arguments: [
            ("/v1/todos/1?__code=404", 404), ("/v1/todos/1?__code=200&__dynamic=true", 200),
            ("/v1/todos?__code=200", 400), ("/v1/todos/1?__example=none", 404),
            ("/v1/todos?__code=7", 200), ("/v1/todos/1?__other=1", 400),
        ])
    func preferredByQuery(path: String, status: Int) throws {
        let page = #""page": { "required": false, "schema": { "type": "integer" } }"#
        let code = #", "__code": { "required": false, "schema": { "const": 7 } }"#
        let mock = try MockResponder([Todos.contract(Todos.text.replacing(page, with: page + code))])
        #expect(mock.ask("GET", path).status == status)
    }

    @Test("a preferred status has the media type that Accept prefers, and is 406 if there is none")
    func preferredType() throws {
        let text = #"""
            { "contract": "1.0", "info": { "title": "Log", "version": "1" }, "servers": [ { "url": "https://log.example" } ],
              "operations": { "log": { "request": { "method": "GET", "path": "/log" }, "responses": {
                "200": { "description": "It.", "body": { "content": { "application/json": { "example": 1 }, "text/csv": { "example": "1,2" } } } },
                "404": { "description": "No.", "body": { "content": { "text/plain": { "example": "none" } } } } } },
                \#(Self.other) } }
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

    /// An operation with a case, without which a contract is empty.
    static let other = #"""
        "other": { "request": { "method": "GET", "path": "/other" }, "responses": { "204": { "description": "None." } }, "cases": { "asks": { "response": { "status": 204 } } } }
        """#

    /// Returns a mock of an OpenAPI document, which may have an invalid example.
    private static func bytes(_ options: MockOptions = MockOptions()) throws -> MockResponder {
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

    @Test("OPTIONS appears once in a list of methods, also if the contract documents it")
    func documentedOptions() throws {
        let mock = try Self.bytes()
        #expect(mock.ask("OPTIONS", "/b").status == 200)
        let preflight = mock.ask(
            "OPTIONS", "/b", "", HTTPField("Origin", "http://a"), HTTPField("Access-Control-Request-Method", "PUT"))
        #expect(preflight.headers.first("Access-Control-Allow-Methods") == "GET, PUT, OPTIONS")
    }

    @Test("an invalid request gets the chosen status if the contract documents none", arguments: [400, 422])
    func invalidStatus(status: Int) throws {
        let mock = try Todos.mock { $0.invalidStatus = status }
        #expect(mock.ask("PATCH", "/v1/todos/1", #"{"title":1}"#).status == status)
        #expect(mock.ask("POST", "/v1/todos", #"{"title":1}"#).status == 422)
    }

    @Test(
        "undocumented cookies and tracking items are warnings unless the mock is strict",
        arguments: [
            ("", "other=1", 200, 400), ("?utm_source=mail&gclid=1", "", 200, 400), ("?unknown=1", "", 400, 400),
            ("", "", 200, 200),
        ])
    func strays(query: String, cookie: String, status: Int, strict: Int) throws {
        let fields = cookie.isEmpty ? [] : [HTTPField("Cookie", cookie)]
        let request = HTTPRequest(method: "GET", url: "http://x/v1/todos\(query)", headers: fields)
        for (isStrict, status) in [(false, status), (true, strict)] {
            let mock = try Todos.mock { $0.isStrict = isStrict }
            let answer = mock.answer(to: request, target: "/v1/todos\(query)")
            #expect(answer.response.status == status, "\(query) \(cookie)")
            #expect(answer.findings.isEmpty == (query.isEmpty && cookie.isEmpty))
            #expect(answer.caseID == (status == 200 ? "list/lists" : nil))
        }
    }

    @Test(
        "an optional cookie or tracking item that the contract documents is judged, though no case has it",
        arguments: [("", "page=2", 204), ("", "page=two", 400), ("?gclid=1", "", 204), ("?gclid=one", "", 400)])
    func documentedStrays(query: String, cookie: String, status: Int) throws {
        let text = """
            openapi: 3.0.3
            info: { title: Jar, version: "1" }
            paths: { /: { get: { operationId: list, responses: { 204: { description: Done. } }, parameters: [
              { name: page, in: cookie, schema: { type: integer } }, { name: gclid, in: query, schema: { type: integer } } ] } } }
            """
        let files = MemoryFiles(["jar.yaml": text])
        let contract = try #require(ContractLoader.load("jar.yaml", files: files, formats: .all()).contract)
        let fields = cookie.isEmpty ? [] : [HTTPField("Cookie", cookie)]
        let request = HTTPRequest(method: "GET", url: "http://x/\(query)", headers: fields)
        let answer = try MockResponder([contract]).answer(to: request, target: "/\(query)")
        #expect(answer.response.status == status)
    }

    @Test("OPTIONS * gets 204")
    func optionsOfServer() throws {
        let request = HTTPRequest(method: "OPTIONS", url: "http://x")
        #expect(try Todos.mock().answer(to: request, target: "*").response.status == 204)
    }

    @Test("a route of two contracts is a warning")
    func duplicates() throws {
        let served = try ServedContracts(
            [Todos.contract(), Todos.contract(file: "others.json")], environment: { _ in nil })
        #expect(served.duplicates.count == 6)
        #expect(served.duplicates[0].contains("others.json:"))
        #expect(try ServedContracts([Todos.contract()], environment: { _ in nil }).duplicates.isEmpty)
    }

    @Test("Host selects one of two contracts with the same route")
    func hosts() throws {
        let other = Todos.text.replacing("todos.example", with: "other.example").replacing("first", with: "other")
        let mock = try MockResponder([Todos.contract(), Todos.contract(other, file: "other.json")])
        #expect(mock.ask("GET", "/v1/todos").json?.array?.first?.object?["title"] == "first")
        let answer = mock.ask("GET", "/v1/todos", "", HTTPField("Host", "other.example:80"))
        #expect(answer.json?.array?.first?.object?["title"] == "other")
    }

    @Test("the index finds one of many cases by its values")
    func index() throws {
        let cases = (0..<300).map {
            #""case \#($0)": { "request": { "query": { "page": \#($0) } }, "response": { "status": 200, "body": [ { "id": \#($0), "title": "t" } ] } }"#
        }
        let text = Todos.text.replacing(
            #""cases": { "lists": { "response": { "status": 200, "body": [ { "id": 1, "title": "first" } ] } } }"#,
            with: #""cases": { \#(cases.joined(separator: ", ")) }"#)
        let contract = try Todos.contract(text)
        let served = try ServedContracts([contract], environment: { _ in nil })
        let match = try #require(served.router.route(method: "GET", path: "/v1/todos").matches.first)
        let operation = try #require(served[match.operation])
        for (query, count) in [("?page=17", 1), ("?page=%317", 1), ("?page=301", 0), ("", 0)] {
            let request = ParsedRequest(HTTPRequest(method: "GET", url: "http://x/v1/todos\(query)"))
            #expect(operation.candidates(request, match).count == count, "\(query)")
        }
        let mock = try MockResponder([contract])
        #expect(mock.ask("GET", "/v1/todos?page=17").headers.first("Accord-Case") == "list/case 17")
    }

    @Test("a request with thousands of cookies or query items is refused without a comparison with each case")
    func manyItems() throws {
        let mock = try Todos.mock { $0.isStrict = true }
        let cookies = (0..<15_000).map { "c\($0)=1" }.joined(separator: "; ")
        let refused = mock.ask("GET", "/v1/todos", "", HTTPField("Cookie", cookies))
        #expect(refused.status == 400)
        #expect(refused.json?.object?["nearest"] == nil)
        let few = mock.ask("GET", "/v1/todos", "", HTTPField("Cookie", "a=1"))
        #expect(few.status == 400)
        #expect(few.json?.object?["nearest"] != nil)
    }
}

@Suite("The resources that clients created", .timeLimit(.minutes(20)))
struct ResourceStoreTests {
    private static func resource(_ bytes: Int) -> JSON {
        // Much faster than `String(repeating:count:)` in a debug build.
        ["text": .string(String(decoding: [UInt8](repeating: 0x61, count: bytes), as: UTF8.self))]
    }

    private static func isPresent(_ id: String, _ store: ResourceStore) -> Bool {
        if case .present = store.presence(of: id, in: "/things") { true } else { false }
    }

    @Test("large resources replace the oldest ones, small resources stay")
    func size() {
        let store = ResourceStore()
        store.put(Self.resource(10), id: "small", in: "/others")
        let quarter = ResourceStore.maximumBytes / 4
        for number in 0..<8 { store.put(Self.resource(quarter), id: "\(number)", in: "/things") }
        #expect(store.bytes <= ResourceStore.maximumBytes)
        #expect(!Self.isPresent("0", store))
        #expect(Self.isPresent("7", store))
        store.put(Self.resource(ResourceStore.maximumBytes), id: "huge", in: "/things")
        #expect(!Self.isPresent("huge", store))
        #expect(Self.isPresent("7", store))
        store.removeAll()
        for number in 0..<1000 { store.put(Self.resource(1000), id: "\(number)", in: "/things") }
        #expect(store.resources(in: "/things").resources.count == 1000)
    }

    @Test("replacing a resource counts its new size only, and the number of resources is limited")
    func count() {
        let store = ResourceStore()
        for _ in 0..<8 { store.put(Self.resource(ResourceStore.maximumBytes / 4), id: "same", in: "/things") }
        #expect(store.resources(in: "/things").resources.map(\.id) == ["same"])
        for number in 0...ResourceStore.maximumCount { store.put([:], id: "\(number)", in: "/things") }
        #expect(store.resources(in: "/things").resources.count == ResourceStore.maximumCount)
        #expect(!Self.isPresent("same", store))
        store.delete("5", in: "/things")
        #expect(store.resources(in: "/things").deleted == ["5"])
    }
}
