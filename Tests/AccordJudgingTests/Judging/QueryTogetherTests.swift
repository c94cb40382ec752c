// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordJSON
import AccordVerifier
import Testing

@testable import AccordCore

@Suite("Query items that exclude or require each other") struct QueryTogetherTests {
    static let text = #"""
        {
          "contract": "1.0",
          "info": { "title": "Log", "version": "1" },
          "servers": [ { "url": "https://log.example" } ],
          "operations": {
            "list": {
              "request": {
                "method": "GET", "path": "/entries",
                "query": {
                  "from": { "required": false, "schema": { "type": "integer", "minimum": 1 } },
                  "to": { "required": false, "schema": { "type": "integer", "minimum": 1 } },
                  "since": { "required": false, "schema": { "type": "string", "minLength": 1 } },
                  "order": { "required": false, "schema": { "enum": ["newest", "nearest"] } }
                },
                "querySchema": {
                  "oneOf": [ { "required": ["from"] }, { "required": ["since"] } ],
                  "dependentRequired": { "to": ["from"] },
                  "not": { "properties": { "order": { "const": "nearest" } }, "required": ["order"] }
                }
              },
              "responses": { "200": { "description": "Some." }, "400": { "description": "No." } },
              "cases": {
                "by number": { "request": { "query": { "from": 3 } }, "response": { "status": 200 } },
                "neither": {
                  "appliesTo": "server", "request": { "query": { "order": "newest" } }, "response": { "status": 400 }
                }
              }
            }
          }
        }
        """#

    private static func contract() throws -> Contract {
        let result = ContractLoader.load("log.json", files: MemoryFiles(["log.json": text]))
        return try #require(result.contract, "\(result.diagnostics.map(\.message))")
    }

    static let rows: [(query: String, isRight: Bool)] = [
        ("?from=1", true), ("?from=1&to=2", true), ("?since=x", true), ("?since=x&order=newest", true),
        ("", false), ("?from=1&since=x", false), ("?since=x&to=2", false), ("?from=1&order=nearest", false),
    ]

    @Test("query items are judged together by querySchema", arguments: rows)
    func judged(_ row: (query: String, isRight: Bool)) throws {
        let operation = try #require(try Self.contract().operation("list"))
        let request = HTTPRequest(method: "GET", url: "https://log.example/entries\(row.query)")
        let findings = Judge.judge(request, documentedBy: operation).findings
        #expect(findings.map(\.rule.id) == (row.isRight ? [] : ["request.query.combination"]), "\(findings)")
        #expect(findings.allSatisfy { $0.contract != nil && $0.blame == .client })
    }

    @Test("querySchema adds no finding for an invalid item, or for a case that violates it on purpose")
    func once() throws {
        let plan = CasePlan(try Self.contract())
        for (id, rules) in [("list/by number", ["request.query.missing"]), ("list/neither", ["request.query.missing"])]
        {
            let tried = try #require(plan[id])
            let expected = try tried.expectedRequest(0, scope: tried.scope())
            #expect(Judge.judge(expected.example, against: expected).findings == [])
            let none = HTTPRequest(method: "GET", url: "https://log.example/entries")
            #expect(Judge.judge(none, against: expected).findings.map(\.rule.id) == rules)
        }
    }

    @Test("every generated request satisfies querySchema")
    func made() throws {
        let contract = try Self.contract()
        let operation = try #require(contract.operation("list"))
        let plan = CasePlan(contract, level: .standard)
        let requests = plan.cases.filter { $0.id.hasPrefix("list~request.") }
        #expect(
            requests.contains { $0.id == "list~request.all" } && requests.contains { $0.id.hasSuffix("torture:since") })
        for tried in requests.flatMap({ [$0] + $0.inTurn }) {
            let example = try tried.expectedRequest(0, scope: tried.scope()).example
            #expect(Judge.judge(example, documentedBy: operation).findings == [], "\(tried.id): \(example.url)")
        }
        let implied = MadeRequest(operation).values { _ in false }.definition.query.map(\.name)
        #expect(implied == ["from"])
    }

    @Test("requests that a server must refuse can violate querySchema")
    func refused() throws {
        let contract = try Self.contract()
        let operation = try #require(contract.operation("list"))
        let cases = CasePlan(contract, operations: [], refusals: RefusalOptions()).cases
        let broken = cases.filter { $0.id.hasPrefix("list~refuse.combination") }
        #expect(
            broken.map(\.id) == [
                "list~refuse.combination:query.without-from", "list~refuse.combination:query.with-since",
                "list~refuse.combination:query.with-order.nearest",
            ])
        for tried in broken {
            let request = try tried.request(0, scope: tried.scope(), baseURL: "https://log.example")
            let rules = Judge.judge(request, documentedBy: operation).findings.map(\.rule.id)
            #expect(rules == ["request.query.combination"], "\(request.url)")
        }
    }

    @Test("generated query items have the location of their parameter")
    func located() throws {
        let plan = CasePlan(try Self.contract(), level: .standard)
        let tried = try #require(plan["list~request.all"])
        let expected = try tried.expectedRequest(0, scope: tried.scope())
        let made = expected.query.filter { if case .value = $0.expectation { $0.name != "from" } else { false } }
        #expect(!made.isEmpty && made.allSatisfy { $0.location.line > 1 }, "\(made.map { ($0.name, $0.location) })")
    }
}
