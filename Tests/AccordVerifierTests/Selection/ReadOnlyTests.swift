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

    @Test("without permission, only the requests of written cases have unsafe methods")
    func writtenRequests() throws {
        var plan = try plan()
        plan.skipUnpermitted()
        #expect(
            reasons(plan) == [
                "status/made: runs", "rename/renames one: runs",
                "shutdown/made: not sent: the method is unsafe; use --allow-unsafe",
                "remove/made: not sent: the method is unsafe; use --allow-unsafe",
            ])
        #expect(
            plan.entries.map(\.listing) == [
                "kernel.json:status/made", "kernel.json:rename/renames one\tunsafe: PUT",
                "kernel.json:shutdown/made\tunsafe: POST, requires --allow-unsafe",
                "kernel.json:remove/made\tunsafe: DELETE, requires --allow-unsafe",
            ])
    }

    @Test("an example of a parameter or a body is no permission, and neither is the id of a case")
    func examples() throws {
        let text = Self.document
            .replacing(
                #""id": { "type": "integer" }"#, with: #""id": { "schema": { "type": "integer" }, "example": 7 }"#)
        let result = ContractLoader.load("kernel.json", files: MemoryFiles(["kernel.json": text]))
        var contract = try #require(result.contract, "\(result.diagnostics.map(\.rendered))")
        contract.origin = .openAPI
        var options = PlanOptions(today: "2026-01-01")
        options.refusals = RefusalOptions(allowsUnsafe: true)
        options.fuzz = FuzzOptions(count: 20, seed: 1, allowsUnsafe: true)
        for cases in [[], ["remove/example"]] {
            options.selection.included.cases = cases
            var planner = RunPlanner([contract.withImpliedCases], options: options)
            let entries = planner.rest().entries
            #expect(entries.contains { $0.testCase.id == "remove/example" && $0.needsPermission })
            let sent = entries.filter { $0.skip == nil && $0.testCase.steps.contains { $0.unsafeMethod != nil } }
            #expect(sent.map(\.testCase.id) == (cases.isEmpty ? ["rename/renames one"] : []))
        }
    }
}
