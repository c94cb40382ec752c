// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("accord mock", .timeLimit(.minutes(20)))
struct MockCommandTests {
    @Test(
        "the mock doesn't start with credentials of an unset variable or without a value",
        arguments: [
            ("token=${env.ACCORD_TEST_UNSET}", "--auth uses an environment variable that isn't set: ACCORD_TEST_UNSET"),
            ("token=", "the value is empty"),
        ])
    func missingCredentials(auth: String, message: String) throws {
        let run = try Program.accord("mock", "--port", "0", "--auth", auth, "Specs/awesome-todos.json")
        #expect(run.status == 2 && run.errors.contains(message), "\(run)")
    }

    @Test(
        "the mock prints its address first, answers requests, and stops on a signal",
        arguments: [SIGTERM, SIGINT, SIGHUP])
    func stops(signal: Int32) throws {
        let mock = try RunningServer.mock("Specs")
        #expect(mock.address.hasPrefix("http://127.0.0.1:"))
        let answer = try Program.shell(
            "curl -sS -i '\(mock.address)/login?username=dasd%C3%B6m&password=%25%2634'")
        #expect(answer.output.contains("HTTP/1.1 200 OK"), "\(answer)")
        #expect(answer.output.contains("Accord-Case: login/creates a token"))
        #expect(answer.output.hasSuffix("\"1234567890\"}"))
        #expect(mock.stop(signal) == 0)
    }

    @Test("a signal ends the mock while it reads a document", arguments: [SIGTERM, SIGINT])
    func stopsEarly(signal: Int32) throws {
        let process = Process()
        process.executableURL = Program.accordProgram
        process.arguments = ["mock", "--port", "0", "-"]
        let (input, errors) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardError = errors
        try process.runWithDefaultSignals()
        // More than a pipe holds, so the program reads the document, and waits for its end.
        try input.fileHandleForWriting.write(contentsOf: Data(repeating: UInt8(ascii: " "), count: 200_000))
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        let text = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        #expect(text.contains("interrupted before the mock accepted requests"), "\(text)")
        try input.fileHandleForWriting.close()
    }

    @Test(
        "documents are read from pipes, in JSON and YAML",
        arguments: [
            "cat Specs/awesome-todos.json", "printf 'openapi: 3.0.3\\ninfo: {title: t, version: \"1\"}\\npaths: {}'",
        ])
    func pipes(source: String) throws {
        let run = try Program.shell(
            "bash -c '\(Program.accordProgram.path) lint <(\(source.replacing("'", with: "'\\''")))'")
        #expect(run.output.contains("1 contract, 0 errors"), "\(run)")
    }

    @Test("an invalid request is answered with a problem document")
    func refuses() throws {
        let mock = try RunningServer.mock("Specs")
        let answer = try Program.shell("curl -sS -i '\(mock.address)/login?username=x&password=y&remember=1'")
        #expect(answer.output.contains("HTTP/1.1 400 Bad Request"), "\(answer)")
        #expect(answer.output.contains("Content-Type: application/json"))
        #expect(answer.output.contains("request.query.unexpected"))
        #expect(answer.output.contains("awesome-todos.json:"))
        #expect(mock.stop() == 0)
    }

    @Test("a used port is an error with status 2")
    func portTaken() throws {
        let mock = try RunningServer.mock("Specs")
        let port = try #require(mock.address.split(separator: ":").last)
        let second = try Program.accord("mock", "--port", String(port), "Specs")
        #expect(second.status == 2, "\(second)")
        #expect(second.errors.contains("can't listen on port \(port) of 127.0.0.1: the port is in use"), "\(second)")
        #expect(second.errors.contains("choose a free port with --port 0"))
        #expect(mock.stop() == 0)
    }

