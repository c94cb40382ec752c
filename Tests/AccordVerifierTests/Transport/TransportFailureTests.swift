// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import CCurl
import LoopbackServer
import Testing

@testable import AccordVerifier

@Suite("Transport failures", .timeLimit(.minutes(20)))
struct TransportFailureTests {
    typealias Kind = TransportFailure.Kind

    @Test("each misbehavior of a server has its failure", arguments: Misbehaviour.all)
    func names(_ misbehaviour: Misbehaviour) throws {
        let server = try ScriptedServer(misbehaviour.script)
        var options = TransportOptions()
        options.maximumBodyBytes = 1_000_000
        options.maximumHeaderBytes = 200_000
        options.firstByteTimeout = misbehaviour.kind == .firstByteTimeout ? 0.05 : 20
        options.totalTimeout = misbehaviour.kind == .totalTimeout ? 1 : 30
        let completion = try exchange(server.url, options)
        #expect(completion.failure?.kind == misbehaviour.kind, "\(completion.outcome)")
        if let partial = completion.partial {
            #expect(partial.body.count <= options.maximumBodyBytes)
            #expect(partial.headers.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count } <= 200_000)
        }
    }

    @Test("a cut response keeps its received part")
    func partial() throws {
        let server = try ScriptedServer([.readHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n123")])
        let partial = try #require(try exchange(server.url).partial)
        #expect(partial.status == 200)
        #expect(partial.body == Array("123".utf8))
    }

    @Test("a response may end with the connection")
    func closeDelimited() throws {
        let server = try ScriptedServer([.readHead, .send("HTTP/1.1 200 OK\r\n\r\n123")])
        #expect(try exchange(server.url).response?.body == Array("123".utf8))
    }

    @Test("a closed port is reported as refused")
    func refused() throws {
        let port = try ScriptedServer.closedPort()
        #expect(try exchange("http://127.0.0.1:\(port)/").failure?.kind == .refused)
    }

    @Test("a full accept queue is reported as a connection timeout")
    func connectTimeout() throws {
        let crowded = try CrowdedListener()
        var options = TransportOptions()
        options.connectTimeout = 0.2
        let failure = try #require(try exchange(crowded.url, options).failure)
        #expect(failure.kind == .connectTimeout, "\(failure)")
        #expect(failure.isBeforeRequest)
    }

    @Test("a host without an address is reported")
    func dns() throws {
        #expect(try exchange("http://nowhere.invalid/").failure?.kind == .dns)
    }

    @Test("an invalid URL is reported", arguments: ["http://", "ftp://127.0.0.1/", "http://a b/", ""])
    func badURL(url: String) throws {
        #expect(try exchange(url).failure?.kind == .badURL)
    }

    @Test("TLS to a plain HTTP server is reported")
    func tlsProtocol() throws {
        let server = try ScriptedServer([.send("HTTP/1.1 400 Bad Request\r\n\r\n")])
        #expect(try exchange("https://127.0.0.1:\(server.port)/").failure?.kind == .tlsProtocol)
    }

    @Test("a failure doesn't depend on the previous one")
    func noMemory() throws {
        let server = try ScriptedServer { number in
            number == 0
                ? [.readHead, .reset]
                : [.readHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n123")]
        }
        let multi = try CurlMulti()
        let kinds = try (0..<2).map { key in
            try multi.start(HTTPRequest(method: "GET", url: server.url), key: .testCase(key))
            return multi.finishAll().first?.failure?.kind
        }
        #expect(kinds == [.reset, .cut])
    }

    @Test("requests continue after a failure")
    func goesOn() throws {
        let server = try ScriptedServer { number in
            number == 0 ? [.readHead] : [.readHead, .send("HTTP/1.1 204 No Content\r\n\r\n")]
        }
        let multi = try CurlMulti()
        try multi.start(HTTPRequest(method: "GET", url: server.url), key: .testCase(0))
        #expect(multi.finishAll().first?.failure?.kind == .empty)
        try multi.start(HTTPRequest(method: "GET", url: server.url), key: .testCase(1))
        #expect(multi.finishAll().first?.response?.status == 204)
    }

    @Test(
        "certificate failures are derived from OpenSSL and libcurl",
        arguments: [
            (10, Kind.tlsExpired), (9, .tlsExpired), (18, .tlsUntrusted), (20, .tlsUntrusted), (0, .tlsHost),
        ])
    func certificates(verification: Int, kind: Kind) {
        let observed = Observation(
            code: CURLE_PEER_FAILED_VERIFICATION, detail: "SSL certificate problem", verification: verification,
            isTLS: true)
        #expect(TransportFailure(observed).kind == kind)
    }

    @Test("a wrong host, a missing client certificate and a proxy are recognized in libcurl's messages")
    func details() {
        func kind(_ code: CURLcode, _ detail: String, verification: Int = 1) -> Kind {
            TransportFailure(
                Observation(
                    code: code, detail: detail, verification: verification, isTLS: true, host: "api.example")
            ).kind
        }
        #expect(
            kind(CURLE_PEER_FAILED_VERIFICATION, "SSL: no alternative certificate subject name matches target host")
                == .tlsHost)
        #expect(kind(CURLE_PEER_FAILED_VERIFICATION, "SSL certificate problem: self-signed") == .tlsUntrusted)
        #expect(kind(CURLE_RECV_ERROR, "OpenSSL SSL_read: tlsv13 alert certificate required") == .tlsClient)
        #expect(kind(CURLE_RECV_ERROR, "Recv failure: Connection reset by peer") == .reset)
        #expect(kind(CURLE_HTTP2, "Send failure: Connection reset by peer") == .reset)
        #expect(kind(CURLE_COULDNT_CONNECT, "Failed to connect to proxy.example port 3128 after 0 ms") == .proxy)
        #expect(kind(CURLE_COULDNT_CONNECT, "Failed to connect to api.example port 443 after 0 ms") != .proxy)
    }

    @Test("timeouts of connecting, of the first byte and of the whole response differ")
    func timeouts() {
        var observed = Observation(code: CURLE_OPERATION_TIMEDOUT, detail: "Timeout was reached")
        #expect(TransportFailure(observed).kind == .connectTimeout)
        observed.times.connect = 100
        #expect(TransportFailure(observed).kind == .firstByteTimeout)
        observed.isTLS = true
        #expect(TransportFailure(observed).kind == .connectTimeout)
        observed.times.tlsHandshake = 200
        #expect(TransportFailure(observed).kind == .firstByteTimeout)
        observed.headBytes = 1
        #expect(TransportFailure(observed).kind == .totalTimeout)
    }

    @Test("a slow response on a reused connection isn't a connection timeout")
    func kept() {
        var observed = Observation(code: CURLE_OPERATION_TIMEDOUT, detail: "Timeout was reached")
        observed.isTLS = true
        observed.isReady = true
        #expect(TransportFailure(observed).kind == .firstByteTimeout)
    }

    @Test("every kind of failure has its own message and advice")
    func words() {
        let failures = Kind.allCases.map { TransportFailure($0, "") }
        #expect(Set(failures.map(\.message)).count == failures.count)
        #expect(Set(failures.map(\.advice)).count == failures.count)
        #expect(Set(failures.map(\.rule)).count == failures.count)
    }
}
