// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import AccordServer

@Suite("The limits of a server", .timeLimit(.minutes(20)))
struct ServerLimitsTests {
    private static func server(
        _ change: (inout ServerOptions) -> Void = { _ in },
        responder: @escaping HTTPServer.Responder = { _ in
            .answer(HTTPResponse(status: 200, body: Array("ok".utf8)))
        }
    ) throws -> HTTPServer {
        var options = ServerOptions()
        options.limits = .patient
        change(&options)
        return try HTTPServer(options, responder: responder)
    }

    @Test(
        "malformed request heads are refused",
        arguments: [
            "GET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost:\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x/login?username=a&password=b#\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: user@x\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x:99999999\r\n\r\n",
            "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc",
            "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n",
            "GET /a#b HTTP/1.1\r\nHost: x\r\n\r\n",
            "GET * HTTP/1.1\r\nHost: x\r\n\r\n",
        ])
    func heads(text: String) async throws {
        let server = try Self.server()
        #expect(try await RawClient.send(text, to: server.address).hasPrefix("HTTP/1.1 400 "))
        try server.stop()
    }

    @Test(
        "valid request heads are accepted", arguments: ["x", "x:80", "[::1]:8080", "127.0.0.1", "a-b.example", "a_b"])
    func hosts(host: String) async throws {
        let server = try Self.server()
        let text = "GET / HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n"
        #expect(try await RawClient.send(text, to: server.address).hasPrefix("HTTP/1.1 200 "))
        try server.stop()
    }

    @Test("the path is that of the target, also of an absolute URL")
    func targets() async throws {
        let server = try Self.server { _ in
        } responder: { request in
            .answer(HTTPResponse(status: 200, body: Array(request.target.utf8)))
        }
        for target in ["/a?b=c", "http://other.example/a?b=c"] {
            let text = "GET \(target) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            #expect(try await RawClient.send(text, to: server.address).hasSuffix("\r\n\r\n/a?b=c"))
        }
        try server.stop()
    }

    @Test("a length beyond the limit is refused instead of answered with 100")
    func expectation() async throws {
        let server = try Self.server { $0.limits.bodyBytes = 10 }
        let answer = try await RawClient.send(
            "POST / HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 11\r\n\r\n", to: server.address)
        #expect(answer.hasPrefix("HTTP/1.1 413 "))
        try server.stop()
    }

    @Test("incomplete bodies share a limit and free their memory when the connection ends")
    func totalBodies() async throws {
        let server = try Self.server { $0.limits.totalBodyBytes = 1000 }
        let head = "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\nConnection: close\r\n\r\n"
        var (refused, completed) = ("", "")
        // If the bytes of the second request are counted first, the first request is refused instead.
        for _ in 0..<100 where !refused.hasPrefix("HTTP/1.1 503 ") || !completed.hasPrefix("HTTP/1.1 200 ") {
            let first = try await OpenClient(server.port)
            try await first.send(head + String(repeating: "a", count: 800))
            refused = try await RawClient.send(head + String(repeating: "b", count: 900), to: server.address)
            first.write(String(repeating: "a", count: 100))
            completed = try await first.rest()
        }
        #expect(refused.hasPrefix("HTTP/1.1 503 ") && refused.contains("Retry-After: 1\r\n"))
        #expect(completed.hasPrefix("HTTP/1.1 200 "))
        let again = try await RawClient.send(head + String(repeating: "b", count: 900), to: server.address)
        #expect(again.hasPrefix("HTTP/1.1 200 "))
        try server.stop()
    }

    @Test("a connection beyond the limit is answered with 503")
    func connections() async throws {
        let server = try Self.server { $0.limits.connections = 1 }
        let first = try await OpenClient(server.port)
        try await first.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        try await first.waitFor("ok")
        let answer = try await RawClient.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n", to: server.address)
        #expect(answer.hasPrefix("HTTP/1.1 503 "))
        #expect(answer.contains("Retry-After: 1\r\n"))
        await first.close()
        try server.stop()
    }

    @Test("incomplete heads and bodies time out, and so do idle connections")
    func timeouts() async throws {
        let server = try Self.server {
            $0.limits.headSeconds = 0.05
            $0.limits.bodySeconds = 0.05
        }
        for text in ["GET / HTTP/1.1\r\nHos", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\na"] {
            #expect(try await RawClient.send(text, to: server.address).hasPrefix("HTTP/1.1 408 "))
        }
        try server.stop()
        let impatient = try Self.server { $0.limits.idleSeconds = 0.05 }
        #expect(try await RawClient.send("", to: impatient.address) == "")
        try impatient.stop()
    }

