// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

/// The commands in README.md and in docs/installing.md, run in their order in a new folder.
@Suite("The commands in the documentation", .timeLimit(.minutes(20)))
struct DocumentedCommandsTests {
    private struct Command {
        var line: String
        /// The lines that the documentation shows below the command.
        var output = ""
    }

    /// Returns the content of the fenced blocks of a language in a file of this repository.
    private static func blocks(_ language: String, in file: String) throws -> [String] {
        let text = try String(contentsOf: Program.packageRoot.appending(path: file), encoding: .utf8)
        return text.components(separatedBy: "```\(language)\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
    }

    /// Returns the commands of blocks, without comments.
    private static func commands(_ blocks: [String]) -> [Command] {
        var commands: [Command] = []
        for line in blocks.joined().split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("$ ") {
                commands.append(Command(line: line.dropFirst(2).components(separatedBy: "  ")[0]))
            } else if !commands.isEmpty {
                commands[commands.count - 1].output += line + "\n"
            }
        }
        return commands
    }

    /// Runs a line of a shell, in which `accord` is the program of this build.
    private func shell(_ line: String, in folder: URL) throws -> Program {
        let accord = "accord() { '\(Program.accordProgram.path)' \"$@\"; }\n"
        let others = "open() { test -e \"$1\"; }; export TOKEN=t\n"
        return try Program.run(URL(filePath: "/bin/bash"), ["-c", accord + others + line], in: folder)
    }

    static let document = """
        {
          "openapi": "3.1.0",
          "info": { "title": "Users", "version": "1" },
          "components": { "securitySchemes": { "bearerAuth": { "type": "http", "scheme": "bearer" } } },
          "paths": {
            "/users/{id}": {
              "get": {
                "operationId": "getUser",
                "parameters": [
                  { "name": "id", "in": "path", "required": true, "schema": { "type": "integer" }, "example": 7 }
                ],
                "responses": {
                  "200": {
                    "description": "A user.",
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object",
                          "required": ["id", "name"],
                          "properties": { "id": { "type": "integer" }, "name": { "type": "string", "minLength": 1 } }
                        },
                        "example": { "id": 7, "name": "Ada" }
                      }
                    }
                  },
                  "404": { "description": "No user." }
                }
              }
            }
          }
        }

        """

