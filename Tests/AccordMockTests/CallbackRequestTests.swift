// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import Foundation
import Testing

@testable import AccordContract
@testable import AccordServer

@Suite("Callbacks of the mock", .timeLimit(.minutes(20)))
struct CallbackRequestTests {
    @Test("a callback and a recording read the decoded body of a request")
    func compressedRequest() throws {
        // {"hook":"http://localhost/a"} in gzip.
        let text = "H4sIAAAAAAACA6tWysjPz1ayUsooKSmw0tfPyU9OzMnILy7RT1SqBQBgjyMbHQAAAA=="
        let fields = [HTTPField("Content-Type", "application/json"), HTTPField("Content-Encoding", "gzip")]
        let request = HTTPRequest(
            method: "POST", url: "http://x/v1/todos", headers: fields, body: try #require(Base64.decode(text)))
        let operation = try #require(Todos.contract().operation("create"))
        let callback = CallbackDescription(
            name: "done", location: operation.location, expression: "$request.body#/hook", operation: operation)
        let sent = try CallbackRequest(callback: callback).request(
            causedBy: request.decodedIfPossible, HTTPResponse(status: 201))
        #expect(sent.url == "http://localhost/a")
        var recorded = try RecordedContract(server: "http://x", masking: .none)
        recorded.add(request.decodedIfPossible, HTTPResponse(status: 204))
        #expect(recorded.json.compact.contains(#""properties":{"hook":{"type":"string"}}"#))
        #expect(HTTPRequest(method: "POST", url: "", headers: fields, body: [1]).decodedIfPossible.body == [1])
    }

    @Test("a callback is sent to the URL of its expression if the host is allowed")
    func callbackAddresses() throws {
        let operation = try #require(Todos.contract().operation("create"))
        let location = operation.location
        func request(_ expression: String?) throws -> HTTPRequest {
            try CallbackRequest(
                callback: CallbackDescription(
                    name: "done", location: location, expression: expression, operation: operation)
            ).request(
                causedBy: HTTPRequest(
                    method: "POST", url: "http://x/v1/todos?to=localhost&q=a%20b%0D%0A%26c",
                    headers: [HTTPField("X-Hook", "http://h")],
                    body: Array(#"{"hook":{"url":"http://localhost:1/a"}}"#.utf8)),
                HTTPResponse(status: 201, body: Array(#"{"id":7}"#.utf8)))
        }
        #expect(try request("{$request.body#/hook/url}").url == "http://localhost:1/a")
        #expect(try request("http://{$request.query.to}/{$response.body#/id}").url == "http://localhost/7")
        #expect(try request("{$request.header.x-hook}/{$method}").url == "http://h/POST")
        #expect(try request("http://h/?q={$request.query.q}").url == "http://h/?q=a%20b%0D%0A&c")
        #expect(try request("http://h").headers.first("Content-Type") == "application/json")
        #expect(throws: DescribedError.self) { try request("{$request.body#/none}") }
        #expect(throws: DescribedError.self) { try request(nil) }
        #expect(CallbackRequest.isAllowed("http://127.0.0.1:9/x", []))
        #expect(CallbackRequest.isAllowed("https://hooks.example/x", ["hooks.example"]))
        #expect(!CallbackRequest.isAllowed("https://hooks.example/x", []))
        #expect(!CallbackRequest.isAllowed("http://127.0.0.1@evil.example/", []))
        #expect(!CallbackRequest.isAllowed("http://127.evil.example/", []))
        #expect(!CallbackRequest.isAllowed("ftp://localhost/", []))
    }

    @Test("a callback has its documented header fields, query, body and media type")
    func callbackMessage() throws {
        let text = #"""
            { "contract": "1.0", "info": { "title": "A", "version": "1" }, "servers": [ { "url": "https://a.example" } ],
              "operations": { "done": { "request": { "method": "PUT", "path": "/",
                "query": { "kind": { "const": "new" }, "other": { "required": false, "schema": { "type": "string" } } },
                "headers": { "X-Event": { "type": "string", "examples": ["ping"] } },
                "body": { "content": { "application/x-www-form-urlencoded": { "schema": { "type": "object", "properties": { "n": { "const": 3 } } } } } } },
                "responses": { "204": { "description": "Done." } } }, \#(GeneratedResponseTests.other) } }
            """#
        let operation = try #require(Todos.contract(text).operation("done"))
        let callback = CallbackDescription(
            name: "done", location: operation.location, expression: "http://h/{$request.path.id}?a=1",
            operation: operation)
        let request = try CallbackRequest(callback: callback).request(
            causedBy: HTTPRequest(method: "POST", url: "http://x/things/7%2F8"), HTTPResponse(status: 201),
            ["id": "7%2F8"])
        #expect(request.url == "http://h/7%2F8?a=1&kind=new")
        #expect(request.method == "PUT" && request.headers.first("X-Event") == "ping")
        #expect(request.headers.first("Content-Type") == "application/x-www-form-urlencoded")
        #expect(String(decoding: request.body, as: UTF8.self) == "n=3")
    }
}
