#if TLS && Tools
    import AccordCore
    import AccordContract
    import Foundation
    import Testing

    @testable import AccordServer

    /// With the client that everybody has, curl; a machine without it, or with one without HTTP/2, says so.
    @Suite("TLS and HTTP/2")
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
            // Nobody else trusts it.
            #expect(try Self.curl(server.address).contains("certificate"))
            try server.stop()
        }
    }
#endif
