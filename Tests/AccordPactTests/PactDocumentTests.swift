// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordPact
import AccordPactJudge
import Testing

@testable import AccordCore

@Suite("A pact written from client tests")
struct PactDocumentTests {
    static let text: String = #"""
        { "contract": "1.0", "info": { "title": "Shop", "version": "1" }, "servers": [{ "url": "https://shop.example/v1" }],
          "operations": { "orders": {
            "request": { "method": "GET", "path": "/orders", "query": { "page": { "type": "integer" } } },
            "responses": { "200": { "description": "Orders.", "body": { "type": "array", "items": { "type": "object",
              "properties": { "id": { "type": "integer" }, "kind": { "enum": ["a", "b.c"] }, "note": { "type": "string" },
                "it's": { "type": "string" } } } } } },
            "cases": { "lists orders": { "given": [{ "name": "two orders", "params": { "count": 2 } }],
              "request": { "query": { "page": 1 } },
              "response": { "status": 200, "body": [{ "id": 1, "kind": "a", "note": "x" }] } } } } } }
        """#

    static func exchange() -> ExchangeRecord {
        let body = #"[{"id":1,"kind":"a","note":"x","it's":"y"},{"id":2,"kind":"a","note":"y"}]"#
        return ExchangeRecord(
            request: .init(
                method: "GET", url: "https://shop.example/v1/orders?page=1",
                headers: [
                    HTTPField("Accept", "application/json"), HTTPField("User-Agent", "x"),
                    HTTPField("Authorization", "Bearer •••"),
                ], body: nil),
            response: .init(
                version: nil, status: 200, headers: [HTTPField("Content-Type", "application/json")],
                body: .init(text: body, size: body.utf8.count, isCut: false)))
    }

    static func document(status: CaseResult.Status = .passed, needs: [(String, Dependence.Use)]) throws -> PactDocument
    {
        let loaded = ContractLoader.load("shop.json", files: MemoryFiles(["shop.json": text]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        var result = CaseResult(
            id: "orders/lists orders", file: "shop.json", operation: "orders", origin: .documented, status: status,
            location: contract.operations[0].location, exchanges: [exchange()])
        result.dependences = needs.map { Dependence(status: 200, part: .body, name: $0.0, use: $0.1) }
        let report = RunReport(
            tool: .current, kind: .client, started: "2026-01-01T00:00:00Z", duration: 0, contracts: [], cases: [result])
        return PactDocument(
            consumer: "web", provider: "shop", contract, [result], ClientNeeds(report).operations)
    }

    @Test("contains the request as sent, and only the needed parts of the response, with matchers")
    func narrowed() throws {
        let pact = try Self.document(needs: [
            ("", .needed), ("/*/id", .needed), ("/*/kind", .needed), ("/*/note", .unread),
        ])
        let interaction = try #require(pact.json["interactions"]?[0])
        #expect(interaction["key"] == "orders/lists orders")
        #expect(interaction["providerStates"] == [["name": "two orders", "params": ["count": 2]]])
        #expect(
            interaction["request"] == [
                "method": "GET", "path": "/orders", "query": ["page": ["1"]],
                "headers": ["Accept": ["application/json"]],
            ])
        #expect(interaction["response"]?["body"]?["content"] == [["id": 1, "kind": "a"]])
        let rules = interaction["response"]?["matchingRules"]?["body"]
        #expect(rules?["$"]?["matchers"] == [["match": "type"]])
        #expect(rules?["$[*].id"]?["matchers"] == [["match": "integer"]])
        #expect(rules?["$[*].kind"]?["matchers"] == [["match": "regex", "regex": "^(?:a|b\\.c)$"]])
    }

    @Test("is accepted by the format of pacts, and judges responses by what the client needs")
    func judged() throws {
        let pact = try Self.document(needs: [("/*/id", .needed), ("/*/note", .read)])
        try Self.judge(
            pact, [(#"[{"id":5},{"id":6,"more":1}]"#, true), (#"[{"id":"5"}]"#, false), (#"[{"note":"x"}]"#, false)])
    }

    /// Checks which response bodies a client that reads the pact accepts.
    private static func judge(_ pact: PactDocument, _ rows: [(body: String, isRight: Bool)]) throws {
        let text = JSONWriter.pretty(pact.json)
        let loaded = ContractLoader.load(
            "p.json", files: MemoryFiles(["p.json": text]), formats: ContractFormats([PactFormat()]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))")
        let testCase = try #require(CasePlan(contract, operations: []).cases.first)
        for (body, isRight) in rows {
            let response = HTTPResponse(
                status: 200, headers: [HTTPField("Content-Type", "application/json")], body: Array(body.utf8))
            let judgement = Judge.judge(response, of: testCase, step: 0, scope: testCase.scope())
            #expect(judgement.failed != isRight, "\(body)")
        }
    }

    @Test("gives a member with an apostrophe, which a path can't contain, the rule of any member")
    func apostrophe() throws {
        let pact = try Self.document(needs: [("/*/id", .needed), ("/*/it's", .needed)])
        let rules = pact.json["interactions"]?[0]?["response"]?["matchingRules"]?["body"]
        #expect(rules?["$[*].*"]?["matchers"] == [["match": "type"]])
        #expect(rules?["$[*].id"]?["matchers"] == [["match": "integer"]])
        try Self.judge(
            pact,
            [
                (#"[{"id":5,"it's":"other"}]"#, true), (#"[{"id":5.5,"it's":"y"}]"#, false),
                (#"[{"id":5,"it's":1}]"#, false),
            ])
    }

    @Test("leaves out a case that failed, and says so")
    func failed() throws {
        let pact = try Self.document(status: .failed, needs: [])
        #expect(pact.count == 0)
        #expect(pact.omissions == ["orders/lists orders: failed"])
    }
}
