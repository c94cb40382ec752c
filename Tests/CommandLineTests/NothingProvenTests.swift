// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("Runs without a result", .timeLimit(.minutes(20)))
struct NothingProvenTests {
    /// Returns an operation with a case for each exemption, such as `pending`, or none for an empty text.
    static func contract(_ exemptions: String...) -> String {
        let cases = exemptions.enumerated().map { index, exemption in
            let mark = exemption.isEmpty ? "" : #", "\#(exemption)": { "reason": "not yet" }"#
            return #""case \#(index)": { "summary": "\#(index)", "response": { "status": 200 }\#(mark) }"#
        }
        return """
            { "contract": "1.0", "info": { "title": "Nothing", "version": "1" },
              "servers": [{ "url": "https://nothing.example" }],
              "operations": { "ping": {
                "request": { "method": "GET", "path": "/" }, "responses": { "200": { "description": "Pong." } },
                "cases": { \(cases.joined(separator: ",\n")) } } } }
            """
    }

    static func verify(_ contract: String, _ scratch: ScratchFolder, _ options: String...) throws -> Program {
        let server = try ScriptedServer([.readHead, BadDayTests.good])
        let file = try scratch.write(contract, to: "nothing.json")
        let arguments = ["verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, file]
        return try Program.run(Program.accordProgram, arguments + options, in: Program.packageRoot)
    }

    @Test(
        "a run with only pending or skipped cases fails",
        arguments: [["pending", "pending"], ["pending", "skip"], ["skip"]])
    func fails(exemptions: [String]) throws {
        let scratch = try ScratchFolder()
        let run = try Self.verify(
            exemptions.count == 1 ? Self.contract("skip") : Self.contract("pending", exemptions[1]), scratch)
        #expect(run.status == 1, "\(run)")
        #expect(run.output.contains("✗ None of \(exemptions.count) case"), "\(run)")
        #expect(run.output.contains("hint: All cases are pending, skipped or not applicable"), "\(run)")
        #expect(try scratch.text("report.json").contains("All cases are pending, skipped or not applicable"))
        #expect(try scratch.text("summary.md").contains("❌"))
        // A merge with a similar run fails, too.
        let merged = try Program.accord("report", "merge", "--report", scratch.path + "/all", scratch.path)
        #expect(merged.status == 1 && merged.output.contains("hint: All cases are pending"), "\(merged)")
    }

    @Test("a run passes if at least one case counts")
    func passes() throws {
        let scratch = try ScratchFolder()
        let run = try Self.verify(Self.contract("pending", "skip", ""), scratch)
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("✓ 1 of 3 cases passed, none failed"), "\(run)")
        #expect(!run.output.contains("hint:"), "\(run)")
    }

    @Test("an empty shard passes, and the merged report decides")
    func part() throws {
        let scratch = try ScratchFolder()
        let parts = try (1...2).map { try Self.verify(Self.contract(""), scratch, "--shard", "\($0)/2") }
        #expect(parts.map(\.status) == [0, 0], "\(parts)")
        let empty = try #require(parts.firstIndex { $0.output.contains("has none of the 1 case") }) + 1
        #expect(parts[empty - 1].errors.contains("shard \(empty)/2 contains none of the 1 case"), "\(parts)")
        #expect(parts[empty - 1].output.contains("- Shard \(empty)/2 has none of the 1 case: 0 failed, 0 passed"))
        #expect(parts[2 - empty].output.contains("✓ 1 case passed"), "\(parts)")
    }

    @Test("--list fails without cases")
    func list() throws {
        let scratch = try ScratchFolder()
        let file = try scratch.write(
            Self.contract("").replacing(#""summary": "0""#, with: #""appliesTo": "client""#), to: "clients.json")
        let run = try Program.accord("verify", "--list", file)
        #expect(run.status == 1 && run.errors.contains("no cases to run"), "\(run)")
    }

    @Test("a run without the credentials of a secured operation fails, and one that leaves the operation out passes")
    func unauthorized() throws {
        let document = """
            { "openapi": "3.1.0", "info": { "title": "Safe", "version": "1" },
              "components": { "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer" } } },
              "paths": {
                "/me": { "get": { "operationId": "me", "security": [{ "bearer": [] }],
                  "responses": { "200": { "description": "You." } } } },
                "/open": { "get": { "operationId": "open", "responses": { "200": { "description": "All." } } } } } }
            """
        let scratch = try ScratchFolder()
        let run = try Self.verify(document, scratch)
        #expect(run.status == 1, "\(run)")
        #expect(run.output.contains("the security scheme “bearer” has no credentials; use --auth 'bearer=…'"), "\(run)")
        let report = try VerifyCommandTests.Report(in: scratch)
        #expect(report.cases.map(\.status).sorted() == ["blocked", "passed"])
        #expect(try Self.verify(document, scratch, "--exclude-operation", "me").status == 0)
        #expect(try Self.verify(document, scratch, "--auth", "bearer=t").status == 0)
    }
}
