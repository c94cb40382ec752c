// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import Foundation
import Testing

@testable import AccordContract
@testable import AccordServer

@Suite("Requests of the mock to an upstream server", .timeLimit(.minutes(20)))
struct UpstreamTests {
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
                + #""operations": { \#((operations + [GeneratedResponseTests.other]).joined(separator: ", ")) } }"#)
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
}
