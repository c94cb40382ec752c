// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("accord verify --events", .timeLimit(.minutes(20)))
struct EventsTests {
    struct Line: Decodable {
        struct Result: Decodable {
            var id: String
            var status: String
        }
        var event: String
        var at: Double
        var version: Int?
        var total: Int?
        var id: String?
        var result: Result?
        var verdict: String?
        var exitStatus: Int32?
        var summary: VerifyCommandTests.Report.Summary?

        static func all(in text: String) throws -> [Line] {
            #expect(text.hasSuffix("\n"))
            return try text.split(separator: "\n").map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
        }
    }

    private func run(_ server: ScriptedServer, _ scratch: ScratchFolder, _ events: String) throws -> Program {
        let file = try scratch.write(BadDayTests.contract, to: "bad-day.json")
        return try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--events", events,
            file)
    }

    @Test(
        "events describe the run; each case ends after its start", arguments: [true, false])
    func lines(isFile: Bool) throws {
        let wrong = ScriptedServer.Act.send("HTTP/1.1 500 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        let server = try ScriptedServer([
            .answer { head in [head.hasPrefix("GET /4 ") ? wrong : BadDayTests.good] }
        ])
        let scratch = try ScratchFolder()
        let run = try run(server, scratch, isFile ? scratch.path + "/events.ndjson" : "-")
        #expect(run.status == 1, "\(run)")
        let lines = try Line.all(in: isFile ? scratch.text("events.ndjson") : run.output)
        #expect((isFile ? run.output : run.errors).contains("1 of 10 cases failed"), "\(run)")
        #expect(lines.count == 22)
        #expect(lines.first?.event == "run.started" && lines.first?.version == 1 && lines.first?.total == 10)
        let last = try #require(lines.last)
        #expect(last.event == "run.ended" && last.verdict == "failed" && last.exitStatus == 1)
        #expect(last.summary?.failed == 1 && last.summary?.passed == 9)
        for number in 0..<10 {
            let own = lines.filter { ($0.id ?? $0.result?.id) == "op\(number)/answers" }
            #expect(own.map(\.event) == ["case.started", "case.ended"])
            #expect(own.last?.result?.status == (number == 4 ? "failed" : "passed"))
        }
        #expect(zip(lines, lines.dropFirst()).allSatisfy { $0.at <= $1.at })
    }

    @Test("each event is written immediately, while a different case waits for its response")
    func flushed() async throws {
        let server = try ScriptedServer { number in [.readHead, number <= 3 ? BadDayTests.good : .hold] }
        let scratch = try ScratchFolder()
        let file = try scratch.write(BadDayTests.contract, to: "bad-day.json")
        let run = try RunningProgram(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--concurrency", "1",
            "--timeout", "10m", "--events", scratch.path + "/events", file)
        await server.requests(atLeast: 4)
        // The fourth request is sent after its event, so that all earlier events are written.
        let early = try Line.all(in: scratch.text("events"))
        #expect(early.map(\.event).suffix(3) == ["case.started", "case.ended", "case.started"])
        #expect(early.count == 8)
        run.send(SIGINT)
        let ended = try run.finish()
        #expect(ended.status == 130, "\(ended)")
        let lines = try Line.all(in: scratch.text("events"))
        let last = try #require(lines.last)
        #expect(last.event == "run.ended" && last.verdict == "interrupted" && last.exitStatus == 130)
        #expect(last.summary?.total == 10 && last.summary?.passed == 3)
        // Each case ends once, including the active one.
        let ids = lines.filter { $0.event == "case.ended" }.compactMap { $0.result?.id }
        #expect(ids.sorted() == (0..<10).map { "op\($0)/answers" })
        #expect(lines.count { $0.event == "case.started" } == 4)
    }

    @Test("an event file that can't be opened is an error; a reader may close the pipe")
    func badPlaces() throws {
        let server = try ScriptedServer([.readHead, BadDayTests.good])
        let scratch = try ScratchFolder()
        let wrong = try run(server, scratch, scratch.path + "/nowhere/events")
        #expect(wrong.status == 2 && wrong.errors.contains("can't write events to"), "\(wrong)")
        #expect(server.requestHeads.isEmpty)
        let file = try scratch.write(BadDayTests.contract, to: "bad-day.json")
        let closed = try Program.shell(
            """
            { "\(Program.accordProgram.path)" verify --base-url http://127.0.0.1:\(server.port) --report \
            "\(scratch.path)" --events - "\(file)"; echo $? >"\(scratch.path)/status"; } | true
            """)
        #expect(closed.status == 0, "\(closed)")
        #expect(try scratch.text("status") == "0\n")
    }

    @Test(
        "lost events are reported with status 2 after the run",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full here"))
    func full() throws {
        let server = try ScriptedServer([.readHead, BadDayTests.good])
        let scratch = try ScratchFolder()
        let run = try run(server, scratch, "/dev/full")
        #expect(run.status == 2 && run.errors.contains("can't write events to /dev/full: No space left"), "\(run)")
        #expect(try VerifyCommandTests.Report(in: scratch).summary.passed == 10)
    }
}
