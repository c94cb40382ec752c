// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("accord verify --refusals", .timeLimit(.minutes(20)))
struct RefusalRunTests {
    static let contract = #"""
        {
          "contract": "1.0",
          "info": { "title": "Refusals", "version": "1" },
          "servers": [ { "url": "https://refusals.example" } ],
          "operations": {
            "list": {
              "request": { "method": "GET", "path": "/items", "query": { "limit": { "type": "integer", "minimum": 1, "maximum": 100 } } },
              "responses": { "200": { "description": "Some." }, "400": { "description": "No." } },
              "cases": { "lists": { "request": { "query": { "limit": 10 } }, "response": { "status": 200 } } }
            },
            "add": {
              "request": { "method": "POST", "path": "/items", "body": { "type": "object", "required": ["name"] } },
              "responses": { "201": { "description": "Added." } },
              "cases": { "adds": { "request": { "body": { "name": "x" } }, "response": { "status": 201 } } }
            }
          }
        }
        """#

    /// A server of items. `checks` determines whether it validates the limit.
    static func server(checks: Bool) throws -> ScriptedServer {
        try ScriptedServer([
            .answer { head in
                let target = head.split(separator: " ").dropFirst().first ?? ""
                let limit = target.split(separator: "limit=").dropFirst().first.flatMap { Int($0) }
                let status =
                    if head.hasPrefix("POST") { "201 Created" } else if !head.hasPrefix("GET") {
                        "405 Method Not Allowed"
                    } else if checks, limit.map((1...100).contains) != true { "400 Bad Request" } else { "200 OK" }
                return [.send("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")]
            }
        ])
    }

    @Test("a validating server passes, and one without validation fails", arguments: [true, false])
    func verifies(checks: Bool) throws {
        let server = try Self.server(checks: checks)
        let scratch = try ScratchFolder()
        let file = try scratch.write(Self.contract, to: "refusals.json")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--refusals", file)
        #expect(run.status == (checks ? 0 : 1), "\(run)")
        let report = try VerifyCommandTests.Report(in: scratch)
        let failed = report.cases.filter { $0.status == "failed" }
        let found = [
            "list~refuse.missing:query.limit", "list~refuse.schema:query.limit:type.string",
            "list~refuse.schema:query.limit:type.boolean", "list~refuse.schema:query.limit:type.a-fraction",
            "list~refuse.schema:query.limit:minimum.just-outside",
            "list~refuse.schema:query.limit:maximum.just-outside",
        ]
        #expect(failed.map(\.id) == (checks ? [] : found))
        #expect(failed.flatMap(\.findings).allSatisfy { $0.rule == "refusal.accepted" })
        // Only documented unsafe requests are sent.
        #expect(server.requestHeads.count { $0.hasPrefix("POST") } == 1)
        #expect(!server.requestHeads.contains { $0.hasPrefix("PATCH") })
    }

    @Test(
        "a wrong media type is sent with a generated body if the body is optional",
        arguments: [("415 No", ["response.status.undocumented"]), ("201 Created", ["refusal.media-type"])])
    func optionalBody(status: String, rules: [String]) throws {
        let server = try ScriptedServer([
            .answer { head in [.response(head.lowercased().contains("text/plain") ? status : "201 Created")] }
        ])
        let scratch = try ScratchFolder()
        let file = try scratch.write(
            """
            { "contract": "1.0", "info": { "title": "Notes", "version": "1" },
              "servers": [ { "url": "https://notes.example" } ], "operations": { "add": {
                "request": { "method": "POST", "path": "/notes", "body": { "required": false, "content": {
                  "application/json": { "schema": { "type": "object", "required": ["text"], "properties": {
                    "text": { "type": "string" } } } } } } },
                "responses": { "201": { "description": "It." } }, "cases": { "adds": { "response": { "status": 201 } } } } } }
            """, to: "notes.json")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--refusals",
            "--allow-unsafe", "--case", "add~refuse.media-type", file)
        let result = try #require(try VerifyCommandTests.Report(in: scratch).cases.first, "\(run)")
        // By default, an accepted body with a wrong media type is a warning, and so is an undocumented 415.
        #expect(result.status == "passed", "\(run)")
        #expect(result.findings.map(\.rule) == rules, "\(run)")
        let head = try #require(server.requestHeads.last)
        #expect(head.contains("Content-Type: text/plain") && !head.contains("Content-Length: 0"), "\(head)")
    }

    @Test("a 404 to a generated id proves nothing, and a 404 to an example is a failure", arguments: [true, false])
    func unknownResource(isGenerated: Bool) throws {
        let server = try ScriptedServer([
            .answer { head in
                [.response(head.hasPrefix("GET /ping ") ? "200 OK" : "404 None")]
            }
        ])
        let scratch = try ScratchFolder()
        let example = isGenerated ? "" : #", "example": 7"#
        let file = try scratch.write(
            """
            { "openapi": "3.1.0", "info": { "title": "Notes", "version": "1" }, "paths": {
              "/ping": { "get": { "operationId": "ping", "responses": { "200": { "description": "It." } } } },
              "/notes/{id}": { "get": { "operationId": "read",
                "parameters": [ { "name": "id", "in": "path", "required": true, "schema": { "type": "integer" }\(example) } ],
                "responses": { "200": { "description": "It." } } } } } }
            """, to: "notes.json")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, file)
        #expect(run.status == (isGenerated ? 0 : 1), "\(run)")
        let read = try VerifyCommandTests.Report(in: scratch).cases.filter { $0.id.hasPrefix("read") }
        #expect(read.map(\.status) == [isGenerated ? "skipped" : "failed"], "\(run)")
        #expect(try scratch.text("report.json").contains("generated path parameters") == isGenerated)
    }

    @Test("a refusal can be run by its id")
    func listed() throws {
        let scratch = try ScratchFolder()
        let file = try scratch.write(Self.contract, to: "refusals.json")
        let id = "list~refuse.missing:query.limit"
        #expect(try Program.accord("verify", "--list", "--refusals", file).output.contains("refusals.json:\(id)\n"))
        #expect(try Program.accord("cases", "--refusals", file).output.contains("\n\(id)\n"))
        #expect(!(try Program.accord("cases", file)).output.contains("~refuse."))
        #expect(try Program.accord("verify", "--list", "--case", id, file).output == "refusals.json:\(id)\n")
        let one = try Program.accord("verify", "--list", "--refusals", "--case", id, file)
        #expect(one.output == "refusals.json:\(id)\n")
        #expect(try Program.accord("verify", "--list", "--refusal-status", "400", file).status == 2)
    }

    @Test("the mock of the included contracts passes --refusals")
    func mock() throws {
        let mock = try RunningServer.mock("Specs")
        let scratch = try ScratchFolder()
        let run = try Program.accord(
            "verify", "--base-url", mock.address, "--report", scratch.path, "--refusals", "--fuzz", "100",
            "--allow-unsafe", "Specs")
        #expect(run.status == 0, "\(run)")
        let report = try VerifyCommandTests.Report(in: scratch)
        #expect(report.cases.count { $0.id.contains("~refuse.") && $0.status == "passed" } > 50)
        let fuzzed = report.cases.filter { $0.id.contains("~fuzz.") }
        #expect(fuzzed.allSatisfy { $0.status == "passed" }, "\(fuzzed.filter { $0.status != "passed" })")
        #expect(fuzzed.count { !$0.id.contains("sequence") } == 100)
        #expect(mock.stop() == 0)
    }
}
