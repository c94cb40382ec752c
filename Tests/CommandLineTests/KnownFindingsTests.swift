// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("accord verify --baseline", .timeLimit(.minutes(20)))
struct KnownFindingsTests {
    typealias Report = VerifyCommandTests.Report

    /// Answers `{}`, except for one path with an array, which is invalid.
    private static func server(mended: Bool = false) throws -> ScriptedServer {
        try ScriptedServer([
            .answer { head in
                [.response("200 OK", body: head.hasPrefix("GET /3 ") && !mended ? "[]" : "{}")]
            }
        ])
    }

    private func run(_ server: ScriptedServer, _ scratch: ScratchFolder, _ options: [String]) throws -> Program {
        let file = try scratch.write(BadDayTests.contract, to: "bad-day.json")
        return try Program.run(
            Program.accordProgram,
            ["verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, file] + options,
            in: Program.packageRoot)
    }

    @Test("a baseline accepts its findings until they are fixed or expire")
    func life() throws {
        let scratch = try ScratchFolder()
        let known = scratch.path + "/known.json"
        let server = try Self.server()
        let first = try run(server, scratch, ["--write-baseline", known])
        #expect(first.status == 1, "\(first)")
        #expect(first.errors.contains("wrote 1 problem to \(known); new entries expire on 2"), "\(first)")

        let second = try run(server, scratch, ["--baseline", known, "--fail-fast", "--concurrency", "1"])
        #expect(second.status == 0, "\(second)")
        #expect(second.output.contains(/accepted by the baseline \(found on [-0-9]+\), expires on 2/), "\(second)")
        #expect(try Report(in: scratch).cases.map(\.status).count { $0 == "pending" } == 1)
        #expect(try Report(in: scratch).cases.map(\.status).count { $0 == "passed" } == 9)

        let mended = try run(Self.server(mended: true), scratch, ["--baseline", known])
        #expect(mended.status == 1, "\(mended)")
        #expect(
            try Report(in: scratch).cases.filter { $0.status == "failed" }.flatMap(\.findings).map(\.rule)
                == ["baseline.stale"])
        #expect(mended.output.contains("known.json:4:5"), "\(mended)")

        let text = try scratch.text("known.json").replacing(/"expires": "[-0-9]+"/, with: #""expires": "2020-01-01""#)
        let expired = try run(server, scratch, ["--baseline", scratch.write(text, to: "expired.json")])
        #expect(expired.status == 1, "\(expired)")
        #expect(expired.output.contains("expired on 2020-01-01 (\(scratch.path)"), "\(expired)")
    }

    @Test("a missing or malformed baseline, or an unknown operation, is an error before any request")
    func wrongFile() throws {
        let scratch = try ScratchFolder()
        let server = try Self.server()
        let missing = try run(server, scratch, ["--baseline", scratch.path + "/nowhere.json"])
        #expect(missing.status == 2 && missing.errors.contains("nowhere.json"), "\(missing)")
        let malformed = try run(
            server, scratch, ["--baseline", scratch.write("{\n  \"baseline\": 1 }", to: "malformed.json")])
        #expect(malformed.status == 3 && malformed.errors.contains("malformed.json:2:15: error:"), "\(malformed)")
        let other = try scratch.write(
            """
            { "baseline": "1.0", "findings": [
              { "case": "bad-day.json:po3/answers", "rule": "response.body.schema", "reason": "x", "expires": "2030-01-01" }
            ] }
            """, to: "other.json")
        let unknown = try run(server, scratch, ["--baseline", other])
        #expect(unknown.status == 2, "\(unknown)")
        #expect(
            unknown.errors.contains(
                "other.json:2:3: error: the baseline names an unknown operation “po3”; did you mean “op3”?"
            ), "\(unknown)")
        #expect(server.requestHeads.isEmpty)
    }

