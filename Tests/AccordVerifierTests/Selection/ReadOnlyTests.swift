// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@testable import AccordVerifier

@Suite("accord verify --read-only")
struct ReadOnlyTests {
    @Test("cases with unsafe methods and their dependent cases are skipped with a reason")
    func skips() throws {
        var plan = try RunPlan([Flights.contract()], selection: Selection(), serverName: nil, today: "2026-01-01")
        plan.skipUnsafe()
        let reasons = plan.entries.map { "\($0.testCase.id): \($0.skip ?? "runs")" }
        #expect(
            reasons == [
                "book/books a seat: not sent because of --read-only: the case sends POST",
                "book/books at the second try: not sent because of --read-only: the case sends POST",
                "book/waits for a seat: not sent because of --read-only: the case sends POST",
                "show/shows a booking: not sent because of --read-only: the case depends on book/books a seat",
                "show/shows one of long ago: runs", "show/is planned: runs", "show/is skipped: runs",
            ])
    }

    private static let document = #"""
        {
          "contract": "1.0", "info": { "title": "Kernel", "version": "1" },
          "operations": {
            "status": {
              "request": { "method": "GET", "path": "/kernel" },
              "responses": { "200": { "description": "Its status." } }
            },
            "rename": {
              "request": {
                "method": "PUT", "path": "/kernel/{id}", "pathParameters": { "id": { "type": "integer" } },
                "body": { "type": "object", "required": ["name"], "properties": { "name": { "type": "string" } } }
              },
              "responses": { "204": { "description": "Renamed." } },
              "cases": {
                "renames one": {
                  "request": { "pathParameters": { "id": 7 }, "body": { "name": "k" } }, "response": { "status": 204 }
                }
              }
            },
            "shutdown": {
              "request": { "method": "POST", "path": "/kernel/shutdown" },
              "responses": { "204": { "description": "It shuts down." } }
            },
            "remove": {
              "request": {
                "method": "DELETE", "path": "/kernel/{id}", "pathParameters": { "id": { "type": "integer" } }
              },
              "responses": { "204": { "description": "It is gone." } }
            }
          }
        }
        """#

    private func plan() throws -> RunPlan {
        let result = ContractLoader.load("kernel.json", files: MemoryFiles(["kernel.json": Self.document]))
        var contract = try #require(result.contract, "\(result.diagnostics.map(\.rendered))")
        contract.origin = .openAPI
        return RunPlan(
            [contract.withImpliedCases], selection: Selection(), serverName: nil, today: "2026-01-01")
    }

    private func reasons(_ plan: RunPlan) -> [String] { plan.entries.map { "\($0.testCase.id): \($0.skip ?? "runs")" } }

    @Test("only documented requests with unsafe methods are sent by default")
    func generatedRequests() throws {
        var plan = try plan()
        plan.skipGeneratedUnsafe(except: [])
        #expect(
            reasons(plan) == [
                "status/made: runs", "rename/renames one: runs",
                "shutdown/made: not sent: the method is unsafe, and no case or example documents the request; use --allow-unsafe",
                "remove/made: not sent: the method is unsafe, and no case or example documents the request; use --allow-unsafe",
            ])
    }

    @Test("a generated request is sent if its id is selected")
    func namedRequest() throws {
        var plan = try plan()
        plan.skipGeneratedUnsafe(except: ["remove/made"])
        #expect(reasons(plan).last == "remove/made: runs")
        #expect(!reasons(plan)[2].hasSuffix("runs"))
    }
}