    @Test("--mount works without a folder of contracts")
    func mountsAlone() throws {
        let scratch = try ScratchFolder()
        let file = Program.packageRoot.appending(path: "Specs/geocoder.json").path
        let mock = try RunningServer.mock("--mount", "/maps=\(file)", in: URL(filePath: scratch.path))
        #expect(try Program.shell("curl -sS '\(mock.address)/__accord/status'").output.contains("geocoder.json"))
        #expect(mock.stop() == 0)
    }

    @Test(
        "an invalid address is an error",
        arguments: [("192.0.2.1", "does not have the address"), ("nowhere.invalid", "cannot be resolved")])
    func noAddress(host: String, reason: String) throws {
        let run = try Program.accord("mock", "--host", host, "--port", "0", "Specs")
        #expect(run.status == 2 && run.errors.contains(reason), "\(run)")
        #expect(!run.errors.contains("errno") && !run.errors.contains("SocketAddressError"))
    }

    @Test("a changed contract is served; a broken one isn't")
    func reloads() throws {
        func contract(_ title: String) -> String {
            """
            { "contract": "1.0", "info": { "title": "T", "version": "1" }, "servers": [{ "url": "https://t.example" }],
              "operations": { "x": { "request": { "method": "GET", "path": "/x" },
                "responses": { "200": { "description": "D.", "body": { "type": "string" } } },
                "cases": { "a": { "response": { "status": 200, "body": "\(title)" } } } } } }
            """
        }
        let scratch = try ScratchFolder()
        let file = try scratch.write(contract("first"), to: "t.json")
        let ready = "\(file).ready"
        let mock = try RunningServer.mock("--ready-file", ready, file)
        #expect(try String(contentsOfFile: ready, encoding: .utf8) == "\(mock.address)\n")
        func answers(_ text: String, at path: String) throws -> Bool {
            // Long enough for a busy machine.
            for _ in 0..<600 {
                let answer = try Program.shell("curl -sS '\(mock.address)\(path)'")
                if answer.output.contains(text) { return true }
                usleep(50_000)
            }
            return false
        }
        #expect(try answers("first", at: "/x"))
        _ = try scratch.write(contract("second one"), to: "t.json")
        #expect(try answers("second one", at: "/x"))
        _ = try scratch.write("{ broken", to: "t.json")
        #expect(try answers("t.json:1:", at: "/__accord/status"))
        #expect(try answers("second one", at: "/x"))
        #expect(mock.stop() == 0)
    }

    @Test("--report describes invalid requests, and --fail-on-findings fails")
    func reports() throws {
        let scratch = try ScratchFolder()
        let folder = scratch.path + "/Reports"
        let idle = try RunningServer.mock("--fail-on-findings", "Specs/awesome-todos.json")
        #expect(idle.stop() == 1)
        let mock = try RunningServer.mock("--report", folder, "--fail-on-findings", "Specs/awesome-todos.json")
        _ = try Program.shell("curl -sS '\(mock.address)/login?username=dasd%C3%B6m&password=wrong'")
        _ = try Program.shell("curl -sS '\(mock.address)/login?password=wrong'")
        #expect(mock.stop() == 1)
        let report = try String(contentsOfFile: "\(folder)/report.json", encoding: .utf8)
        #expect(report.contains("login~requests") && report.contains("request.query.missing"))
        #expect(report.contains("login/refuses a wrong password"))
    }

