// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("Mistakes in arguments and files", .timeLimit(.minutes(20)))
struct InputMistakesTests {
    @Test(
        "an invalid option is an error that describes the valid ones",
        arguments: [
            (["--proxy", "foo://proxy:1"], "expected one of http, https, socks4"),
            (["--proxy", "ht tp:/x"], "example: http://proxy.example.com:3128"),
            (["--proxy", "http://proxy:99999"], "example: http://proxy.example.com:3128"),
            (["--resolve", "api.example.com"], "example: api.example.com:443:127.0.0.1"),
            (["--resolve", "api.example.com:https:127.0.0.1"], "invalid port"),
            (["--resolve", "api.example.com:443:localhost"], "invalid address"),
            (["--rate", "-3"], "--rate must be greater than 0"),
            (["--concurrency", "-3"], "at least 1, got -3"), (["--retries", "-1"], "at least 0, got -1"),
            (["--timeout", "-3"], "30 (seconds), 500ms or 2m"),
        ])
    func options(arguments: [String], expected: String) throws {
        let all = ["verify", "--base-url", "http://127.0.0.1:1", "Specs"] + arguments
        let run = try Program.run(Program.accordProgram, all, in: Program.packageRoot)
        #expect(run.status == 2, "\(run)")
        #expect(run.errors.contains(expected), "\(run)")
    }

    @Test(
        "valid proxies, addresses and rates are accepted",
        arguments: [
            ["--proxy", "proxy.example.com:3128"], ["--proxy", "socks5h://user:word@[::1]:1080"], ["--proxy", ""],
            ["--resolve", "api.example.com:443:127.0.0.1"], ["--resolve", "*:80:::1,[::2],10.0.0.1"],
            ["--rate", "0.5"],
        ])
    func right(arguments: [String]) throws {
        let all = ["verify", "--list", "Specs/coffee.json"] + arguments
        let run = try Program.run(Program.accordProgram, all, in: Program.packageRoot)
        #expect(run.status == 0, "\(run)")
    }

    @Test(
        "a mistake on the command line is one sentence, followed by the command whose help describes it",
        arguments: [
            ("lint --bogus", "accord: unknown option “--bogus”\nSee accord lint --help\n"),
            ("can-i-deploy", "\nSee accord can-i-deploy --help\n"),
            ("report nope", "the commands are render, compare, merge\nSee accord report --help\n"),
        ])
    func style(line: String, expected: String) throws {
        let words = line.split(separator: " ").map(String.init)
        let run = try Program.run(Program.accordProgram, words, in: Program.packageRoot)
        #expect(run.status == 2 && run.errors.hasPrefix("accord: ") && run.errors.hasSuffix(expected), "\(run)")
    }

    @Test("version, -V and --version print the version, and completions prints the completions of each shell")
    func version() throws {
        let versions = try ["version", "-V", "--version"].map { try Program.accord($0).output }
        #expect(Set(versions).count == 1 && versions[0].contains("."), "\(versions)")
        for shell in ["bash", "zsh", "fish"] {
            #expect(try Program.accord("completions", shell).output.contains("accord"), "\(shell)")
        }
        #expect(try Program.accord("completions", "tcsh").status == 2)
    }

    private static let inputs = [
        "openapi.json": json, "openapi.yaml": yaml, "baseline.json": #"{ "baseline": "2.0", "problems": [] }"#,
        "t.har": #"{ "log": { "entries": [] } }"#, "page.html": "<html></html>", "broken.json": "{",
        "other.json": #"{ "a": 1 }"#, "contract.json": #"{ "contract": "1.0" }"#, "empty.json": "",
        "overlay.yaml": "overlay: 1.0.0\ninfo: { title: A, version: '1' }\nactions: []\n",
    ]

