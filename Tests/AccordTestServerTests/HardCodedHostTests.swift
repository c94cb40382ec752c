// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordJSON
import AccordTestServer
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A client that runs curl, with the documented server in its source code.
private struct CurlClient: Sendable {
    enum Failure: Error {
        case unauthorized
        case status(Int)
        case transport(Int32)
        case malformed
    }

    var options: [String]
    var base = "https://awesometodos.com"

    func login(_ username: String, _ password: String) async throws -> [String: String] {
        let query = "username=\(SocketClient.encoded(username))&password=\(SocketClient.encoded(password))"
        let output = try await Self.output(
            of: ["curl", "-sS", "-L", "--compressed", "-m", "20", "-w", "\n%{http_code}"] + options
                + ["\(base)/login?\(query)"])
        guard let end = output.lastIndex(of: UInt8(ascii: "\n")) else { throw Failure.malformed }
        let status = Int(String(decoding: output[(end + 1)...], as: UTF8.self)) ?? 0
        if status == 401 { throw Failure.unauthorized }
        guard (200..<300).contains(status) else { throw Failure.status(status) }
        guard let token = try JSONDecoder().decode([String: String].self, from: output[..<end])["token"] else {
            throw Failure.malformed
        }
        return ["id": token]
    }

    private static func output(of arguments: [String]) async throws -> Data {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        defer { try? FileManager.default.removeItem(at: file) }
        process.standardOutput = try FileHandle(forWritingTo: file)
        process.standardError = FileHandle.nullDevice
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                process.terminationHandler = { _ in continuation.resume() }
                do { try process.run() } catch { continuation.resume(throwing: error) }
            }
        } onCancel: {
            kill(process.processIdentifier, SIGKILL)
        }
        try Task.checkCancellation()
        guard process.terminationStatus == 0 else { throw Failure.transport(process.terminationStatus) }
        return try Data(contentsOf: file)
    }
}

/// A client whose session is private, and whose host is in its source code.
private final class PrivateSessionClient: Sendable {
    private let session = URLSession(configuration: .default)
    private let ignoresStatus: Bool

    init(ignoresStatus: Bool) {
        self.ignoresStatus = ignoresStatus
    }

    func login(
        _ username: String, _ password: String, success: @escaping @Sendable ([String: String]) -> Void,
        failure: @escaping @Sendable (any Error) -> Void
    ) {
        let query = "username=\(SocketClient.encoded(username))&password=\(SocketClient.encoded(password))"
        guard let url = URL(string: "https://awesometodos.com/login?\(query)") else {
            return failure(URLError(.badURL))
        }
        session.dataTask(with: url) { [ignoresStatus] data, response, error in
            do {
                if let error { throw error }
                let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                if status == 401, !ignoresStatus { throw SocketClient.Failure.unauthorized }
                guard (200..<300).contains(status) || ignoresStatus else { throw SocketClient.Failure.badAnswer }
                struct Answer: Decodable { var token: String }
                success(["id": try JSONDecoder().decode(Answer.self, from: data ?? Data()).token])
            } catch {
                failure(error)
            }
        }.resume()
    }
}

