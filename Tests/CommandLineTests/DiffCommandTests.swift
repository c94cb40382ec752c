// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Foundation
import LoopbackServer
import Testing

@Suite("accord diff", .timeLimit(.minutes(20)))
struct DiffCommandTests {
    private static let old = """
        {
          "openapi": "3.0.3",
          "info": { "title": "Notes", "version": "1" },
          "paths": {
            "/notes/{id}": {
              "get": {
                "operationId": "getNote",
                "parameters": [ { "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } } ],
                "responses": {
                  "200": {
                    "description": "a note",
                    "content": {
                      "application/json": {
                        "schema": {
                          "type": "object", "required": [ "title" ], "properties": { "title": { "type": "string" } }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
        """

    /// The document after a change that breaks every client which reads a title.
    private static let breaking = old.replacingOccurrences(of: #""required": [ "title" ], "#, with: "")
        .replacingOccurrences(of: #""type": "string""#, with: #""type": "integer""#)

    /// The document with an additional operation, which breaks nobody.
    private static let compatible = old.replacingOccurrences(
        of: #""/notes/{id}""#,
        with: #""/health": { "get": { "responses": { "204": { "description": "works" } } } }, "/notes/{id}""#)

    private let folder: ScratchFolder

    init() throws {
        folder = try ScratchFolder()
        _ = try folder.write(Self.old, to: "old.json")
        _ = try folder.write(Self.breaking, to: "breaking.json")
        _ = try folder.write(Self.compatible, to: "compatible.json")
    }

    private func diff(_ arguments: String...) throws -> Program {
        try Program.run(Program.accordProgram, ["diff"] + arguments, in: folder.url)
    }

    @Test(
        "exits with 1 if a change breaks the selected clients, and with 0 otherwise",
        arguments: [
            (["old.json", "old.json"], 0, "no changes"),
            (["old.json", "compatible.json"], 0, "next version: minor"),
            (["old.json", "breaking.json"], 1, "next version: major"),
            (["old.json", "breaking.json", "--fail-on", "tolerant"], 1, "next version: major"),
            (["old.json", "breaking.json", "--fail-on", "none"], 0, "next version: major"),
        ])
    func status(arguments: [String], status: Int32, text: String) throws {
        let run = try Program.run(Program.accordProgram, ["diff"] + arguments, in: folder.url)
        #expect(run.status == status && run.output.contains(text), "\(run)")
    }

    @Test("names the operation, the place, the proof and both lines of a breaking change")
    func breaking() throws {
        let run = try diff("old.json", "breaking.json")
        for text in ["GET /notes/{id}", "/title", "old.json:", "breaking.json:"] {
            #expect(run.output.contains(text), "\(run)")
        }
    }

    @Test(
        "exits with the status of the mistake, and names the document",
        arguments: [
            (["old.json", "git:main"], 2, "git:main: expected a document in git as git:REVISION:PATH"),
            (["old.json", "compatible.json", "--fail-on", "clients"], 2, "--client"),
            (["old.json", "missing.json"], 2, "missing.json"),
            (["old.json", "git:no-such-revision:old.json"], 2, "git:no-such-revision:old.json"),
            (["old.json", "http://user:secret@127.0.0.1:1/new.json"], 4, "http://127.0.0.1:1/new.json"),
        ])
    func mistakes(arguments: [String], status: Int32, text: String) throws {
        let run = try Program.run(Program.accordProgram, ["diff"] + arguments, in: folder.url)
        #expect(run.status == status && run.errors.contains(text), "\(run)")
        #expect(!run.description.contains("secret"), "\(run)")
    }

    @Test("reads the old document from a revision of a git repository")
    func revision() throws {
        let git = try Program.shell(
            """
            cd '\(folder.path)' && git init -q && cp old.json api.json && git add api.json &&
            git -c user.name=a -c user.email=a@localhost commit -qm first && cp breaking.json api.json
            """)
        try #require(git.status == 0, "\(git)")
        let run = try diff("git:HEAD:api.json", "api.json")
        #expect(run.status == 1 && run.output.contains("git:HEAD:api.json:"), "\(run)")
        #expect(try diff("git:HEAD:api.json", "old.json").status == 0)
    }

    @Test("reads a document from a URL, and prints no password of the URL")
    func url() throws {
        let server = try ScriptedServer { _ in [.readHead, .response("200 OK", body: Self.breaking)] }
        let run = try diff("old.json", "http://user:secret@127.0.0.1:\(server.port)/api.json")
        #expect(run.status == 1 && run.output.contains("http://127.0.0.1:\(server.port)/api.json"), "\(run)")
        #expect(!run.description.contains("secret"), "\(run)")
    }

    @Test("reports the status of a URL that has no document")
    func missingURL() throws {
        let server = try ScriptedServer { _ in [.readHead, .response("404 Not Found")] }
        let run = try diff("old.json", "http://127.0.0.1:\(server.port)/api.json")
        #expect(run.status == 4 && run.errors.contains("the server responded with status 404"), "\(run)")
    }

    @Test("writes the same changes as JSON, SARIF, Markdown, HTML and annotations")
    func formats() throws {
        let json = try JSON(parsing: try diff("old.json", "breaking.json", "--format", "json").output)
        let changes = try #require(json["changes"]?.array)
        let ids = changes.compactMap { $0["id"]?.string }
        #expect(!ids.isEmpty && json["breaksAny"]?.bool == true)
        let sarif = try JSON(parsing: try diff("old.json", "breaking.json", "--format", "sarif").output)
        let results = sarif["runs"]?.array?.first?["results"]?.array ?? []
        #expect(results.compactMap { $0["ruleId"]?.string } == ids)
        for format in ["markdown", "html", "text"] {
            let run = try diff("old.json", "breaking.json", "--format", format)
            #expect(run.status == 1 && ids.allSatisfy(run.output.contains), "\(run)")
        }
        let annotations = try diff("old.json", "breaking.json", "--format", "github").output
        #expect(annotations.hasPrefix("::error file=breaking.json,line="), "\(annotations)")
    }

    @Test("prints only important changes with --breaking")
    func important() throws {
        let all = try diff("old.json", "compatible.json", "--format", "json")
        let important = try diff("old.json", "compatible.json", "--format", "json", "--breaking")
        #expect(try JSON(parsing: all.output)["changes"]?.array?.isEmpty == false, "\(all)")
        #expect(try JSON(parsing: important.output)["changes"]?.array?.isEmpty == true, "\(important)")
    }
}