    @Test(
        "a file of the wrong kind is status 2, an unreadable document 3, and the message names the expected kind",
        arguments: [
            ("needs openapi.json", 2, "openapi.json is an OpenAPI document; specify a report of Accord, such as"),
            ("report merge openapi.yaml", 2, "openapi.yaml is an OpenAPI document; specify a report of Accord"),
            ("report compare contract.json t.har", 2, "contract.json is a contract; specify a report of Accord"),
            ("report render page.html", 2, "page.html is an HTML or XML file; specify a report of Accord"),
            ("report render other.json", 3, "other.json isn't a report of Accord, such as Reports/client.json\n"),
            ("report render broken.json", 3, "broken.json:1:2: error: the text ends"),
            ("needs missing.json", 2, "can't read missing.json: the file doesn't exist"),
            ("record --har openapi.json", 2, "is an OpenAPI document; specify a HAR file, such as"),
            ("record --har other.json", 3, "other.json isn't a HAR file, such as"),
            ("diff openapi.json openapi.json --baseline t.har", 2, "is a HAR file; specify a baseline, such as"),
            ("diff openapi.json openapi.json --baseline broken.json", 3, "broken.json isn't a baseline"),
            ("diff . openapi.json", 2, "can't read .: the path is a folder"),
            ("lint t.har", 3, "expected a contract, got a HAR file"),
            ("lint baseline.json", 3, "expected a contract, got a baseline"),
            ("lint overlay.yaml", 3, "expected a contract, got an OpenAPI Overlay"),
            ("lint other.json", 3, "an OpenAPI document with \"openapi\": \"3.1.0\""),
            ("lint empty.json", 3, "the text is empty"),
            ("lint --overlay missing.yaml openapi.json", 2, "can't read missing.yaml: the file doesn't exist"),
            ("lint --ref http://x=missing.json openapi.json", 2, "can't read missing.json"),
            ("cases --overlay openapi.json openapi.json", 3, "expected an Overlay document of version 1.0 or 1.1"),
            ("verify --environment production openapi.json", 2, "no accord.yaml describes the environment"),
            ("verify ftp://x/openapi.json", 2, "expected a URL that starts with http:// or https://"),
            ("docs openapi.json --output t.har", 2, "the path leads to a file"),
            ("docs openapi.json --report missing", 2, "--report missing: no such folder"),
            ("verify openapi.json --base-url http://x --write-baseline .", 2, "--write-baseline .: this is a folder"),
        ])
    func wrongKind(line: String, status: Int32, message: String) throws {
        let scratch = try ScratchFolder()
        for (name, text) in Self.inputs { _ = try scratch.write(text, to: name) }
        let words = line.split(separator: " ").map(String.init)
        let run = try Program.run(Program.accordProgram, words, in: scratch.url)
        #expect(run.status == status && (run.output + run.errors).contains(message), "\(run)")
        let command = words.prefix(words[0] == "report" ? 2 : 1).joined(separator: " ")
        #expect(run.errors.hasSuffix("\nSee accord \(command) --help\n") == (status == 2), "\(run)")
    }