    @Test("a client that doesn't read gets no further responses")
    func backpressure() async throws {
        let answered = Locked(0)
        let body = [UInt8](repeating: 97, count: 1 << 20)
        let server = try Self.server { _ in
        } responder: { _ in
            answered.withLock { $0 += 1 }
            return .answer(HTTPResponse(status: 200, body: body))
        }
        let client = try await OpenClient(server.port, reads: false)
        let count = 60
        try await client.send(
            String(repeating: "GET / HTTP/1.1\r\nHost: x\r\n\r\n", count: count - 1)
                + "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        // Responses to other clients show the progress of the one that does not read.
        for _ in 0..<20 {
            _ = try await RawClient.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: server.address)
        }
        #expect(answered.withLock({ $0 }) < 20 + count / 2)
        await client.readOn()
        let all = try await client.rest()
        #expect(all.ranges(of: "HTTP/1.1 200 OK").count == count)
        try server.stop()
    }

    @Test("a stopping server sends current responses and closes idle connections")
    func stops() async throws {
        let deliver = Locked<(@Sendable (ServerReply) -> Void)?>(nil)
        let hasAnswered = Locked(false)
        let server = try Self.server { _ in
        } responder: { request in
            guard request.target == "/idle" else { return .later { later in deliver.withLock { $0 = later } } }
            hasAnswered.withLock { $0 = true }
            return .answer(HTTPResponse(status: 200))
        }
        // A connection that the server hasn't accepted completely is closed before the server begins to stop.
        let idle = try await OpenClient(server.port)
        try await idle.send("GET /idle HTTP/1.1\r\nHost: x\r\n\r\n")
        while hasAnswered.withLock({ !$0 }) { await Task.yield() }
        let busy = try await OpenClient(server.port)
        try await busy.send("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        while deliver.withLock({ $0 == nil }) { await Task.yield() }
        let stopped = Task.detached { try server.stop(after: 3600) }
        #expect(try await idle.rest().hasPrefix("HTTP/1.1 200 OK"))
        deliver.withLock { $0 }?(.answer(HTTPResponse(status: 200, body: Array("done".utf8))))
        let answer = try await busy.rest()
        #expect(answer.hasSuffix("Connection: close\r\n\r\ndone"))
        try await stopped.value
    }

    @Test(
        "a large request is answered on a worker thread and delays no other one",
        arguments: [
            "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3000\r\nConnection: close\r\n\r\n"
                + String(repeating: "a", count: 3000),
            "GET /?q=\(String(repeating: "a", count: 3000)) HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: x\r\nCookie: \(String(repeating: "a=b; ", count: 600))\r\nConnection: close\r\n\r\n",
        ])
    func largeRequests(request: String) async throws {
        let end = DispatchSemaphore(value: 0)
        let server = try Self.server {
            $0.threads = 1
        } responder: { request in
            let isLarge = request.target.count > 1 || !request.message.body.isEmpty || request.message.headers.count > 2
            if isLarge { end.wait() }
            return .answer(HTTPResponse(status: 200, body: Array("ok".utf8)))
        }
        let large = try await OpenClient(server.port)
        try await large.send(request)
        let small = try await RawClient.send(
            "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: server.address)
        #expect(small.hasSuffix("ok"))
        end.signal()
        #expect(try await large.rest().hasSuffix("ok"))
        try server.stop()
    }

    @Test(
        "chunk extensions and trailers beyond the limit are refused, small chunks with extensions are accepted",
        arguments: [
            (["1;\(String(repeating: "x", count: 20_000))"], "413"),
            (Array(repeating: "1;name=value", count: 1500), "413"),
            (Array(repeating: "1", count: 5000), "200"),
            (Array(repeating: "1;a=b", count: 100), "200"),
        ])
    func chunkExtensions(sizes: [String], status: String) async throws {
        let server = try Self.server { $0.limits.headerBytes = 4096 }
        let client = try await OpenClient(server.port)
        client.write("POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n")
        client.write(sizes.map { "\($0)\r\nx\r\n" }.joined() + "0\r\n\r\n")
        #expect(try await client.rest().hasPrefix("HTTP/1.1 \(status) "))
        try server.stop()
    }

    @Test("a client that gives up a delayed response frees its connection, a client that waits gets the response")
    func abandonedDelays() async throws {
        let server = try Self.server {
            $0.limits.connections = 1
        } responder: { request in
            let response = ServerReply.answer(HTTPResponse(status: 200, body: Array("ok".utf8)))
            return request.target == "/wait" ? .after(3600, response) : .after(0.01, response)
        }
        let abandoning = try await OpenClient(server.port)
        try await abandoning.send("GET /wait HTTP/1.1\r\nHost: x\r\n\r\n")
        await abandoning.close()
        var response = ""
        while !response.hasSuffix("ok") {
            response = try await RawClient.send(
                "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: server.address)
            #expect(response.hasPrefix("HTTP/1.1 200 ") || response.hasPrefix("HTTP/1.1 503 "))
        }
        try server.stop()
    }

    private static func paced(_ count: Int) -> ServerReply {
        .paced(
            PacedResponse(HTTPResponse(status: 200), pause: 0.01) { $0 < count ? Array("item \($0)\n".utf8) : nil })
    }

    @Test("the pieces of a response are chunks, and HTTP/1.0 and HEAD get no chunks")
    func pieces() async throws {
        let server = try Self.server(responder: { _ in Self.paced(2) })
        let client = try await OpenClient(server.port)
        client.write("GET / HTTP/1.1\r\nHost: x\r\n\r\nHEAD / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        let both = try await client.rest()
        let chunks = "Transfer-Encoding: chunked\r\n\r\n7\r\nitem 0\n\r\n7\r\nitem 1\n\r\n0\r\n\r\nHTTP/1.1 200 "
        #expect(both.contains(chunks) && both.hasSuffix("\r\n\r\n"), "\(both)")
        #expect(both.split(separator: "item").count == 3)
        let old = try await RawClient.send("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", to: server.address)
        #expect(old.hasSuffix("Connection: close\r\n\r\nitem 0\nitem 1\n"), "\(old)")
        try server.stop()
    }

    @Test("a client that disconnects ends an endless response and frees its connection")
    func endless() async throws {
        let server = try Self.server {
            $0.limits.connections = 1
        } responder: { request in
            request.target == "/endless" ? Self.paced(.max) : Self.paced(1)
        }
        let client = try await OpenClient(server.port)
        client.write("GET /endless HTTP/1.1\r\nHost: x\r\n\r\n")
        try await client.waitFor("item 3")
        await client.close()
        var response = ""
        while !response.contains("item 0") {
            response = try await RawClient.send(
                "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", to: server.address)
            #expect(response.hasPrefix("HTTP/1.1 200 ") || response.hasPrefix("HTTP/1.1 503 "))
        }
        try server.stop()
    }

    @Test("the writer omits invalid header fields")
    func fields() {
        let response = HTTPResponse(
            status: 200,
            headers: [
                HTTPField("X-Break", "a\r\nX-Injected: b"), HTTPField("X Space", "a"), HTTPField("", "a"),
                HTTPField("content-length", "9"), HTTPField("Connection", "upgrade"), HTTPField("X-Good", "caf\u{E9}"),
            ])
        let text = String(decoding: ResponseWriter.bytes(of: response, to: "GET", keepsAlive: true), as: UTF8.self)
        #expect(
            text == "HTTP/1.1 200 OK\r\nX-Break: a  X-Injected: b\r\nX-Good: caf\u{E9}\r\nContent-Length: 0\r\n\r\n")
    }

    @Test("the server listens on a Unix socket")
    func unixSocket() async throws {
        let path = "/tmp/accord-\(UInt32.random(in: 0...UInt32.max)).sock"
        let server = try Self.server { $0.unixSocket = path }
        #expect(server.address == "unix:\(path)")
        let client = try await OpenClient(unixSocket: path)
        try await client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        #expect(try await client.rest().hasSuffix("ok"))
        try server.stop()
    }

    @Test("a stale Unix socket is replaced, a used one is an error")
    func takenUnixSocket() async throws {
        let path = "/tmp/accord-\(UInt32.random(in: 0...UInt32.max)).sock"
        let server = try Self.server { $0.unixSocket = path }
        let failure = #expect(throws: DescribedError.self) { try Self.server { $0.unixSocket = path } }
        #expect(failure?.description.contains("can't listen on \(path): a process already uses the socket") == true)
        let left = path + ".left"
        try Self.leave(behind: left)
        let second = try Self.server { $0.unixSocket = left }
        for (path, server) in [(path, server), (left, second)] {
            let client = try await OpenClient(unixSocket: path)
            try await client.send("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
            #expect(try await client.rest().hasSuffix("ok"))
            try server.stop()
        }
    }

    /// Creates a socket file without a listening process.
    private static func leave(behind path: String) throws {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(status == 0)
    }
}
