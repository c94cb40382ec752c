// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@Suite("Credentials from outputs")
struct UnreadFlowTests {
    private static func contract(login: String, list: String) -> String {
        """
        {
          "contract": "1.0", "info": { "title": "T", "version": "1" },
          "servers": [{ "url": "https://api.example.com" }],
          "security": [{ "token": [] }],
          "operations": {
            "login": {
              "security": [], "request": { "method": "GET", "path": "/login" }, \(login)
              "cases": { "signs in": {
                "request": {}, "response": { "status": 200, "body": { "token": "t" } },
                "outputs": { "token": "$response.body#/token" } } }
            },
            "list": {
              "request": { "method": "GET", "path": "/items", "query": { "page": { "type": "string" } } },
              "responses": { "200": { "description": "Items." } },
              "cases": { \(list) }
            }
          },
          "components": { "securitySchemes": {
            "token": { "type": "http", "scheme": "bearer", "credentials": { "token": "${outputs.token}" } } } }
        }
        """
    }

    private static let responses =
        #""responses": { "200": { "description": "A token.", "body": { "type": "object" } } },"#

    private func problems(_ text: String) -> [String] {
        Contracts.load(text).diagnostics.map { "\($0.rule) \($0.message)" }
    }

    @Test("an invalid producer is the only diagnostic")
    func unread() {
        let list = """
            "lists": { "after": ["login/signs in"], "request": { "query": { "page": "${outputs.token}" } },
              "response": { "status": 200 } }
            """
        #expect(problems(Self.contract(login: Self.responses, list: list)) == [])
        #expect(
            problems(Self.contract(login: "", list: list)) == [
                "contract.missing-key the operation “login” needs “responses”"
            ])
    }

    @Test("a missing output is reported once for a case with rows")
    func rows() {
        let list = """
            "lists": { "each": [{ "page": "1" }, { "page": "2" }, { "page": "3" }],
              "request": { "query": { "page": "${row.page}" } }, "response": { "status": 200 } }
            """
        #expect(
            problems(Self.contract(login: Self.responses, list: list)) == [
                "contract.unknown-name the case “list/lists[0]” uses “${outputs.token}”, which isn't an output of an "
                    + "earlier case"
            ])
    }
}
