// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("Waiting and time limits", .timeLimit(.minutes(20)))
struct WaitTests {
    typealias Report = VerifyCommandTests.Report

    private func run(
        _ address: String, _ scratch: ScratchFolder, contract: String = BadDayTests.contract, _ options: String...
    ) throws -> Program {
        let file = try scratch.write(contract, to: "contract.json")
        return try Program.run(
            Program.accordProgram, ["verify", "--report", scratch.path, file, "--base-url", address] + options,
            in: Program.packageRoot)
    }

    /// Starts `accord verify` with standard error connected to a pipe.
    private func waiting(_ scratch: ScratchFolder, _ arguments: [String]) throws -> (process: Process, errors: Pipe) {
        let process = Process()
        process.executableURL = Program.accordProgram
        process.arguments = ["verify", "--report", scratch.path] + arguments
        process.currentDirectoryURL = Program.packageRoot
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = try scratch.newFile("output")
        let errors = Pipe()
        process.standardError = errors
        try process.runWithDefaultSignals()
        return (process, errors)
    }

    @Test("--wait waits for a starting server")
    func starting() throws {
        // Below the ports that systems choose, so that no other test uses it.
        let port = 20_000 + Int(getpid()) % 10_000
        let address = "http://127.0.0.1:\(port)"
        let scratch = try ScratchFolder()
        let (process, errors) = try waiting(
            scratch, ["--base-url", address, "--wait", "2m", "--case", "health/is well", "Specs"])
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        var line: [UInt8] = []
        while let byte = try errors.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            line.append(byte)
        }
        let text = String(decoding: line, as: UTF8.self)
        #expect(text == "accord: waiting for \(address): the connection was refused")
        let mock = try RunningServer(Program.accordProgram, ["mock", "--port", String(port), "Specs"])
        process.waitForExit()
        #expect(process.terminationStatus == 0)
        #expect(try Report(in: scratch).cases.map(\.status) == ["passed"])
        #expect(mock.stop() == 0)
    }

    @Test("--wait has a time limit", arguments: ["1ms", "200ms"])
    func givesUp(time: String) throws {
        let scratch = try ScratchFolder()
        let run = try run("http://127.0.0.1:\(ScriptedServer.closedPort())", scratch, "--wait", time)
        #expect(run.status == 4, "\(run)")
        #expect(run.errors.contains("the connection was refused"), "\(run)")
    }

    @Test("an interruption while waiting reports every case as not run")
    func interrupted() throws {
        let scratch = try ScratchFolder()
        let file = try scratch.write(BadDayTests.contract, to: "contract.json")
        let address = "http://127.0.0.1:\(try ScriptedServer.closedPort())"
        let (process, errors) = try waiting(scratch, ["--base-url", address, "--wait", "10m", file])
        defer { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }
        // The program prints that it is waiting.
        #expect(try errors.fileHandleForReading.read(upToCount: 1) == Data("a".utf8))
        kill(process.processIdentifier, SIGINT)
        process.waitForExit()
        #expect(process.terminationStatus == 130)
        let report = try Report(in: scratch)
        #expect(report.isInterrupted == true && report.cases.count == 10)
        #expect(report.cases.allSatisfy { $0.status == "skipped" && $0.reason == "not run: interrupted" })
    }

    @Test(
        "a timeout names its limit, and other cases continue",
        arguments: [
            (["--first-byte-timeout", "100ms"], "transport.timeout.first-byte"),
            (["--timeout", "100ms"], "transport.timeout.first-byte"),
        ])
    func firstByte(options: [String], rule: String) throws {
        let server = try ScriptedServer([
            .answer { head in [head.hasPrefix("GET /4 ") ? .hold : BadDayTests.good] }
        ])
        let scratch = try ScratchFolder()
        let run = try run("http://127.0.0.1:\(server.port)", scratch, options[0], options[1], "--concurrency", "1")
        #expect(run.status == 1, "\(run)")
        let report = try Report(in: scratch)
        #expect(report.cases.first { $0.id == "op4/answers" }?.findings.map(\.rule) == [rule], "\(run)")
        #expect(report.cases.count == 10)
    }

    @Test("a body that doesn't end is reported with the time limit")
    func total() throws {
        let drip = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n"
        let server = try ScriptedServer([
            .answer { head in
                head.hasPrefix("GET /4 ") ? [.send(drip), .drip([32], milliseconds: 20)] : [BadDayTests.good]
            }
        ])
        let scratch = try ScratchFolder()
        let run = try run(
            "http://127.0.0.1:\(server.port)", scratch, "--timeout", "1s", "--case", "op4/answers", "--case",
            "op5/answers")
        #expect(run.status == 1, "\(run)")
        let report = try Report(in: scratch)
        #expect(report.cases.map { $0.findings.map(\.rule) } == [["transport.timeout.total"], []], "\(run)")
    }

    @Test(
        "--retries repeats a request after a temporary failure, and reports it",
        arguments: ["429 Slow", "502 Bad", "503 Busy", "504 Late"])
    func flaky(status: String) throws {
        let server = try ScriptedServer { number in
            // The first connection only checks that the server is reachable.
            [.readHead, number == 1 ? .response(status, fields: "Retry-After: 0\r\n") : BadDayTests.good]
        }
        let scratch = try ScratchFolder()
        let run = try run(
            "http://127.0.0.1:\(server.port)", scratch, "--retries", "1", "--case", "op0/answers")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("the case failed at first, and passed when Accord repeated it"), "\(run)")
        #expect(try Report(in: scratch).cases.flatMap(\.findings).map(\.rule) == ["case.flaky"])
        let second = try ScriptedServer([.readHead, .response(status, fields: "Retry-After: 0\r\n")])
        let failing = try self.run(
            "http://127.0.0.1:\(second.port)", scratch, "--retries", "2", "--case", "op0/answers")
        #expect(failing.status == 1, "\(failing)")
        #expect(second.requestHeads.count == 3)
    }

    @Test("--state-url sets up and tears down states, and uses the returned values")
    func stateURL() throws {
        let contract = #"""
            {
              "contract": "1.0",
              "info": { "title": "States", "version": "1" },
              "servers": [ { "url": "https://states.example" } ],
              "operations": {
                "read": {
                  "request": { "method": "GET", "path": "/read/{id}", "pathParameters": { "id": { "type": "integer" } } },
                  "responses": { "200": { "description": "It.", "body": { "type": "object" } } },
                  "cases": {
                    "reads": {
                      "given": [ { "name": "a booking", "params": { "id": 1 } } ],
                      "request": { "pathParameters": { "id": "${given.id}" } },
                      "response": { "status": 200, "body": {} }
                    }
                  }
                }
              }
            }
            """#
        let server = try ScriptedServer([
            .answer { head in
                [head.hasPrefix("POST /states ") ? .response("200 OK", body: #"{"id":41}"#) : BadDayTests.good]
            }
        ])
        let scratch = try ScratchFolder()
        let address = "http://127.0.0.1:\(server.port)"
        let run = try run(address, scratch, contract: contract, "--state-url", address + "/states")
        #expect(run.status == 0, "\(run)")
        #expect(
            server.requestHeads.map { $0.prefix(while: { $0 != "\r\n" }) } == [
                "POST /states HTTP/1.1", "GET /read/41 HTTP/1.1", "POST /states HTTP/1.1",
            ])
    }

    @Test("--server and --tag select a server and cases")
    func named() throws {
        let server = try ScriptedServer([.readHead, BadDayTests.good])
        let scratch = try ScratchFolder()
        let contract = BadDayTests.contract
            .replacing(#""url": "http://127.0.0.1""#, with: #""url": "http://127.0.0.1:\#(server.port)/v2""#)
            .replacing("\"response\"", with: #""tags": ["smoke"], "response""#, maxReplacements: 1)
        let file = try scratch.write(contract, to: "contract.json")
        let run = try Program.accord("verify", "--report", scratch.path, "--server", "test", "--tag", "smoke", file)
        #expect(run.status == 0, "\(run)")
        #expect(server.requestHeads.map { $0.prefix { $0 != "\r\n" } } == ["GET /v2/0 HTTP/1.1"])
        let unknown = try Program.accord("verify", "--list", "--tag", "smok", file)
        #expect(unknown.status == 2 && unknown.errors.contains("did you mean “smoke”?"), "\(unknown)")
    }
}
