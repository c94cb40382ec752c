// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordOpenAPI
import Testing

@testable import AccordServer

/// Requests to a mock of a small OpenAPI document, each one valid or invalid by the standard.
@Suite("What an OpenAPI document says about a request")
struct DocumentReadingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var version = "3.1.1"
        /// The path item of `/a/{id}`, and the components.
        var item: String
        var components = "{}"
        var method = "POST"
        var path = "/a/1"
        var type: String?
        var body = ""
        var status = 200

        func with(path: String? = nil, type: String? = nil, body: String? = nil, status: Int) -> Row {
            var row = self
            if let path { row.path = path }
            if let type { row.type = type }
            if let body { row.body = body }
            row.status = status
            row.testDescription += ": \(type ?? "") \(body ?? path ?? "") → \(status)"
            return row
        }

        /// A row whose operation has a body with the given `content`.
        static func body(_ name: String, _ content: String, type: String? = nil) -> Row {
            Row(
                testDescription: name,
                item: """
                    { "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }],
                      "post": { "requestBody": { "required": true, "content": \(content) },
                        "responses": { "200": { "description": "It." } } } }
                    """, type: type)
        }
    }

    private static func requiring(_ name: String) -> String {
        #"{ "schema": { "type": "object", "required": ["\#(name)"] } }"#
    }
    private static let specific = Row.body(
        "the most specific media type judges a body",
        """
        { "*/*": \(requiring("any")), "application/*": \(requiring("some")), "application/json": \(requiring("json")),
          "application/json;v=2": \(requiring("second")) }
        """)
    private static let object = Row.body(
        "an object in a form is JSON, or has brackets",
        """
        { "application/x-www-form-urlencoded": { "schema": { "type": "object", "required": ["address"], "properties": {
          "address": { "type": "object", "required": ["street"], "properties": { "street": { "type": "string" } } } } } } }
        """, type: "application/x-www-form-urlencoded")
    private static let exploded = Row.body(
        "the properties of an exploded object are fields",
        """
        { "application/x-www-form-urlencoded": { "encoding": { "p": { "style": "form", "explode": true } }, "schema": {
          "type": "object", "required": ["p"], "additionalProperties": false, "properties": { "z": { "type": "string" },
            "p": { "type": "object", "required": ["x", "y"], "properties": {
              "x": { "type": "integer" }, "y": { "type": "integer" } } } } } } }
        """, type: "application/x-www-form-urlencoded")
    private static let alternatives = """
        "schema": { "oneOf": [{ "type": "object", "required": ["b"], "properties": { "b": { "type": "boolean" } } },
          { "type": "object", "required": ["c"], "properties": { "c": { "type": "array", "minItems": 2,
            "items": { "type": "integer" } } } }] }
        """
    private static let union = Row.body(
        "a list in an alternative is a list", #"{ "application/x-www-form-urlencoded": { \#(alternatives) } }"#,
        type: "application/x-www-form-urlencoded")
    private static let partsOfUnion = Row.body(
        "a list in an alternative has several parts", #"{ "multipart/form-data": { \#(alternatives) } }"#,
        type: "multipart/form-data; boundary=b")
    private static func parts(_ values: String...) -> String {
        values.map { "--b\r\nContent-Disposition: form-data; name=\"c\"\r\n\r\n\($0)\r\n" }.joined() + "--b--\r\n"
    }
    private static let part = Row.body(
        "the header fields of a part are judged",
        """
        { "multipart/form-data": { "schema": { "type": "object", "properties": { "n": { "type": "string" } } },
          "encoding": { "n": { "headers": { "X-H": { "required": true, "schema": { "type": "integer" } } } } } } }
        """, type: "multipart/form-data; boundary=b")
    private static func part(_ fields: String) -> String {
        "--b\r\nContent-Disposition: form-data; name=\"n\"\r\n\(fields)\r\nx\r\n--b--\r\n"
    }
    private static let beside = Row(
        testDescription: "fields beside the $ref of a path count",
        item: """
            { "$ref": "#/components/pathItems/P",
              "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } },
                { "name": "q", "in": "query", "required": true, "schema": { "type": "integer" } }],
              "post": { "responses": { "200": { "description": "It." } } } }
            """,
        components: #"{ "pathItems": { "P": { "get": { "responses": { "200": { "description": "It." } } } } } }"#)
    private static let form = Row(
        testDescription: "the form of a querystring parameter has fields", version: "3.2.0",
        item: """
            { "get": { "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } },
              { "name": "whole", "in": "querystring", "required": true, "content": { "application/x-www-form-urlencoded":
                { "schema": { "type": "object", "required": ["n"], "properties": { "n": { "type": "integer" },
                  "m": { "type": "string" } } } } } }], "responses": { "200": { "description": "It." } } } }
            """, method: "GET")

    private static func whole(_ type: String, _ schema: String) -> Row {
        Row(
            testDescription: "a querystring parameter is the whole query", version: "3.2.0",
            item: """
                { "get": { "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } },
                  { "name": "whole", "in": "querystring", "required": true, "content": { "\(type)": { "schema": \(schema)
                    } } }], "responses": { "200": { "description": "It." } } } }
                """, method: "GET")
    }
    private static let json = whole("application/json", #"{ "type": "object", "required": ["n"] }"#)
    private static let plain = whole("text/plain", #"{ "type": "string", "pattern": "^[a-z]+$" }"#)
    private static let open = whole(
        "application/x-www-form-urlencoded", #"{ "type": "object", "additionalProperties": { "type": "integer" } }"#)
    private static let additional = Row(
        testDescription: "an unregistered method is documented", version: "3.2.0",
        item: """
            { "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }],
              "additionalOperations": { "LIST": { "responses": { "200": { "description": "It." } } } } }
            """, method: "LIST")
    private static let csv = Row.body(
        "a table is text", #"{ "text/csv": { "schema": { "type": "array", "items": { "type": "object" } } } }"#,
        type: "text/csv")

    static let rows = [
        json.with(path: "/a/1?%7B%22n%22:1%7D", status: 200), json.with(path: "/a/1?%7B%7D", status: 400),
        json.with(path: "/a/1", status: 400), json.with(path: "/a/1?n=1", status: 400),
        plain.with(path: "/a/1?abc", status: 200), plain.with(path: "/a/1?A=1", status: 400),
        open.with(path: "/a/1?x=1&y=2", status: 200), open.with(path: "/a/1?x=a", status: 400),
        additional.with(path: "/a/1", status: 200), csv.with(body: "a,b\r\n1,2\r\n", status: 200),
        specific.with(type: "text/plain", body: #"{ "any": 1 }"#, status: 200),
        specific.with(type: "application/x", body: "x", status: 200),
        specific.with(type: "application/json", body: #"{ "json": 1 }"#, status: 200),
        specific.with(type: "application/json", body: #"{ "any": 1, "some": 1 }"#, status: 400),
        specific.with(type: "application/json; v=2", body: #"{ "second": 1 }"#, status: 200),
        specific.with(type: "application/json; v=2", body: #"{ "json": 1 }"#, status: 400),
        object.with(body: "address=%7B%22street%22%3A%22x%22%7D", status: 200),
        object.with(body: "address%5Bstreet%5D=x", status: 200),
        object.with(body: "address=%7B%7D", status: 400), object.with(body: "address%5Btown%5D=x", status: 400),
        object.with(body: "street=x", status: 400),
        exploded.with(body: "x=1&y=2", status: 200), exploded.with(body: "z=a&y=3&x=9", status: 200),
        exploded.with(body: "x=1", status: 400), exploded.with(body: "x=1&y=a", status: 400),
        exploded.with(body: "x=1&y=2&w=3", status: 400),
        union.with(body: "c=1&c=2", status: 200), union.with(body: "b=true", status: 200),
        union.with(body: "c=1", status: 400), union.with(body: "c=1&c=x", status: 400),
        partsOfUnion.with(body: parts("1", "2"), status: 200), partsOfUnion.with(body: parts("1"), status: 400),
        part.with(body: part("X-H: 1\r\n"), status: 200), part.with(body: part(""), status: 400),
        part.with(body: part("X-H: z\r\n"), status: 400),
        beside.with(path: "/a/1?q=1", status: 200), beside.with(path: "/a/1", status: 400),
        beside.with(path: "/a/x?q=1", status: 400),
        form.with(path: "/a/1?n=1", status: 200), form.with(path: "/a/1?m=x&n=1", status: 200),
        form.with(path: "/a/1?n=x", status: 400), form.with(path: "/a/1", status: 400),
    ]

    @Test("is applied as the standard says", arguments: rows)
    func reading(row: Row) throws {
        let text = """
            { "openapi": "\(row.version)", "info": { "title": "t", "version": "1" },
              "paths": { "/a/{id}": \(row.item) }, "components": \(row.components) }
            """
        let loaded = ContractLoader.load("a.json", files: MemoryFiles(["a.json": text]), formats: .all())
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        var request = HTTPRequest(method: row.method, url: "http://127.0.0.1:1\(row.path)", body: Array(row.body.utf8))
        if let type = row.type { request.headers = [HTTPField("Content-Type", type)] }
        let response = try MockResponder([contract]).response(to: request)
        #expect(response.status == row.status, "\(response.headers) \(String(decoding: response.body, as: UTF8.self))")
    }

    @Test(
        "a schema has the dialect of its own $schema, and $self is the base of references",
        arguments: [
            ("[1]", #""$ref": "s.json""#, 200), (#"["x"]"#, #""$ref": "s.json""#, 400),
            ("[1, 2]", #""$ref": "s.json""#, 400),
            ("[1]", #""$ref": "b.json#/components/schemas/L""#, 200),
            ("[0]", #""$ref": "b.json#/components/schemas/L""#, 400),
            ("[0]", #""$ref": "https://t.example/api/b.json#/components/schemas/L""#, 400),
        ])
    func references(body: String, schema: String, status: Int) throws {
        let list = #"{ "type": "array", "prefixItems": [{ "const": 1 }] }"#
        let files = MemoryFiles([
            "a.json": """
            { "openapi": "3.2.0", "$self": "https://t.example/api/b.json", "info": { "title": "t", "version": "1" },
              "paths": { "/a": { "post": {
                "requestBody": { "required": true, "content": { "application/json": { "schema": { \(schema) } } } },
                "responses": { "200": { "description": "It." } } } } }, "components": { "schemas": { "L": \(list) } } }
            """,
            "s.json": """
            { "$schema": "http://json-schema.org/draft-07/schema#", "type": "array", "items": [{ "type": "integer" }],
              "additionalItems": false }
            """,
        ])
        let loaded = ContractLoader.load("a.json", files: files, formats: .all())
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        #expect(!loaded.diagnostics.contains { $0.severity == .error }, "\(loaded.diagnostics.map(\.rendered))")
        #expect(try MockResponder([contract]).ask("POST", "/a", body).status == status)
    }

    @Test(
        "the name of a path parameter may have any character but braces",
        arguments: ["user id", "$top", "größe", "a~b"])
    func names(name: String) throws {
        let text = """
            { "openapi": "3.1.0", "info": { "title": "t", "version": "1" }, "paths": { "/a/{\(name)}": { "get": {
              "operationId": "a", "responses": { "200": { "description": "It." } },
              "parameters": [{ "name": "\(name)", "in": "path", "required": true, "schema": { "type": "integer" } }] } } } }
            """
        let loaded = ContractLoader.load("a.json", files: MemoryFiles(["a.json": text]), formats: .all())
        let mock = try MockResponder([try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")])
        #expect(loaded.diagnostics.map(\.message) == [])
        #expect(mock.ask("GET", "/a/7").status == 200)
        #expect(mock.ask("GET", "/a/x").status == 400)
    }

    @Test(
        "what Accord can't generate is named, and what it can isn't",
        arguments: [
            (#"{ "type": "string", "pattern": "^[a-z]{5}(?<=zzzz)$" }"#, #""azzzz""#, true),
            (#"{ "type": "string" }"#, #""x""#, false),
            (
                #"{ "type": "object", "required": ["a"], "properties": { "a": { "type": "integer" } } }"#, #"{"a": 1}"#,
                false
            ),
        ])
    func impossible(schema: String, body: String, isNamed: Bool) throws {
        let content = #""content": { "application/json": { "schema": \#(schema) } }"#
        let text = """
            { "openapi": "3.1.0", "info": { "title": "t", "version": "1" }, "paths": { "/a": {
              "get": { "operationId": "get", "responses": { "200": { "description": "It.", \(content) } } },
              "post": { "operationId": "post", "requestBody": { "required": true, \(content) },
                "responses": { "200": { "description": "It.", \(content) } } } } } }
            """
        let loaded = ContractLoader.load("a.json", files: MemoryFiles(["a.json": text]), formats: .all())
        let implied = ImpliedCases(try #require(loaded.contract))
        // A client makes the request itself, so only servers are left out.
        let cases = try ["get", "post"].map { try #require(implied.contract.operation($0)?.cases) }
        #expect(cases.map(\.count) == [1, 1])
        #expect(cases.joined().map { $0.appliesTo == .client } == [false, isNamed])
        #expect(implied.diagnostics.map(\.rule) == (isNamed ? ["contract.request-value"] : []))
        let mock = try MockResponder([implied.contract])
        for preference in [[], [HTTPField("Prefer", "dynamic=true")]] {
            let type = [HTTPField("Content-Type", "application/json")]
            let responses = [
                mock.response(
                    to: HTTPRequest(method: "GET", url: "http://127.0.0.1:1/a", headers: preference, body: [])),
                mock.response(
                    to: HTTPRequest(
                        method: "POST", url: "http://127.0.0.1:1/a", headers: type + preference, body: Array(body.utf8))
                ),
            ]
            #expect(responses.map { $0.headers.first("Accord-Problem") != nil } == [isNamed, isNamed], "\(responses)")
        }
    }

    @Test("an operation beside the $ref of a path is one more operation")
    func operations() throws {
        let row = Self.beside
        let text = """
            { "openapi": "3.1.0", "info": { "title": "t", "version": "1" },
              "paths": { "/a/{id}": \(row.item) }, "components": \(row.components) }
            """
        let loaded = ContractLoader.load("a.json", files: MemoryFiles(["a.json": text]), formats: .all())
        #expect(loaded.contract?.operations.map(\.request.method).sorted() == ["GET", "POST"])
        #expect(loaded.diagnostics.filter { !$0.message.contains("operationId") }.map(\.message) == [])
    }
}