    @Test("the README's commands run in their order, and print what it shows")
    func readme() throws {
        let commands = Self.commands(try Self.blocks("console", in: "README.md"))
        #expect(commands.count >= 12)
        let scratch = try ScratchFolder()
        _ = try scratch.write(Self.document, to: "openapi.json")
        let commit = "git -c user.name=a -c user.email=a@example.org commit"
        let history = try shell(
            "git init -q -b main && git add . && \(commit) -qm Document", in: scratch.url)
        #expect(history.status == 0, "\(history)")
        let server = try ScriptedServer([
            .answer { head in
                let isUser = head.hasPrefix("GET /users/")
                return [.response(isUser ? "200 OK" : "404 None", body: #"{ "id": "7", "name": "Ada" }"#)]
            }
        ])
        let address = "127.0.0.1:\(server.port)"
        var mock: RunningServer?
        for command in commands {
            var line = command.line.replacing(/(127\.0\.0\.1|localhost):8000/, with: address)
            // IntegrationTests/run.sh runs the tests of packages that `accord init` creates.
            if ["make", "swift"].contains(line.prefix { $0 != " " }) { continue }
            if line.hasPrefix("accord mock ") {
                let words = line.replacing("--port 8080", with: "--port 0").split(separator: " ").map(String.init)
                mock = try RunningServer(Program.accordProgram, Array(words.dropFirst()), in: scratch.url)
                #expect(command.output.hasPrefix("http://127.0.0.1:8080\n"))
                continue
            }
            line = line.replacing("http://127.0.0.1:8080", with: mock?.address ?? "")
            let run = try shell(line, in: scratch.url)
            // The server of the example has a bug, so the first three runs of `accord verify` fail.
            #expect(run.status == (line.hasPrefix("accord verify") ? 1 : 0), "\(line): \(run)")
            let shown = command.output.trimmingCharacters(in: .newlines)
            let output = run.output.replacing(address, with: "127.0.0.1:8000").trimmingCharacters(in: .newlines)
            #expect(shown.isEmpty || output == shown, "\(line)")
            if line.hasPrefix("curl ") { #expect(run.output.contains(#""name""#), "\(run)") }
        }
        #expect(mock?.stop() == 0)
        let names = try FileManager.default.contentsOfDirectory(atPath: scratch.path)
        #expect(Set(names).isSuperset(of: ["Package.swift", "Reports", "Specs", "Tests"]), "\(names)")
    }

    @Test("the complete gate in docs/installing.md is red without its baseline, and then green")
    func gate() throws {
        let blocks = try Self.blocks("yaml", in: "docs/installing.md")
        let configuration = try #require(blocks.first { $0.hasPrefix("# accord.yaml\n") })
        let workflow = try #require(blocks.first { $0.hasPrefix("# .github/workflows/") })
        let commands = Self.commands(try Self.blocks("console", in: "docs/installing.md"))
        let start = try #require(workflow.firstMatch(of: /- run: (.*) &\n/)).output.1
        let arguments = try #require(workflow.firstMatch(of: /arguments: (.*)\n/)).output.1
        let reports = try #require(workflow.firstMatch(of: /path: (\w+) }/)).output.1
        let scratch = try ScratchFolder()
        let document = Self.document.replacing("\"404\"", with: "\"422\"")
        _ = try scratch.write(document, to: "openapi.yaml")
        _ = try scratch.write(
            document.replacing("\"type\": \"integer\" }, \"name\"", with: "\"type\": \"string\" }, \"name\"")
                .replacing("\"id\": 7", with: "\"id\": \"7\""), to: "served.json")
        let port = try ScriptedServer.closedPort()
        _ = try scratch.write(configuration.replacing("localhost:8000", with: "127.0.0.1:\(port)"), to: "accord.yaml")
        // `sh` reads the file. Linux doesn't start one that another test's new process still has open for writing.
        _ = try scratch.write(
            "exec '\(Program.accordProgram.path)' mock --port \(port) served.json\n", to: "start-server")
        let server = try RunningServer(URL(filePath: "/bin/sh"), [String(start)], in: scratch.url)
        let script = Program.packageRoot.appending(path: "scripts/action.sh").path
        let action =
            "INPUT_PROGRAM='\(Program.accordProgram.path)' INPUT_ARGUMENTS='\(arguments)' INPUT_REPORT= '\(script)'"
        #expect(commands.count == 1)
        for command in commands {
            let run = try shell(command.line, in: scratch.url)
            #expect(run.status == 1 && run.errors.contains("wrote 1 problem to known.json"), "\(run)")
        }
        let run = try shell(action, in: scratch.url)
        #expect(run.status == 0 && run.output.contains("pending"), "\(run)")
        #expect(FileManager.default.fileExists(atPath: "\(scratch.path)/\(reports)/report.html"))
        _ = try scratch.write(#"{ "baseline": "2.0", "problems": [] }"#, to: "known.json")
        #expect(try shell(action, in: scratch.url).status == 1)
        #expect(server.stop() == 0)
    }

    /// The commands whose examples need reports of the same cases, a pact or a Pact Broker that isn't here.
    private static let needingInput = [
        "record", "report compare", "report merge", "needs", "diff", "can-i-deploy", "pact",
    ]

    @Test("the examples in the help of each command run")
    func examples() throws {
        let scratch = try ScratchFolder()
        for name in ["openapi.yaml", "Specs/api.json"] {
            try FileManager.default.createDirectory(
                at: scratch.url.appending(path: "Specs"), withIntermediateDirectories: true)
            _ = try scratch.write(Self.document, to: name)
        }
        let saved = Program.packageRoot.appending(path: "Tests/AccordReportTests/Golden/report.json").path
        let copies = try shell(
            "for folder in Before Reports; do mkdir $folder && cp '\(saved)' $folder; done", in: scratch.url)
        #expect(copies.status == 0, "\(copies)")
        let server = try ScriptedServer([
            .answer { head in
                let isDocument = head.hasPrefix("GET /openapi.json ")
                return [.response("200 OK", body: isDocument ? Self.document : #"{ "id": 7, "name": "Ada" }"#)]
            }
        ])
        let lines = try Program.accord("manual").output.components(separatedBy: "\n")
        let examples = lines.filter { $0.hasPrefix("accord ") }
        #expect(examples.count > 50)
        for shown in examples {
            let example = shown.replacing("localhost:8000", with: "127.0.0.1:\(server.port)")
            if example.hasPrefix("accord mock ") {
                let words = example.split(separator: " ").dropFirst().map(String.init) + ["--port", "0"]
                let mock = try RunningServer(Program.accordProgram, words, in: scratch.url)
                #expect(mock.address.hasPrefix("http://127.0.0.1:") && mock.stop() != 2, "\(example)")
                continue
            }
            let run = try shell(example, in: scratch.url)
            let needsInput = Self.needingInput.contains { example.hasPrefix("accord \($0) ") }
            let mistakes = needsInput ? ["unknown ", "unexpected ", "is invalid for"] : ["\nSee accord "]
            #expect(!mistakes.contains(where: run.errors.contains), "\(example): \(run)")
            #expect(needsInput || [0, 1].contains(run.status), "\(example): \(run)")
        }
    }
}
