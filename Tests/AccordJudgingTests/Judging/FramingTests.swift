// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import Testing

@Suite("Responses without content, and repeated header fields")
struct FramingTests {
    private static let text = #"""
        { "contract": "1.0", "info": { "title": "T", "version": "1" }, "servers": [ { "url": "https://t.example" } ],
          "operations": { "get": { "request": { "method": "GET", "path": "/" },
            "responses": { "200": { "description": "It.",
                "headers": { "Set-Cookie": { "type": "string", "pattern": "^[a-z]+=[^;,]+; HttpOnly$" },
                  "Content-Encoding": { "const": "gzip" } } },
              "204": { "description": "None." }, "304": { "description": "Unchanged." } },
            "cases": { "gets": { "response": { "status": 204 } } } },
            "signIn": { "request": { "method": "POST", "path": "/sign-in" },
              "responses": { "200": { "description": "It." } },
              "cases": { "signs in": { "response": { "status": 200, "asserts": {
                "$response.header.Set-Cookie": { "pattern": "^session=" } } } } } } } }
        """#

    private func contract() throws -> Contract {
        let loaded = ContractLoader.load("t.json", files: MemoryFiles(["t.json": Self.text]))
        return try #require(loaded.contract, "\(loaded.diagnostics.map(\.message))")
    }

    private func rules(_ response: HTTPResponse) throws -> [String] {
        Judge.judge(response, documentedBy: try #require(contract().operation("get"))).findings.map(\.rule.id)
    }

    @Test(
        "a 204 or 304 with content, or a 204 with fields that announce content, is reported",
        arguments: [
            (204, [HTTPField](), "", false), (204, [HTTPField("Content-Length", "0")], "", false),
            (204, [HTTPField("Content-Length", "7")], "", true),
            (204, [HTTPField("Transfer-Encoding", "chunked")], "", true), (204, [HTTPField](), "{}", true),
            // A 304 may have the length that a 200 would have.
            (304, [HTTPField("Content-Length", "7")], "", false), (304, [HTTPField](), "{}", true),
        ])
    func noContent(status: Int, headers: [HTTPField], body: String, isReported: Bool) throws {
        let response = HTTPResponse(status: status, headers: headers, body: Array(body.utf8))
        #expect(try rules(response) == (isReported ? ["response.body.unexpected"] : []))
    }

    @Test(
        "several Set-Cookie fields are judged one by one, and an unencoded body needs no Content-Encoding",
        arguments: [("b=2; HttpOnly", []), ("b=2", ["response.header.schema"])])
    func cookies(second: String, expected: [String]) throws {
        let fields = ["a=1; HttpOnly", second].map { HTTPField("Set-Cookie", $0) }
        #expect(try rules(HTTPResponse(status: 200, headers: fields)) == expected)
    }

    @Test(
        "one of several Set-Cookie fields must satisfy an assertion, and all other lines of a field are one value",
        arguments: [
            (["session=1; HttpOnly", "a=2; HttpOnly"], []), (["a=2; HttpOnly", "session=1; HttpOnly"], []),
            (["a=1; HttpOnly", "b=2; HttpOnly"], ["response.header.assert"]), ([], ["response.header.assert"]),
        ])
    func assertions(cookies: [String], expected: [String]) throws {
        let asked = try #require(CasePlan(contract(), level: .full)["signIn/signs in"])
        let response = HTTPResponse(status: 200, headers: cookies.map { HTTPField("Set-Cookie", $0) })
        let judgement = Judge.judge(response, of: asked, step: 0, scope: asked.scope())
        #expect(judgement.findings.map(\.rule.id) == expected)
    }
}
