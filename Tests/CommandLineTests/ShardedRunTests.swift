// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("Sharded runs", .timeLimit(.minutes(20)))
struct ShardedRunTests {
    typealias Report = VerifyCommandTests.Report

    private static func lines(_ program: Program) -> [String] {
        program.output.split(separator: "\n").map(String.init)
    }

    /// Runs `accord` as a numbered job of a build service.
    private static func job(_ variables: String, _ arguments: String) throws -> Program {
        try Program.shell("\(variables) '\(Program.accordProgram.path)' \(arguments)")
    }

    @Test("each case is in one shard")
    func partition() throws {
        let whole = Self.lines(try Program.accord("verify", "--list", "Specs"))
        let parts = try (1...3).flatMap { part in
            Self.lines(try Program.accord("verify", "--list", "--shard", "\(part)/3", "Specs"))
        }
        #expect(!whole.isEmpty && parts.sorted() == whole.sorted())
        #expect(try Program.accord("verify", "--list", "--shard", "4/3", "Specs").status == 2)
    }

    @Test("the shard of a build service is detected and printed")
    func detected() throws {
        let found = try Self.job("CI_NODE_INDEX=2 CI_NODE_TOTAL=3", "verify --list Specs")
        #expect(found.output == (try Program.accord("verify", "--list", "--shard", "2/3", "Specs")).output)
        #expect(found.errors.contains("running shard 2/3, set by CI_NODE_INDEX and CI_NODE_TOTAL"), "\(found)")
        let all = try Self.job("CI_NODE_INDEX=2 CI_NODE_TOTAL=3", "verify --list --shard 1/1 Specs")
        #expect(all.output == (try Program.accord("verify", "--list", "Specs")).output)
        let wrong = try Self.job("JOB_COMPLETION_INDEX=3 JOB_COMPLETIONS=3", "verify --list Specs")
        #expect(wrong.status == 2 && wrong.errors.contains("JOB_COMPLETION_INDEX=3"), "\(wrong)")
    }

    @Test("merged shards equal the whole run; a missing or duplicate shard is an error")
    func merges() throws {
        let server = try ScriptedServer([.readHead, BadDayTests.good])
        let scratch = try ScratchFolder()
        let file = try scratch.write(BadDayTests.contract, to: "bad-day.json")
        for part in 1...3 {
            let run = try Program.accord(
                "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", "\(scratch.path)/\(part)",
                "--shard", "\(part)/3", file)
            #expect(run.status == 0, "\(run)")
        }
        let folders = (1...3).map { "\(scratch.path)/\($0)" }
        func merge(_ paths: [String]) throws -> Program {
            try Program.run(
                Program.accordProgram, ["report", "merge", "--report", "\(scratch.path)/all"] + paths,
                in: Program.packageRoot)
        }
        let missing = try merge([folders[0], folders[2]])
        #expect(missing.status == 1 && missing.errors.contains("missing shard 2 of 3"), "\(missing)")
        let two = try merge([folders[0]])
        #expect(two.status == 1 && two.errors.contains("missing shards 2 and 3 of 3"), "\(two)")
        let doubled = try merge(folders + [folders[1]])
        #expect(doubled.status == 1 && doubled.errors.contains("duplicate shard 2"), "\(doubled)")
        let nothing = try merge(folders + [scratch.path + "/nowhere"])
        #expect(nothing.status == 2 && nothing.errors.contains("nowhere"), "\(nothing)")
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/all"))
        let whole = try merge(folders)
        #expect(whole.status == 0 && whole.output.contains("10 cases passed"), "\(whole)")
        let report = try JSONDecoder().decode(Report.self, from: Data(scratch.text("all/report.json").utf8))
        #expect(report.cases.map(\.id).sorted() == (0..<10).map { "op\($0)/answers" })
    }