    @Test(
        "a baseline of version 1.0 accepts a refusal, and fails if its operation is unknown", arguments: [true, false])
    func refusal(isKnown: Bool) throws {
        let server = try RefusalRunTests.server(checks: false)
        let scratch = try ScratchFolder()
        let file = try scratch.write(RefusalRunTests.contract, to: "refusals.json")
        let id = "refusals.json:\(isKnown ? "list" : "lst")~refuse.missing:query.limit"
        let baseline = try scratch.write(
            """
            { "baseline": "1.0", "findings": [
              { "case": "\(id)", "rule": "refusal.accepted", "reason": "x", "expires": "2100-01-01" }
            ] }
            """, to: "known.json")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--refusals",
            "--filter", "list~refuse.missing", "--baseline", baseline, file)
        #expect(run.status == (isKnown ? 0 : 2), "\(run)")
        #expect(run.errors.contains("unknown operation “lst”") == !isKnown, "\(run)")
    }

    @Test("a baseline accepts missing responses")
    func accident() throws {
        let scratch = try ScratchFolder()
        let known = scratch.path + "/known.json"
        let first = try run(ScriptedServer([.readHead]), scratch, ["--write-baseline", known])
        #expect(first.status == 1 && first.errors.contains("wrote 1 problem to \(known)"), "\(first)")
        let second = try run(ScriptedServer([.readHead]), scratch, ["--baseline", known])
        #expect(second.status == 0, "\(second)")
    }

    /// An API whose server checks no request, fails on a long name, and responds with null in place of strings.
    private static let careless = #"""
        { "openapi": "3.1.0", "info": { "title": "Careless", "version": "1" },
          "components": { "schemas": {
            "Kind": { "enum": ["a", "b"] },
            "Item": { "type": "object", "required": ["name", "kind"], "additionalProperties": false, "properties": {
              "name": { "type": "string", "minLength": 1, "maxLength": 20 }, "kind": { "$ref": "#/components/schemas/Kind" },
              "count": { "type": "integer", "minimum": 0 }, "tags": { "type": "array", "items": { "type": "string" } } } } } },
          "paths": { "/items": {
            "get": { "operationId": "list", "parameters": [
                { "name": "limit", "in": "query", "schema": { "type": "integer", "maximum": 9 } } ],
              "responses": { "200": { "description": "A.", "content": { "application/json": { "schema": {
                "type": "array", "items": { "$ref": "#/components/schemas/Item" } } } } }, "400": { "description": "B." } } },
            "post": { "operationId": "add", "requestBody": { "required": true, "content": { "application/json": {
                "schema": { "$ref": "#/components/schemas/Item" } } } },
              "responses": { "201": { "description": "A.", "content": { "application/json": {
                "schema": { "$ref": "#/components/schemas/Item" } } } }, "422": { "description": "B." } } } } } }
        """#

    @Test("a baseline of one seed accepts the same problems with other seeds, more requests and a renamed document")
    func seeds() throws {
        let server = try ScriptedServer([
            .answerWithBody { head, _ in
                guard head.hasPrefix("POST ") else {
                    return [
                        .response("200 OK", body: #"[{ "name": null, "kind": "a" }, { "name": "x", "kind": null }]"#)
                    ]
                }
                return [.response("201 Created", body: #"{ "name": null, "kind": "a" }"#)]
            }
        ])
        let scratch = try ScratchFolder()
        let known = scratch.path + "/known.json"
        func run(_ file: String, _ options: String...) throws -> Program {
            let document = try scratch.write(Self.careless, to: file)
            return try Program.run(
                Program.accordProgram,
                ["verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path + "/r", document]
                    + ["--refusals", "--allow-unsafe", "--profile", "strict"] + options, in: Program.packageRoot)
        }
        let first = try run("one.json", "--fuzz", "200", "--seed", "1", "--write-baseline", known)
        #expect(first.status == 1, "\(first)")
        for seed in 2...3 {
            let next = try run("two.json", "--fuzz", "250", "--seed", "\(seed)", "--baseline", known)
            #expect(next.status == 0, "seed \(seed): \(next)")
        }
    }

    @Test("reports are written even if the baseline can't be")
    func unwritable() throws {
        let scratch = try ScratchFolder()
        let run = try run(Self.server(), scratch, ["--write-baseline", scratch.path + "/bad-day.json/known.json"])
        #expect(run.status == 2 && run.errors.contains("can't write"), "\(run)")
        #expect(try Report(in: scratch).summary.failed == 1)
    }
}
