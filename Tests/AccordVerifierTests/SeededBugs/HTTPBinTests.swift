// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
import Testing

@testable import AccordContract
@testable import AccordVerifier

/// A server that nobody here wrote: httpbin, from PyPI.
@Suite(
    "httpbin", .timeLimit(.minutes(20)),
    .enabled(if: HTTPBin.isInstalled, "httpbin isn't installed; scripts/python.sh installs it"))
struct HTTPBinTests {
    @Test("httpbin passes its contract: codings, Digest, redirects, cookies, streams, delays, ranges and bytes")
    func verifies() throws {
        let server = try HTTPBin()
        let file = SeededServer.folder.deletingLastPathComponent().appending(path: "httpbin.json").path
        let loaded = ContractLoader.load(file)
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.message))")
        #expect(contract.operations.count >= 20)
        let plan = RunPlan([contract], selection: Selection(), serverName: nil, today: "2026-01-01")
        var options = VerifierOptions(target: .baseURL(server.address))
        let environment = ["HTTPBIN_USER": "ann", "HTTPBIN_PASSWORD": "pw-1", "HTTPBIN_TOKEN": "t-1"]
        options.environment = { environment[$0] }
        let recorder = Recorder(Secrets([contract], environment: options.environment), keptExchanges: 0)
        let results = try Verifier.run(plan, options: options, recorder: recorder)
        let failed = results.filter { $0.status != .passed }
        #expect(failed.isEmpty, "\(failed.map { "\($0.id): \($0.findings.map(\.message)) \($0.reason ?? "")" })")
        print(
            "httpbin: \(results.count - failed.count) of \(results.count) cases of \(contract.operations.count) operations hold"
        )
    }
}

/// httpbin under Python's own WSGI server, on a port that the system picks.
private final class HTTPBin {
    private static let start = """
        import sys, threading
        from socketserver import ThreadingMixIn
        from wsgiref.simple_server import make_server, WSGIServer, WSGIRequestHandler
        from httpbin import app
        from werkzeug.wsgi import ClosingIterator
        def strict(environ, start_response):
            # /bytes gives a bytearray, which Werkzeug's own server takes, and this one, as WSGI says, doesn't.
            answer = app(environ, start_response)
            return ClosingIterator(map(bytes, answer), getattr(answer, "close", None))
        class Server(ThreadingMixIn, WSGIServer):
            daemon_threads = True
        class Quiet(WSGIRequestHandler):
            def log_message(self, *arguments): pass
        server = make_server("127.0.0.1", 0, strict, Server, Quiet)
        print(server.server_port, flush=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        sys.stdin.read()
        """

    let address: String
    private let process = Process()
    private let input = Pipe()

    /// The virtual environment that `scripts/python.sh` creates.
    private static let python = URL(filePath: FileManager.default.currentDirectoryPath)
        .appending(path: ".build/httpbin/bin/python3")

    static let isInstalled: Bool = {
        let process = Process()
        process.executableURL = python
        process.arguments = ["-c", "import httpbin"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    init() throws {
        let output = Pipe()
        process.executableURL = Self.python
        process.arguments = ["-c", Self.start]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line = Data()
        while let byte = try output.fileHandleForReading.read(upToCount: 1), byte != Data("\n".utf8) { line += byte }
        let port = try #require(Int(String(decoding: line, as: UTF8.self)))
        address = "http://127.0.0.1:\(port)"
    }

    deinit {
        try? input.fileHandleForWriting.close()
        if process.isRunning { process.waitUntilExit() }
    }
}
