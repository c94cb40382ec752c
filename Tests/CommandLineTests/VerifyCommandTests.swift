// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("accord verify", .timeLimit(.minutes(20)))
struct VerifyCommandTests {
    /// The parts of report.json that the tests read.
    struct Report: Decodable {
        struct Summary: Decodable {
            var total: Int
            var passed: Int
            var failed: Int
        }
        struct Result: Decodable {
            var id: String
            var status: String
            var reason: String?
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

    @Test("a mock of the same contracts passes")
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
        "the three bugs of a server in Python are reported, and nothing else",
        .enabled("python3 isn't installed") { hasPython })
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
