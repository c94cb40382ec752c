// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import LoopbackServer
import Testing

@testable import AccordVerifier

@Suite("Content after a response to HEAD", .timeLimit(.minutes(20)))
struct HeadTests {
    private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"

    private func ask(_ url: String) -> HTTPRequest {
        HTTPRequest(method: "HEAD", url: url, headers: [HTTPField("Connection", "close")])
    }

    @Test(
        "content after HEAD is detected until the connection ends",
        arguments: [
            (head + "\r\n", ""), (head + "\r\n{}", "{}"), (head + "Connection: Close\r\n\r\n", ""),
            (head + "Connection: Close\r\n\r\n{}", "{}"), (head + "Content-Encoding: gzip\r\n\r\n", ""),
            ("HTTP/1.1 200 OK\r\n\r\n", ""), ("HTTP/1.1 200 OK\r\n\r\nabc", "abc"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", ""),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", "0\r\n\r\n"),
            ("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n\(head)\r\n", ""),
            ("HTTP/1.1 204 No Content\r\n\r\n", ""), ("HTTP/1.1 304 Not Modified\r\n\r\n", ""),
        ])
    func read(answer: String, content: String) throws {
        let server = try ScriptedServer([.readHead, .send(answer)])
        let completion = try exchange(ask(server.url))
        let response = try #require(completion.response, "\(completion.outcome)")
        #expect(String(decoding: response.body, as: UTF8.self) == content)
        #expect(response.status == 200 || content.isEmpty)
    }

    @Test("a server that keeps the connection open is waited for only once")
    func staysOpen() throws {
        let loud = try ScriptedServer([.readHead, .send(Self.head + "\r\n{}"), .hold])
        #expect(try exchange(ask(loud.url)).response?.body == Array("{}".utf8))
        let server = try ScriptedServer([.readHead, .send(Self.head + "\r\n"), .hold])
        let multi = try CurlMulti()
        for key in 0..<2 {
            let start = ContinuousClock.now
            defer { if key == 1 { #expect(.now - start < .seconds(1), "waits only once") } }
            try multi.start(ask(server.url), key: .testCase(key))
            let completion = try #require(multi.finishAll().first)
            #expect(completion.failure?.kind == .totalTimeout)
            #expect(completion.partial?.status == 200)
        }
    }

    @Test("content isn't awaited after an incomplete head or on a persistent connection")
    func others() throws {
        let cut = try ScriptedServer([.readHead, .send("HTTP/1.1 200 OK\r\nContent-Le")])
        #expect(try exchange(ask(cut.url)).failure?.kind == .cut)
        let kept = try ScriptedServer([.readHead, .send(Self.head + "\r\n"), .hold])
        #expect(try exchange(HTTPRequest(method: "HEAD", url: kept.url)).response?.status == 200)
    }

    @Test(
        "a run reports content after HEAD, or that it can't be checked",
        arguments: [(["\r\n"], false, "passed"), (["\r\n{}"], false, "http.head"), (["\r\n"], true, "skipped")])
    func run(rest: [String], staysOpen: Bool, verdict: String) throws {
        let text = """
            { "contract": "1.0", "info": { "title": "Head", "version": "1" },
              "servers": [{ "name": "test", "url": "http://127.0.0.1" }],
              "operations": { "get": {
                "request": { "method": "GET", "path": "/" },
                "responses": { "200": { "description": "Fine.", "body": { "type": "object" } } },
                "cases": { "answers": { "response": { "status": 200, "body": {} } } }
              } } }
            """
        let loaded = ContractLoader.load("head.json", files: MemoryFiles(["head.json": text]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics)")
        let server = try ScriptedServer([
            .answer { head in
                guard head.hasPrefix("HEAD") else {
                    return [.send(Self.head + "Connection: close\r\n\r\n{}")]
                }
                return rest.map { .send(Self.head + $0) } + (staysOpen ? [.hold] : [])
            }
        ])
        let plan = RunPlan(
            [contract], selection: Selection(), serverName: nil, today: "2026-01-01", refusals: RefusalOptions())
        var options = VerifierOptions(target: .baseURL("http://127.0.0.1:\(server.port)"))
        if staysOpen { options.transport.totalTimeout = 1 }
        let recorder = Recorder(Secrets([contract], environment: { _ in nil }), keptExchanges: 10)
        let results = try Verifier.run(plan, options: options, recorder: recorder)
        let result = try #require(results.first { $0.id == "get~http.head" })
        switch result.status {
        case .failed: #expect(result.findings.map(\.rule.id) == [verdict])
        default: #expect(result.status.rawValue == verdict, "\(result)")
        }
        if staysOpen { #expect(result.reason?.contains("kept the connection open") == true) }
    }
}
