import Foundation
import Testing

@Suite("accord verify, as a process")
struct VerifyCommandTests {
    /// What a test needs of report.json.
    struct Report: Decodable {
        struct Summary: Decodable {
            var total: Int
            var passed: Int
            var failed: Int
        }
        struct Result: Decodable {
            var id: String
            var status: String
            var findings: [Finding]
        }
        struct Finding: Decodable {
            var rule: String
            var severity: String
            var blame: String
            var message: String
            var reproduce: String?
            var contract: Place?
        }
        struct Place: Decodable {
            var file: String
            var line: Int
        }
        var summary: Summary
        var cases: [Result]
        var isInterrupted: Bool?

        init(in folder: ScratchFolder) throws {
            self = try JSONDecoder().decode(Report.self, from: Data(folder.text("report.json").utf8))
        }
    }

    @Test("passes against the mock of the same contracts")
    func passes() throws {
        let mock = try RunningServer.mock("Specs")
        let scratch = try ScratchFolder()
        let run = try Program.accord("verify", "--base-url", mock.address, "--report", scratch.path, "Specs")
        #expect(run.status == 0, "\(run)")
        let report = try Report(in: scratch)
        #expect(report.summary.failed == 0 && report.summary.passed > 20)
        #expect(mock.stop() == 0)
    }

    static let hasPython = (try? Program.shell("command -v python3").status) == 0

    @Test(
        "finds the three bugs of a server that isn't ours, and nothing else",
        .enabled("python3 isn't here") { hasPython })
    func findsBugs() throws {
        let server = try RunningServer(
            URL(filePath: "/usr/bin/env"), ["python3", "Tests/Fixtures/buggy_server.py"])
        let scratch = try ScratchFolder()
        let run = try Program.accord(
            "verify", "--base-url", server.address, "--report", scratch.path, "--operation", "login",
            "Specs/awesome-todos.json")
        #expect(run.status == 1, "\(run)")
        let report = try Report(in: scratch)
        let found = report.cases.filter { $0.status == "failed" }
        #expect(
            Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0.findings.map(\.rule)) }) == [
                "login/refuses a wrong password": ["response.status"],
                "login/refuses an unknown user": ["response.body.schema"],
                "login/refuses a login without a password": ["response.body.media-type"],
            ])
        #expect(report.summary.passed == report.summary.total - 3)
        for finding in found.flatMap(\.findings) {
            #expect(finding.blame == "server")
            #expect(finding.contract?.file == "Specs/awesome-todos.json")
            #expect(run.output.contains(finding.message))
        }
        let lines = found.compactMap { result in result.findings.first?.reproduce.map { (result.id, $0) } }
        #expect(lines.count == 3)
        let answers = [
            "login/refuses a wrong password": #"{"title": "wrong password"}"#,
            "login/refuses an unknown user": #"{"title": 401}"#,
            "login/refuses a login without a password": #"{"title": "password: is missing"}"#,
        ]
        for (id, line) in lines {
            #expect(line.hasPrefix("curl "))
            #expect(run.output.contains(line))
            #expect(try Program.shell(line).output.hasSuffix(try #require(answers[id])), "\(line)")
        }
        #expect(server.stop() != 0)
    }
}

@Suite("accord verify, interrupted or aimed")
struct VerifyRunTests {
    @Test("stops at Ctrl-C with status 130 and a partial report", arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) throws {
        // Takes connections and never answers: the run can only end by the signal.
        let server = try SilentServer()
        let scratch = try ScratchFolder()
        let run = try InterruptibleRun([
            "verify", "--base-url", server.address, "--report", scratch.path, "--operation", "login",
            "Specs/awesome-todos.json",
        ])
        server.waitForConnections(2)
        #expect(run.stop(signal) == 130)
        #expect(try scratch.text("report.json").contains("\"isInterrupted\": true"))
    }

