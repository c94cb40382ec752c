// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import Foundation
import Testing

@testable import AccordContract
@testable import AccordServer

@Suite("Requests of the mock, and recordings", .timeLimit(.minutes(20)))
struct AskingOthersTests {
    @Test("an upstream server responds if no case matches, and both messages are judged")
    func proxies() async throws {
        let asked = Locked<[HTTPRequest]>([])
        var connections = MockConnections()
        connections.upstream = Upstream(address: "http://real.example/v1") { request, deliver in
            asked.withLock { $0.append(request) }
            deliver(
                .success(
                    HTTPResponse(
                        status: 200, headers: [HTTPField("Content-Type", "application/json")],
                        body: Array(#"{"id":"not a number","title":"t"}"#.utf8))))
        }
        let mock = try MockServer([Todos.contract()], connections: connections)
        func ask(_ path: String) async throws -> String {
            try await BareClient.send("GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: mock.port)
        }
        #expect(try await ask("/v1/todos/1").contains("Accord-Case: fetch/fetches"))
        #expect(try await ask("/v1/todos/2?x=1").contains("not a number"))
        #expect(asked.withLock { $0.map(\.url) } == ["http://real.example/v1/todos/2?x=1"])
        #expect(asked.withLock { $0[0].headers.first("Host") } == nil)
        let entry = try #require(mock.journal.entries.last)
        #expect(entry.exchange.isProxied)
        #expect(Set(entry.exchange.answer.findings.map(\.blame)) == [.client, .server])
        try mock.stop()
    }

    @Test("the upstream server's response to HEAD needs no body, and its violations are blamed on the server")
    func proxiesHead() async throws {
        var connections = MockConnections()
        connections.upstream = Upstream(address: "http://real.example") { request, deliver in
            let body = request.method == "HEAD" ? "" : #"{"id":"x","title":"t"}"#
            let fields = [HTTPField("Content-Type", "application/json"), HTTPField("Set-Cookie", "session=hush")]
            deliver(.success(HTTPResponse(status: 200, headers: fields, body: Array(body.utf8))))
        }
        let mock = try MockServer([Todos.contract()], connections: connections)
        for method in ["HEAD", "GET"] {
            let answer = try await BareClient.send(
                "\(method) /v1/todos/2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: mock.port)
            #expect(answer.contains("Set-Cookie: session=hush"))
            #expect(answer.contains("Content-Length: ") == (method == "GET"))
        }
        // A client of a different test may still look for its server at this port.
        let own = mock.journal.entries.filter { $0.exchange.request.url.hasSuffix("/v1/todos/2") }
        #expect(own.map { $0.exchange.answer.findings.count } == [0, 1])
        #expect(mock.journal.entries.allSatisfy { !$0.json.compact.contains("hush") })
        let result = try #require(mock.report.cases.first { $0.id == "fetch~requests" })
        #expect(result.findings.map(\.blame) == [.server])
        try mock.stop()
    }

    @Test("the upstream server responds to a request for which the document has no example, without hop-by-hop fields")
    func proxiesGenerated() async throws {
        var connections = MockConnections()
        connections.upstream = Upstream(address: "http://real.example") { request, deliver in
            let fields = [
                HTTPField("Content-Type", "application/json"), HTTPField("Connection", "X-Hop"),
                HTTPField("X-Hop", "1"),
                HTTPField("X-Sent", request.headers.map(\.name).joined(separator: " ")),
            ]
            deliver(.success(HTTPResponse(status: 200, headers: fields, body: Array("{}".utf8))))
        }
        let operation =
            #"{ "request": { "method": "GET", "path": "/PATH" }, "responses": { "200": { "description": "It.", "body": BODY } } }"#
        let bodies = [
            ("made", #"{ "type": "object", "required": ["n"] }"#),
            ("shown", #"{ "content": { "application/json": { "example": { "n": 1 } } } }"#),
        ]
        let operations = bodies.map { name, body in
            "\"\(name)\": " + operation.replacing("PATH", with: name).replacing("BODY", with: body)
        }
        var contract = try Todos.contract(
            #"{ "contract": "1.0", "info": { "title": "A", "version": "1" }, "servers": [ { "url": "https://a.example" } ], "#
                + #""operations": { \#((operations + [MockBehaviorTests.other]).joined(separator: ", ")) } }"#)
        contract.origin = .openAPI
        for isError in [false, true] {
            var options = MockOptions()
            options.reportsContradictions = isError
            let mock = try MockServer([contract.withImpliedCases], options, connections: connections)
            let send = { (path: String) in
                try await BareClient.send(
                    "GET \(path) HTTP/1.1\r\nHost: x\r\nConnection: close, X-Gone\r\nX-Gone: 1\r\nX-Kept: 1\r\n\r\n",
                    to: mock.port)
            }
            let made = try await send("/made")
            #expect(made.hasPrefix(isError ? "HTTP/1.1 500 " : "HTTP/1.1 200 "))
            #expect(isError || made.contains("X-Sent: X-Kept\r\n") && !made.contains("X-Hop: "), "\(made)")
            #expect(try await send("/shown").contains("Accord-Case: shown/example"))
            #expect(mock.journal.entries.map(\.exchange.isProxied) == [true, false])
            try mock.stop()
        }
    }

    @Test("a decoded body has no Content-Encoding, an encoded body keeps it", arguments: [true, false])
    func codings(isDecoded: Bool) throws {
        var response = HTTPResponse(status: 200, headers: [HTTPField("Content-Encoding", "gzip")])
        response.isDecoded = isDecoded
        #expect(Upstream.answer(response).headers.isEmpty == isDecoded)
    }

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

    @Test("a missing response of the upstream server becomes 502")
    func unreachable() async throws {
        var connections = MockConnections()
        connections.upstream = Upstream(address: "http://real.example") { _, deliver in
            deliver(.failure(DescribedError("nobody there")))
        }
        let mock = try MockServer([Todos.contract()], connections: connections)
        let answer = try await BareClient.send(
            "GET /v1/todos/2 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: mock.port)
        #expect(answer.hasPrefix("HTTP/1.1 502 "))
        #expect(answer.contains("nobody there"))
        try mock.stop()
    }

    @Test("recorded exchanges form a valid contract with each request once and without secrets")
    func records() throws {
        var recorded = try RecordedContract(
            server: "http://real.example/v1", masking: Masking(secrets: ["hush-hush-value"]))
        let json = [HTTPField("Content-Type", "application/json")]
        func add(_ method: String, _ path: String, _ status: Int, _ answer: String, body: String = "") {
            recorded.add(
                HTTPRequest(
                    method: method, url: "http://real.example/v1\(path)", headers: body.isEmpty ? [] : json,
                    body: Array(body.utf8)),
                HTTPResponse(status: status, headers: json, body: Array(answer.utf8)))
        }
        add("GET", "/todos?done=true", 200, "[]")
        add("GET", "/todos?done=true", 200, "[]")
        add("GET", "/todos/41", 200, #"{"id":41,"token":"t0k3n"}"#)
        add("GET", "/todos/42", 404, #"{"message":"none"}"#)
        add("GET", "/tagged?tag=a&tag=b", 200, "[]")
        add("GET", "/~{user}/7", 200, "[]")
        add("GET", "/tagged?tag=$%7Bc%7D", 200, "[]")
        recorded.add(
            HTTPRequest(
                method: "POST", url: "http://real.example/v1/form",
                headers: [HTTPField("Content-Type", "application/x-www-form-urlencoded")],
                body: Array("user=a&pass%77ord=hunter2&b=1".utf8)),
            HTTPResponse(status: 204))
        add(
            "POST", "/login", 201, #"{"ok":true}"#,
            body: #"{"user":"a","password":"pw","note":"hush-hush-value ${x}"}"#)
        #expect(recorded.caseCount == 8)
        let text = recorded.json.pretty
        #expect(!text.contains("t0k3n"))
        #expect(!text.contains("hush-hush-value"))
        #expect(!text.contains(#""pw""#))
        #expect(!text.contains("hunter2"))
        let loaded = ContractLoader.load("recorded.json", files: MemoryFiles(["recorded.json": text]))
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
        let contract = try #require(loaded.contract)
        #expect(
            contract.operations.map { "\($0.request.method) \($0.request.path)" } == [
                "GET /todos", "GET /todos/{id}", "GET /tagged", "GET /~%7Buser%7D/{id}", "POST /form", "POST /login",
            ])
        let mock = try MockResponder([contract])
        #expect(mock.ask("GET", "/v1/todos/42").status == 404)
        for query in ["tag=a&tag=b", "tag=$%7Bc%7D"] {
            let answer = mock.ask("GET", "/v1/tagged?\(query)")
            #expect(answer.headers.first("Accord-Case")?.hasPrefix("getTagged/") == true, "\(query)")
        }
        #expect(mock.ask("GET", "/v1/todos?done=true").headers.first("Accord-Case")?.hasPrefix("getTodos/") == true)
    }

    @Test("a recorded contract has the types of the values, requires what all have, and accepts what was recorded")
    func schemas() throws {
        var recorded = try RecordedContract(server: "http://real.example", masking: .none)
        let json = [HTTPField("Content-Type", "application/json")]
        for (id, answer) in [
            (1, #"{"id":1,"price":2,"tags":["a"],"owner":{"name":"A"},"note":null,"kind":"x","gone":null}"#),
            (2, #"{"id":2,"price":2.5,"tags":[],"owner":null,"kind":"y","gone":null,"extra":true}"#),
        ] {
            recorded.add(
                HTTPRequest(method: "PUT", url: "http://real.example/a/\(id)", headers: json, body: Array(answer.utf8)),
                HTTPResponse(status: 200, headers: json, body: Array(answer.utf8)))
        }
        recorded.add(
            HTTPRequest(method: "PUT", url: "http://real.example/a/3"),
            HTTPResponse(status: 200, headers: [HTTPField("Content-Type", "text/plain")], body: Array("no".utf8)))
        let text = recorded.json.compact
        let schema =
            #"{"type":"object","required":["id","price","tags","owner","kind","gone"],"properties":{"#
            + #""id":{"type":"integer"},"price":{"type":"number"},"tags":{"type":"array","items":{"type":"string"}},"#
            + #""owner":{"type":["null","object"],"required":["name"],"properties":{"name":{"type":"string"}}},"#
            + #""note":{},"kind":{"type":"string"},"gone":{},"extra":{"type":"boolean"}}}"#
        #expect(text.contains(#""required":false,"content":{"application/json":{"schema":\#(schema)}}"#), "\(text)")
        #expect(text.contains(#""application/json":{"schema":\#(schema)},"text/plain":{"schema":{}}"#), "\(text)")
        let loaded = ContractLoader.load("recorded.json", files: MemoryFiles(["recorded.json": text]))
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
    }

    @Test("recorded exchanges extend a contract by the cases, statuses and operations that it lacks")
    func extends() throws {
        let contract = try Todos.contract()
        let known = JSON(contract.document.root)
        var recorded = try RecordedContract(
            server: "http://real.example", masking: .none, extending: (known, contract))
        let json = [HTTPField("Content-Type", "application/json")]
        func add(_ path: String, _ status: Int, _ body: String) {
            recorded.add(
                HTTPRequest(method: "GET", url: "http://real.example\(path)"),
                HTTPResponse(status: status, headers: json, body: Array(body.utf8)))
        }
        add("/v1/todos/1", 200, #"{"id":1,"title":"changed"}"#)
        #expect(recorded.caseCount == 0 && !recorded.isEmpty)
        add("/v1/todos/5", 200, #"{"id":5,"title":"new"}"#)
        add("/v1/todos/6", 410, #"{"message":"gone"}"#)
        add("/v1/todos?page=2&sort=up", 200, "[]")
        add("/v1/lists/7", 200, "[]")
        #expect(recorded.caseCount == 4)
        let text = recorded.json.pretty
        let loaded = ContractLoader.load("todos.json", files: MemoryFiles(["todos.json": text]))
        #expect(loaded.diagnostics.filter { $0.severity == .error }.map(\.rendered) == [])
        let mock = try MockResponder([try #require(loaded.contract)])
        for (path, name) in [
            ("/v1/todos/1", "fetch/fetches"), ("/v1/todos/5", "fetch/recorded 1"), ("/v1/todos/6", "fetch/recorded 2"),
            ("/v1/todos?page=2&sort=up", "list/recorded 1"), ("/v1/lists/7", "getListsId/recorded 1"),
        ] {
            #expect(mock.ask("GET", path).headers.first("Accord-Case") == name)
        }
        #expect(mock.ask("GET", "/v1/todos/6").status == 410)
        // Elements of the contract that the recording doesn't extend stay.
        #expect(recorded.json.object?["components"] == known.object?["components"])
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
                "responses": { "204": { "description": "Done." } } }, \#(MockBehaviorTests.other) } }
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

    @Test("the report contains each violation once with its count, and operations without a request")
    func report() async throws {
        let mock = try MockServer([Todos.contract()])
        for text in ["GET /v1/todos", "GET /v1/todos/x", "GET /v1/todos/x", "GET /nowhere"] {
            _ = try await BareClient.send("\(text) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: mock.port)
        }
        let results = mock.report.cases
        let byID = Dictionary(results.map { ($0.id, $0) }) { first, _ in first }
        #expect(byID["list/lists"]?.status == .passed)
        #expect(byID["create/creates"]?.status == .skipped)
        #expect(byID["fetch~requests"]?.status == .failed)
        #expect(byID["fetch~requests"]?.findings.count == 1)
        #expect(byID["fetch~requests"]?.findings.first?.details.contains("in 2 requests") == true)
        #expect(byID["undocumented~requests"]?.status == .failed)
        #expect(mock.report.hints.first?.contains("create") == true)
        try mock.stop()
    }
}
