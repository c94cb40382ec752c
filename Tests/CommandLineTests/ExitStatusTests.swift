// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("Exit statuses and messages", .timeLimit(.minutes(20)))
struct ExitStatusTests {
    @Test("--help and --version print to standard output with status 0")
    func help() throws {
        let help = try Program.accord("--help")
        #expect(help.status == 0)
        #expect(help.output.contains("verify") && help.output.contains("mock"))
        #expect(help.errors.isEmpty)
        #expect(try Program.accord("--version").output.first?.isNumber == true)
    }

    @Test(
        "a wrong flag is one message and status 2",
        arguments: [
            ["verify", "--bas-url", "http://x"], ["verfiy"], ["verify", "--concurrency", "0"], ["mock", "--port", "x"],
            ["verify", "--timeout", "soon"],
            ["verify", "--base-url", "http://127.0.0.1", "--server", "production"],
        ])
    func wrongFlag(arguments: [String]) throws {
        let run = try Program.run(Program.accordProgram, arguments, in: Program.packageRoot)
        #expect(run.status == 2, "\(run)")
        #expect(run.errors.hasPrefix("accord: "), "\(run)")
        #expect(run.output.isEmpty)
    }

    @Test("a missing server is an error that lists the servers")
    func noServer() throws {
        let run = try Program.accord("verify", "Specs")
        #expect(run.status == 2, "\(run)")
        #expect(run.errors.contains("--server production   https://awesometodos.com"))
        #expect(run.errors.contains("--server staging   https://staging.awesometodos.com"))
    }

    @Test("an unknown server name is an error with a suggestion")
    func unknownServer() throws {
        let run = try Program.accord("verify", "--server", "stagin", "Specs/awesome-todos.json")
        #expect(run.status == 2, "\(run)")
        #expect(run.errors.contains("did you mean “staging”?"))
    }

    @Test("a server that some contracts lack is an error that names them")
    func serverOfOthers() throws {
        let run = try Program.accord("verify", "--server", "staging", "Specs")
        #expect(run.status == 2, "\(run)")
        #expect(run.errors.contains("Specs/coffee.json"))
        #expect(!run.errors.contains("did you mean"))
    }

    @Test(
        "an invalid address is an error",
        arguments: ["localhost:8080", "ftp://x", "http://", "http://x?y", "http://x:99999"])
    func badAddress(address: String) throws {
        let run = try Program.accord("verify", "--base-url", address, "Specs")
        #expect(run.status == 2, "\(run)")
        #expect(run.errors.contains("invalid base URL"))
    }

    @Test("a closed port is reported once, with status 4")
    func unreachable() throws {
        let scratch = try ScratchFolder()
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:1", "--report", scratch.path, "Specs")
        #expect(run.status == 4, "\(run)")
        #expect(run.errors.contains("can't reach http://127.0.0.1:1: the connection was refused"))
        #expect(run.output.isEmpty)
    }

    @Test("passwords in an address are masked")
    func password() throws {
        let run = try Program.accord("verify", "--base-url", "http://me:s3cretword@127.0.0.1:1", "Specs")
        #expect(run.status == 4, "\(run)")
        #expect(!"\(run)".contains("s3cretword"))
    }

    @Test("an invalid port or an empty report folder is an error")
    func usage() throws {
        #expect(try Program.accord("mock", "--port", "70000", "Specs").status == 2)
        let run = try Program.accord("verify", "--base-url", "http://127.0.0.1:1", "--report", "", "Specs")
        #expect(run.status == 2, "\(run)")
    }

