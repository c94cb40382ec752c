// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordOpenAPI
import AccordSchema
import Foundation
import FoundationNetworking
import Testing

@testable import AccordServer

@Suite("The mock server", .timeLimit(.minutes(20)))
struct MockServerTests {
    private func start(
        _ change: (inout MockOptions) -> Void = { _ in }
    ) throws -> MockServer {
        var options = MockOptions()
        change(&options)
        var address = ServerOptions()
        address.limits = .patient
        return try MockServer([Todos.contract()], options, on: address)
    }

    private func ask(
        _ method: String, _ url: String, _ body: String? = nil, _ headers: [String: String] = [:]
    ) async throws -> (status: Int, json: JSON?, text: String, fields: [AnyHashable: Any]) {
        var request = URLRequest(url: try #require(URL(string: url)))
        request.httpMethod = method
        for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
        if let body {
            request.httpBody = Data(body.utf8)
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        let answer = try #require(response as? HTTPURLResponse)
        let json = (try? JSONDocument(parsing: Array(data))).map { JSON($0.root) }
        return (answer.statusCode, json, String(decoding: data, as: UTF8.self), answer.allHeaderFields)
    }

    @Test(
        "a webhook is sent to an address of this machine, and to no other address",
        arguments: [
            ("made", "http://localhost:1/hook", 202), ("made", "http://hooks.example/", 400),
            ("other", "http://localhost:1/hook", 400), ("made", nil, 400),
        ] as [(String, String?, Int)])
    func webhook(name: String, url: String?, status: Int) async throws {
        let text = """
            openapi: 3.1.0
            info: {title: T, version: '1'}
            paths: {}
            webhooks:
              made:
                post:
                  requestBody: {content: {application/json: {schema: {type: object}, example: {n: 1}}}}
                  responses: {204: {description: Received.}}
            """
        let loaded = ContractLoader.load("a.yaml", files: MemoryFiles(["a.yaml": text]), formats: .all())
        let sent = Locked<[HTTPRequest]>([])
        var connections = MockConnections()
        connections.send = { request, _ in sent.withLock { $0.append(request) } }
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        let mock = try MockServer([contract], connections: connections)
        let body = url.map { #"{"url":"\#($0)"}"# } ?? "{}"
        #expect(try await ask("POST", "\(mock.address)/__accord/webhooks/\(name)", body).status == status)
        let requests = sent.withLock { $0 }
        #expect(requests.map(\.url) == (status == 202 ? [url] : []))
        #expect(requests.allSatisfy { $0.method == "POST" && $0.body == Array(#"{"n":1}"#.utf8) })
        try mock.stop()
    }

    @Test("a browser finds the journal at the mock's address, and its own requests are no findings")
    func browser() async throws {
        let mock = try start()
        let page = try await ask("GET", "\(mock.address)/", nil, ["Accept": "text/html,*/*"])
        #expect(page.status == 200)
        #expect(page.text.contains("<html"))
        #expect(try await ask("GET", "\(mock.address)/").status == 404)
        let preflight = ["Origin": "http://localhost:3000", "Access-Control-Request-Method": "GET"]
        _ = try await ask("OPTIONS", "\(mock.address)/nowhere", nil, preflight)
        _ = try await ask("GET", "\(mock.address)/favicon.ico")
        let coverage = try #require(try await ask("GET", "\(mock.address)/__accord/coverage").json)
        #expect(coverage.object?["undocumented"]?.array?.count == 1)
        try mock.stop()
    }

    @Test("the journal, the coverage and queries about received requests")
    func journal() async throws {
        let mock = try start()
        let root = mock.address
        #expect(try await ask("POST", "\(root)/v1/todos", #"{"title":"milk"}"#).status == 201)
        #expect(try await ask("POST", "\(root)/v1/todos", #"{"title":""}"#).status == 422)
        #expect(try await ask("GET", "\(root)/nowhere").status == 404)
        let lines = try await ask("GET", "\(root)/__accord/requests").text.split(separator: "\n")
        #expect(lines.count == 3)
        let entries = try lines.map { JSON(try JSONDocument(parsing: String($0)).root) }
        #expect(entries[0].object?["case"] == "create/creates")
        #expect(entries[0].object?["findings"] == [])
        #expect(entries[1].object?["findings"]?.array?.count == 1)
        let coverage = try #require(try await ask("GET", "\(root)/__accord/coverage").json)
        #expect(coverage.object?["operations"] == ["documented": 6, "called": 1])
        #expect(coverage.object?["undocumented"]?.array?.count == 1)
        let yes = try await ask("POST", "\(root)/__accord/verify", #"{"case":"create/creates","count":1}"#)
        #expect(yes.status == 200)
        let no = try await ask("POST", "\(root)/__accord/verify", #"{"operation":"remove"}"#)
        #expect(no.status == 409)
        #expect(no.json?.object?["received"] == false)
        for (question, status) in [
            #"{"cse":"x"}"#: 400, #"{"case":"create/creats","count":0}"#: 400,
            #"{"operation":"creates","count":0}"#: 400,
            #"{"operation":1}"#: 400, #"{"status":"201"}"#: 400, #"{"broken":"false"}"#: 400, #"{"atLeast":"1"}"#: 400,
            #"{"atLeast":-1}"#: 400, #"{"count":1.5}"#: 400, #"{"count":1,"atMost":2}"#: 400, #"{"path":"/a?b"}"#: 400,
            #"{"method":"post","path":"/v1/tod%6Fs","atLeast":2}"#: 200, #"{"broken":true,"count":1}"#: 200,
            #"{"status":201,"atMost":1}"#: 200, #"{"case":"create/is too short","count":0}"#: 200, "[]": 400, "": 400,
        ] {
            #expect(try await ask("POST", "\(root)/__accord/verify", question).status == status, "\(question)")
        }
        #expect(try await ask("GET", "\(root)/__accord/").text.hasPrefix("<!doctype html>"))
        #expect(try await ask("POST", "\(root)/__accord/reset").status == 204)
        try mock.stop()
    }

    @Test("the next response of an operation is the chosen one, once")
    func next() async throws {
        let mock = try start()
        let (next, todos) = ("\(mock.address)/__accord/next", "\(mock.address)/v1/todos")
        let usual = try await ask("GET", todos).status
        #expect(try await ask("PUT", next, #"{"operation":"list","prefer":"fault=unavailable"}"#).status == 204)
        #expect(try await ask("GET", next).json?.object?.count == 1)
        #expect(try await ask("GET", "\(mock.address)/nowhere").status == 404)
        #expect(try await ask("GET", todos).status == 503)
        #expect(try await ask("GET", todos).status == usual)
        #expect(try await ask("GET", next).json?.object?.isEmpty == true)
        for body in [
            "", "{}", #"{"operation":"lst","prefer":"code=404"}"#, #"{"operation":"list","prefer":"cod=404"}"#,
        ] {
            #expect(try await ask("PUT", next, body).status == 400, "\(body)")
        }
        try mock.stop()
    }

    @Test("the page at /__accord/ allows only its own script and style")
    func contentSecurityPolicy() async throws {
        let mock = try start()
        let page = try await ask("GET", "\(mock.address)/__accord/")
        let policy = try #require(page.fields["Content-Security-Policy"] as? String)
        #expect(policy.hasPrefix("default-src 'none'; "))
        let nonce = try #require(policy.firstMatch(of: /script-src 'nonce-([0-9a-f]+)'/)?.output.1)
        #expect(page.text.contains("<script nonce=\"\(nonce)\">") && page.text.contains("<style nonce=\"\(nonce)\">"))
        let other = try await ask("GET", "\(mock.address)/__accord/")
        #expect(other.fields["Content-Security-Policy"] as? String != policy)
        try mock.stop()
    }

    @Test("the journal requires the token and refuses pages of other origins")
    func token() async throws {
        let mock = try start { $0.adminToken = "open" }
        #expect(try await ask("GET", "\(mock.address)/__accord/requests").status == 401)
        let headers = ["Authorization": "Bearer open"]
        #expect(try await ask("GET", "\(mock.address)/__accord/requests", nil, headers).status == 200)
        try mock.stop()
        let open = try start()
        let page = ["Origin": "https://app.example"]
        #expect(try await ask("GET", "\(open.address)/__accord/requests", nil, page).status == 403)
        try open.stop()
    }

    @Test(
        "the journal refuses host names that DNS rebinding can produce",
        arguments: [
            ("127.0.0.1:80", 200), ("localhost", 200), ("mock.localhost:1", 200), ("[::1]:8080", 200),
            ("192.168.0.7", 200), ("rebound.example", 403), ("127.0.0.1.rebound.example", 403),
            ("localhost.example", 403),
        ])
    func rebinding(host: String, status: Int) async throws {
        let mock = try start()
        let answer = try await BareClient.send(
            "GET /__accord/status HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n", to: mock.port)
        #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
        let other = try await BareClient.send(
            "GET /v1/todos HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n", to: mock.port)
        #expect(other.hasPrefix("HTTP/1.1 200 "))
        try mock.stop()
    }

    @Test("the mock survives each fault that it causes")
    func faults() async throws {
        let mock = try start()
        for fault in SocketFaults.ofMock where !["no-response", "headers-then-stall", "body-stall"].contains(fault.id) {
            _ = try await BareClient.send(
                "GET /v1/todos HTTP/1.1\r\nHost: x\r\nPrefer: fault=\(fault.id)\r\nConnection: close\r\n\r\n",
                to: mock.port, most: 4 << 20)
        }
        #expect(try await ask("GET", "\(mock.address)/v1/todos").status == 200)
        let cut = try await BareClient.send(
            "GET /v1/todos HTTP/1.1\r\nHost: x\r\nPrefer: fault=short-body\r\n\r\n", to: mock.port)
        #expect(cut.contains("Content-Length: 26"))
        #expect(!cut.contains("first"))
        #expect(try await ask("GET", "\(mock.address)/v1/todos", nil, ["Prefer": "fault=nonsense"]).status == 400)
        try mock.stop()
    }

    @Test(
        "harmless faults stay harmless without a body and respect Connection: close",
        arguments: ["gzip-ok", "chunked-ok", "slow-drip", "utf8-split", "interim-103"])
    func harmlessFaults(fault: String) async throws {
        let mock = try start()
        for request in ["HEAD /v1/todos", "DELETE /v1/todos/1"] {
            let answer = try await BareClient.send(
                "\(request) HTTP/1.1\r\nHost: x\r\nPrefer: fault=\(fault)\r\nConnection: close\r\n\r\n", to: mock.port,
                endsInput: false)
            #expect(answer.contains("HTTP/1.1 20"))
            #expect(answer.hasSuffix("\r\n\r\n") && !answer.contains("\r\n\r\n0"), "\(answer)")
            #expect(request.hasPrefix("HEAD") || !answer.contains("Content-Length"), "\(answer)")
        }
        try mock.stop()
    }

    @Test("the same seed causes the same faults")
    func chaos() async throws {
        func statuses(_ seed: UInt64) async throws -> [String] {
            let mock = try start { $0.chaos = Chaos(share: 0.5, seed: seed) }
            for _ in 0..<40 {
                _ = try await BareClient.send(
                    "GET /v1/todos HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: mock.port, most: 1000)
            }
            try mock.stop()
            return mock.journal.entries.map { $0.exchange.answer.fault?.id ?? "none" }
        }
        let first = try await statuses(7)
        #expect(first.contains("none"))
        #expect(Set(first).count > 5)
        #expect(try await statuses(7) == first)
        #expect(try await statuses(8) != first)
    }

    @Test(
        "a stream is sent item by item, as many as the option says, with its end marker last",
        arguments: [
            (nil, ["1", "2", "[DONE]"]), (1, ["1", "[DONE]"]), (5, ["1", "2", "1", "2", "1", "[DONE]"]),
        ] as [(Int?, [String])])
    func streams(items: Int?, expected: [String]) async throws {
        let text = #"""
            { "contract": "1.0", "info": { "title": "Ticks", "version": "1" }, "servers": [ { "url": "https://ticks.example" } ],
              "operations": { "ticks": { "request": { "method": "GET", "path": "/ticks" },
                "responses": { "200": { "description": "Events.", "body": { "content": { "text/event-stream": { "itemSchema": { "type": "object" } } } } } },
                "cases": { "ticks": { "response": { "status": 200, "body": [ { "data": "1" }, { "data": "2" }, { "data": "[DONE]" } ] } } } } } }
            """#
        var options = MockOptions()
        options.streamItems = items
        options.streamPause = 0.001
        let mock = try MockServer([Todos.contract(text)], options)
        let answer = try await BareClient.send(
            "GET /ticks HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: mock.port)
        let chunks = expected.map { data in
            let event = "data: \(data)\n\n"
            return "\(String(event.utf8.count, radix: 16))\r\n\(event)\r\n"
        }
        #expect(answer.hasSuffix("\r\n\r\n\(chunks.joined())0\r\n\r\n"), "\(answer)")
        try mock.stop()
    }

    @Test("replacing the contracts keeps the created resources")
    func replaces() async throws {
        let mock = try start()
        let created = try await ask("POST", "\(mock.address)/v1/todos", #"{"title":"bread"}"#)
        let id = try #require(created.json?.object?["id"]?.int)
        try mock.replace([Todos.contract(Todos.text.replacing("\"/old\"", with: "\"/older\""))])
        #expect(try await ask("GET", "\(mock.address)/v1/old").status == 404)
        #expect(try await ask("GET", "\(mock.address)/v1/todos/\(id)").json?.object?["title"] == "bread")
        try mock.stop()
    }

    @Test("a repeated request gets the current response, and each one is in the journal")
    func repeats() async throws {
        let mock = try start()
        let client = try KeptConnection(mock.port)
        func list() throws -> String {
            try client.ask("GET /v1/todos HTTP/1.1\r\nHost: x\r\n\r\n")
        }
        let first = try list()
        #expect(try list() == first)
        #expect(try list() == first)
        #expect(try await ask("POST", "\(mock.address)/v1/todos", #"{"title":"bread"}"#).status == 201)
        let second = try list()
        #expect(second.contains("bread"))
        #expect(try list() == second)
        try mock.replace([Todos.contract(Todos.text.replacing("\"first\"", with: "\"other\""))])
        #expect(try list().contains("other"))
        mock.state.reset()
        let third = try list()
        #expect(!third.contains("bread"))
        #expect(try list() == third)
        #expect(mock.journal.count == 9)
        #expect(mock.journal.operations["todos.json#list"]?.count == 8)
        #expect(mock.journal.entries.map(\.number) == Array(1...9))
        #expect(try await ask("DELETE", "\(mock.address)/__accord/requests").status == 204)
        #expect(try list() == third)
        #expect(mock.journal.operations["todos.json#list"]?.count == 1)
        client.close()
        try mock.stop()
    }

    @Test("a repeated violation is counted")
    func repeatsMistakes() async throws {
        let mock = try start()
        let client = try KeptConnection(mock.port)
        for _ in 0..<3 { _ = try client.ask("GET /v1/todos?page=x HTTP/1.1\r\nHost: x\r\n\r\n") }
        for _ in 0..<3 { _ = try client.ask("GET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n") }
        #expect(mock.journal.mistakes.map(\.count) == [3])
        #expect(mock.journal.operations["todos.json#list"]?.broken == 3)
        #expect(mock.journal.operations["todos.json#list"]?.statuses.values.reduce(0, +) == 3)
        #expect(mock.journal.unknown == ["GET /nowhere": 3])
        client.close()
        try mock.stop()
    }

    @Test("each request gets a random fault of its own")
    func randomFaults() async throws {
        let mock = try start { $0.chaos = Chaos(share: 0.5, seed: 7) }
        for _ in 0..<20 {
            _ = try await BareClient.send("GET /v1/todos HTTP/1.1\r\nHost: x\r\n\r\n", to: mock.port, most: 1000)
        }
        #expect(Set(mock.journal.entries.map { $0.exchange.answer.fault?.id ?? "none" }).count > 5)
        try mock.stop()
    }
}