    @Test("runs only what failed before")
    func lastFailed() throws {
        let mock = try RunningServer.mock("Specs")
        let scratch = try ScratchFolder()
        let missing = try Program.accord(
            "verify", "--base-url", mock.address, "--report", scratch.path, "--last-failed", "Specs")
        #expect(missing.status == 2 && missing.errors.contains("report.json"), "\(missing)")
        _ = try Program.accord(
            "verify", "--base-url", mock.address + "/nowhere", "--report", scratch.path, "--operation", "health",
            "Specs")
        let again = try Program.accord(
            "verify", "--base-url", mock.address, "--report", scratch.path, "--last-failed", "Specs")
        #expect(again.status == 0, "\(again)")
        #expect(try VerifyCommandTests.Report(in: scratch).cases.map(\.id) == ["health/is well"])
        #expect(mock.stop() == 0)
    }

    @Test("does its part of the cases, every case falling to one of the parts")
    func shards() throws {
        let whole = try Program.accord("verify", "--list", "Specs").output.split(separator: "\n").sorted()
        let parts = try (1...3).flatMap { part in
            try Program.accord("verify", "--list", "--shard", "\(part)/3", "Specs").output.split(separator: "\n")
        }
        #expect(parts.sorted() == whole)
        #expect(try Program.accord("verify", "--list", "--shard", "4/3", "Specs").status == 2)
    }

    @Test("hides what comes from the environment, in every artefact and on the terminal")
    func secrets() throws {
        let scratch = try ScratchFolder()
        let contract = try scratch.write(
            #"""
            {
              "contract": "1.0",
              "info": { "title": "Secrets", "version": "1" },
              "servers": [ { "url": "https://secrets.example" } ],
              "security": [ { "key": [] } ],
              "operations": {
                "read": {
                  "request": { "method": "GET", "path": "/read" },
                  "responses": { "200": { "description": "It.", "body": { "type": "string" } } },
                  "cases": { "reads": { "response": { "status": 200, "body": "x" } } }
                }
              },
              "components": {
                "securitySchemes": {
                  "key": { "type": "apiKey", "in": "query", "name": "key", "credentials": { "value": "${env.ACCORD_TEST_KEY}" } }
                }
              }
            }
            """#, to: "secrets.json")
        let secret = "s3cret&value/with+signs"
        let variables = try scratch.write("ACCORD_TEST_KEY='\(secret)'\n", to: "variables")
        let mock = try RunningServer.mock("Specs")
        let run = try Program.accord(
            "verify", "--base-url", mock.address, "--report", scratch.path + "/Reports", "--env-file", variables,
            contract)
        #expect(run.status == 1, "\(run)")
        let spellings = [secret, "s3cret%26value", "s3cret&amp;value", "s3cret"]
        var texts = [run.output, run.errors]
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.path + "/Reports") {
            texts.append(try scratch.text("Reports/" + name))
        }
        #expect(texts.count > 6)
        for text in texts { #expect(!spellings.contains { text.contains($0) }) }
        #expect(run.output.contains("•••"))
        #expect(mock.stop() == 0)
    }
}

/// `accord`, under way.
final class InterruptibleRun {
    private let process = Process()

    init(_ arguments: [String]) throws {
        process.executableURL = Program.accordProgram
        process.arguments = arguments
        process.currentDirectoryURL = Program.packageRoot
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.runWithoutBlockedSignals()
    }

    func stop(_ signal: Int32) -> Int32 {
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        return process.terminationStatus
    }
}

/// A listening socket whose connections are taken and never answered.
final class SilentServer {
    let address: String
    private let listener: Int32

    init() throws {
        #if canImport(Glibc)
            listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            listener = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var name = sockaddr_in()
        name.sin_family = sa_family_t(AF_INET)
        name.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = listener
        let isListening = withUnsafeMutablePointer(to: &name) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
                    && listen(descriptor, 64) == 0
            }
        }
        try #require(isListening)
        address = "http://127.0.0.1:\(UInt16(bigEndian: name.sin_port))"
    }

    deinit { close(listener) }

    func waitForConnections(_ count: Int) {
        for _ in 0..<count { _ = accept(listener, nil, nil) }
    }
}
