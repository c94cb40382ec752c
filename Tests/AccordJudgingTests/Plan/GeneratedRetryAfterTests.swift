// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@testable import AccordCore

@Suite("Generated delays before a retry") struct GeneratedRetryAfterTests {
    @Test(
        "a generated Retry-After is one second if its schema allows that, and other values are as documented",
        arguments: [
            ("Retry-After", #"{ "type": "integer", "minimum": 1 }"#, "", "1"),
            ("Retry-After", #"{ "type": "integer" }, "examples": { "long": { "value": 60 } }"#, "", "1"),
            ("retry-after", #"{ "type": "string" }"#, "", "1"),
            ("Retry-After", #"{ "type": "integer", "minimum": 30, "maximum": 30 }"#, "", "30"),
            ("Retry-After", #"{ "type": "integer" }"#, #""headers": { "Retry-After": 60 }, "#, "60"),
            ("X-Wait", #"{ "const": 60 }"#, "", "60"),
        ])
    func delay(name: String, schema: String, written: String, value: String) throws {
        let text = """
            { "contract": "1.0", "info": { "title": "Bank", "version": "1" },
              "operations": { "ping": {
                "request": { "method": "GET", "path": "/ping" },
                "responses": { "503": { "description": "Busy.", "headers": {
                  "\(name)": { "required": true, "schema": \(schema) } } } },
                "cases": { "fails": { "response": { \(written)"status": 503 } } } } } }
            """
        let loaded = ContractLoader.load("bank.json", files: MemoryFiles(["bank.json": text]))
        let plan = CasePlan(try #require(loaded.contract, "\(loaded.diagnostics.map(\.rendered))"))
        let testCase = try #require(plan["ping/fails"])
        guard case .answer(let response) = try testCase.reply(0, scope: testCase.scope()) else {
            Issue.record("no response")
            return
        }
        #expect(response.headers.first(name) == value)
    }
}
