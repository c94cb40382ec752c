// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("Rate limits and skipped cases", .timeLimit(.minutes(20)))
struct PaceTests {
    typealias Report = VerifyCommandTests.Report

    private func run(
        _ server: ScriptedServer, _ contract: String, _ scratch: ScratchFolder, _ options: String...
    ) throws -> Program {
        let file = try scratch.write(contract, to: "contract.json")
        return try Program.run(
            Program.accordProgram,
            ["verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, file] + options,
            in: Program.packageRoot)
    }

    @Test("--rate limits the requests per second")
    func rate() throws {
        let server = try ScriptedServer([.readHead, BadDayTests.good])
        let scratch = try ScratchFolder()
        let clock = ContinuousClock.now
        let run = try run(server, BadDayTests.contract, scratch, "--rate", "50")
        #expect(run.status == 0, "\(run)")
        // Ten requests have nine intervals of 20 ms.
        #expect(.now - clock >= .milliseconds(180))
        #expect(server.requestHeads.count == 10)
        for wrong in ["0", "-1", "inf", "x"] {
            #expect(try self.run(server, BadDayTests.contract, scratch, "--rate=\(wrong)").status == 2, "\(wrong)")
        }
    }

    @Test("--read-only sends no unsafe requests, and reports skipped cases")
    func readOnly() throws {
        let server = try RefusalRunTests.server(checks: true)
        let scratch = try ScratchFolder()
        let run = try run(server, RefusalRunTests.contract, scratch, "--read-only")
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("--read-only: the case sends POST"), "\(run)")
        #expect(try Report(in: scratch).cases.map(\.status) == ["passed", "skipped"])
        #expect(server.requestHeads.allSatisfy { $0.hasPrefix("GET ") })
        let states = try self.run(
            server, RefusalRunTests.contract, scratch, "--read-only", "--state-command", "true")
        #expect(
            states.status == 2 && states.errors.contains("--read-only can't be combined with --state-url"), "\(states)")
    }

    @Test("--fail-fast reports the cases that didn't start")
    func failFast() throws {
        let server = try ScriptedServer([
            .answer { head in
                let status = head.hasPrefix("GET /2 ") ? "500 Internal Server Error" : "200 OK"
                return [
                    .send(
                        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
                            + "Connection: close\r\n\r\n{}")
                ]
            }
        ])
        let scratch = try ScratchFolder()
        let run = try run(server, BadDayTests.contract, scratch, "--fail-fast", "--concurrency", "1")
        #expect(run.status == 1, "\(run)")
        #expect(
            try Report(in: scratch).cases.map(\.status)
                == ["passed", "passed", "failed"] + Array(repeating: "skipped", count: 7))
        #expect(run.output.contains("not started: --fail-fast ended the run after op2/answers failed"), "\(run)")
        #expect(server.requestHeads.count == 3)
    }

    @Test("an expired skip doesn't apply", arguments: [true, false])
    func skipUntil(isOver: Bool) throws {
        let server = try ScriptedServer([.readHead, BadDayTests.good])
        let scratch = try ScratchFolder()
        let skip = #""skip": { "reason": "bug 9", "until": "\#(isOver ? "2020-01-01" : "2999-01-01")" }, "response""#
        let contract = BadDayTests.contract.replacing("\"response\"", with: skip, maxReplacements: 1)
        let run = try run(server, contract, scratch)
        #expect(run.status == 0, "\(run)")
        #expect(try Report(in: scratch).cases.first?.status == (isOver ? "passed" : "skipped"))
        #expect(run.output.contains("bug 9") != isOver, "\(run)")
        #expect(server.requestHeads.count == (isOver ? 10 : 9))
    }

    @Test("pending cases run, never fail, and are reported when they pass", arguments: [true, false])
    func pending(passes: Bool) throws {
        let wrong = ScriptedServer.Act.send("HTTP/1.1 500 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        let server = try ScriptedServer([
            .answer { head in [passes || !head.hasPrefix("GET /0 ") ? BadDayTests.good : wrong] }
        ])
        let scratch = try ScratchFolder()
        let contract = BadDayTests.contract.replacing(
            "\"response\"", with: #""pending": { "reason": "not built" }, "response""#, maxReplacements: 1)
        let run = try run(server, contract, scratch)
        #expect(run.status == 0, "\(run)")
        #expect(try Report(in: scratch).cases.first?.status == "pending")
        let rules = try Report(in: scratch).cases.first?.findings.map(\.rule)
        #expect(rules == [passes ? "case.pending-passes" : "response.status.undocumented"])
        #expect(run.output.contains("not built"), "\(run)")
        #expect(run.output.contains("the case is marked as pending, but it passes") == passes, "\(run)")
    }
}
