// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Foundation
import LoopbackServer
import Testing

@testable import AccordVerifier

@Suite("Requests over libcurl", .timeLimit(.minutes(20)))
struct CurlMultiTests {
    static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK"

    @Test("status, header fields and body are received unchanged")
    func hand() throws {
        let server = try ScriptedServer([
            .readHead,
            .send(
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
                    + "HTTP/1.1 201 Created\r\nX-b:  2 \r\nx-A: 1\r\nX-b: 3\r\nLatin: \u{e4}\r\nContent-Length: 5\r\n\r\n"
                    + "a\u{0}b\r\n"),
        ])
        let response = try #require(try exchange(server.url).response)
        #expect(response.status == 201)
        #expect(
            response.headers == [
                HTTPField("X-b", "2"), HTTPField("x-A", "1"), HTTPField("X-b", "3"), HTTPField("Latin", "ä"),
                HTTPField("Content-Length", "5"),
            ])
        #expect(response.body == Array("a\u{0}b\r\n".utf8))
    }

    @Test("a folded field is joined, and a field that isn't UTF-8 is read as ISO 8859-1")
    func fields() throws {
        let server = try ScriptedServer([
            .readHead, .send("HTTP/1.1 200 OK\r\nA: 1\r\n  2\r\nB: "), .send([0xe4]),
            .send("\r\nContent-Length: 0\r\n\r\n"),
        ])
        let response = try #require(try exchange(server.url).response)
        #expect(response.headers.first("A") == "1 2")
        #expect(response.headers.first("B") == "ä")
    }

    @Test("trailers are dropped from a chunked body")
    func trailers() throws {
        let server = try ScriptedServer([
            .readHead,
            .send(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\nLate: 1\r\n\r\n"),
        ])
        let response = try #require(try exchange(server.url).response)
        #expect(response.body == Array("abc".utf8))
        #expect(response.headers == [HTTPField("Transfer-Encoding", "chunked")])
    }

    @Test("a request is sent unchanged, without redirects or additional fields")
    func request() throws {
        let server = try ScriptedServer([
            .readHead,
            .send(
                "HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 3\r\n\r\nraw"),
        ])
        let sent = HTTPRequest(
            method: "POST", url: server.url + "a/../b?q=%20+",
            headers: [HTTPField("X-Empty", ""), HTTPField("B", "1")],
            body: Array("{}".utf8))
        let response = try #require(try exchange(sent).response)
        #expect(response.status == 302)
        #expect(response.body == Array("raw".utf8))
        #expect(
            server.requestHeads == [
                """
                POST /a/../b?q=%20+ HTTP/1.1\r
                Host: 127.0.0.1:\(server.port)\r
                Accept: */*\r
                X-Empty:\r
                B: 1\r
                Accept-Encoding: identity\r
                User-Agent: accord\r
                Content-Length: 2\r
                \r

                """
            ])
    }

    @Test(
        "an empty body has Content-Length only if RFC 9110 requires it",
        arguments: [
            ("GET", false), ("HEAD", false), ("DELETE", false), ("OPTIONS", false), ("POST", true), ("PUT", true),
            ("PATCH", true), ("QUERY", false),
        ])
    func methods(method: String, hasLength: Bool) throws {
        let server = try ScriptedServer([.readHead, .send("HTTP/1.1 204 No Content\r\n\r\n")])
        let completion = try exchange(HTTPRequest(method: method, url: server.url))
        #expect(completion.response?.status == 204, "\(completion)")
        let head = try #require(server.requestHeads.first)
        #expect(head.hasPrefix("\(method) / HTTP/1.1\r\n"))
        #expect(head.contains("Content-Length: 0\r\n") == hasLength)
    }

    @Test("connections are reused, which the completion states")
    func reuse() throws {
        let server = try ScriptedServer(
            Array(repeating: [.readHead, .send(Self.answer)], count: 5).flatMap { $0 })
        let multi = try CurlMulti()
        let reused = try (0..<5).map { key in
            try multi.start(HTTPRequest(method: "GET", url: server.url), key: .testCase(key))
            return try #require(multi.finishAll().first).reusedConnection
        }
        // libcurl may drop a connection that it takes for dead; what it says must be what the server saw.
        #expect(reused.contains(true))
        #expect(reused.count { !$0 } == server.connectionCount)
    }

    @Test(
        "a request on a reused connection that the server closes is sent again, more often than libcurl does itself",
        arguments: ["GET", "POST"], [ScriptedServer.Act.reset, .pause(milliseconds: 0)])
    func deadConnections(method: String, end: ScriptedServer.Act) throws {
        let server = try ScriptedServer { _ in [.readHead, .send(Self.answer), .readHead, end] }
        let multi = try CurlMulti()
        for key in 0..<20 {
            try multi.start(HTTPRequest(method: method, url: server.url), key: .testCase(key))
            let completion = try #require(multi.finishAll().first)
            #expect(completion.response?.status == 200 && completion.key == .testCase(key), "\(completion)")
        }
    }

    @Test("a request that a fresh connection doesn't answer fails, and so does a response that ends early")
    func deadServer() throws {
        let server = try ScriptedServer { number in
            number == 0 ? [.readHead, .send(Self.answer), .readHead, .reset] : [.readHead, .reset]
        }
        let multi = try CurlMulti()
        var kinds: [TransportFailure.Kind?] = []
        for _ in 0..<2 {
            try multi.start(HTTPRequest(method: "GET", url: server.url), key: .testCase(0))
            kinds.append(multi.finishAll().first?.failure?.kind)
        }
        #expect(kinds == [nil, .reset])
        let cut = try ScriptedServer { _ in
            [.readHead, .send(Self.answer), .readHead, .send("HTTP/1.1 200 OK\r\nA"), .reset]
        }
        for expected in [nil, TransportFailure.Kind.reset] {
            try multi.start(HTTPRequest(method: "GET", url: cut.url), key: .testCase(0))
            let completion = try #require(multi.finishAll().first)
            #expect((completion.failure == nil) == (expected == nil), "\(completion)")
        }
    }

    @Test("a 101 ends the response, although the connection stays open")
    func switching() throws {
        let server = try ScriptedServer([
            .readHead, .send("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n"), .hold,
        ])
        let response = try #require(try exchange(server.url).response)
        #expect(response.status == 101 && response.headers.first("Upgrade") == "x")
    }

    @Test("concurrent requests get their own responses")
    func many() throws {
        let server = try ScriptedServer { number in
            [.readHead, .send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 3\r\n\r\n\(100 + number)")]
        }
        let multi = try CurlMulti()
        for key in 0..<20 { try multi.start(HTTPRequest(method: "GET", url: server.url), key: .testCase(key)) }
        #expect(multi.runningCount == 20)
        let completions = multi.finishAll()
        #expect(Set(completions.map(\.key)) == Set((0..<20).map(TransferKey.testCase)))
        #expect(Set(completions.compactMap { $0.response?.body }).count == 20)
        #expect(multi.runningCount == 0)
    }

    @Test("a header field with a line break isn't sent", arguments: ["a\r\nX-Injected: 1", "a\n", "a\0b", "\r"])
    func injection(value: String) throws {
        let server = try ScriptedServer([.readHead, .send(Self.answer)])
        let multi = try CurlMulti()
        var request = HTTPRequest(method: "GET", url: server.url)
        request.headers = [HTTPField("Authorization", "Bearer \(value)")]
        let failure = #expect(throws: TransportFailure.self) { try multi.start(request, key: .testCase(1)) }
        #expect(failure?.kind == .badField)
        #expect(failure?.detail.contains("Authorization") == true)
        #expect(server.requestHeads == [])
    }

    @Test("connecting sends no request, and reports a failure")
    func connects() throws {
        let server = try ScriptedServer([.readHead])
        let multi = try CurlMulti()
        try multi.start(HTTPRequest(method: "GET", url: server.url), key: .connection, connectsOnly: true)
        #expect(multi.finishAll().first?.response?.status == 0)
        #expect(server.requestHeads == [])
        let closed = HTTPRequest(method: "GET", url: "http://127.0.0.1:\(try ScriptedServer.closedPort())")
        try multi.start(closed, key: .connection, connectsOnly: true)
        #expect(multi.finishAll().first?.failure?.kind == .refused)
    }

    @Test("each phase of a request is measured")
    func phases() throws {
        let server = try ScriptedServer([.readHead, .send(Self.answer)])
        let times = try exchange(server.url).times
        #expect(times.connect > 0 && times.connect <= times.firstByte && times.firstByte <= times.total)
        #expect(times.tlsHandshake == 0)
    }

    @Test("a different thread can end a wait")
    func wakes() throws {
        let server = try ScriptedServer([.readHead, .hold])
        let multi = try CurlMulti()
        try multi.start(HTTPRequest(method: "GET", url: server.url), key: .testCase(0))
        let waker = multi.waker
        Thread.detachNewThread { waker.wake() }
        // Without the waker this would last until the first-byte timeout, and bring its completion.
        var rounds = 0
        while multi.wait(upTo: .seconds(60)).isEmpty, rounds < 1, multi.runningCount == 1 { rounds += 1 }
        #expect(multi.runningCount == 1)
        multi.cancelAll()
        #expect(multi.runningCount == 0)
    }
}

func exchange(_ url: String, _ options: TransportOptions = TransportOptions()) throws -> Completion {
    try exchange(HTTPRequest(method: "GET", url: url), options)
}

func exchange(_ request: HTTPRequest, _ options: TransportOptions = TransportOptions()) throws -> Completion {
    let multi = try CurlMulti(options)
    try multi.start(request, key: .testCase(0))
    return try #require(multi.finishAll().first)
}

extension CurlMulti {
    /// Waits until nothing is under way.
    func finishAll() -> [Completion] {
        var completions: [Completion] = []
        while runningCount > 0 { completions += wait(upTo: .seconds(10)) }
        return completions
    }
}

extension Completion {
    var response: HTTPResponse? {
        if case .response(let response) = outcome { response } else { nil }
    }

    var failure: TransportFailure? {
        if case .failure(let failure, _) = outcome { failure } else { nil }
    }

    var partial: HTTPResponse? {
        if case .failure(_, let partial) = outcome { partial } else { nil }
    }
}
