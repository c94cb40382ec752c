// SPDX-License-Identifier: Apache-2.0
import Foundation
import Testing

@Suite("Pacts on the command line", .timeLimit(.minutes(20)))
struct PactCommandTests {
    static let conformance: String =
        ProcessInfo.processInfo.environment["ACCORD_CONFORMANCE"]
        ?? Program.packageRoot.appending(path: "../shared/conformance").standardizedFileURL.path
    static let brokerPacts: String = "\(conformance)/pact-broker/client-pacts"

    static let pact: String = #"""
        { "consumer": { "name": "web" }, "provider": { "name": "shop" }, "interactions": [
          { "description": "a request for a user", "providerStates": [{ "name": "user 7 exists" }],
            "request": { "method": "GET", "path": "/users/7" },
            "response": { "status": 200, "headers": { "Content-Type": "application/json" },
              "body": { "id": 7, "name": "Ann" },
              "matchingRules": { "body": { "$.name": { "matchers": [{ "match": "type" }] } } } } },
          { "description": "a new user",
            "request": { "method": "POST", "path": "/users", "headers": { "Content-Type": "application/json" },
              "body": { "name": "Bo" },
              "matchingRules": { "body": { "$.name": { "matchers": [{ "match": "regex", "regex": "\\w+" }] } } } },
            "response": { "status": 201 } }
        ], "metadata": { "pactSpecification": { "version": "3.0.0" } } }
        """#

    static let document: String = #"""
        { "openapi": "3.1.0", "info": { "title": "shop", "version": "1" }, "paths": {
          "/users/{id}": { "get": { "operationId": "user",
            "parameters": [{ "name": "id", "in": "path", "required": true, "schema": { "type": "integer" } }],
            "responses": { "200": { "description": "A user.", "content": { "application/json": { "schema": {
              "type": "object", "required": ["id", "name", "created"], "properties": { "id": { "type": "integer" },
              "name": { "type": "string" }, "created": { "type": "string" } } } } } } } } },
          "/users": { "post": { "operationId": "add", "requestBody": { "required": true, "content": {
            "application/json": { "schema": { "type": "object", "required": ["name"],
              "properties": { "name": { "type": "string" } } } } } },
            "responses": { "201": { "description": "Created." } } } } } }
        """#

    @Test(
        "the mock of the broker's official pacts satisfies each interaction that its state and request determine",
        .enabled(if: FileManager.default.fileExists(atPath: brokerPacts), "the conformance folder isn't there"),
        arguments: [
            ("pact_broker_client-pact_broker.json", "1 of 64 cases failed"),
            ("Pact Broker Client V2-Pact Broker.json", "1 of 67 cases failed"),
            ("pact_broker_client-pactflow.json", "6 cases passed"),
            ("Pact Broker Client V2-PactFlow.json", "6 cases passed"),
        ])
    func broker(file: String, summary: String) throws {
        let scratch = try ScratchFolder()
        let pact = "\(Self.brokerPacts)/\(file)"
        let mock = try RunningServer.mock(pact)
        let run = try Program.accord(
            "verify", "--base-url", mock.address, "--state-url", "\(mock.address)/__accord/state", "--report",
            scratch.path, "--concurrency", "1", pact)
        #expect(run.output.contains(summary), "\(run)")
        // Two interactions without states have the same request, so that no server can satisfy both.
        if summary.contains("failed") {
            #expect(run.output.contains("get/a request for the index resource with the webhook relation"), "\(run)")
        }
    }

    @Test("verify finds a response that lacks what the consumer needs")
    func lacking() throws {
        let scratch = try ScratchFolder()
        let pact = try scratch.write(Self.pact, to: "web-shop.json")
        let other = Self.pact.replacingOccurrences(of: #""name": "Ann""#, with: #""title": "Ann""#)
        let mock = try RunningServer.mock(try scratch.write(other, to: "other.json"))
        let run = try Program.accord(
            "verify", "--base-url", mock.address, "--report", "\(scratch.path)/r", "--state-url",
            "\(mock.address)/__accord/state", pact)
        #expect(run.status == 1, "\(run)")
        #expect(run.output.contains("“name” is missing") && run.output.contains("web-shop.json:5:"), "\(run)")
    }

    @Test("a state that the handler refuses fails its case")
    func unknownState() throws {
        let scratch = try ScratchFolder()
        let pact = try scratch.write(Self.pact, to: "web-shop.json")
        let mock = try RunningServer.mock(pact)
        let run = try Program.accord(
            "verify", "--base-url", mock.address, "--report", "\(scratch.path)/r", "--state-command", "false", pact)
        #expect(run.status == 1 && run.output.contains("user 7 exists"), "\(run)")
    }

    @Test("a pact with provider states isn't verified without a state handler")
    func unknownStates() throws {
        let scratch = try ScratchFolder()
        let pact = try scratch.write(Self.pact, to: "web-shop.json")
        let mock = try RunningServer.mock(pact)
        let arguments = ["verify", "--base-url", mock.address, "--report", "\(scratch.path)/r", pact]
        let run = try Program.run(Program.accordProgram, arguments, in: Program.packageRoot)
        #expect(run.status == 2 && run.errors.contains("1 interaction has provider states"), "\(run)")
        #expect(try Program.accord("verify", "--list", pact).status == 0, "a list needs no handler")
        let assumed = try Program.run(
            Program.accordProgram, arguments + ["--state-command", "true"], in: Program.packageRoot)
        #expect(assumed.status == 0, "\(assumed)")
    }

    @Test(
        "a pact without interactions, and a pact of pending interactions, never pass",
        arguments: [
            (#"{ "consumer": {}, "provider": {}, "interactions": [] }"#, Int32(3)),
            (pact.replacingOccurrences(of: #""description""#, with: #""pending": true, "description""#), Int32(1)),
        ])
    func nothing(text: String, status: Int32) throws {
        let scratch = try ScratchFolder()
        let mock = try RunningServer.mock(try scratch.write(Self.pact, to: "shop.json"))
        let run = try Program.accord(
            "verify", "--base-url", mock.address, "--report", "\(scratch.path)/r", "--state-command", "true",
            try scratch.write(text, to: "p.json"))
        #expect(run.status == status, "\(run)")
    }

    static let mistakes: [(rules: String, version: String, place: String, message: String)] = [
        (#"{ "match": "fuzzy" }"#, "3.0.0", ":4:12", "unknown matcher “fuzzy”"),
        (#"{ "match": "regex", "regex": "(" }"#, "3.0.0", ":4:12", "invalid regular expression “(”"),
        (#"{ "match": "type" }"#, "9", ":5:64", "unsupported version"),
        (
            String(repeating: #"{ "match": "eachValue", "rules": [ "#, count: 600) + "{}"
                + String(repeating: "] }", count: 600), "4.0", ":4:", "nested"
        ),
        (#"{ "match": "type" }, { "match": "#, "3.0.0", ":5:1", "a value is missing"),
    ]

    @Test(
        "a mistake in a pact ends each command with status 3, at the line of the mistake", arguments: mistakes.indices)
    func mistake(index: Int) throws {
        let mistake = Self.mistakes[index]
        let text = #"""
            { "consumer": {}, "provider": {}, "interactions": [ { "description": "a",
              "request": { "method": "GET", "path": "/" }, "response": { "status": 200, "body": { "a": 1 },
              "matchingRules": { "body": { "$.a": { "matchers": [
            \#(mistake.rules)
            ] } } } } } ], "metadata": { "pactSpecification": { "version": "\#(mistake.version)" } } }
            """#
        let scratch = try ScratchFolder()
        let file = try scratch.write(text, to: "bad.json")
        for arguments in [
            ["lint", file], ["verify", "--base-url", "http://127.0.0.1:1", "--pact", file, "--report", scratch.path],
            ["mock", file], ["pact", "check", file, try scratch.write(Self.document, to: "openapi.json")],
        ] {
            let run = try Program.run(Program.accordProgram, arguments, in: Program.packageRoot)
            #expect(run.status == 3, "\(arguments): \(run)")
            let output = run.output + run.errors
            #expect(
                output.contains("bad.json\(mistake.place)") && output.contains(mistake.message), "\(arguments): \(run)")
        }
    }

    @Test("a mistake in the last of 5,000 interactions is reported at its line")
    func hugeMistake() throws {
        let interaction = #"""
            { "description": "a", "request": { "method": "GET", "path": "/a" }, "response": { "status": 200,
              "body": { "a": 1 }, "matchingRules": { "body": { "$.a": { "matchers": [{ "match": "type" }] } } } } },
            """#
        let text = #"""
            { "consumer": {}, "provider": {}, "interactions": [
            \#(String(repeating: interaction + "\n", count: 4999))
            \#(interaction.dropLast().replacing("type", with: "fuzzy"))
            ] }
            """#
        let scratch = try ScratchFolder()
        let run = try Program.accord("lint", try scratch.write(text, to: "huge.json"))
        #expect(run.status == 3 && (run.output + run.errors).contains("huge.json:10002:"), "\(run)")
    }

    @Test("the mock rejects a request that matches no interaction")
    func rejected() throws {
        let scratch = try ScratchFolder()
        let mock = try RunningServer.mock(try scratch.write(Self.pact, to: "shop.json"))
        let post = "curl -sS -i -H 'Content-Type: application/json' '\(mock.address)/users' -d"
        let good = try Program.shell("\(post) '{\"name\":\"Cy\"}'")
        #expect(good.output.contains("201 Created"), "\(good)")
        let bad = try Program.shell("\(post) '{\"name\":\"Cy\",\"age\":5}'")
        #expect(bad.output.contains("400 Bad Request") && bad.output.contains("age"), "\(bad)")
    }

    @Test("pact check accepts a pact that the document covers, and rejects others")
    func check() throws {
        let scratch = try ScratchFolder()
        let document = try scratch.write(Self.document, to: "openapi.json")
        let good = try Program.accord("pact", "check", try scratch.write(Self.pact, to: "web-shop.json"), document)
        #expect(good.status == 0 && good.output.contains("2 cases passed"), "\(good)")
        let changes = [
            (#""name": "Ann""#, #""nickname": "Ann""#, "“nickname”, which the document doesn't contain"),
            (#""id": 7, "#, #""id": "seven", "#, "expected an integer"),
            (#""path": "/users/7""#, #""path": "/people/7""#, "the document has no path that matches /people/7"),
            (#""method": "POST""#, #""method": "PUT""#, "the document has no operation PUT /users"),
            (#""body": { "name": "Bo" }"#, #""body": { "name": 5 }"#, "expected a string"),
            (#""status": 201"#, #""status": 202"#, "undocumented status code 202"),
        ]
        for (old, new, message) in changes {
            let text = Self.pact.replacingOccurrences(of: old, with: new)
            let bad = try Program.accord("pact", "check", try scratch.write(text, to: "bad.json"), document)
            #expect(bad.status == 1 && bad.output.contains(message), "\(bad)")
        }
    }

    @Test("a document in place of a pact is wrong usage")
    func noPact() throws {
        let scratch = try ScratchFolder()
        let document = try scratch.write(Self.document, to: "openapi.json")
        let run = try Program.accord("pact", "check", document, document)
        #expect(run.status == 2 && run.errors.contains("isn't a pact"), "\(run)")
    }
}
