// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordServer
import AccordTestServer
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("A stub on a socket", .timeLimit(.minutes(20))) struct LoopbackStubTests {
    static let contract = ClientContract(reading: "Specs/awesome-todos.json", level: "full")
    static let cases = contract.cases(of: "login")

    static func bindings(_ change: @escaping @Sendable (inout SocketClient) -> Void = { _ in }) -> ClientBindings {
        ClientBindings(
            client: { stub -> SocketClient in
                var client = SocketClient(base: try await stub.baseURL)
                change(&client)
                return client
            },
            operations: [
                "login": .init { client, input in
                    try await client.login(input.string("username"), input.string("password"))
                }
            ])
    }

    /// The faults of the catalogue that a loopback socket can't cause, or not in good time.
    static let obstacles: Set<String> = [
        "dns-failure", "offline", "data-not-allowed", "connect-timeout", "no-response", "body-stall",
        "headers-then-stall", "tls-plaintext-server", "tls-handshake-closed", "tls-untrusted-root", "tls-expired",
        "tls-host-mismatch", "tls-client-cert-required", "truncated-headers", "decompression-bomb", "oversized-body",
        "redirect-cross-origin", "redirect-downgrade", "challenge-basic", "flaky-then-ok",
    ]

    /// The faults among them that a socket with TLS causes.
    #if TLS
        private static let tlsFaults: Set<String> = [
            "tls-plaintext-server", "tls-handshake-closed", "tls-untrusted-root",
        ]
    #else
        private static let tlsFaults: Set<String> = []
    #endif

    @Test("a correct client passes every fault", arguments: cases)
    func everyCase(_ testCase: ClientCase) async {
        let result = await Self.contract.result(of: testCase, with: Self.bindings())
        let errors = result.findings.filter { $0.severity == .error }
        #expect(errors.isEmpty, "\(errors.map(\.message))")
        let fault = testCase.id.split(separator: ".").last.map(String.init) ?? ""
        let isObstacle = Self.obstacles.subtracting(Self.tlsFaults).contains(fault) || testCase.id == "login/is offline"
        #expect(result.status == (isObstacle ? .notApplicable : .passed), "\(result.reason ?? "")")
    }

    static let traps: [(id: String, rule: String, change: @Sendable (inout SocketClient) -> Void)] = [
        ("login/creates a token", "request.path", { $0.path = "/signin" }),
        ("login~flow.unknown-5xx", "outcome.returned", { $0.ignoresStatus = true }),
        ("login~framing.chunked-ok", "request.path", { $0.path = "/login/" }),
    ]

    @Test("a wrong client fails", arguments: traps.indices)
    func catches(index: Int) async throws {
        let trap = Self.traps[index]
        let result = await Self.contract.result(of: ClientCase(id: trap.id), with: Self.bindings(trap.change))
        #expect(result.status == .failed)
        #expect(result.findings.map(\.rule.id).contains(trap.rule), "\(result.findings.map(\.rule.id))")
        #expect(result.findings.allSatisfy { $0.blame == .client })
    }

    @Test("concurrent calls pass, and a mixed-up response fails")
    func callsAtOnce() async {
        let id = ClientCase(id: "login~client.concurrent-isolation")
        let mixed = ClientBindings(
            client: { stub in (client: SocketClient(base: try await stub.baseURL), first: Locked(String?.none)) },
            operations: [
                "login": .init { made, input in
                    let token = try await made.client.login(input.string("username"), input.string("password"))
                    // The first answer stands for all: whoever comes second is given another's.
                    return SocketClient.Token(
                        id: made.first.withLock { first in
                            first = first ?? token.id
                            return first ?? ""
                        })
                }
            ])
        let result = await Self.contract.result(of: id, with: mixed)
        #expect(result.findings.map(\.rule.id) == ["outcome.mixed"], "\(result.reason ?? "")")
        #expect(result.exchanges.count == 4)
    }

    @Test(
        "a client fails if it doesn't replace a connection that the server has closed", arguments: [false, true])
    func staleConnection(replaces: Bool) async {
        let bindings = ClientBindings(
            client: { stub in KeptConnection(base: try await stub.baseURL, replaces: replaces) },
            operations: [
                "login": .init { client, input in
                    try await client.login(input.string("username"), input.string("password"))
                }
            ])
        let id = ClientCase(id: "login~flow.stale-keepalive")
        let result = await Self.contract.result(of: id, with: bindings)
        #expect(result.status == (replaces ? .passed : .failed), "\(result.reason ?? "")")
        #expect(result.findings.map(\.rule.id) == (replaces ? [] : ["outcome.threw"]))
        #expect(result.findings.allSatisfy { $0.advice?.contains("idle connection closed by the server") == true })
        #expect(result.findings.allSatisfy { $0.actual?.contains("ended") == true })
        // While nothing is wrong with the connection, it does all the same.
        let plain = await Self.contract.result(of: ClientCase(id: "login/creates a token"), with: bindings)
        #expect(plain.status == .passed, "\(plain.findings.map(\.message))")
    }

    /// Reads the answer from the file that a download task left.
    private static func download(_ base: URL, _ input: CallInput, ignoresStatus: Bool) async throws -> [String: String]
    {
        let query = [("username", try input.string("username")), ("password", try input.string("password"))]
            .map { "\($0.0)=\(SocketClient.encoded($0.1))" }.joined(separator: "&")
        let url = try #require(URL(string: "\(base.absoluteString)/login?\(query)"))
        let (file, response) = try await URLSession(configuration: .ephemeral).download(from: url)
        defer { try? FileManager.default.removeItem(at: file) }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard ignoresStatus || (200..<300).contains(status) else { throw SocketClient.Failure.badAnswer }
        let token = try JSONDecoder().decode([String: String].self, from: Data(contentsOf: file))["token"]
        return ["id": try #require(token)]
    }

    @Test(
        "download tasks are answered", arguments: [("login/creates a token", false), ("login~flow.unknown-5xx", true)])
    func downloads(id: String, ignoresStatus: Bool) async {
        let bindings = ClientBindings(
            client: { stub in try await stub.baseURL },
            operations: ["login": .init { try await Self.download($0, $1, ignoresStatus: ignoresStatus) }])
        let result = await Self.contract.result(of: ClientCase(id: id), with: bindings)
        #expect(result.status == (ignoresStatus ? .failed : .passed), "\(result.reason ?? "")")
        #expect(result.findings.map(\.rule.id) == (ignoresStatus ? ["outcome.returned"] : []))
    }

    private static func redirected(_ trusts: Bool) async -> CaseResult {
        let bindings = ClientBindings(
            client: { stub -> (client: SocketClient, token: Locked<String>) in
                var client = SocketClient(base: try await stub.baseURL)
                client.trustsRedirects = trusts
                return (client, Locked(""))
            },
            operations: [
                "login": .init { made, input in
                    let token = try await made.client.login(input.string("username"), input.string("password"))
                    made.token.withLock { $0 = token.id }
                    return token
                },
                "addItem": .init { made, input in
                    try await made.client.add(input.json("body").data, made.token.withLock { $0 })
                },
                "fetchItems": .init { made, _ in try await made.client.items(made.token.withLock { $0 }) },
            ])
        return await contract.result(of: ClientCase(id: "fetchItems~flow.redirect-cross-origin"), with: bindings)
    }

    @Test("credentials that a client sends to a different origin are a finding")
    func leakedCredentials() async {
        let result = await Self.redirected(true)
        #expect(result.status == .failed, "\(result.reason ?? "")")
        #expect(result.findings.map(\.rule.id) == ["request.redirect.credentials"])
        #expect(result.findings.first?.expected == "a request without Authorization")
    }

    @Test("a client that follows a redirect without credentials passes")
    func keptCredentials() async {
        let result = await Self.redirected(false)
        #expect(result.status == .passed, "\(result.reason ?? "") \(result.findings.map(\.message))")
    }

    @Test("requests have the URL of the documented server")
    func origin() async throws {
        let result = await Self.contract.result(of: ClientCase(id: "login/creates a token"), with: Self.bindings())
        let url = try #require(result.exchanges.first?.request.url)
        #expect(url.hasPrefix("https://awesometodos.com/login?"))
    }

    @Test(
        "only FoundationNetworking is spared the faults that it can't survive, whatever its User-Agent",
        arguments: [("deflate, gzip, br, zstd", true), ("gzip, deflate, br", false)])
    func sparedFaults(codings: String, isSpared: Bool) {
        let request = HTTPRequest(
            method: "GET", url: "http://127.0.0.1/login",
            headers: [
                HTTPField("User-Agent", "todos/1.0"), HTTPField("Accept-Encoding", codings),
            ])
        for fault in [Fault.truncatedHeaders, .challengeBasic] {
            #expect((SocketFaults.obstacle(to: fault, for: request) != nil) == isSpared)
        }
        #expect(SocketFaults.obstacle(to: .resetMidBody, for: request) == nil)
    }

    #if canImport(FoundationNetworking)
        @Test("a response that ends within its headers crashes FoundationNetworking 6.3.1")
        func truncatedHeaders() async {
            await #expect(processExitsWith: .failure) {
                let server = try await ScriptedServer.start { _, _ in
                    SocketScript([.send(Array("HTTP/1.1 200 OK\r\nContent-Ty".utf8)), .close])
                }
                let url = try #require(URL(string: "http://\(server.authority)/"))
                _ = try? await SocketClient(base: url).login("a", "b")
            }
        }
    #endif
}
