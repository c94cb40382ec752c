// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordTestServer
import Foundation
import Testing

@testable import AccordTesting

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Clients of server-sent events and JSON lines, each with one mistake or with none.
@Suite("Streams in every form", .timeLimit(.minutes(20))) struct StreamVariationTests {
    static let contract = """
        {
          "contract": "1.0", "info": { "title": "Talk", "version": "1" }, "servers": [{ "url": "http://talk.example" }],
          "operations": {
            "chat": {
              "request": { "method": "GET", "path": "/chat" },
              "responses": { "200": { "description": "Words.", "body": { "content": { "text/event-stream": {
                "itemSchema": { "type": "object", "required": ["data"] },
                "dataSchema": { "type": "object", "required": ["text"] } } } } } },
              "cases": {
                "talks": {
                  "response": { "status": 200, "body": [{ "event": "delta", "data": "{\\"text\\":\\"Grüße\\"}" },
                    { "event": "delta", "data": "{\\"text\\":\\"b\\"}" }, { "event": "delta", "data": "{\\"text\\":\\"c\\"}" },
                    { "data": "[DONE]" }] },
                  "client": { "returns": [{ "kind": "delta", "text": "Grüße" }, { "kind": "delta", "text": "b" },
                    { "kind": "delta", "text": "c" }] } },
                "fails": { "given": ["the service is overloaded"],
                  "response": { "status": 200, "body": [{ "event": "error", "data": "{\\"text\\":\\"overloaded\\"}" }] },
                  "client": { "throws": true } } }
            },
            "feed": {
              "request": { "method": "GET", "path": "/feed" },
              "responses": { "200": { "description": "News.", "body": { "content": { "text/event-stream": {
                "itemSchema": { "type": "object", "required": ["data", "id"] } } } } } },
              "cases": { "reads": {
                "response": { "status": 200, "body": [{ "id": "1", "event": "new", "data": "{\\"text\\":\\"a\\"}" },
                  { "id": "2", "event": "new", "data": "{\\"text\\":\\"b\\"}" },
                  { "id": "3", "event": "new", "data": "{\\"text\\":\\"c\\"}" }] },
                "client": { "returns": [{ "kind": "new", "text": "a" }, { "kind": "new", "text": "b" },
                  { "kind": "new", "text": "c" }] } } }
            },
            "unstated": {
              "request": { "method": "GET", "path": "/unstated" },
              "responses": { "200": { "description": "News.", "body": { "content": { "text/event-stream": {
                "itemSchema": { "type": "object", "required": ["data"] } } } } } },
              "cases": { "reads": {
                "response": { "status": 200, "body": [{ "data": "{\\"text\\":\\"a\\"}" }, { "data": "{\\"text\\":\\"b\\"}" }] } } }
            },
            "lines": {
              "request": { "method": "GET", "path": "/lines" },
              "responses": { "200": { "description": "Words.", "body": { "content": { "application/jsonl": {
                "itemSchema": { "type": "object", "required": ["text"] } } } } } },
              "cases": { "reads": {
                "response": { "status": 200, "body": [{ "text": "ä" }, { "text": "b" }] },
                "client": { "returns": [{ "text": "ä" }, { "text": "b" }] } } }
            }
          }
        }
        """

    static let plan = ContractLoader.load("talk.json", files: MemoryFiles(["talk.json": contract])).contract
        .map { CasePlan($0, level: .full) }

    static func bindings(_ bug: StreamClient.Bug?, onSocket: Bool, reconnects: Bool = false) -> ClientBindings {
        ClientBindings(
            client: { stub -> StreamClient in
                var base = try #require(URL(string: "http://talk.example"))
                if onSocket { base = try await stub.baseURL }
                return StreamClient(
                    configuration: onSocket ? .ephemeral : stub.configuration, base: base, bug: bug,
                    reconnects: reconnects)
            },
            operations: [
                "chat": .init { client, _ in client.events("/chat") },
                "feed": .init { client, _ in client.events("/feed") },
                "unstated": .init { client, _ in client.events("/unstated") },
                "lines": .init { client, _ in client.lines("/lines") },
            ])
    }

    static func result(of id: String, _ bug: StreamClient.Bug?, onSocket: Bool, reconnects: Bool = false) async throws
        -> CaseResult
    {
        let testCase = try #require(Self.plan?[id], "\(id)")
        // Foundation on Linux keeps a processor busy while a connection is silent, which extends the deadline.
        let deadline: Duration = bug == .waitsForNext ? .milliseconds(200) : .seconds(20)
        return await CaseRunner(
            bindings: bindings(bug, onSocket: onSocket, reconnects: reconnects), deadline: deadline
        ).run(testCase)
    }

    @Test("the plan has each variation, where the documented stream can have it")
    func variations() throws {
        func kinds(_ operation: String) throws -> Set<String> {
            let cases = try #require(Self.plan).cases.filter { $0.operation.id == operation }
            return Set(cases.compactMap { $0.derivation?.variation }.filter { $0.group == "stream" }.map(\.entry))
        }
        let events: Set<String> = [
            "crlf", "cr", "comments", "blank-lines", "no-space", "unknown-fields", "field-order", "no-data",
            "data-lines", "one-by-one", "slow-reader",
        ]
        #expect(try kinds("chat") == events.union(["no-end-marker", "error-event"]))
        #expect(try kinds("feed") == events.union(["unfinished", "reconnection"]))
        #expect(try kinds("unstated") == events.subtracting(["field-order"]))
        #expect(try kinds("lines") == ["crlf", "no-final-line-break", "one-by-one", "slow-reader"])
    }

    @Test("at each level except smoke, an event arrives in several pieces", arguments: Level.allCases)
    func pieces(level: Level) throws {
        let contract = try #require(Self.plan).contract
        let plan = CasePlan(contract, level: level, operations: ["chat"])
        #expect((plan["chat~framing.utf8-split"] != nil) == (level != .smoke))
        let slow = plan["chat~framing.slow-drip"]
        #expect((slow != nil) == (level == .full))
    }

    @Test(
        "a correct client passes every case of a stream",
        arguments: ["chat", "feed", "unstated", "lines"], [false, true])
    func passes(operation: String, onSocket: Bool) async throws {
        let cases = try #require(Self.plan).cases.filter { testCase in
            let isFraming = testCase.derivation?.variation.group == "framing"
            let isStream = testCase.derivation.map { $0.variation.group == "stream" } ?? true
            return testCase.operation.id == operation && (isStream || onSocket && isFraming)
        }
        for reconnects in [false, true] {
            for testCase in cases where !reconnects || testCase.id.contains("~stream.") {
                let result = try await Self.result(of: testCase.id, nil, onSocket: onSocket, reconnects: reconnects)
                #expect(result.findings.isEmpty, "\(testCase.id): \(result.findings.map { ($0.message, $0.actual) })")
                if testCase.derivation?.variation.group != "framing" {
                    let isOneByOne = testCase.delivery == .oneByOne
                    #expect(
                        result.status == (isOneByOne && !onSocket ? .notApplicable : .passed),
                        "\(testCase.id): \(result.reason ?? "")")
                }
            }
        }
    }

    static let traps: [(id: String, bug: StreamClient.Bug, onSocket: Bool)] = [
        ("chat~stream.crlf", .readsOnlyLineFeeds, false), ("feed~stream.cr", .ignoresReturns, false),
        ("chat~stream.comments", .readsComments, false), ("chat~stream.blank-lines", .countsEmptyLines, false),
        ("unstated~stream.blank-lines", .countsEmptyLines, false), ("chat~stream.no-space", .needsSpace, false),
        ("chat~stream.unknown-fields", .rejectsUnknownFields, false),
        ("feed~stream.field-order", .returnsAtData, false), ("chat~stream.no-data", .returnsWithoutData, false),
        ("unstated~stream.no-data", .returnsWithoutData, false),
        ("feed~stream.data-lines", .returnsEachDataLine, false),
        ("feed~stream.unfinished", .returnsUnfinishedEvent, false),
        ("lines~stream.no-final-line-break", .dropsLastLine, false),
        ("chat~stream.no-end-marker", .endsWithoutMarker, false),
        ("chat~stream.error-event", .ignoresErrors, false), ("chat~stream.slow-reader", .keepsOnlyNewest, false),
        ("lines~stream.slow-reader", .keepsOnlyNewest, true), ("chat~stream.one-by-one", .waitsForNext, true),
        ("lines~stream.one-by-one", .waitsForNext, true), ("feed~framing.reset-mid-body", .neverThrows, true),
        ("chat~framing.utf8-split", .forgetsPartialLines, true),
    ]

    @Test("a client with a mistake in reading streams is caught", arguments: traps.indices)
    func catches(index: Int) async throws {
        let trap = Self.traps[index]
        let result = try await Self.result(of: trap.id, trap.bug, onSocket: trap.onSocket)
        #expect(!result.findings.isEmpty, "\(trap.id): \(result.status) \(result.reason ?? "")")
        #expect(result.findings.allSatisfy { $0.blame == .client })
        let isAdvice = ["cr", "unfinished", "no-end-marker"].contains(String(trap.id.split(separator: ".").last ?? ""))
        #expect(result.status == (isAdvice ? .passed : .failed), "\(trap.id)")
    }

    @Test("a client that reconnects without Last-Event-ID repeats events and is caught", arguments: [false, true])
    func reconnection(onSocket: Bool) async throws {
        let result = try await Self.result(
            of: "feed~stream.reconnection", .forgetsID, onSocket: onSocket, reconnects: true)
        #expect(result.findings.map(\.rule.id) == ["outcome.value"])
        #expect(result.status == .failed)
    }

    @Test("a client that returns an array can't be read slowly, and the case says so")
    func array() async throws {
        let bindings = ClientBindings(
            client: { stub in
                StreamClient(
                    configuration: stub.configuration, base: try #require(URL(string: "http://talk.example")))
            },
            operations: [
                "feed": .init { client, _ in
                    try await client.events("/feed").reduce(into: [StreamClient.Element]()) { $0.append($1) }
                }
            ])
        let testCase = try #require(Self.plan?["feed~stream.slow-reader"])
        let result = await CaseRunner(bindings: bindings, deadline: .seconds(20)).run(testCase)
        #expect(result.status == .notApplicable)
        #expect(result.reason == "the client returns no asynchronous sequence")
    }
}
