// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("Hints about delayed acknowledgements", .timeLimit(.minutes(20)))
struct HintRunTests {
    /// Returns the hints of a run against a server that sends the body after this delay in milliseconds.
    private func run(milliseconds: Int32?) throws -> Program {
        let pause = milliseconds.map { [ScriptedServer.Act.pause(milliseconds: $0)] } ?? []
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n"
        let server = try ScriptedServer([.readHead, .send(head)] + pause + [.send("{}")])
        let scratch = try ScratchFolder()
        let file = try scratch.write(BadDayTests.contract, to: "hints.json")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--concurrency", "1",
            file)
        #expect(run.status == 0, "\(run)")
        return run
    }

    /// A busy machine delays responses further; at least one of several runs isn't disturbed.
    private static let tries = 20

    @Test("a delay of 40 ms in every response is explained")
    func fortyMilliseconds() throws {
        var last: Program?
        for _ in 0..<Self.tries {
            let run = try run(milliseconds: 40)
            if run.output.contains("hint: Nearly every response takes 40 ms") { return }
            last = run
        }
        Issue.record("no hint: \(last.map { "\($0)" } ?? "")")
    }

    @Test("other delays have no hint", arguments: [nil, 80])
    func ordinaryTimes(milliseconds: Int32?) throws {
        #expect(!(try run(milliseconds: milliseconds)).output.contains("hint:"))
    }
}
