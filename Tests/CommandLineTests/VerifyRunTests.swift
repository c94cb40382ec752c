// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("Runs of accord verify", .timeLimit(.minutes(20)))
struct VerifyRunTests {
    static let states = #"""
        {
          "contract": "1.0",
          "info": { "title": "States", "version": "1" },
          "servers": [ { "url": "https://states.example" } ],
          "operations": {
            "read": {
              "request": { "method": "GET", "path": "/read" },
              "responses": { "200": { "description": "It.", "body": { "type": "object" } } },
              "cases": {
                "reads": { "given": [ "an old booking" ], "response": { "status": 200, "body": {} } }
              }
            }
          }
        }
        """#

    @Test("states are set up and torn down, also after an interruption", arguments: [nil, SIGINT, SIGTERM])
    func states(signal: Int32?) async throws {
        // The first connection only checks that the server is reachable.
        let server = try ScriptedServer([.readHead, signal == nil ? BadDayTests.good : .hold])
        let scratch = try ScratchFolder()
        let file = try scratch.write(Self.states, to: "states.json")
        let run = try RunningProgram(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--timeout", "10m",
            "--state-command", "echo \"$ACCORD_STATE_ACTION $ACCORD_STATE\" >>'\(scratch.path)/log'", file)
        if let signal {
            await server.requests(atLeast: 1)
            run.send(signal)
        }
        let ended = try run.finish()
        #expect(ended.status == (signal == nil ? 0 : 130), "\(ended)")
        #expect(try scratch.text("log") == "setup an old booking\nteardown an old booking\n")
    }

    @Test("an interruption ends all commands", .timeLimit(.minutes(20)))
    func commandsEnd() throws {
        let server = try ScriptedServer([.readHead, BadDayTests.good])
        let scratch = try ScratchFolder()
        let file = try scratch.write(Self.states, to: "states.json")
        // Open until the command and its children have exited.
        let pipe = scratch.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        let run = try RunningProgram(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--state-command",
            "test $ACCORD_STATE_ACTION = teardown || { exec 3>'\(pipe)'; echo up >&3; sleep 600; }", file)
        let life = try FileHandle(forReadingFrom: URL(filePath: pipe))
        #expect(try life.read(upToCount: 3) == Data("up\n".utf8))
        run.send(SIGINT)
        #expect(try run.finish().status == 130)
        #expect(try life.readToEnd()?.isEmpty ?? true)
    }

    @Test("a signal or --max-time ends the program while it reads a document", arguments: [SIGINT, SIGTERM, nil])
    func reading(signal: Int32?) throws {
        let process = Process()
        process.executableURL = Program.accordProgram
        process.arguments =
            ["verify", "--base-url", "http://127.0.0.1:9", "-"] + (signal == nil ? ["--max-time", "1s"] : [])
        let (input, errors) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardError = errors
        try process.runWithDefaultSignals()
        // Before a signal more than a pipe holds, so the program reads the document, and waits for its end.
        try input.fileHandleForWriting.write(
            contentsOf: Data(repeating: UInt8(ascii: " "), count: signal == nil ? 1 : 200_000))
        if let signal { kill(process.processIdentifier, signal) }
        process.waitUntilExit()
        #expect(process.terminationStatus == (signal == nil ? 1 : 130))
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(text.contains("before the first request"), "\(text)")
        try input.fileHandleForWriting.close()
    }

    @Test(
        "each event of an endless stream is judged by the itemSchema of an OpenAPI 3.2 document",
        arguments: [("", ["response.stream.open"]), (#""x-endless": { "items": 5 },"#, [])])
    func endlessOpenAPI(part: String, warnings: [String]) throws {
        let events = "id: 1\ndata: a\n\n" + "id: 2\n" + "data: long\n\n"
        let server = try ScriptedServer { _ in
            [
                .readHead, .send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n\(events)"),
                .sendForever(Array("data: b\n\n".utf8)),
            ]
        }
        let scratch = try ScratchFolder()
        let file = try scratch.write(
            #"""
            {
              "openapi": "3.2.0",
              "info": { "title": "Ticks", "version": "1" },
              "paths": { "/ticks": { "get": { "operationId": "watch", "responses": { "200": {
                "description": "Ticks.",
                "content": { "text/event-stream": { \#(part) "itemSchema": {
                  "type": "object", "properties": { "data": { "type": "string", "maxLength": 3 } }
                } } }
              } } } } }
            }
            """#, to: "openapi.json")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--max-body", "50000",
            file)
        #expect(run.status == 1, "\(run)")
        #expect(run.output.contains("where     body /1/data\n"), "\(run)")
        #expect(run.output.contains("ms: id: 2 ⏎ data: long\n"), "\(run)")
        let report = try VerifyCommandTests.Report(in: scratch)
        #expect(report.cases.flatMap(\.findings).map(\.rule) == warnings + ["response.body.schema"])
        #expect(try scratch.text("report.html").contains("<pre class=\"stream\">item 0 after "))
    }

    @Test("a failing state command fails its case with the command's message, before any request")
    func stateFails() throws {
        let server = try ScriptedServer([.readHead, BadDayTests.good])
        let scratch = try ScratchFolder()
        let file = try scratch.write(Self.states, to: "states.json")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path,
            "--state-command", "echo no database >&2; exit 7", file)
        #expect(run.status == 1, "\(run)")
        #expect(run.output.contains("no database"), "\(run)")
        #expect(try VerifyCommandTests.Report(in: scratch).cases.flatMap(\.findings).map(\.rule) == ["state.failed"])
        #expect(server.requestHeads.isEmpty)
    }

    @Test("a run with only skipped cases fails")
    func allSkipped() throws {
        let server = try ScriptedServer([.readHead, BadDayTests.good])
        let scratch = try ScratchFolder()
        let skipping = Self.states.replacing("\"given\"", with: #""skip": { "reason": "too slow" }, "given""#)
        let file = try scratch.write(skipping, to: "states.json")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, file)
        #expect(run.status == 1, "\(run)")
        #expect(run.output.contains("too slow"), "\(run)")
    }

    @Test("--last-failed runs only the cases that failed")
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

    @Test(
        "hints explain common causes, and each run prints the same text",
        arguments: [
            ("401 Unauthorized", "application/json", "hint: Every response is 401"),
            ("404 Not Found", "application/json", "hint: Every response is 404"),
            ("200 OK", "text/html", "hint: 10 of 10 failed responses are HTML"),
        ])
    func hints(status: String, type: String, hint: String) throws {
        let server = try ScriptedServer([.readHead, .response(status, type: type, body: "<p>no</p>")])
        let scratch = try ScratchFolder()
        let file = try scratch.write(BadDayTests.contract, to: "hints.json")
        let runs = try (0..<2).map { _ in
            try Program.accord(
                "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, file)
        }
        #expect(runs[0].status == 1, "\(runs[0])")
        #expect(runs[0].output.contains(hint), "\(runs[0])")
        #expect(runs[0].output == runs[1].output)
    }

    @Test("parts of an OpenAPI document that aren't checked are listed in the reports of verify and the mock")
    func leftOut() throws {
        let scratch = try ScratchFolder()
        let file = try scratch.write(
            """
            { "openapi": "3.1.0", "info": { "title": "Half", "version": "1" }, "servers": [{ "url": "https://half.example" }],
              "paths": {
                "/health": { "get": { "operationId": "health", "responses": { "200": { "description": "Well." } } } },
                "/bad{": { "get": { "operationId": "bad", "responses": { "200": { "description": "Never." } } } } } }
            """, to: "half.json")
        let mock = try RunningServer.mock("--report", "\(scratch.path)/mock", file)
        let run = try Program.accord(
            "verify", "--base-url", mock.address, "--report", "\(scratch.path)/verify", file)
        #expect(run.status == 0, "\(run)")
        #expect(mock.stop() == 0)
        let place = "half.json:4:5: "
        #expect(run.output.contains("\(place)Accord can't test this part of the document: “/bad{”"), "\(run)")
        for report in ["mock/report.html", "mock/summary.md", "verify/report.html", "verify/summary.md"] {
            // Markdown is escaped.
            let text = try scratch.text(report).replacing("\\", with: "")
            #expect(text.contains("half.json:4:5"), "\(report)")
        }
    }

    @Test("many unpaired examples are a warning each in lint, one warning in cases, and errors with --strict")
    func unpaired() throws {
        let scratch = try ScratchFolder()
        let paths = (0..<8).map { number in
            """
            "/u\(number)/{id}": { "get": { "operationId": "get\(number)",
              "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }],
              "responses": { "200": { "description": "D.", "content": { "application/json": {
                "schema": { "type": "integer" }, "examples": { "fetch": { "value": 1 } } } } } } } }
            """
        }
        let file = try scratch.write(
            """
            { "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "servers": [{ "url": "https://t.example" }],
              "paths": { \(paths.joined(separator: ",\n")) } }
            """, to: "unpaired.json")
        let lint = try Program.accord("lint", file)
        #expect(lint.status == 0 && lint.output.contains("0 errors, 8 warnings"), "\(lint)")
        let cases = try Program.accord("cases", file)
        #expect(cases.errors.contains("(and 7 more of this kind)"), "\(cases)")
        let strict = try Program.accord("lint", "--strict", file)
        #expect(strict.status != 0 && strict.output.contains("8 errors, 0 warnings"), "\(strict)")
        let mock = try Program.accord("mock", "--port", "0", "--strict", file)
        #expect(mock.status == 3 && mock.errors.contains("can't use"), "\(mock)")
    }
}
