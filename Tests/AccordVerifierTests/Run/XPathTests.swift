// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import Testing

@testable import AccordVerifier

@Suite("Assertions by XPath")
struct XPathTests {
    private static func contract(_ asserts: String) -> String {
        #"""
        {
          "contract": "1.0",
          "info": { "title": "Orders", "version": "1" },
          "servers": [ { "url": "https://orders.example" } ],
          "operations": {
            "show": {
              "request": { "method": "GET", "path": "/order" },
              "responses": { "200": { "description": "It.", "body": { "content": { "application/xml": {} } } } },
              "cases": { "shows": { "response": { "status": 200, "bodyText": "<order/>", "asserts": { \#(asserts) } } } }
            }
          }
        }
        """#
    }

    private func testCase(_ asserts: String) throws -> Case {
        let loaded = ContractLoader.load("orders.json", files: MemoryFiles(["orders.json": Self.contract(asserts)]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics.map(\.message))")
        #expect(loaded.diagnostics.filter { $0.severity == .error }.isEmpty, "\(loaded.diagnostics.map(\.message))")
        return try #require(CasePlan(contract, operations: [])["show/shows"])
    }

    @Test("XPath assertions are reported as not judged")
    func unread() throws {
        let testCase = try testCase(#""/order/@id": { "const": "8" }"#)
        let answer = HTTPResponse(
            status: 200, headers: [HTTPField("Content-Type", "application/xml")], body: Array("<order id='7'/>".utf8))
        let judgement = Judge.judge(answer, of: testCase, step: 0, scope: testCase.scope())
        #expect(judgement.findings.map(\.severity) == [.warning])
        #expect(
            judgement.findings.first?.message
                == "Accord can't check the assertion /order/@id, because Accord doesn't read XML")
    }

    @Test("XPath assertions in requests are errors")
    func requests() {
        let text = Self.contract(#""/order": true"#).replacing(
            #""response": {"#, with: #""request": { "asserts": { "/order": true } }, "response": {"#)
        let loaded = ContractLoader.load("orders.json", files: MemoryFiles(["orders.json": text]))
        #expect(loaded.diagnostics.contains { $0.severity == .error && $0.message.contains("XPath") })
    }
}
