// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Testing

@Suite("notSecret")
struct NotSecretTests {
    private static let id = "ch_3MmlLrLkdIwHu7ix0snN0B15xyZ9"

    private func load(excuse: String, where place: String = "case") -> LoadResult {
        let excuses = excuse.isEmpty ? "" : "\"notSecret\": \(excuse),"
        return Contracts.load(
            Contracts.withOperation(
                """
                \(place == "operation" ? excuses : "")
                "request": { "method": "GET", "path": "/{id}", "pathParameters": { "id": { "type": "string" } } },
                "responses": { "200": { "description": "Fine." } },
                "cases": { "a": {
                  \(place == "case" ? excuses : "")
                  "request": { "pathParameters": { "id": "\(Self.id)" } }, "response": { "status": 200 } } }
                """, top: place == "top" ? excuses : ""))
    }

    @Test(
        "notSecret applies to a case, an operation or the contract, and has a reason",
        arguments: ["case", "operation", "top"])
    func excused(place: String) {
        #expect(load(excuse: "").diagnostics.map(\.rule) == ["contract.secret"])
        #expect(load(excuse: "").diagnostics.first?.advice?.contains("notSecret") == true)
        #expect(load(excuse: "{ \"\(Self.id)\": \"a charge's id\" }", where: place).diagnostics.map(\.rendered) == [])
    }

    @Test("notSecret applies to the summary of a case")
    func summary() {
        let key = "sk_live_" + "4eC39HqLyjWDarjtT1zdp7dc"
        func load(_ excuse: String) -> [String] {
            Contracts.load(
                Contracts.withOperation(
                    """
                    "request": { "method": "GET", "path": "/x" }, "responses": { "200": { "description": "Fine." } },
                    "cases": { "a": { \(excuse) "summary": "with \(key)", "response": { "status": 200 } } }
                    """)
            ).diagnostics.map(\.rule)
        }
        #expect(load("") == ["contract.secret"])
        #expect(load("\"notSecret\": { \"\(key)\": \"revoked\" },") == [])
    }

    @Test("notSecret requires a reason and a use")
    func reasons() {
        for excuse in ["{ \"\(Self.id)\": \" \" }", "{ \"\(Self.id)\": 1 }", "[]"] {
            #expect(load(excuse: excuse).contract == nil, "\(excuse)")
        }
        let stale = load(excuse: "{ \"\(Self.id)\": \"a charge's id\", \"another\": \"x\" }")
        #expect(stale.diagnostics.map { "\($0.severity) \($0.rule)" } == ["warning contract.secret"])
    }

    @Test("empty passwords and keys in notSecret aren't secrets")
    func credentials() {
        func load(_ credentials: String, _ excuse: String = "") -> [String] {
            Contracts.load(
                Contracts.withOperation(
                    """
                    "request": { "method": "GET", "path": "/x" }, "security": [{ "key": [] }],
                    "responses": { "200": { "description": "Fine." } }, "cases": { "a": { "response": { "status": 200 } } }
                    """,
                    components: """
                        { "securitySchemes": { "key": { "type": "http", "scheme": "basic", \(excuse)
                        "credentials": \(credentials) } } }
                        """)
            ).diagnostics.map(\.rule)
        }
        #expect(load(#"{ "username": "${env.KEY}", "password": "" }"#) == [])
        #expect(load(#"{ "username": "public-test-key", "password": "" }"#) == ["contract.secret"])
        let excuse = #""notSecret": { "public-test-key": "in the documentation for everybody" },"#
        #expect(load(#"{ "username": "public-test-key", "password": "" }"#, excuse) == [])
        #expect(load(#"{ "username": "public-test-key", "password": "hunter2" }"#, excuse) == ["contract.secret"])
    }
}
