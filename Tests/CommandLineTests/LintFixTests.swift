// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("accord lint --fix", .timeLimit(.minutes(20)))
struct LintFixTests {
    private static let right = """
        { "contract": "1.0", "info": { "title": "T", "version": "1" }, "queryEncoding": "form",
          "operations": { "op": {
            "summary": "Päonien, one of them.", "request": { "method": "GET", "path": "/x",
              "query": { "q": { "type": "string", "minLength": 1 }, "r": { "$ref": "#/components/schemas/Colour" } } },
            "derived": { "syntax.trailing-comma": { "throws": true } },
            "responses": { "200": { "description": "Fine." } },
            "cases": { "a": { "request": { "query": { "q": "1", "r": "red" } }, "response": { "status": 200 } },
              "b": { "given": ["x"], "request": { "query": { "q": "1", "r": "red" } }, "response": { "fault": "offline" } } } } },
          "components": { "schemas": { "Colour": { "type": "string" } } } }
        """

    @Test(
        "mistakes with a single correction are fixed and printed",
        arguments: [
            ("\"info\"", "\"inof\""), ("\"summary\"", "\"sumary\""), ("\"GET\"", "\"get\""),
            ("\"form\"", "\"fomr\""), ("\"minLength\"", "\"minLenght\""), ("\"offline\"", "\"offlin\""),
            ("syntax.trailing-comma", "syntax.trailing-coma"), ("schemas/Colour\"", "schemas/Color\""),
            ("\"1.0\"", "1.0"), ("\"version\": \"1\" }", "\"version\": \"1\", }"),
            ("\"red\" } }, \"response\": { \"status\": 200 } }", "\"red\", } }, \"response\": { \"staus\": 200, } }"),
        ])
    func corrects(good: String, bad: String) throws {
        let scratch = try ScratchFolder()
        let broken = Self.right.replacing(good, with: bad, maxReplacements: 1)
        #expect(broken != Self.right)
        let file = try scratch.write(broken, to: "c.json")
        #expect(try Program.accord("lint", file).status == 3)
        let run = try Program.accord("lint", "--fix", file)
        #expect(run.status == 0, "\(run)")
        #expect(run.output.contains("fixed \(file):"), "\(run)")
        #expect(try scratch.text("c.json") == Self.right)
    }

    @Test("a mistake is fixed at its line and column, with any line ends", arguments: ["\n", "\r\n", "\r"])
    func lineEnds(end: String) throws {
        let scratch = try ScratchFolder()
        // The mixed line end in the first line must not move the mistakes of the next lines.
        let right = "\r" + Self.right.replacing("\n", with: end)
        let broken = right.replacing("\"summary\"", with: "\"sumary\"").replacing("\"GET\"", with: "\"get\"")
        let file = try scratch.write(broken, to: "c.json")
        #expect(try Program.accord("lint", "--fix", file).status == 0)
        #expect(try scratch.text("c.json") == right)
    }

    @Test("lint reports a duplicate key of a document once, and a number that parsers read differently")
    func readings() throws {
        let scratch = try ScratchFolder()
        func warnings(_ info: String) throws -> [String] {
            let text = #"""
                { "openapi": "3.1.0", "info": { "title": "T", "version": "1"\#(info) }, "paths": {
                  "/a": { "get": { "operationId": "a", "responses": { "204": { "description": "It." } } } } } }
                """#
            let run = try Program.accord("lint", try scratch.write(text, to: "a.json"))
            return run.errors.split(separator: "\n").filter { $0.contains(": warning: ") }
                .compactMap { $0.split(separator: "[").last.map { "[\($0)" } }
        }
        #expect(try warnings("") == [])
        #expect(try warnings(#", "title": "T""#) == ["[contract.duplicate-key]"])
        #expect(try warnings(#", "x-n": 123456789012345678901234567890"#) == ["[json-interop]"])
    }

    @Test("correct contracts and mistakes with several corrections are left unchanged")
    func leavesAlone() throws {
        let scratch = try ScratchFolder()
        let clean = try scratch.write(Self.right, to: "c.json")
        let run = try Program.accord("lint", "--fix", clean)
        #expect(run.status == 0 && !run.output.contains("fixed"), "\(run)")
        for (good, bad) in [("\"summary\"", "\"xyzzy\""), ("\"offline\"", "\"resetmid\""), ("\"GET\"", "\"G T\"")] {
            let broken = Self.right.replacing(good, with: bad, maxReplacements: 1)
            let file = try scratch.write(broken, to: "d.json")
            #expect(try Program.accord("lint", "--fix", file).status == 3, "\(bad)")
            #expect(try scratch.text("d.json") == broken)
        }
    }
}
