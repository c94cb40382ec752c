// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@testable import AccordServer

@Suite("The HTTP server", .timeLimit(.minutes(20)))
struct HTTPServerTests {
    /// Responds with a description of the request.
    static func echo(_ request: HTTPRequest) -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: [HTTPField("X-Url", request.url)],
            body: Array("\(request.method) \(request.body.count)".utf8))
    }

    private func exchange(
        _ texts: String..., limits: ServerLimits = .patient,
        responder: @escaping @Sendable (HTTPRequest) -> HTTPResponse = HTTPServerTests.echo
    ) async throws -> String {
        let server = try HTTPServer(limits: limits, responder: responder)
        let answer = try await RawClient.send(texts, to: server.address)
        try server.stop()
        return answer
    }

    @Test("the server listens on its address and passes absolute URLs to the responder")
    func answers() async throws {
        let answer = try await exchange("GET /a?b=%20 HTTP/1.1\r\nHost: x.example\r\nConnection: close\r\n\r\n")
        #expect(
            answer
                == "HTTP/1.1 200 OK\r\nX-Url: http://x.example/a?b=%20\r\nContent-Length: 5\r\nConnection: close\r\n\r\nGET 0"
        )
    }

    @Test("a connection carries several requests, pipelined or in fragments")
    func keepsAlive() async throws {
        let answer = try await exchange(
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nab",
            "cGET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(answer.ranges(of: "HTTP/1.1 200 OK\r\n").count == 3)
        #expect(answer.contains("\r\n\r\nPOST 3HTTP/1.1"))
    }

    @Test(
        "a request with any method reaches the responder",
        arguments: [
            (["LIST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"], "LIST 0"),
            (["foo-Bar / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 2\r\n\r\n", "ab"], "foo-Bar 2"),
            (["LI", "ST / HT", "TP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"], "LIST 0"),
            (["G", "ET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"], "GET 0"),
            (["LIST / HTTP/1.1\r\nHost: x\r\n\r\nGET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"], "GET 0"),
        ])
    func methods(pieces: [String], end: String) async throws {
        let server = try HTTPServer(limits: .patient, responder: Self.echo)
        let answer = try await RawClient.send(pieces, to: server.address)
        try server.stop()
        #expect(answer.hasPrefix("HTTP/1.1 200 OK") && answer.hasSuffix(end), "\(answer)")
    }

    @Test("an unknown method in a pipelined request is refused with 501")
    func pipelinedMethod() async throws {
        let answer = try await exchange("GET / HTTP/1.1\r\nHost: x\r\n\r\nLIST / HTTP/1.1\r\nHost: x\r\n\r\n")
        #expect(answer.contains("GET 0HTTP/1.1 501 Not Implemented") && !answer.contains("RFC 9112"), "\(answer)")
    }

    @Test("the server reads a chunked body")
    func chunked() async throws {
        let answer = try await exchange(
            "PUT / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
            "2\r\nab\r\n1\r\nc\r\n0\r\n\r\n")
        #expect(answer.hasSuffix("PUT 3"))
    }

    @Test("a response to HEAD has a length but no body; 204 and 304 have neither")
    func noBody() async throws {
        let head = try await exchange("HEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(head.hasSuffix("Content-Length: 6\r\nConnection: close\r\n\r\n"))
        for status in [204, 304] {
            let answer = try await exchange("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") { _ in
                HTTPResponse(status: status, body: [1])
            }
            #expect(!answer.contains("Content-Length"))
            #expect(answer.hasSuffix("\r\n\r\n"))
        }
    }

    @Test("a client that expects 100-continue receives 100")
    func expects() async throws {
        let answer = try await exchange(
            "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nConnection: close\r\nContent-Length: 1\r\n\r\n", "a")
        #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n"))
    }

    @Test("the server closes the connection after an HTTP/1.0 request")
    func http10() async throws {
        #expect(try await exchange("GET / HTTP/1.0\r\n\r\n").contains("Connection: close\r\n"))
    }

    @Test("the server announces to an HTTP/1.0 client that its connection stays open")
    func http10KeepsAlive() async throws {
        let answer = try await exchange(
            "GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "GET / HTTP/1.0\r\n\r\n")
        #expect(answer.ranges(of: "Connection: keep-alive\r\n").count == 1)
        #expect(answer.ranges(of: "Connection: close\r\n").count == 1)
    }

    @Test("a body beyond the limit is refused, a body of the limit is accepted")
    func bodyLimit() async throws {
        var limits = ServerLimits.patient
        limits.bodyBytes = 10
        let head = "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: "
        let fits = try await exchange("\(head)10\r\n\r\n0123456789", limits: limits)
        #expect(fits.hasPrefix("HTTP/1.1 200 OK\r\n"))
        let large = try await exchange("\(head)11\r\n\r\n01234567890", limits: limits)
        #expect(large.hasPrefix("HTTP/1.1 413 Content Too Large\r\n"))
        #expect(large.contains("Content-Type: application/problem+json\r\n"))
        #expect(large.contains("more than 10 bytes"))
    }

    @Test("header fields beyond the limit are refused")
    func headerLimit() async throws {
        var limits = ServerLimits.patient
        limits.headerBytes = 100
        let long = "X-Long: " + String(repeating: "a", count: 200)
        let answer = try await exchange("GET / HTTP/1.1\r\nHost: x\r\n\(long)\r\n\r\n", limits: limits)
        #expect(answer.hasPrefix("HTTP/1.1 431 Request Header Fields Too Large\r\n"))
    }

    @Test(
        "the server rejects bytes that aren't HTTP",
        arguments: ["hello\r\n\r\n", "LIST /\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n"])
    func malformed(text: String) async throws {
        #expect(try await exchange(text).hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    }

    @Test("the writer ignores framing fields of a response")
    func framing() async throws {
        let answer = try await exchange("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n") { _ in
            HTTPResponse(
                status: 299, headers: [HTTPField("Content-Length", "99"), HTTPField("Transfer-Encoding", "chunked")],
                body: [97])
        }
        #expect(answer == "HTTP/1.1 299 \r\nContent-Length: 1\r\nConnection: close\r\n\r\na")
    }

    @Test("a used port is an error with a hint")
    func taken() throws {
        let server = try HTTPServer(responder: Self.echo)
        let port = try #require(server.address.split(separator: ":").last.flatMap { Int($0) })
        let failure = #expect(throws: DescribedError.self) { try HTTPServer(port: port, responder: Self.echo) }
        #expect(failure?.description.contains("port \(port)") == true)
        try server.stop()
    }

    @Test("the server stops while a client is connected")
    func stops() async throws {
        let server = try HTTPServer(responder: Self.echo)
        async let answer = RawClient.send("GET / HTTP/1.1\r\nHost: x\r\n\r\nGET", to: server.address)
        try server.stop()
        _ = try? await answer
        #expect(throws: (any Error).self) { try HTTPServer(host: "256.0.0.1", responder: Self.echo) }
    }
}

extension HTTPServer {
    /// Starts a server that replies to each request with a complete response, never with a script or a stream.
    convenience init(
        host: String = "127.0.0.1", port: Int = 0, limits: ServerLimits = ServerLimits(),
        responder: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) throws {
        var options = ServerOptions()
        options.host = host
        options.port = port
        options.limits = limits
        try self.init(options) { .answer(responder($0.message)) }
    }
}
