// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordOpenAPI
import AccordPact
import AccordSchema
import Testing

@testable import AccordServer

@Suite("Resources that clients create in the mock", .timeLimit(.minutes(20)))
struct StatefulAnswerTests {
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

    @Test("a stateless mock remembers nothing")
    func stateless() throws {
        let mock = try Todos.mock { $0.isStateful = false }
        _ = mock.ask("POST", "/v1/todos", #"{"title":"bread"}"#)
        #expect(mock.ask("GET", "/v1/todos").json?.array?.count == 1)
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
}
