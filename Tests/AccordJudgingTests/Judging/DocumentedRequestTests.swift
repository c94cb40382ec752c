// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordContract
@testable import AccordCore

@Suite("Judging a request without a case") struct DocumentedRequestTests {
    func rules(_ id: String, bases: [String] = [], _ change: (inout HTTPRequest) -> Void) throws -> [String] {
        let expected = try Shop.expected(id)
        var request = expected.example
        change(&request)
        return Judge.judge(request, documentedBy: expected.operation, baseURLs: bases).findings.map(\.rule.id)
    }

    @Test("without a case, every value that the schemas allow passes")
    func right() throws {
        #expect(try rules("search/finds") { _ in } == [])
        #expect(try rules("search/finds") { $0.url = $0.url.replacing("price=1.5", with: "price=99&page=3") } == [])
        #expect(
            try rules("search/finds") { $0.url = $0.url.replacing("https://shop.example", with: "http://127.0.0.1:9") }
                == [])
        #expect(try rules("order/orders") { _ in } == [])
        #expect(try rules("upload/uploads") { _ in } == [])
        #expect(try rules("login/logs in") { _ in } == [])
    }

    private static let point = #"{ "type": "object", "properties": { "x": { "type": "integer" } } }"#
    private static let ids = #"{ "type": "array", "items": { "type": "integer" } }"#

    @Test(
        "a text without the shape of its style violates the schema",
        arguments: [
            (#""query": { "q": { "explode": false, "schema": \#(point) } }"#, "/a/7?q=x,1", nil, []),
            (
                #""query": { "q": { "explode": false, "schema": \#(point) } }"#, "/a/7?q=x", nil,
                ["request.query.schema"]
            ),
            (#""headers": { "X-Q": { "explode": true, "schema": \#(point) } }"#, "/a/7", "x=1", []),
            (
                #""headers": { "X-Q": { "explode": true, "schema": \#(point) } }"#, "/a/7", "1",
                ["request.header.schema"]
            ),
            (#""pathParameters": { "id": { "style": "matrix", "schema": \#(ids) } }"#, "/a/;id=7,8", nil, []),
            (#""pathParameters": { "id": { "style": "matrix", "schema": \#(ids) } }"#, "/a/7", nil, ["request.path"]),
            (#""pathParameters": { "id": { "style": "label", "schema": { "type": "integer" } } }"#, "/a/.7", nil, []),
            (
                #""pathParameters": { "id": { "style": "label", "schema": { "type": "integer" } } }"#, "/a/7", nil,
                ["request.path"]
            ),
        ] as [(String, String, String?, [String])])
    func styles(parameters: String, path: String, header: String?, rules: [String]) throws {
        let ids = parameters.contains("pathParameters") ? "" : #", "pathParameters": { "id": { "type": "integer" } }"#
        let operation = try operation(#""method": "GET", "path": "/a/{id}", \#(parameters)\#(ids)"#)
        var request = HTTPRequest(method: "GET", url: "https://some.example\(path)")
        if let header { request.headers = [HTTPField("X-Q", header)] }
        #expect(Judge.judge(request, documentedBy: operation).findings.map(\.rule.id) == rules)
    }

    @Test(
        "parameters that share a segment are read in the way that their schemas allow",
        arguments: [("/a.b.csv", []), ("/a.csv", []), ("/a.b.txt", ["request.path.schema"])] as [(String, [String])])
    func split(path: String, rules: [String]) throws {
        let operation = try operation(
            #""method": "GET", "path": "/{a}.{b}", "pathParameters": { "a": { "type": "string" }, "b": { "enum": ["csv", "pdf"] } }"#
        )
        let request = HTTPRequest(method: "GET", url: "https://some.example\(path)")
        #expect(Judge.judge(request, documentedBy: operation).findings.map(\.rule.id) == rules)
    }

    @Test(
        "a body is read in the way that its schema allows",
        arguments: [
            (#"{ "application/json; charset=utf-8": {} }"#, "application/json", "{}", []),
            (#"{ "application/json; charset=utf-8": {} }"#, "application/json; charset=UTF-8", "{}", []),
            (
                #"{ "application/json; charset=utf-8": {} }"#, "application/json; charset=utf-16", "{}",
                ["request.body.media-type"]
            ),
            (#"{ "text/csv; charset=utf-8": {} }"#, "text/csv", "a", ["request.body.media-type"]),
            (#"{ "application/json;q=1": {} }"#, "application/json", "{}", []),
            (#"{ "application/json;q=1": {} }"#, "text/csv", "{}", ["request.body.media-type"]),
            (form, "application/x-www-form-urlencoded", "a=1%2C2", []),
            (form, "application/x-www-form-urlencoded", "a=1,2", []),
            (form, "application/x-www-form-urlencoded", "a=1%2Cx", ["request.body.schema"]),
        ] as [(String, String, String, [String])])
    func bodies(content: String, type: String, body: String, rules: [String]) throws {
        let operation = try operation(#""method": "POST", "path": "/", "body": { "content": \#(content) }"#)
        let request = HTTPRequest(
            method: "POST", url: "https://some.example/", headers: [HTTPField("Content-Type", type)],
            body: Array(body.utf8))
        #expect(Judge.judge(request, documentedBy: operation).findings.map(\.rule.id) == rules)
    }

    private static let form =
        #"{ "application/x-www-form-urlencoded": { "schema": { "type": "object", "properties": { "a": \#(ids) } }, "encoding": { "a": { "style": "form", "explode": false } } } }"#

    private func operation(_ request: String) throws -> Operation {
        let text = #"""
            {
              "contract": "1.0", "info": { "title": "Some", "version": "1" },
              "servers": [ { "url": "https://some.example" } ],
              "operations": { "send": {
                "request": { \#(request) }, "responses": { "200": { "description": "Some." } },
                "cases": { "sends": { "response": { "status": 200 } } }
              } }
            }
            """#
        let result = ContractLoader.load("some.json", files: MemoryFiles(["some.json": text]))
        return try #require(result.contract?.operation("send"), "\(result.diagnostics.map(\.message))")
    }

    @Test("a value that violates its schema is a finding")
    func wrong() throws {
        #expect(
            try rules("search/finds") { $0.url = $0.url.replacing("price=1.5", with: "price=x") } == [
                "request.query.schema"
            ])
        #expect(
            try rules("search/finds") { $0.url = $0.url.replacing("&v=2", with: "&v=2&page=0") } == [
                "request.query.schema"
            ])
        #expect(try rules("search/finds") { $0.url = $0.url.replacing("&v=2", with: "") } == ["request.query.missing"])
        #expect(try rules("search/finds") { $0.url += "&x=1" } == ["request.query.unexpected"])
        #expect(try rules("order/orders") { $0.body = [] } == ["request.body.missing"])
        #expect(try rules("order/orders") { $0.body = Array("{}".utf8) } == ["request.body.schema"])
        #expect(
            try rules("login/logs in") { $0.body = Array("user=a&secret=b&days=x".utf8) } == ["request.body.schema"])
        #expect(try rules("login/logs in") { $0.body = Array("user=a".utf8) } == ["request.body.schema"])
        #expect(try rules("cancel/cancels") { $0.body = [0x78] } == ["request.body.unexpected"])
    }

    @Test("the properties of a body in the query are one finding about the body")
    func bodyInQuery() throws {
        let request = { (query: String) in
            { (request: inout HTTPRequest) in
                request.url += query
                request.body = []
            }
        }
        #expect(try rules("login/logs in", request("?user=a&secret=b")) == ["request.body.missing"])
        #expect(
            try rules("login/logs in", request("?user=a&x=1")) == ["request.query.unexpected", "request.body.missing"])
        #expect(try rules("login/logs in") { $0.url += "?user=a" } == ["request.query.unexpected"])
    }

    @Test("a request to a different address is a finding")
    func addresses() throws {
        let bases = ["https://other.example", "https://shop.example/v1"]
        #expect(try rules("search/finds", bases: bases) { _ in } == [])
        #expect(try rules("search/finds", bases: ["https://other.example/v1"]) { _ in } == ["request.host"])
    }
}