@Suite("Clients with a hard-coded host", .timeLimit(.minutes(20))) struct HardCodedHostTests {
    private static let contract = LoopbackStubTests.contract

    private static func bindings(
        _ options: @escaping @Sendable (Stub) async throws -> [String], base: String? = nil
    ) -> ClientBindings {
        ClientBindings(
            client: { stub -> CurlClient in
                var client = CurlClient(options: try await options(stub))
                if let base { client.base = base }
                return client
            },
            operations: [
                "login": .init { client, input in
                    try await client.login(input.string("username"), input.string("password"))
                }
            ])
    }

    private static func result(_ id: String, _ bindings: ClientBindings) async -> CaseResult {
        await contract.result(of: ClientCase(id: id), with: bindings)
    }

    @Test("a client of a Unix socket passes, and a wrong path is found")
    func unixSocket() async {
        let correct = Self.bindings({ ["--unix-socket", try await $0.socketPath] }, base: "http://localhost")
        for id in [
            "login/creates a token", "login/refuses a wrong password", "login~syntax.truncated-json",
            "login~framing.reset-mid-body", "login~framing.chunked-ok", "login~client.cancel-before-response",
        ] {
            let result = await Self.result(id, correct)
            #expect(result.status == .passed, "\(id): \(result.reason ?? "") \(result.findings.map(\.message))")
        }
        let secure = await Self.result("login~tls.tls-expired", correct)
        #expect(
            secure.status == .notApplicable
                && secure.reason == "the client connects to a Unix socket, which doesn’t support TLS")
        let wrong = Self.bindings({ ["--unix-socket", try await $0.socketPath] }, base: "http://localhost/v2")
        let result = await Self.result("login/creates a token", wrong)
        #expect(result.findings.map(\.rule.id) == ["request.path"])
    }

    @Test("a stub has one address, and says so")
    func oneAddress() async {
        let bindings = Self.bindings { ["--unix-socket", try await $0.socketPath, "\(try await $0.baseURL)"] }
        let result = await Self.result("login/creates a token", bindings)
        #expect(result.findings.map(\.rule.id) == ["outcome.unmade"])
        #expect(result.findings.first?.actual?.contains("use only one of baseURL, proxyPort and socketPath") == true)
    }

    @Test("a wrong host is found, and no request leaves for it")
    func wrongHost() async {
        let bindings = Self.bindings(
            { ["-x", "http://127.0.0.1:\(try await $0.proxyPort)"] }, base: "http://staging.awesometodos.com")
        let result = await Self.result("login/creates a token", bindings)
        #expect(result.findings.map(\.rule.id) == ["request.scheme", "request.host"])
        #expect(result.exchanges.first?.request.url.hasPrefix("http://staging.awesometodos.com/login?") == true)
    }

    #if TLS
        @Sendable private static func throughProxy(_ stub: Stub) async throws -> [String] {
            let port = try await stub.proxyPort
            return ["-x", "http://127.0.0.1:\(port)", "--cacert", try stub.certificateAuthority.path]
        }

        @Test("a client passes through the stub’s proxy, also with TLS faults and redirects")
        func proxy() async {
            let groups = ["tls.", "flow.", "framing.", "client.", "syntax."]
            let cases = LoopbackStubTests.cases.filter { testCase in
                !testCase.id.contains("~") || groups.contains { testCase.id.contains("~\($0)") }
            }
            #expect(cases.count > 40)
            var passed = 0
            for testCase in cases {
                let result = await Self.result(testCase.id, Self.bindings(Self.throughProxy))
                let errors = result.findings.filter { $0.severity == .error }
                #expect(errors.isEmpty, "\(testCase.id): \(errors.map { "\($0.message) \($0.actual ?? "")" })")
                if result.status == .passed { passed += 1 }
            }
            #expect(passed > 35, "\(passed) of \(cases.count)")
            let result = await Self.result("login/creates a token", Self.bindings(Self.throughProxy))
            #expect(result.exchanges.first?.request.url.hasPrefix("https://awesometodos.com/login?") == true)
        }

        @Test(
            "a client that accepts any certificate is found", arguments: ["untrusted-root", "expired", "host-mismatch"])
        func anyCertificate(fault: String) async {
            let bindings = Self.bindings { try await Self.throughProxy($0) + ["-k"] }
            let result = await Self.result("login~tls.tls-\(fault)", bindings)
            #expect(result.findings.map(\.rule.id) == ["outcome.returned"], "\(result.reason ?? "")")
        }

        @Test("a client that rejects the stub’s certificate gets the line to change")
        func untrusted() async {
            let bindings = Self.bindings { ["-x", "http://127.0.0.1:\(try await $0.proxyPort)"] }
            let result = await Self.result("login/creates a token", bindings)
            #expect(result.status == .failed)
            #expect(result.findings.map(\.rule.id) == ["request.count.none"])
            #expect(
                result.findings.first?.message == "the client rejects the stub’s certificate for “awesometodos.com”")
            #expect(
                result.findings.first?.advice?.contains("trustRoots = .file(stub.certificateAuthority.path)") == true)
        }
    #endif

    #if TLS && canImport(Glibc)
        /// Runs the cases of a client with a private session, and returns its errors by case.
        private static func errors(ignoresStatus: Bool, answersSessions: Bool = true) async -> [String: [String]] {
            let bindings = ClientBindings(
                client: { stub -> PrivateSessionClient in
                    if answersSessions { try await stub.answerPrivateSessions() } else { _ = try await stub.proxyPort }
                    return PrivateSessionClient(ignoresStatus: ignoresStatus)
                },
                operations: [
                    "login": .init { client, input in
                        let (username, password) = (try input.string("username"), try input.string("password"))
                        return try await completion { client.login(username, password, success: $0, failure: $1) }
                    }
                ])
            var errors: [String: [String]] = [:]
            for testCase in LoopbackStubTests.cases {
                let result = await contract.result(of: testCase, with: bindings)
                let rules = result.findings.filter { $0.severity == .error }.map { "\($0.rule.id): \($0.message)" }
                if !rules.isEmpty { errors[testCase.id] = rules }
            }
            return errors
        }

        @Test("a client with a private session passes every case in a child process")
        func privateSession() async {
            await #expect(processExitsWith: .success) {
                let errors = await Self.errors(ignoresStatus: false)
                #expect(errors.isEmpty, "\(errors)")
                let trusting = PrivateSessionClient(ignoresStatus: false)
                // After the case, the session reaches nothing.
                await #expect(throws: (any Error).self) {
                    _ = try await completion { trusting.login("a", "b", success: $0, failure: $1) } as [String: String]
                }
            }
        }

        @Test("the mistake of a client with a private session is found in a child process")
        func brokenPrivateSession() async {
            await #expect(processExitsWith: .success) {
                let errors = await Self.errors(ignoresStatus: true)
                #expect(errors["login~flow.unknown-5xx"]?.first?.hasPrefix("outcome.returned") == true)
                #expect(errors["login/creates a token"] == nil)
            }
        }

        @Test("a client that would reach the real server is stopped and reported")
        func stopped() async {
            await #expect(processExitsWith: .success) {
                let errors = await Self.errors(ignoresStatus: false, answersSessions: false)
                #expect(
                    errors["login/creates a token"]
                        == ["request.host.undocumented: the client connects to “awesometodos.com” instead of the stub"])
            }
        }
    #endif
}
