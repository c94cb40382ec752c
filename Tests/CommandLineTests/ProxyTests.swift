// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("accord verify through a proxy", .timeLimit(.minutes(20)))
struct ProxyTests {
    let scratch: ScratchFolder
    let file: String

    init() throws {
        scratch = try ScratchFolder()
        file = try scratch.write(BadDayTests.contract, to: "proxy.json")
    }

    /// Runs with proxy variables in the environment.
    func verify(_ variables: String, _ arguments: String) throws -> Program {
        try Program.shell(
            """
            env -u http_proxy -u https_proxy -u HTTPS_PROXY -u all_proxy -u ALL_PROXY -u no_proxy -u NO_PROXY \
            \(variables) "\(Program.accordProgram.path)" verify --report "\(scratch.path)" "\(file)" \(arguments)
            """)
    }

    @Test("requests through a proxy have the whole URL", arguments: [true, false])
    func named(byFlag: Bool) throws {
        let proxy = try ScriptedServer([.readHead, BadDayTests.good])
        let address = "http://127.0.0.1:\(proxy.port)"
        let run = try verify(
            byFlag ? "" : "http_proxy=\(address)",
            "--base-url http://accord.invalid" + (byFlag ? " --proxy \(address)" : ""))
        #expect(run.status == 0, "\(run)")
        #expect(proxy.requestHeads.contains { $0.hasPrefix("GET http://accord.invalid/0 HTTP/1.1\r\n") })
    }

    @Test(
        "hosts in no_proxy and loopback addresses are requested directly", arguments: ["no_proxy=accord.invalid", ""])
    func direct(variables: String) throws {
        let server = try ScriptedServer([.readHead, BadDayTests.good])
        let proxy = try ScriptedServer([.readHead])
        let host = variables.isEmpty ? "127.0.0.1" : "accord.invalid"
        let run = try verify(
            "http_proxy=http://127.0.0.1:\(proxy.port) \(variables)",
            "--base-url http://\(host):\(server.port) --resolve \(host):\(server.port):127.0.0.1")
        #expect(run.status == 0, "\(run)")
        #expect(proxy.connectionCount == 0)
        #expect(server.requestHeads.contains { $0.hasPrefix("GET /0 HTTP/1.1\r\n") })
    }

    @Test("proxy failures are attributed to the proxy")
    func broken() throws {
        let refusing = try ScriptedServer([.readHead, .send("HTTP/1.1 407 No\r\nContent-Length: 0\r\n\r\n")])
        let closed = try ScriptedServer.closedPort()
        for (proxy, url) in [
            ("http://127.0.0.1:\(refusing.port)", "https://accord.invalid"),
            ("http://127.0.0.1:\(closed)", "http://accord.invalid"),
            ("http://proxy.invalid:3128", "http://accord.invalid"),
        ] {
            let run = try verify("", "--base-url \(url) --proxy \(proxy)")
            #expect(run.status == 4, "\(run)")
            #expect(run.errors.contains("the proxy rejected the request"), "\(proxy): \(run)")
        }
    }
}
