// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import Foundation
import LoopbackServer
import Testing

@testable import AccordCore

/// Pact's own programs, which `scripts/python.sh` installs.
enum PactPrograms {
    private static let folder = Program.packageRoot.appending(path: ".build/pact/bin")
    static let isInstalled: Bool = (try? run("pact", "--help"))?.status == 0
    static let reason: Comment = "Pact's programs aren't installed; scripts/python.sh installs them"

    /// Runs a program of the virtual environment.
    static func run(_ name: String, _ arguments: String...) throws -> Program {
        try run(name, arguments)
    }

    /// Runs Pact's verifier, whose port option needs the number alone.
    static func verify(_ pact: String, _ address: String, _ arguments: String...) throws -> Program {
        let port = address.split { !$0.isNumber }.last.map(String.init) ?? ""
        return try run(
            "pact",
            [
                "verifier", "--file", pact, "--hostname", "127.0.0.1", "--port", port, "--no-colour", "--loglevel",
                "none",
            ]
                + arguments)
    }

    private static func run(_ name: String, _ arguments: [String]) throws -> Program {
        try Program.run(
            URL(filePath: "/usr/bin/env"),
            ["PACT_DO_NOT_TRACK=true", folder.appending(path: name).path] + arguments, in: Program.packageRoot)
    }
}

@Suite("Pact's own programs", .timeLimit(.minutes(20)), .enabled(if: PactPrograms.isInstalled, PactPrograms.reason))
struct PactProgramsTests {
    // MARK: Pacts that Pact writes

    /// A change of the order that the server sends.
    struct Change: CustomTestStringConvertible, Sendable {
        var old: String
        var new: String
        var isRight: Bool
        var testDescription: String { old.isEmpty ? "no change" : "\(old) → \(new)" }

        func applied(to text: String) -> String { old.isEmpty ? text : text.replacing(old, with: new) }

        init(_ old: String, _ new: String, _ isRight: Bool) { (self.old, self.new, self.isRight) = (old, new, isRight) }
    }

