// SPDX-License-Identifier: Apache-2.0
#if TLS && Tools
    import AccordCore
    import AccordContract
    import Foundation
    import Testing

    @testable import AccordServer

    /// Uses curl. Tests are skipped if curl is missing or does not support HTTP/2.
    @Suite("TLS and HTTP/2", .timeLimit(.minutes(20)))
    struct HTTP2Tests {
        private static func curl(_ arguments: String...) throws -> String {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/env")
            process.arguments = ["curl", "-sS", "--max-time", "3600"] + arguments
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let data = output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return String(decoding: data, as: UTF8.self)
        }

        static let speaksHTTP2: Bool = ((try? curl("--version")) ?? "").contains("HTTP2")

        private static func server(_ identity: ServerIdentity? = nil) throws -> HTTPServer {
            var options = ServerOptions()
            options.limits = .patient
            options.identity = identity
            options.limits.bodyBytes = 100_000
            return try HTTPServer(options) { request in
                if request.target == "/pieces" {
                    return .paced(
                        PacedResponse(HTTPResponse(status: 200), pause: 0.01) { $0 < 3 ? Array("\($0) ".utf8) : nil })
                }
                let text = "\(request.httpVersion) \(request.message.method) \(request.message.body.count)"
                return .answer(HTTPResponse(status: 200, headers: [HTTPField("X-A", "b")], body: Array(text.utf8)))
            }
        }

        @Test("the server supports HTTP/2 with prior knowledge beside HTTP/1.1", .enabled(if: speaksHTTP2))
        func priorKnowledge() throws {
            let server = try Self.server()
            #expect(try Self.curl("--http2-prior-knowledge", server.address) == "2 GET 0")
            #expect(try Self.curl("--http2-prior-knowledge", "-d", "abc", server.address) == "2 POST 3")
            #expect(try Self.curl("-d", "abc", server.address) == "1.1 POST 3")
            #expect(try Self.curl("--http2-prior-knowledge", "\(server.address)/pieces") == "0 1 2 ")
            #expect(try Self.curl("--http2-prior-knowledge", "-I", "\(server.address)/pieces").contains("HTTP/2 200"))
            let large = String(repeating: "a", count: 110_000)
            #expect(
                try Self.curl(
                    "--http2-prior-knowledge", "-o", "/dev/null", "-w", "%{http_code}", "-d", large, server.address)
                    == "413")
            try server.stop()
        }

        @Test("the server negotiates HTTP/2 over TLS with a certificate of its authority", .enabled(if: speaksHTTP2))
        func negotiated() throws {
            let identity = try ServerIdentity.minted()
            let file = FileManager.default.temporaryDirectory.appending(path: "accord-\(UUID().uuidString).pem")
            try Data(try #require(identity.authority).utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            let server = try Self.server(identity)
            #expect(server.address.hasPrefix("https://"))
            #expect(try Self.curl("--cacert", file.path(), server.address) == "2 GET 0")
            #expect(try Self.curl("--http1.1", "--cacert", file.path(), server.address) == "1.1 GET 0")
            // Clients without the authority reject the certificate.
            #expect(try Self.curl(server.address).contains("certificate"))
            try server.stop()
        }

        private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4, 0, stream: 0, [])

        /// A frame of RFC 9113 section 4.1.
        private static func frame(_ type: UInt8, _ flags: UInt8, stream: Int, _ payload: [UInt8]) -> [UInt8] {
            func bytes(_ number: Int, _ count: Int) -> [UInt8] {
                (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            }
            let head: [UInt8] = bytes(payload.count, 3) + [type, flags] + bytes(stream, 4)
            return head + payload
        }

        /// `GET /` of `http://x` (RFC 7541).
        private static let fields: [UInt8] = [0x82, 0x84, 0x86, 0x41, 1, UInt8(ascii: "x")]

        private static func resets(_ count: Int) -> [UInt8] {
            (0..<count).flatMap { number -> [UInt8] in
                let stream = 2 * number + 1
                return frame(1, 5, stream: stream, fields) + frame(3, 0, stream: stream, [0, 0, 0, 8])
            }
        }

        @Test(
            "a connection that resets hundreds of streams is closed, one that resets a few is not",
            .timeLimit(.minutes(20)))
        func rapidReset() async throws {
            let server = try Self.server()
            let attacking = try await OpenClient(server.port)
            attacking.write(bytes: Self.preface + Self.resets(1000))
            _ = try await attacking.rest()
            let client = try await OpenClient(server.port)
            client.write(bytes: Self.preface + Self.resets(20) + Self.frame(1, 5, stream: 101, Self.fields))
            try await client.waitFor("2 GET 0")
            await client.close()
            try server.stop()
        }

        @Test("a connection with endless CONTINUATION frames is closed, a few are accepted", .timeLimit(.minutes(20)))
        func continuationFlood() async throws {
            let server = try Self.server()
            func request(_ count: Int) -> [UInt8] {
                let continuation = Self.frame(9, 0, stream: 1, [0, 1, 0x61, 1, 0x62])
                let flood = [[UInt8]](repeating: continuation, count: count)
                return Self.frame(1, 1, stream: 1, Self.fields) + flood.flatMap { $0 }
            }
            let attacking = try await OpenClient(server.port)
            attacking.write(bytes: Self.preface + request(10_000))
            _ = try await attacking.rest()
            let client = try await OpenClient(server.port)
            client.write(bytes: Self.preface + request(3) + Self.frame(9, 4, stream: 1, []))
            try await client.waitFor("2 GET 0")
            await client.close()
            try server.stop()
        }
    }
#endif