    @Test("an unknown option suggests the nearest one, and an invalid value of a hidden option its description")
    func suggestions() throws {
        let hidden = try Program.accord("verify", "--sed", "3")
        #expect(
            hidden.status == 2 && hidden.errors.hasPrefix("accord: unknown option “--sed”; did you mean “--seed”?\n"))
        let root = try Program.accord("--verson")
        #expect(root.status == 2 && root.errors.contains("did you mean “--version”?"), "\(root)")
        let value = try Program.accord("verify", "--seed", "x")
        #expect(value.status == 2 && value.errors.contains("the value “x” is invalid for “--seed"), "\(value)")
        #expect(value.errors.contains("\nHelp:  --seed <"), "\(value)")
    }

    @Test("a configuration file with only comments sets nothing", arguments: ["", "# later\n"])
    func emptyConfiguration(text: String) throws {
        let scratch = try ScratchFolder()
        _ = try scratch.write(text, to: "accord.yaml")
        let run = try Program.run(Program.accordProgram, ["config", "verify"], in: scratch.url)
        #expect(run.status == 0 && !run.output.contains("accord.yaml"), "\(run)")
    }

    static let yaml = "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { /a: { get: { responses: {} } } }\n"
    static let json = #"{"openapi": "3.1.0", "info": {"title": "A", "version": "1"}, "paths": {}}"#

    @Test(
        "YAML in a .json file is named, and an error of JSON in a .yaml file has its place",
        arguments: [
            (
                "a.json", yaml,
                "a.json:1:1: error: the file contains YAML: rename the file, so that its name ends in .yaml"
            ),
            ("a.yaml", String(json.dropLast()), "a.yaml:1:73: error: the text ends within an object"),
            ("a.yaml", "{ openapi: [", "a.yaml:1:1: error: invalid YAML"),
            ("a.json", "hello", "a.json:1:1: error: this word isn't a value"),
        ])
    func syntax(name: String, text: String, expected: String) throws {
        let scratch = try ScratchFolder()
        let run = try Program.accord("lint", try scratch.write(text, to: name))
        #expect(run.status == 3 && (run.output + run.errors).contains(expected), "\(run)")
    }

    @Test("JSON in a .yaml file and YAML in a .yaml file are read", arguments: [yaml, json])
    func readable(text: String) throws {
        let scratch = try ScratchFolder()
        let run = try Program.accord("lint", try scratch.write(text, to: "a.yaml"))
        #expect(!(run.output + run.errors).contains("contract.syntax"), "\(run)")
    }

    @Test("a created folder is named once, and an existing folder isn't")
    func folders() throws {
        let scratch = try ScratchFolder()
        let target = scratch.path + "/new/folder/contract.json"
        let document = try scratch.write(
            "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths: { /a: { get: { responses: { '200': { description: A }\n } } } }\n",
            to: "openapi.yaml")
        let first = try Program.accord("convert", document, "--output", target)
        #expect(
            first.status == 0 && first.errors.contains("accord: created the folder \(scratch.path)/new/folder"),
            "\(first)")
        let docs = try Program.accord("docs", document, "--output", scratch.path + "/new/docs/site")
        #expect(
            docs.status == 0 && docs.errors.contains("accord: created the folder \(scratch.path)/new/docs/site"),
            "\(docs)")
        let second = try Program.accord("convert", document, "--output", scratch.path + "/new/folder/second.json")
        #expect(second.status == 0 && !second.errors.contains("created"), "\(second)")
    }

    @Test("warnings of one kind are one line with their number, after the result")
    func warnings() throws {
        let scratch = try ScratchFolder()
        let responses = "responses: { '200': { description: A } }"
        let operations = ["a", "b", "c"].map { "  /\($0)/{id}: { get: { \(responses) } }\n" }.joined()
        let document = try scratch.write(
            "openapi: 3.1.0\ninfo: { title: A, version: '1' }\npaths:\n\(operations)", to: "openapi.yaml")
        let run = try Program.shell("'\(Program.accordProgram.path)' cases '\(document)' 2>&1")
        let lines = run.output.split(separator: "\n")
        let counted = lines.filter { $0.contains("more of this kind)") }
        #expect(run.status == 0 && !counted.isEmpty && lines.first?.contains("warning") == false, "\(run)")
        let lint = try Program.accord("lint", document)
        #expect(!(lint.output + lint.errors).contains("more of this kind"), "\(lint)")
    }

    @Test("passwords of a proxy are masked")
    func proxyPassword() throws {
        let run = try Program.accord("verify", "--proxy", "http://me:s3cret@proxy:x", "Specs")
        #expect(run.status == 2 && !run.errors.contains("s3cret"), "\(run)")
    }

    @Test("an unclosed quote in --env-file is reported with its line but not its text")
    func quote() throws {
        let scratch = try ScratchFolder()
        let file = try scratch.write("A=1\nTOKEN=\"s3cret\n", to: "variables")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:1", "--report", scratch.path, "--env-file", file, "Specs")
        #expect(run.status == 2 && run.errors.contains("variables:2: the value's opening quote"), "\(run)")
        #expect(!run.errors.contains("s3cret"))
    }

    @Test("a full disk makes the exit status 2", arguments: ["verify --list", "cases", "lint", "explain"])
    func fullDisk(command: String) throws {
        let paths = command == "explain" ? "" : "Specs"
        let run = try Program.shell("'\(Program.accordProgram.path)' \(command) \(paths) > /dev/full")
        #expect(run.status == 2 && run.errors.contains("can't write to standard output"), "\(run)")
        // A reader that closes the pipe early isn't an error.
        let read = try Program.shell("'\(Program.accordProgram.path)' \(command) \(paths) | head -1; echo ok")
        #expect(read.errors.isEmpty && read.output.hasSuffix("ok\n"), "\(read)")
    }

    @Test("a broken symbolic link is reported, also in a folder")
    func links() throws {
        let scratch = try ScratchFolder()
        func link(_ name: String, to target: String) throws -> String {
            let path = scratch.path + "/" + name
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
            return path
        }
        let loop = try link("loop.json", to: "loop.json")
        let nowhere = try link("nowhere.json", to: "gone.json")
        _ = try scratch.write(NothingProvenTests.contract(""), to: "right.json")
        let itself = try Program.accord("lint", loop)
        #expect(itself.status == 2 && itself.errors.contains("the symbolic link refers to itself"), "\(itself)")
        let gone = try Program.accord("lint", nowhere)
        #expect(gone.status == 2 && gone.errors.contains("gone.json, which doesn't exist"), "\(gone)")
        let folder = try Program.accord("lint", scratch.path)
        #expect(folder.status == 2 && folder.errors.contains("loop.json: the symbolic link"), "\(folder)")
        for path in [loop, nowhere] { try FileManager.default.removeItem(atPath: path) }
        _ = try link("good.json", to: "right.json")
        #expect(try Program.accord("lint", scratch.path).output.contains("2 contracts, 0 errors"))
    }

    @Test("reports of Accord in a folder of contracts are left out")
    func reports() throws {
        let scratch = try ScratchFolder()
        let file = try scratch.write(NothingProvenTests.contract(""), to: "contract.json")
        #expect(try NothingProvenTests.verify(NothingProvenTests.contract(""), scratch).status == 0)
        try FileManager.default.removeItem(atPath: scratch.path + "/nothing.json")
        let lint = try Program.accord("lint", scratch.path)
        #expect(lint.status == 0 && lint.output == "1 contract, 0 errors, 0 warnings\n", "\(lint)")
        #expect(lint.errors.contains("report.json: note: ignored, because the file is a report that Accord wrote"))
        #expect(lint.errors.contains("ctrf.json: note: ignored"))
        let named = try Program.accord("lint", scratch.path + "/report.json")
        #expect(named.status == 3 && named.errors.contains("expected a contract, got a report of Accord"), "\(named)")
        // Other files with the name of a report are read as contracts.
        try FileManager.default.moveItem(atPath: file, toPath: scratch.path + "/report.json.tmp")
        try Data(NothingProvenTests.contract("").utf8).write(to: scratch.url.appending(path: "report.json"))
        #expect(try Program.accord("lint", scratch.path).output == "1 contract, 0 errors, 0 warnings\n")
    }

    @Test("--last-failed rejects the report of a different contract")
    func lastFailed() throws {
        let scratch = try ScratchFolder()
        let server = try ScriptedServer([.readHead, .send("HTTP/1.1 500 Oh\r\nContent-Length: 0\r\n\r\n")])
        let first = try scratch.write(NothingProvenTests.contract("", ""), to: "first.json")
        let second = try scratch.write(NothingProvenTests.contract(""), to: "second.json")
        func list(_ files: String...) throws -> Program {
            try Program.run(
                Program.accordProgram, ["verify", "--list", "--last-failed", "--report", scratch.path] + files,
                in: Program.packageRoot)
        }
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, first)
        #expect(run.status == 1)
        let other = try list(second)
        #expect(other.status == 2, "\(other)")
        #expect(other.errors.contains("is the report of \(first), not of \(second)"), "\(other)")
        #expect(try list(first, second).output == "first.json:ping/case 0\nfirst.json:ping/case 1\n")
        _ = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, first, second)
        let one = try list(second)
        #expect(one.status == 0 && one.output == "second.json:ping/case 0\n", "\(one)")
        #expect(
            one.errors.contains("ignoring 2 failed cases in \(scratch.path)/report.json that belong to other"),
            "\(one)")
    }
}
