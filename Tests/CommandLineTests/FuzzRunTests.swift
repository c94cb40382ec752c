// SPDX-License-Identifier: Apache-2.0
import Foundation
import LoopbackServer
import Testing

@Suite("accord verify --fuzz", .timeLimit(.minutes(20)))
struct FuzzRunTests {
    typealias Report = VerifyCommandTests.Report

    static let contract = #"""
        {
          "contract": "1.0",
          "info": { "title": "Chance", "version": "1" },
          "servers": [ { "url": "https://chance.example" } ],
          "operations": {
            "list": {
              "request": {
                "method": "GET", "path": "/items",
                "query": {
                  "limit": { "type": "integer", "minimum": 1, "maximum": 100 },
                  "name": { "required": false, "schema": { "type": "string" } }
                }
              },
              "responses": { "200": { "description": "Some." }, "400": { "description": "No." } },
              "cases": { "lists": { "request": { "query": { "limit": 10 } }, "response": { "status": 200 } } }
            },
            "add": {
              "request": {
                "method": "POST", "path": "/items",
                "body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } }
              },
              "responses": { "201": { "description": "Added." }, "400": { "description": "No." } },
              "cases": { "adds": { "request": { "body": { "name": "x" } }, "response": { "status": 201 } } }
            },
            "ping": {
              "request": { "method": "GET", "path": "/ping" },
              "responses": { "200": { "description": "It." } },
              "cases": { "pings": { "response": { "status": 200 } } }
            }
          }
        }
        """#

    /// Validates its requests, and fails for the targets that `isBroken` accepts.
    static func server(_ isBroken: @escaping @Sendable (Substring) -> Bool = { _ in false }) throws -> ScriptedServer {
        try ScriptedServer([
            .answer { head in
                let target = head.split(separator: " ").dropFirst().first ?? ""
                let limits = target.split(whereSeparator: { "?&".contains($0) }).filter { $0.hasPrefix("limit=") }
                let isRight = limits.count == 1 && (Int(limits[0].dropFirst(6)).map((1...100).contains) ?? false)
                let status =
                    if isBroken(target) { "500 Oh" } else if head.hasPrefix("POST") {
                        "201 Created"
                    } else if isRight || target.hasPrefix("/ping") { "200 OK" } else { "400 Bad Request" }
                return [.send("HTTP/1.1 \(status)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")]
            }
        ])
    }

    /// A server that fails if the query item `limit` is in a range.
    private static func server(failing limits: ClosedRange<Int>) throws -> ScriptedServer {
        try server { target in
            target.split(separator: "limit=").dropFirst().first.flatMap { Int($0.prefix(while: \.isNumber)) }
                .map(limits.contains) ?? false
        }
    }

    private func run(_ server: ScriptedServer, _ scratch: ScratchFolder, _ options: String...) throws -> Program {
        let file = try scratch.write(Self.contract, to: "chance.json")
        return try Program.run(
            Program.accordProgram,
            ["verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, file] + options,
            in: Program.packageRoot)
    }

    @Test("a correct server passes, and receives no unsafe requests")
    func passes() throws {
        let server = try Self.server()
        let scratch = try ScratchFolder()
        let run = try run(server, scratch, "--fuzz", "60", "--seed", "7")
        #expect(run.status == 0, "\(run)")
        #expect(try Report(in: scratch).cases.count { $0.id.hasPrefix("list~fuzz.7-") && $0.status == "passed" } == 60)
        #expect(server.requestHeads.count { $0.hasPrefix("POST") } == 1)
        #expect(Set(server.requestHeads).count > 40)
    }

    @Test(
        "the command that repeats a generated request has the credentials' variable, and never a secret",
        arguments: [
            ("--auth 'bearer=${env.SHOP_TOKEN}'", "--auth 'bearer=${env.SHOP_TOKEN}'"),
            ("--auth 'bearer=plain-secret-1'", "--auth 'bearer=${env.BEARER}'"),
            (
                "--auth 'bearer=${env.SHOP_TOKEN}' --header 'X-Tenant: plain-secret-1' --header 'Accept: */*'",
                "--auth 'bearer=${env.SHOP_TOKEN}' --header 'X-Tenant: •••' --header 'Accept: */*'"
            ),
            (
                #"--login 'bearer={"request":"POST /items","body":{"pin":"plain-secret-1"},"token":"/t"}'"#,
                #"--login 'bearer={"request":"POST /items","body":{"pin":"•••"},"token":"/t"}'"#
            ),
        ])
    func repeatsWithCredentials(options: String, shown: String) throws {
        let server = try ScriptedServer([
            .answer { head in
                if head.hasPrefix("POST") { return [.response("200 OK", body: #"{"t":"token-from-login"}"#)] }
                let value = head.split(separator: "limit=").dropFirst().first?.prefix(while: \.isNumber)
                return [.response(value.flatMap { Int($0) } ?? 0 > 50 ? "500 Oh" : "200 OK")]
            }
        ])
        let scratch = try ScratchFolder()
        let file = try scratch.write(
            """
            { "openapi": "3.1.0", "info": { "title": "Shop", "version": "1" },
              "components": { "securitySchemes": { "bearer": { "type": "http", "scheme": "bearer" } } },
              "paths": { "/items": { "get": { "operationId": "list", "security": [{ "bearer": [] }],
                "parameters": [{ "name": "limit", "in": "query", "required": true,
                  "schema": { "type": "integer", "minimum": 1, "maximum": 100 } }],
                "responses": { "200": { "description": "All." }, "400": { "description": "Wrong." } } } } } }
            """, to: "shop.json")
        let address = "http://127.0.0.1:\(server.port)"
        let run = try Program.shell(
            """
            SHOP_TOKEN=token-from-variable '\(Program.accordProgram.path)' verify --base-url \(address) --fuzz 40 --seed 7 \
            \(options) --report '\(scratch.path)/r' '\(file)'
            """)
        #expect(run.status == 1, "\(run)")
        #expect(
            run.output.contains("again: accord verify --base-url \(address) \(shown) --case "), "\(run)"
        )
        #expect(!"\(run)".contains("plain-secret-1") && !"\(run)".contains("token-from-variable"))
    }

    @Test("the smallest failing number is reported, and its curl line reproduces the failure")
    func number() throws {
        let server = try Self.server(failing: 51...100)
        let scratch = try ScratchFolder()
        let run = try run(server, scratch, "--fuzz", "40", "--seed", "7", "--operation", "list")
        #expect(run.status == 1, "\(run)")
        let failed = try Report(in: scratch).cases.filter { $0.status == "failed" }
        #expect(!failed.isEmpty)
        // One of the requests is shrunk and represents the others.
        let smallest = failed.filter { $0.findings[0].reproduce?.hasSuffix("/items?limit=51'") == true }
        let chosen = try #require(smallest.first { $0.reason == nil }, "\(failed)")
        for other in failed {
            #expect(other.findings.map(\.rule) == ["fuzz.crashed"])
            #expect(other.id == chosen.id || other.reason == "fails as \(chosen.id)", "\(other)")
        }
        #expect(server.requestHeads.count <= 1 + 40 + 100)
        #expect(run.output.split(separator: "rule      fuzz.crashed").count == 2, "\(run)")
        let others = failed.count == 2 ? "1 more case" : "\(failed.count - 1) more cases"
        #expect(failed.count > 1 && run.output.contains("  \(chosen.id) and \(others) ("), "\(run)")
        // A single case sends the same first request, and the same smallest one.
        let id = chosen.id
        let target = "--base-url http://127.0.0.1:\(server.port)"
        let again = "verify \(target) --case chance.json:\(id) \(scratch.path)/chance.json"
        #expect(run.output.contains("again: accord \(again)\n"), "\(run)")
        let pasted = try Program.shell("'\(Program.accordProgram.path)' \(again) --report '\(scratch.path)/pasted'")
        #expect(pasted.status == 1 && pasted.output.contains("  \(id) ("), "\(pasted)")
        let before = server.requestHeads.count
        let named = try self.run(server, scratch, "--case", id)
        #expect(named.status == 1, "\(named)")
        let alone = try Report(in: scratch).cases
        #expect(alone.map(\.id) == [id])
        #expect(alone.first?.findings.first?.reproduce == chosen.findings.first?.reproduce)
        #expect(server.requestHeads.count - before <= 101)
        let listed = try Program.accord("verify", "--list", "--case", id, scratch.path + "/chance.json")
        #expect(listed.output == "chance.json:\(id)\n", "\(listed)")
        let last = try self.run(server, scratch, "--last-failed")
        #expect(last.status == 1)
        #expect(try Report(in: scratch).cases.map(\.id) == [id])
    }

    @Test("the character that breaks the server is reported")
    func character() throws {
        let server = try ScriptedServer([
            .answer { head in
                let target = head.split(separator: " ").dropFirst().first ?? ""
                guard !target.contains("%27") else { return [] }
                let isRight = target.contains("limit=") && !head.contains("limit=0")
                return [
                    .send("HTTP/1.1 \(isRight ? "200 OK" : "400 No")\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
                ]
            }
        ])
        let scratch = try ScratchFolder()
        let run = try run(server, scratch, "--fuzz", "80", "--seed", "1", "--filter", "list~fuzz")
        #expect(run.status == 1, "\(run)")
        let findings = try Report(in: scratch).cases.filter { $0.reason == nil }.flatMap(\.findings)
            .filter { $0.rule == "transport.empty" }
        #expect(!findings.isEmpty, "\(run)")
        for finding in findings {
            let line = try #require(finding.reproduce)
            #expect(line.hasSuffix("?limit=1&name=%27'") || line.hasSuffix("?name=%27&limit=1'"), "\(line)")
        }
    }

    @Test("a server without validation fails, and so does an undocumented response")
    func unchecked() throws {
        let scratch = try ScratchFolder()
        let careless = try ScriptedServer([
            .readHead, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
        ])
        let run = try run(careless, scratch, "--fuzz", "40", "--seed", "2", "--filter", "list~fuzz")
        #expect(run.status == 1, "\(run)")
        #expect(try Set(Report(in: scratch).cases.flatMap(\.findings).map(\.rule)) == ["refusal.accepted"])
        let odd = try ScriptedServer([
            .readHead, .send("HTTP/1.1 418 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
        ])
        #expect(try self.run(odd, scratch, "--fuzz", "10", "--filter", "list~fuzz").status == 1)
        // A warning reports that no generated request succeeded.
        #expect(
            try Set(Report(in: scratch).cases.flatMap(\.findings).map(\.rule)) == [
                "response.status.undocumented", "fuzz.none-succeeded",
            ])
        #expect(
            try self.run(odd, scratch, "--fuzz", "10", "--filter", "list~fuzz", "--refusal-status", "418").status == 1)
    }

    private static let counts = #"""
        {
          "contract": "1.0", "info": { "title": "Counts", "version": "1" },
          "operations": {
            "count": {
              "request": {
                "method": "POST", "path": "/counts",
                "body": {
                  "type": "object", "required": ["number"],
                  "properties": { "number": { "type": "integer", "minimum": 0, "maximum": 1000 } }
                }
              },
              "responses": { "200": { "description": "Yes." }, "422": { "description": "No." } },
              "cases": { "counts": { "request": { "body": { "number": 7 } }, "response": { "status": 200 } } }
            }
          }
        }
        """#

    /// Accepts only integers in plain notation, up to a maximum, or of any size if `most` is `nil`.
    private func counter(most: Int?) throws -> ScriptedServer {
        try ScriptedServer([
            .answerWithBody { head, body in
                let object = (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any]
                let numbers = body.matches(of: /"number"\s*:\s*(-?[0-9]+)\s*[,}]/).map { String($0.output.1) }
                let isRight =
                    head.contains("application/json") && object != nil && numbers.count == 1
                    && (most.map { most in Int(numbers[0]).map { (0...most).contains($0) } ?? false } ?? true)
                return [.response(isRight ? "200 OK" : "422 No", body: "")]
            }
        ])
    }

    @Test(
        "a server that rejects 1.0 as an integer has a warning, or an error in the strict profile",
        arguments: [
            ("default", 1000, 0 as Int32, "warning"), ("default", nil, 0, "warning"), ("strict", 1000, 1, "error"),
        ])
    func notation(profile: String, most: Int?, status: Int32, severity: String) throws {
        let server = try counter(most: most)
        let scratch = try ScratchFolder()
        let limits = #", "minimum": 0, "maximum": 1000"#
        let text = most == nil ? Self.counts.replacing(limits, with: "") : Self.counts
        let file = try scratch.write(text, to: "counts.json")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--fuzz", "120",
            "--allow-unsafe", "--filter", "~fuzz", "--severity", "refusal=off", "--profile", profile, file)
        #expect(run.status == status, "\(run)")
        let findings = try Report(in: scratch).cases.flatMap(\.findings)
        #expect(Set(findings.map(\.rule)) == ["fuzz.integer-notation"], "\(run)")
        #expect(Set(findings.map(\.severity)) == [severity])
    }

    @Test("a server that also rejects plain integers has an error")
    func plainIntegers() throws {
        let server = try counter(most: 500)
        let scratch = try ScratchFolder()
        let file = try scratch.write(Self.counts, to: "counts.json")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--fuzz", "40",
            "--allow-unsafe", "--filter", "~fuzz", "--severity", "refusal=off", file)
        #expect(run.status == 1, "\(run)")
        let failed = try Report(in: scratch).cases.flatMap(\.findings).filter { $0.severity == "error" }
        #expect(Set(failed.map(\.rule)) == ["fuzz.refused"], "\(run)")
    }

    @Test("unsafe methods require --allow-unsafe")
    func unsafe() throws {
        let server = try Self.server()
        let scratch = try ScratchFolder()
        _ = try run(server, scratch, "--fuzz", "30", "--allow-unsafe", "--filter", "add~fuzz")
        #expect(server.requestHeads.count { $0.hasPrefix("POST") } >= 10)
    }

    @Test("operations without variable input, and flags without effect, are errors")
    func nothing() throws {
        let server = try Self.server()
        let scratch = try ScratchFolder()
        for operation in ["ping", "add"] {
            let run = try run(server, scratch, "--fuzz", "10", "--operation", operation)
            #expect(run.status == 2, "\(run)")
            #expect(run.errors.contains("--fuzz: no selected operation"), "\(run)")
        }
        #expect(server.requestHeads.isEmpty)
        let refused = try run(server, scratch, "--fuzz", "10", "--refusals", "--operation", "ping")
        #expect(refused.status != 2 && refused.errors.contains("--fuzz: no selected operation"), "\(refused)")
        #expect(server.requestHeads.contains { $0.hasPrefix("TRACE /ping") })
        for flags in [["--seed", "7"], ["--fuzz", "x"], ["--fuzz", "5", "--seed", "-1"]] {
            let file = scratch.path + "/chance.json"
            let run = try Program.run(
                Program.accordProgram, ["verify", "--base-url", "http://127.0.0.1:1", file] + flags,
                in: Program.packageRoot)
            #expect(run.status == 2, "\(flags) \(run)")
        }
    }

    @Test("a property whose generated values the server rejects is one problem, and later requests have its example")
    func learns() throws {
        let server = try ScriptedServer([
            .answerWithBody { head, body in
                let isRight = body.contains(#""email":"ann@example.org""#)
                let problem = #"{"detail":[{"loc":["body","email"],"msg":"no such domain","type":"value_error"}]}"#
                return [.response(isRight ? "201 Created" : "422 No", body: isRight ? "" : problem)]
            }
        ])
        let scratch = try ScratchFolder()
        let file = try scratch.write(
            """
            { "openapi": "3.1.0", "info": { "title": "Users", "version": "1" }, "paths": { "/users": { "post": {
              "operationId": "add", "requestBody": { "required": true, "content": { "application/json": {
                "schema": { "type": "object", "required": ["email", "name"], "properties": {
                  "email": { "type": "string" }, "name": { "type": "string" } } },
                "example": { "email": "ann@example.org", "name": "Ann" } } } },
              "responses": { "201": { "description": "It." }, "422": { "description": "No." } } } } } }
            """, to: "users.json")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--fuzz", "100",
            "--seed",
            "3", "--allow-unsafe", "--concurrency", "1", file)
        #expect(run.status == 1, "\(run)")
        let refused = try Report(in: scratch).cases.filter { $0.findings.contains { $0.rule == "fuzz.refused" } }
        #expect(refused.count == 1, "\(refused.map(\.id))")
        #expect(run.output.contains("the server rejects the values that Accord generates for /email"), "\(run)")
        #expect(try scratch.text("report.json").contains("Add an example of /email, or document its format"))
        #expect(refused.first?.findings.first?.contract?.line == 4, "\(refused)")
    }

    @Test(
        "a rejected id of another resource is a warning, and a rejected text is an error",
        arguments: [
            ("authorId", "The author.", "fuzz.practice"), ("replyTo", "ID of a comment.", "fuzz.practice"),
            ("reply", "The reply.", "fuzz.refused"), ("reply", "A grid of values.", "fuzz.refused"),
        ])
    func refersToNothing(name: String, description: String, rule: String) throws {
        let server = try ScriptedServer([
            .answerWithBody { _, body in
                let isRight = !body.contains("\"\(name)\"") || body.contains("\"\(name)\":\"c1\"")
                let problem = #"{"errors":[{"field":"\#(name)","message":"unknown"}]}"#
                return [.response(isRight ? "201 Created" : "422 No", body: isRight ? "" : problem)]
            }
        ])
        let scratch = try ScratchFolder()
        let file = try scratch.write(
            """
            { "openapi": "3.1.0", "info": { "title": "Comments", "version": "1" }, "paths": { "/comments": { "post": {
              "operationId": "add", "requestBody": { "required": true, "content": { "application/json": {
                "schema": { "type": "object", "required": ["text"], "properties": { "text": { "type": "string" },
                  "\(name)": { "type": "string", "description": "\(description)" } } },
                "example": { "text": "Hello", "\(name)": "c1" } } } },
              "responses": { "201": { "description": "It." }, "422": { "description": "No." } } } } } }
            """, to: "comments.json")
        let run = try Program.accord(
            "verify", "--base-url", "http://127.0.0.1:\(server.port)", "--report", scratch.path, "--fuzz", "50",
            "--seed", "3", "--allow-unsafe", file)
        #expect(run.output.contains("the server rejects the values that Accord generates for /\(name)"), "\(run)")
        let rules = try Report(in: scratch).cases.flatMap(\.findings).map(\.rule)
        #expect(Set(rules).intersection(["fuzz.practice", "fuzz.refused"]) == [rule], "\(run)")
    }
}
