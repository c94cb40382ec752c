// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@testable import AccordTesting

@Suite("ACCORD_CASE") struct CaseFilterTests {
    static let offered = [
        "login/creates a token", "login~a", "login~b", "login~c", "login~d", "login~syntax.invalid-json",
        "login~syntax.truncated-json", "items/lists all", "items~connect.offline",
    ]

    @Test(
        "suggests the most similar cases in any order",
        arguments: [
            ("login~syntx.invalid-json", "login~syntax.invalid-json"), ("offline", "items~connect.offline"),
            ("items/list all", "items/lists all"), ("LOGIN/creates a token", "login/creates a token"),
        ])
    func nearest(wanted: String, meant: String) {
        let nearest = CaseFilter.nearest(to: wanted, in: Self.offered)
        #expect(nearest.first == meant)
        #expect(nearest.count == 5)
    }

    @Test(
        "a selection in which nothing runs is an error, and one in which a case runs is none",
        arguments: [
            (CaseResult.Status.notApplicable, true), (.skipped, true), (.passed, false), (.failed, false),
            (.pending, false), (.blocked, false),
        ])
    func idle(status: CaseResult.Status, isError: Bool) {
        let filter = CaseFilter("login~b", exits: false)
        filter.offer(Self.offered)
        filter.note(
            CaseResult(
                id: "login~b", file: "a.json", operation: "login", origin: .derived, status: status,
                reason: "no body", location: SourceLocation(file: "a.json", line: 1, column: 1)))
        #expect((filter.error != nil) == isError)
        #expect(filter.error?.contains("login~b") ?? true)
        #expect(CaseFilter(nil).error == nil)
    }

    @Test("a test of an operation without a case for clients has a reason not to run, and is a mistake in XCTest")
    func withoutCases() async {
        let text = """
            "audit": {
              "request": { "method": "GET", "path": "/audit" }, "responses": { "204": { "description": "Fine." } },
              "cases": { "works": { "appliesTo": "server", "response": { "status": 204 } } }
            }
            """
        let contract = ClientContract(
            DoubtTests.loaded(text, isOpenAPI: false), file: "bank.json", packageRoot: "/", level: "standard")
        #expect(contract.reasonWithoutCases(of: "ping") == nil)
        let reason = "the contract has no case of “audit” for clients"
        #expect(contract.reasonWithoutCases(of: "audit") == reason)
        let bindings = ClientBindings(client: { $0.urlSession }, operations: [:])
        let problems = await contract.problems(of: "audit", with: bindings)
        #expect(problems.map(\.text) == [reason] && problems.map(\.file) == ["//bank.json"])
    }
}