    @Test("contracts are served below mount points, or on separate ports")
    func layouts() throws {
        let below = try RunningServer.mock("--mount", "/bar=Specs/coffee.json", "Specs")
        let coffee = try Program.shell("curl -sS -o /dev/null -w '%{http_code}' '\(below.address)/bar/coffee/hot'")
        #expect(coffee.output == "200", "\(coffee)")
        let elsewhere = try Program.shell("curl -sS -o /dev/null -w '%{http_code}' '\(below.address)/coffee/hot'")
        #expect(elsewhere.output == "404", "\(elsewhere)")
        #expect(below.stop() == 0)

        let scratch = try ScratchFolder()
        let ready = "\(scratch.path)/ready"
        let own = try RunningServer.mock(
            "--own-ports", "--ready-file", ready, "Specs/coffee.json", "Specs/awesome-todos.json")
        let lines = try scratch.text("ready").split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines.map(\.last) == ["Specs/coffee.json", "Specs/awesome-todos.json"])
        let statuses = try lines.map { line in
            try Program.shell("curl -sS -o /dev/null -w '%{http_code}' '\(line[0])/coffee/hot'").output
        }
        #expect(statuses == ["200", "404"])
        #expect(own.stop() == 0)
    }

    @Test("--auth restricts the accepted credentials")
    func credentials() throws {
        let scratch = try ScratchFolder()
        let document = try scratch.write(
            #"""
            { "openapi": "3.1.0", "info": { "title": "Keys", "version": "1" }, "security": [ { "key": [] } ],
              "paths": { "/things": { "get": { "operationId": "list", "responses": { "204": { "description": "None." }, "401": { "description": "Who?" } } } } },
              "components": { "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" } } } }
            """#, to: "keys.json")
        let mock = try RunningServer.mock("--auth", "key=right", document)
        let statuses = try ["right", "wrong"].map { key in
            try Program.shell("curl -sS -o /dev/null -w '%{http_code}' -H 'X-Key: \(key)' '\(mock.address)/things'")
                .output
        }
        #expect(statuses == ["204", "401"])
        let verified = try Program.accord(
            "verify", "--base-url", mock.address, "--auth", "key=right", "--refusals", "--report", "\(scratch.path)/r",
            document)
        #expect(verified.status == 0, "\(verified)")
        #expect(mock.stop() == 0)
        let unknown = try Program.accord("mock", "--port", "0", "--auth", "kee=right", document)
        #expect(unknown.status == 2 && unknown.errors.contains("Did you mean"), "\(unknown)")
    }

    @Test(
        "an unknown file in --mount is an error",
        arguments: [("/bar=Specs/tea.json", "unknown contract"), ("bar=Specs/coffee.json", "/PREFIX=FILE")])
    func misplaced(mount: String, message: String) throws {
        let run = try Program.accord("mock", "--port", "0", "--mount", mount, "Specs")
        #expect(run.status == 2 && run.errors.contains(message), "\(run)")
    }

    @Test("a contract that was removed for a moment is served on the same port again")
    func returns() throws {
        func contract(_ name: String) -> String {
            """
            { "contract": "1.0", "info": { "title": "\(name)", "version": "1" }, "servers": [{ "url": "https://t.example" }],
              "operations": { "x": { "request": { "method": "GET", "path": "/x" },
                "responses": { "200": { "description": "D." } }, "cases": { "a": { "response": { "status": 200 } } } } } }
            """
        }
        let scratch = try ScratchFolder()
        _ = try scratch.write(contract("A"), to: "a.json")
        let file = try scratch.write(contract("B"), to: "b.json")
        let mock = try RunningServer.mock("--own-ports", "--ready-file", "\(scratch.path).ready", scratch.path)
        let ready = try String(contentsOfFile: "\(scratch.path).ready", encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: "\(scratch.path).ready") }
        let line = try #require(ready.split(separator: "\n").last)
        #expect(line.hasSuffix("b.json"))
        let address = line.prefix { $0 != " " }
        func isAnswered(_ status: String) throws -> Bool {
            // Long enough for a busy machine.
            for _ in 0..<600 {
                let answer = try Program.shell("curl -sS -o /dev/null -w '%{http_code}' '\(address)/x'")
                if answer.output == status { return true }
                usleep(50_000)
            }
            return false
        }
        #expect(try isAnswered("200"))
        try FileManager.default.removeItem(atPath: file)
        #expect(try isAnswered("404"))
        _ = try scratch.write(contract("B"), to: "b.json")
        #expect(try isAnswered("200"))
        #expect(mock.stop() == 0)
    }
}