    @Test("shards of different runs can't be merged")
    func otherRun() throws {
        let servers = try (0..<2).map { _ in try ScriptedServer([.readHead, BadDayTests.good]) }
        let scratch = try ScratchFolder()
        let file = try scratch.write(BadDayTests.contract, to: "bad-day.json")
        func run(_ part: String, _ server: ScriptedServer, _ folder: String, _ options: String...) throws {
            let arguments = ["--base-url", "http://127.0.0.1:\(server.port)", "--shard", part, file] + options
            let run = try Program.run(
                Program.accordProgram, ["verify", "--report", "\(scratch.path)/\(folder)"] + arguments,
                in: Program.packageRoot)
            #expect(run.status == 0, "\(run)")
        }
        func merge(_ folders: String...) throws -> Program {
            try Program.run(
                Program.accordProgram,
                ["report", "merge", "--report", "\(scratch.path)/all"] + folders.map { "\(scratch.path)/\($0)" },
                in: Program.packageRoot)
        }
        try run("1/2", servers[0], "chosen", "--filter", "op1/", "--filter", "op2/")
        try run("1/2", servers[0], "first")
        try run("2/2", servers[0], "second")
        try run("2/2", servers[1], "elsewhere")
        let cases = try merge("chosen", "second")
        #expect(cases.status == 1, "\(cases)")
        #expect(
            cases.errors.contains("shard 1 belongs to a run of 2 cases, but shard 2 belongs to a run of 10 cases"),
            "\(cases)")
        #expect(!FileManager.default.fileExists(atPath: scratch.path + "/all"))
        #expect(try merge("first", "second").status == 0)
        // The machines may use different servers.
        #expect(try merge("first", "elsewhere").status == 0)
    }

    @Test("a merged report fails if a shard or a client test failed")
    func failing() throws {
        let scratch = try ScratchFolder()
        let file = try scratch.write(BadDayTests.contract, to: "bad-day.json")
        let server = try ScriptedServer([.readHead, .send("HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n")])
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", "\(scratch.path)/server", file)
        #expect(run.status == 1)
        let client = try scratch.text("server/report.json").replacing(
            "\"kind\": \"verify\"", with: "\"kind\": \"client\"")
        _ = try scratch.write(client, to: "server/client.json")
        let merged = try Program.accord("report", "merge", "--report", scratch.path + "/all", scratch.path + "/server")
        #expect(merged.status == 1, "\(merged)")
        let report = try JSONDecoder().decode(Report.self, from: Data(scratch.text("all/report.json").utf8))
        #expect(report.summary.failed == 20)
        // A merged report next to one of its parts.
        let twice = try Program.accord(
            "report", "merge", "--report", scratch.path + "/twice", scratch.path + "/server", scratch.path + "/all")
        #expect(twice.status == 1 && twice.errors.contains("a merged report and a separate report contain"), "\(twice)")
        // The report folder must not be that of a part.
        let before = try scratch.text("server/report.json")
        let over = try Program.accord(
            "report", "merge", "--report", scratch.path + "/all/../server", scratch.path + "/server")
        #expect(over.status == 2 && over.errors.contains("would overwrite"), "\(over)")
        #expect(try scratch.text("server/report.json") == before)
    }
}

@Suite("CI examples", .timeLimit(.minutes(20)))
struct BuildExampleTests {
    @Test(
        "the examples use only existing flags",
        arguments: ["kubernetes-job.yaml", "github-workflow.yml", "gitlab-ci.yml"])
    func options(name: String) throws {
        let file = Program.packageRoot.appending(path: "Examples/ci/\(name)")
        let text = try String(contentsOf: file, encoding: .utf8)
        let help = try [["verify"], ["report", "merge"]].map { command in
            try Program.run(Program.accordProgram, command + ["--help"], in: Program.packageRoot).output
        }.joined()
        let commands = text.split(separator: "\n").filter { $0.contains("accord ") && !$0.contains("# ") }
        let options = commands.flatMap { $0.matches(of: /--[a-z-]+/) }.map(\.output)
        #expect(commands.count >= 2 && !options.isEmpty)
        for option in options { #expect(help.contains(option), "\(option)") }
    }
}