    @Test("an unreachable server replaces the earlier report and ends the events")
    func unreachableReports() throws {
        let scratch = try ScratchFolder()
        let file = try scratch.write(BadDayTests.contract, to: "bad-day.json")
        let server = try ScriptedServer([.readHead, BadDayTests.good])
        func verify(_ port: UInt16, _ options: String...) throws -> Program {
            try Program.run(
                Program.accordProgram,
                ["verify", "--report", scratch.path, "--base-url", "http://127.0.0.1:\(port)", file] + options,
                in: Program.packageRoot)
        }
        #expect(try verify(server.port).status == 0)
        let port = try ScriptedServer.closedPort()
        let run = try verify(port, "--events", scratch.path + "/events", "--filter", "op1/", "--filter", "op2/")
        #expect(run.status == 4 && run.output.isEmpty, "\(run)")
        let report = try VerifyCommandTests.Report(in: scratch)
        #expect(report.cases.map(\.id) == ["op1/answers", "op2/answers"])
        let reason = "can't reach http://127.0.0.1:\(port): the connection was refused"
        #expect(report.cases.allSatisfy { $0.status == "blocked" && $0.reason == reason })
        #expect(try scratch.text("junit.xml").contains(#"tests="2" failures="0" errors="0" skipped="2""#))
        #expect(try scratch.text("summary.md").contains("None of 2 cases ran"))
        let lines = try EventsTests.Line.all(in: scratch.text("events"))
        #expect(lines.map(\.event) == ["run.started", "case.ended", "case.ended", "run.ended"])
        #expect(lines.last?.verdict == "empty" && lines.last?.exitStatus == 4)
        let merged = try Program.accord("report", "merge", "--report", scratch.path + "/all", scratch.path)
        #expect(merged.status == 1, "\(merged)")
        let again = try verify(server.port, "--last-failed")
        #expect(again.status == 0 && again.output.contains("2 cases passed"), "\(again)")
    }

    @Test("a connection timeout ends with status 4 and a hint")
    func connectTimeout() throws {
        let crowded = try CrowdedListener()
        let scratch = try ScratchFolder()
        let run = try Program.accord(
            "verify", "--base-url", crowded.url, "--connect-timeout", "200ms", "--report", scratch.path, "Specs")
        #expect(run.status == 4, "\(run)")
        #expect(run.errors.contains("can't reach \(crowded.url): the connection wasn't established in time"), "\(run)")
        #expect(run.errors.contains("A firewall that drops packets can be the cause"), "\(run)")
        #expect(run.errors.contains("raise --connect-timeout and, if it is shorter, --timeout"), "\(run)")
    }

    @Test("an unknown host ends with status 4")
    func noHost() throws {
        let scratch = try ScratchFolder()
        let run = try Program.accord(
            "verify", "--base-url", "http://nowhere.invalid", "--report", scratch.path, "Specs")
        #expect(run.status == 4, "\(run)")
        #expect(run.errors.contains("the host name has no address"))
    }

    @Test("every error of a malformed contract is printed, with status 3", arguments: ["verify", "mock"])
    func malformedContract(command: String) throws {
        let scratch = try ScratchFolder()
        let file = try scratch.write("{\n  \"contract\": \"1.0\",\n  \"opertions\": {},\n}", to: "wrong.json")
        let target = command == "verify" ? ["--base-url", "http://127.0.0.1:1"] : ["--port", "0"]
        let run = try Program.run(Program.accordProgram, [command] + target + [file], in: Program.packageRoot)
        #expect(run.status == 3, "\(run)")
        #expect(run.errors.contains("wrong.json:4:1: error:"))
        #expect(run.output.isEmpty)
    }

    @Test("a path without contracts is an error with status 2")
    func noContract() throws {
        let scratch = try ScratchFolder()
        for path in [scratch.path, scratch.path + "/missing.json"] {
            let run = try Program.accord("verify", "--base-url", "http://127.0.0.1:1", path)
            #expect(run.status == 2, "\(run)")
            #expect(run.errors.contains(path))
        }
    }

    @Test("the report folder is checked before any request is sent")
    func unwritableReports() throws {
        let scratch = try ScratchFolder()
        let file = try scratch.write("", to: "file")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:1", "--report", file + "/Reports", "Specs")
        #expect(run.status == 2, "\(run)")
        #expect(run.errors.contains("can't write reports into \(file)/Reports"))
        #expect(run.errors.contains("--report FOLDER"))
    }

    @Test("a filter that matches nothing is an error with a suggestion")
    func noMatch() throws {
        let run = try Program.accord("verify", "--list", "--operation", "logn", "Specs")
        #expect(run.status == 2, "\(run)")
        #expect(run.errors.contains("--operation “logn” matches no case; did you mean “login”?"))
    }

    @Test("--list prints the cases without a server")
    func list() throws {
        let run = try Program.accord("verify", "--list", "--operation", "login", "Specs")
        #expect(run.status == 0, "\(run)")
        let lines = run.output.split(separator: "\n")
        #expect(lines.contains("awesome-todos.json:login/refuses a wrong password"))
        #expect(!run.output.contains("is offline"))
    }
}
