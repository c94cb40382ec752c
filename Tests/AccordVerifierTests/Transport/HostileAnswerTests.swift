// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import LoopbackServer
import Testing

@testable import AccordVerifier

@Suite("Hostile answers", .timeLimit(.minutes(20)))
struct HostileAnswerTests {
    typealias Kind = TransportFailure.Kind

    /// Answers of every form that an end can have, whole.
    static let whole = [
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{\"id\": 1234}",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"id\"\r\n7\r\n: 1234}\r\n0\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n{\"id\": 1234}",
    ]

    @Test("a response cut at any byte is incomplete", arguments: whole)
    func cut(answer: String) throws {
        let bytes = Array(answer.utf8)
        let server = try ScriptedServer { number in [.readHead, .send(Array(bytes.prefix(number)))] }
        for offset in bytes.indices {
            let completion = try exchange(server.url)
            let isChunkedEnd = answer.contains("chunked") && offset >= bytes.count - 2
            // libcurl 7.88 has no use for the line behind the last chunk: nothing of the body is missing.
            if isChunkedEnd, completion.response?.body == Array("{\"id\": 1234}".utf8) { continue }
            let kind = try #require(completion.failure?.kind, "\(offset): \(completion.outcome)")
            #expect([.empty, .cut].contains(kind), "\(offset): \(completion.outcome)")
            // A body that has begun is cut, not empty.
            if completion.partial?.body.isEmpty == false { #expect(kind == .cut, "\(offset)") }
        }
        #expect(try exchange(server.url).response?.body == Array("{\"id\": 1234}".utf8))
    }

    @Test("a reset at any byte is reported", arguments: whole)
    func reset(answer: String) throws {
        let bytes = Array(answer.utf8)
        let server = try ScriptedServer { number in [.readHead, .send(Array(bytes.prefix(number))), .reset] }
        for offset in bytes.indices.dropLast(2) {
            let completion = try exchange(server.url)
            #expect(completion.failure?.kind == .reset, "\(offset): \(completion.outcome)")
        }
    }

    @Test(
        "an ambiguous end of head or body is rejected",
        arguments: [
            ("Content-Length: 2\r\nContent-Length: 3\r\n", "different Content-Length fields: 2 and 3"),
            ("Transfer-Encoding: chunked\r\nContent-Length: 2\r\n", "both Transfer-Encoding and Content-Length"),
            ("Content-Length: 2\r\nTransfer-Encoding: chunked\r\n", "both Transfer-Encoding and Content-Length"),
            ("Content-Length: 99999999999999999999\r\n", "“99999999999999999999” isn't a 64-bit number"),
            ("Content-Length: 2x\r\n", "“2x” isn't a 64-bit number"),
            ("Content-Length: 2, 3\r\n", "different Content-Length fields: 2 and 3"),
            ("Content-Length: 2\r\nX-A: one\rX-B: two\r\n", "a CR without LF in the line “X-A: one”"),
            ("Content-Length: 2\r\nX-A: one\r\r\n", "a CR without LF in the line “X-A: one”"),
        ])
    func ambiguous(fields: String, detail: String) throws {
        let body = fields.contains("chunked") ? "2\r\n{}\r\n0\r\n\r\n" : "{}"
        let server = try ScriptedServer([.readHead, .send("HTTP/1.1 200 OK\r\n\(fields)\r\n\(body)")])
        let failure = try #require(try exchange(server.url).failure)
        #expect(failure.kind == .malformed && failure.finding(contract: nil).blame == .server)
        #expect(failure.detail.contains(detail), "\(failure)")
    }

    @Test(
        "a header field that libcurl or Accord can't read is the server's fault",
        arguments: [
            ("Content-Length: 2\r\nX-A: one\u{0}two\r\n", "nul"), ("Content-Length: -2\r\n", "content-length"),
            ("Content-Length: \r\n", "content-length"),
        ])
    func unreadable(fields: String, word: String) throws {
        let server = try ScriptedServer([.readHead, .send("HTTP/1.1 200 OK\r\n\(fields)\r\n{}")])
        let failure = try #require(try exchange(server.url).failure)
        #expect(failure.kind == .malformed && failure.finding(contract: nil).blame == .server)
        // The text is libcurl's if its own check comes first.
        #expect(failure.detail.lowercased().contains(word), "\(failure)")
    }

    @Test(
        "an unambiguous head is accepted",
        arguments: [
            "Content-Length: 2\r\nContent-Length: 2\r\n", "Content-Length: 2, 2\r\n", "Content-Length: 2\n",
            "Content-Length: 2\r\nX-A: one\r\n",
            "Transfer-Encoding: chunked\r\nX-Content-Length: 2\r\n",
        ])
    func unambiguous(fields: String) throws {
        let body = fields.contains("chunked") ? "2\r\n{}\r\n0\r\n\r\n" : "{}"
        let server = try ScriptedServer([.readHead, .send("HTTP/1.1 200 OK\r\n\(fields)\r\n\(body)")])
        let response = try #require(try exchange(server.url).response)
        #expect(response.body == Array("{}".utf8))
    }

    @Test(
        "a compressed body is decoded",
        arguments: [
            (
                "gzip",
                [31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 171, 86, 74, 84, 178, 50, 172, 5, 0, 175, 172, 27, 86, 7, 0, 0, 0]
                    as [UInt8]
            ),
            ("deflate", [120, 156, 171, 86, 74, 84, 178, 50, 172, 5, 0, 8, 42, 2, 9]),
        ])
    func compressed(coding: String, body: [UInt8]) throws {
        let server = try ScriptedServer([
            .readHead,
            .send("HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n"),
            .send(body),
        ])
        let response = try #require(try exchange(server.url).response)
        #expect(response.body == Array(#"{"a":1}"#.utf8) && response.isDecoded)
        #expect(response.headers.first("Content-Encoding") == coding)
    }

    @Test("a body that contradicts Content-Encoding is a failure")
    func garbled() throws {
        let server = try ScriptedServer([
            .readHead, .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}"),
        ])
        #expect(try exchange(server.url).failure?.kind == .badEncoding)
    }

    @Test("decompression stops at the size limit")
    func gzipBomb() throws {
        let bomb = GzipBomb.bytes(unpackingTo: 50_000_000)
        #expect(bomb.count < 400_000)
        let server = try ScriptedServer([
            .readHead,
            .send("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(bomb.count)\r\n\r\n"), .send(bomb),
        ])
        #expect(try exchange(server.url).failure?.kind == .tooLarge)
        #expect(server.requestHeads.allSatisfy { $0.contains("Accept-Encoding: identity") })
    }

    @Test("redirects aren't followed")
    func redirects() throws {
        let server = try ScriptedServer([
            .readHead, .send("HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
        ])
        let response = try #require(try exchange(server.url).response)
        #expect(response.status == 302)
        #expect(response.headers.first("Location") == "/")
        #expect(server.connectionCount == 1)
        #expect(server.requestHeads.count == 1)
    }

    @Test("a response before the end of the request is accepted")
    func early() throws {
        let refusal = "HTTP/1.1 413 Content Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig"
        let server = try ScriptedServer([.send(refusal)])
        #expect(try exchange(server.url).response?.status == 413)
        let upload = HTTPRequest(
            method: "POST", url: server.url, body: [UInt8](repeating: 97, count: 8_000_000))
        let response = try #require(try exchange(upload).response)
        #expect(response.status == 413)
        #expect(response.body == Array("big".utf8))
    }

    @Test("a surplus response isn't used for the next request")
    func stray() throws {
        let first = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nfirst"
        let stray = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nstray"
        let server = try ScriptedServer { number in
            number == 0
                ? [.readHead, .send(first + stray), .hold]
                : [.readHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nsecond"), .hold]
        }
        let multi = try CurlMulti()
        let bodies = try (0..<2).map { key in
            try multi.start(HTTPRequest(method: "GET", url: server.url), key: .testCase(key))
            return String(decoding: multi.finishAll().first?.response?.body ?? [], as: UTF8.self)
        }
        #expect(bodies == ["first", "second"])
    }

    @Test("a request ends when the server is killed")
    func killed() throws {
        let multi = try CurlMulti()
        var server: ScriptedServer? = try ScriptedServer { number in
            number == 0
                ? [.readHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n123"), .reset] : [.readHead]
        }
        let url = try #require(server?.url)
        try multi.start(HTTPRequest(method: "GET", url: url), key: .testCase(0))
        #expect(multi.finishAll().first?.failure?.kind == .reset)
        server = nil
        let port = try ScriptedServer.closedPort()
        try multi.start(HTTPRequest(method: "GET", url: "http://127.0.0.1:\(port)/"), key: .testCase(1))
        #expect(multi.finishAll().first?.failure?.kind == .refused)
    }
}