    static let changes: [Change] = [
        Change("", "", true),
        Change(#"{"changed""#, #"{"more": 1, "changed""#, true),
        Change("T08:30:00", "T08:30", false),
        Change(#""count":3"#, #""count":"3""#, false),
        Change(#""count":3"#, #""count":3.5"#, true),
        Change("Ann", "Bo", true),
        Change(#""Ann""#, "5", false),
        Change(#""2026-11-23""#, #""23.11.2026""#, false),
        Change(#"{"at":1,"kind":"paid"}"#, #"{"kind":"sent"},{"at":5,"kind":"paid"}"#, true),
        Change(#""kind":"paid""#, #""kind":"sent""#, false),
        Change(#""id":7"#, #""id":8"#, true),
        Change(#""id":7"#, #""id":"7""#, false),
        Change(#"{"a":"x"}"#, #"{"b":"y","c":"z"}"#, true),
        Change(#"{"a":"x"}"#, #"{"b":5}"#, false),
        Change(#"[{"amount":2,"sku":"A1"}]"#, "[]", false),
        Change(#""sku":"A1"}"#, #""sku":"A1"},{"amount":"3","sku":"A2"}"#, false),
        Change(#""note":null"#, #""note":"x""#, false),
        Change(#""paid":true"#, #""paid":1"#, false),
        Change("X-12", "Y-12", false),
        Change(#""08:30:00""#, #""8:30""#, false),
        Change(#""an order""#, #""an offer""#, false),
        Change("12.5", "12", false),
        Change("7f9c24e8-", "7f9c24e8", false),
        Change("200 OK", "404 Not Found", false),
        Change(#"ETag: "a2""#, "X-Other: 1", false),
        Change("Location: /orders/12", "Location: /orders/new", false),
        Change("404 Gone", "410 Gone", false),
    ]

    private static let order = #"""
        {"changed":"2026-11-23T08:30:00","count":3,"customer":"Ann","day":"2026-11-23","events":[{"at":1,"kind":"paid"}],
         "id":7,"labels":{"a":"x"},"lines":[{"amount":2,"sku":"A1"}],"note":null,"paid":true,"reference":"X-12",
         "time":"08:30:00","title":"an order","total":12.5,"uuid":"7f9c24e8-3b12-4fef-91e0-56a2d5a246d1"}
        """#

    /// Starts a server of orders with a change in one response.
    private static func shop(_ change: Change) throws -> ScriptedServer {
        return try ScriptedServer([
            .answer { head in
                switch head.prefix(while: { $0 != " " }) {
                case "GET":
                    [
                        .response(
                            change.applied(to: "200 OK"), fields: change.applied(to: "ETag: \"a2\"") + "\r\n",
                            body: change.applied(to: order))
                    ]
                case "POST":
                    [.response("201 Created", fields: change.applied(to: "Location: /orders/12") + "\r\n", body: "")]
                default: [.response(change.applied(to: "404 Gone"), body: "")]
                }
            }
        ])
    }

    /// The pact that Pact's consumer library wrote.
    private static let written: Result<ScratchFolder, any Error> = Result {
        let scratch = try ScratchFolder()
        let script = Program.packageRoot.appending(path: "Tests/Fixtures/pact/consumer.py").path
        let run = try PactPrograms.run("python3", script, scratch.path)
        try #require(run.status == 0, "\(run)")
        return scratch
    }

    @Test("accord verify and Pact's verifier agree on a pact of Pact's consumer library", arguments: changes)
    func agreement(change: Change) throws {
        let pact = try Self.written.get().path + "/web-shop.json"
        let server = try Self.shop(change)
        let scratch = try ScratchFolder()
        let address = "http://127.0.0.1:\(server.port)"
        let theirs = try PactPrograms.verify(pact, address)
        let ours = try Program.accord(
            "verify", "--base-url", address, "--report", scratch.path, "--state-command", "true", pact)
        #expect(theirs.status == (change.isRight ? 0 : 1), "\(theirs)")
        #expect(ours.status == (change.isRight ? 0 : 1), "\(ours)")
    }

    @Test(
        "accord verify and Pact's verifier agree on messages, and send the same requests",
        arguments: [
            Change("", "", true), Change(#"{"price":2.25}"#, #"{"price":"2.25"}"#, false),
            Change(#""sku":"B2""#, #""size":5"#, false), Change("prices", "orders", false),
        ])
    func messages(change: Change) throws {
        let pact = try Self.written.get().path + "/web-prices.json"
        let received = Locked<[JSON]>([])
        let server = try ScriptedServer([
            .answerWithBody { _, body in
                let request = try? JSON(parsing: body)
                request.map { json in received.withLock { $0.append(json) } }
                guard request?["description"] == "a new price" else {
                    return [.response("200 OK", body: change.applied(to: #"{"price":2.25}"#))]
                }
                let metadata = Data(change.applied(to: #"{"topic":"prices"}"#).utf8).base64EncodedString()
                return [
                    .response(
                        "200 OK", fields: "Pact-Message-Metadata: \(metadata)\r\n",
                        body: change.applied(to: #"{"price":2.25,"sku":"B2"}"#))
                ]
            }
        ])
        let scratch = try ScratchFolder()
        let address = "http://127.0.0.1:\(server.port)"
        let theirs = try PactPrograms.verify(pact, address)
        let ours = try Program.accord(
            "verify", "--base-url", address, "--report", scratch.path, "--concurrency", "1", "--state-command", "true",
            pact)
        #expect(theirs.status == (change.isRight ? 0 : 1), "\(theirs)")
        #expect(ours.status == (change.isRight ? 0 : 1), "\(ours)")
        let requests = received.withLock { $0 }
        #expect(requests.count == 4)
        for key in ["request", "providerStates"] {
            let values = requests.compactMap { $0[key] }.filter { $0 != [] }.map(\.compact)
            #expect(values.count == 2 && Set(values).count == 1, "\(values)")
        }
    }

    @Test("Pact's verifier accepts accord mock as the server of a pact, with its states")
    func mock() throws {
        let pact = try Self.written.get().path + "/web-shop.json"
        let mock = try RunningServer.mock(pact)
        let run = try PactPrograms.verify(
            pact, mock.address, "--state-change-url", "\(mock.address)/__accord/state")
        #expect(run.status == 0 && run.output.contains("a request for an order"), "\(run)")
    }

    // MARK: A broker

    /// A pact of a broker with one pact to verify. `BASE` is the address of the mock that serves it, and `HAL` its media
    /// type.
    private static let broker = #"""
        { "consumer": { "name": "verifier" }, "provider": { "name": "broker" }, "interactions": [
          { "description": "the index", "request": { "method": "GET", "path": "/" }, "response": { "status": 200, HAL,
            "body": { "_links": { "pb:provider-pacts-for-verification": { "href": "BASE/for/{provider}", "templated": true },
              "pb:pacticipant-branch-version": { "href": "BASE/branches/{branch}/{version}", "templated": true } } } } },
          { "description": "the resource of the pacts", "request": { "method": "GET", "path": "/for/notes" },
            "response": { "status": 200, HAL,
            "body": { "_links": { "self": { "href": "BASE/for/notes" } } } } },
          { "description": "the pacts to verify", "request": { "method": "POST", "path": "/for/notes",
              "headers": { "Content-Type": "application/json" }, "body": { "includePendingStatus": true,
                "consumerVersionSelectors": [{ "mainBranch": true }], "providerVersionBranch": "main" } },
            "response": { "status": 200, HAL,
            "body": { "_embedded": { "pacts": [{
              "shortDescription": "main", "verificationProperties": { "pending": false, "notices": [
                { "when": "before_verification", "text": "It belongs to the main branch." } ] },
              "_links": { "self": { "href": "BASE/pact", "name": "web and notes" } } }] } } } },
          { "description": "the pact", "request": { "method": "GET", "path": "/pact" }, "response": { "status": 200, HAL,
            "body": { "consumer": { "name": "web" }, "provider": { "name": "notes" }, "interactions": [
                { "description": "a note", "request": { "method": "GET", "path": "/notes/7" },
                  "response": { "status": 200, "headers": { "Content-Type": "application/json" }, "body": { "id": 7 } } }],
              "metadata": { "pactSpecification": { "version": "2.0.0" } },
              "_links": { "self": { "href": "BASE/pact" }, "pb:provider": { "href": "BASE/notes" },
                "pb:publish-verification-results": { "href": "BASE/results" } } } } },
          { "description": "the provider", "request": { "method": "GET", "path": "/notes" }, "response": { "status": 200, HAL,
            "body": { "_links": { "pb:branch-version": { "href": "BASE/branches/{branch}/{version}", "templated": true } } } } },
          { "description": "the branch", "request": { "method": "PUT", "path": "/branches/main/1.2" },
            "response": { "status": 201, HAL,
            "body": {} } },
          { "description": "the results", "request": { "method": "POST", "path": "/results",
              "headers": { "Content-Type": "application/json" } }, "response": { "status": 201, HAL,
            "body": {} } }
        ] }
        """#

    @Test("Pact's verifier and accord fetch from, and publish to, a broker that accord mock serves")
    func servedBroker() throws {
        let scratch = try ScratchFolder()
        let port = try PactBrokerTests.Broker.freePort()
        let pact = Self.broker.replacing("BASE", with: "http://127.0.0.1:\(port)").replacing(
            "HAL", with: #""headers": { "Content-Type": "application/hal+json" }"#)
        let broker = try RunningServer(
            Program.accordProgram, ["mock", "--port", "\(port)", try scratch.write(pact, to: "broker.json")])
        let folder = scratch.path + "/Pacts"
        func accord(_ arguments: String...) throws -> Program {
            try Program.run(
                Program.accordProgram, arguments + ["--broker", broker.address, "--retries", "0"],
                in: Program.packageRoot)
        }
        let fetched = try accord(
            "pact", "fetch", "--provider", "notes", "--branch", "main", "--pending", "--selector",
            #"{"mainBranch":true}"#, "-o", folder)
        #expect(fetched.status == 0 && fetched.output.contains("It belongs to the main branch."), "\(fetched)")
        let notes = try RunningServer.mock(folder)
        let verified = try Program.accord(
            "verify", "--base-url", notes.address, "--report", scratch.path + "/r", "--pact", folder)
        #expect(verified.status == 0, "\(verified)")
        let published = try accord(
            "pact", "results", scratch.path + "/r/report.json", "--app-version", "1.2", "--branch", "main")
        #expect(published.status == 0 && published.output.contains("success"), "\(published)")

        let theirs = try PactPrograms.run(
            "pact", "verifier", "--broker-url", broker.address, "--provider-name", "notes", "--hostname", "127.0.0.1",
            "--port", String(notes.address.split { !$0.isNumber }.last ?? ""), "--provider-version", "1.2",
            "--provider-branch", "main", "--publish", "--enable-pending", "--consumer-version-selectors",
            #"{"mainBranch":true}"#, "--no-colour", "--retries", "0")
        #expect(theirs.status == 0 && theirs.output.contains("It belongs to the main branch."), "\(theirs)")
        #expect(!theirs.description.contains("Publishing of verification results failed"), "\(theirs)")
    }

    // MARK: Pacts that Accord writes

    private static let contract = #"""
        { "contract": "1.0", "info": { "title": "shop", "version": "1" }, "servers": [{ "url": "https://shop.example" }],
          "operations": { "orders": {
            "request": { "method": "GET", "path": "/orders", "query": { "page": { "type": "integer" } } },
            "responses": { "200": { "description": "Orders.", "body": { "type": "array", "items": {
              "type": "object", "properties": { "id": { "type": "integer" }, "kind": { "enum": ["a", "b.c"] },
                "note": { "type": "string" } } } } } },
            "cases": { "lists orders": { "given": ["two orders"], "request": { "query": { "page": 1 } },
              "response": { "status": 200, "body": [
                { "id": 1, "kind": "a", "note": "x" }, { "id": 2, "kind": "b.c", "note": "y" }] } } } } } }
        """#

    /// The report of a client that needs the ids and kinds of orders.
    private static var report: RunReport {
        let body = #"[{"id":1,"kind":"a","note":"x"},{"id":2,"kind":"b.c","note":"y"}]"#
        let exchange = ExchangeRecord(
            request: .init(
                method: "GET", url: "https://shop.example/orders?page=1",
                headers: [HTTPField("Accept", "application/json")], body: nil),
            response: .init(
                version: nil, status: 200, headers: [HTTPField("Content-Type", "application/json")],
                body: .init(text: body, size: body.utf8.count, isCut: false)))
        var result = CaseResult(
            id: "orders/lists orders", file: "shop.json", operation: "orders", origin: .documented, status: .passed,
            location: SourceLocation(file: "shop.json", line: 1, column: 1, pointer: ""), exchanges: [exchange])
        let uses: [(String, Dependence.Use)] = [
            ("", .needed), ("/*/id", .needed), ("/*/kind", .needed), ("/*/note", .unread),
        ]
        result.dependences = uses.map { Dependence(status: 200, part: .body, name: $0.0, use: $0.1) }
        return RunReport(
            tool: .current, kind: .client, started: "2026-01-01T00:00:00Z", duration: 0, contracts: [], cases: [result])
    }

    @Test(
        "Pact's verifier judges a server by a pact of accord pact write as accord verify does",
        arguments: [
            Change("", "", true),
            Change(#", "note": "y""#, "", true),
            Change(#", { "id": 2, "kind": "b.c", "note": "y" }"#, "", true),
            Change(#", "kind": "a""#, "", false),
            Change(#""kind": "a""#, #""kind": "c""#, false),
            Change(#"[{ "id": 1, "kind""#, #"[{ "id": "1", "kind""#, false),
            Change(#""status": 200"#, #""status": 404"#, false),
        ])
    func written(change: Change) throws {
        let scratch = try ScratchFolder()
        _ = try scratch.write(Self.contract, to: "shop.json")
        let report = try scratch.write(String(decoding: Self.report.json(), as: UTF8.self), to: "client.json")
        let write = try Program.accord(
            "pact", "write", report, "--consumer", "web", "--root", scratch.path, "-o", scratch.path + "/Pacts")
        #expect(write.status == 0, "\(write)")
        let pact = scratch.path + "/Pacts/web-shop.json"

        let listed = #"[{ "id": 1, "kind": "a", "note": "x" }, { "id": 2, "kind": "b.c", "note": "y" }]"#
        let body = change.applied(to: listed)
        let status = change.new.contains("404") ? "404 Not Found" : "200 OK"
        let server = try ScriptedServer([.readHead, .response(status, body: body)])
        let address = "http://127.0.0.1:\(server.port)"
        let theirs = try PactPrograms.verify(pact, address)
        let ours = try Program.accord(
            "verify", "--base-url", address, "--report", scratch.path + "/r", "--state-command", "true",
            pact)
        #expect(theirs.status == (change.isRight ? 0 : 1), "\(theirs)")
        #expect(ours.status == (change.isRight ? 0 : 1), "\(ours)")
    }
}
