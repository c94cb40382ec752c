import Foundation
import LoopbackServer
import Testing

@Suite("Hints, by a real server")
struct HintRunTests {
    /// What a run says of a server that answers so many milliseconds after it was asked.
    private func run(milliseconds: Int32?) throws -> Program {
        let pause = milliseconds.map { [ScriptedServer.Act.pause(milliseconds: $0)] } ?? []
        let server = try ScriptedServer([.readHead] + pause + [BadDayTests.good])
        let scratch = try ScratchFolder()
        let file = try scratch.write(BadDayTests.contract, to: "hints.json")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--concurrency", "1",
            file)
        #expect(run.status == 0, "\(run)")
        return run
    }

    /// 40 ms are at most 50 unless the machine is busy with something else; of some runs one is left in peace.
    private static let tries = 20

    @Test("name delayed acknowledgements where every answer takes 40 ms")
    func fortyMilliseconds() throws {
        var last: Program?
        for _ in 0..<Self.tries {
            let run = try run(milliseconds: 40)
            if run.output.contains("hint: Nearly every answer takes 40 ms") { return }
            last = run
        }
        Issue.record("no hint: \(last.map { "\($0)" } ?? "")")
    }

    @Test("say nothing of answers that come at once, or after another while", arguments: [nil, 80])
    func ordinaryTimes(milliseconds: Int32?) throws {
        #expect(!(try run(milliseconds: milliseconds)).output.contains("hint:"))
    }
}
