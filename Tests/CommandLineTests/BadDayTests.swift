// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("accord verify under adverse conditions", .timeLimit(.minutes(20)))
struct BadDayTests {
    typealias Report = VerifyCommandTests.Report

    /// Ten cases that pass for any response `{}`.
    static let contract: String = {
        let operations = (0..<10).map { number in
            """
            "op\(number)": {
              "request": { "method": "GET", "path": "/\(number)" },
              "responses": { "200": { "description": "Fine.", "body": { "type": "object" } } },
              "cases": { "answers": { "response": { "status": 200, "body": {} } } }
            }
            """
        }
        return """
            { "contract": "1.0", "info": { "title": "Bad day", "version": "1" },
              "servers": [{ "name": "test", "url": "http://127.0.0.1" }],
              "operations": { \(operations.joined(separator: ",\n")) } }
            """
    }()

    static let good = ScriptedServer.Act.response("200 OK")

    @Test(
        "an interrupted run reports finished cases, and the others as skipped, with status 130",
        arguments: [(SIGINT, 0), (SIGINT, 3), (SIGTERM, 3), (SIGHUP, 3), (SIGINT, 9)])
    func interrupted(signal: Int32, answered: Int) async throws {
        // The first connection only checks that the server is reachable.
        let server = try ScriptedServer { number in [.readHead, number <= answered ? Self.good : .hold] }
        let scratch = try ScratchFolder()
        let file = try scratch.write(Self.contract, to: "bad-day.json")
        let run = try RunningProgram(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--concurrency", "1",
            "--timeout", "10m", file)
        await server.requests(atLeast: answered + 1)
        run.send(signal)
        let ended = try run.finish()
        #expect(ended.status == 130, "\(ended)")
        let report = try Report(in: scratch)
        #expect(report.isInterrupted == true)
        let never = 9 - answered
        #expect(
            report.cases.map { $0.reason ?? $0.status } == Array(repeating: "passed", count: answered)
                + ["not finished: interrupted"] + Array(repeating: "not run: interrupted", count: never))
        #expect(report.cases.count { $0.status == "skipped" } == 10 - answered)
        #expect(ended.output.contains("Interrupted after \(answered) of 10 cases"), "\(ended)")
        let junit = try scratch.text("junit.xml")
        #expect(junit.contains(#"tests="10" failures="0" errors="0" skipped="\#(10 - answered)""#), "\(junit)")
        #expect(junit.contains(#"<property name="interrupted" value="true"/>"#))
        #expect(junit.matches(of: /<skipped message="skipped: not run: interrupted \([^"]+\)"\/>/).count == never)
    }

    @Test("a full disk is reported, and earlier reports are kept")
    func diskFull() throws {
        let server = try ScriptedServer([.readHead, Self.good])
        let scratch = try ScratchFolder()
        let file = try scratch.write(Self.contract, to: "bad-day.json")
        let reports = scratch.path + "/Reports"
        try FileManager.default.createDirectory(atPath: reports, withIntermediateDirectories: true)
        _ = try scratch.write("{}", to: "Reports/report.json")
        // A limit on the file size simulates a full disk without privileges.
        let run = try Program.run(
            URL(filePath: "/bin/sh"),
            [
                "-c", "ulimit -f 8; exec \"$0\" \"$@\"", Program.accordProgram.path, "verify", "--base-url",
                "http://127.0.0.1:\(server.port)", "--report", reports, file,
            ], in: Program.packageRoot)
        #expect(run.status == 2, "\(run)")
        #expect(run.output.contains("10 cases passed"), "\(run)")
        #expect(run.errors.contains(reports), "\(run)")
        #expect(try scratch.text("Reports/report.json") == "{}")
        #expect(try FileManager.default.contentsOfDirectory(atPath: reports) == ["report.json"])
    }

    @Test("an unwritable report folder is an error before any request is sent")
    func readOnlyFolder() throws {
        let server = try ScriptedServer([.readHead, Self.good])
        let scratch = try ScratchFolder()
        let file = try scratch.write(Self.contract, to: "bad-day.json")
        let folder = try Self.readOnlyFolder(in: scratch)
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", folder, file)
        #expect(run.status == 2, "\(run)")
        #expect(run.errors.contains("can't write reports into \(folder)"), "\(run)")
        #expect(server.connectionCount == 0)
    }

    /// A folder that this user can't write to; root can write to all but the kernel's.
    static func readOnlyFolder(in scratch: ScratchFolder) throws -> String {
        guard geteuid() != 0 else { return "/proc/self" }
        let folder = scratch.path + "/read-only"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o555])
        return folder
    }

    @Test("memory stays limited with endless responses")
    func endlessBodies() throws {
        let server = try ScriptedServer([
            .readHead, .send("HTTP/1.1 200 OK\r\n\r\n"), .sendForever(Array(repeating: 97, count: 65_536)),
        ])
        let scratch = try ScratchFolder()
        let file = try scratch.write(Self.contract, to: "bad-day.json")
        // Kilobytes of address space; ten responses of 50 MB would exceed it.
        let run = try Program.run(
            URL(filePath: "/bin/sh"),
            [
                "-c", "ulimit -v 700000; exec \"$0\" \"$@\"", Program.accordProgram.path, "verify", "--base-url",
                "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--max-body", "1000000", file,
            ], in: Program.packageRoot)
        #expect(run.status == 1, "\(run)")
        let report = try Report(in: scratch)
        #expect(report.cases.count == 10)
        #expect(report.cases.allSatisfy { $0.findings.map(\.rule) == ["transport.too-large"] })
    }

    @Test("the run finishes when the reader of its output closes the pipe")
    func closedPipe() throws {
        let server = try ScriptedServer([.readHead, Self.good])
        let scratch = try ScratchFolder()
        let file = try scratch.write(Self.contract, to: "bad-day.json")
        let run = try Program.shell(
            """
            { "\(Program.accordProgram.path)" verify --base-url http://127.0.0.1:\(server.port) --report \
            "\(scratch.path)" "\(file)"; echo $? >"\(scratch.path)/status"; } | true
            """)
        #expect(run.status == 0, "\(run)")
        #expect(try scratch.text("status") == "0\n")
        #expect(try Report(in: scratch).summary.passed == 10)
    }
}
