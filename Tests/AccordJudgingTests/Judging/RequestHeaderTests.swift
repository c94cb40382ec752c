// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordContract
@testable import AccordCore

@Suite("Judging a request's headers and cookies") struct RequestHeaderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var value: String?
        var rules: [String]
        var testDescription: String { "\(name): \(value ?? "none")" }

        init(_ name: String, _ value: String?, _ rules: [String]) {
            self.name = name
            self.value = value
            self.rules = rules
        }
    }

    static let rows: [Row] = [
        Row("Accept", "Application/JSON", []), Row("ACCEPT", "application/json", []), Row("X-Anything", "1", []),
        Row("User-Agent", "curl/8", []), Row("Cookie", "session=s", []), Row("Cookie", "session=\"s\"", []),
        Row("Authorization", "bearer t", []), Row("Accept", nil, ["request.header.missing"]),
        Row("Accept", "text/html", ["request.header.value"]),
        Row("Accept", "application/json, */*", ["request.header.value"]),
        Row("Authorization", "t", ["request.header.value"]),
        Row("Authorization", "Bearer T", ["request.header.value"]), Row("User-Agent", "x", ["request.header.schema"]),
        Row("Deprecation", "true", ["request.header.forbidden"]),
        Row("If-None-Match", "\"1\"", ["request.header.forbidden"]),
        Row("Cookie", nil, ["request.cookie.missing"]), Row("Cookie", "session=t", ["request.cookie.value"]),
        Row("Cookie", "session=s; tracker=1", ["request.cookie.unexpected"]),
    ]

    @Test("header names ignore case, values follow their grammar, and undocumented fields pass", arguments: rows)
    func row(_ row: Row) throws {
        let judgement = try Shop.judge("search/finds exactly") { request in
            request.headers.removeAll { $0.name.lowercased() == row.name.lowercased() }
            if let value = row.value { request.headers.append(HTTPField(row.name, value)) }
        }
        #expect(judgement.findings.map(\.rule.id) == row.rules, "\(judgement.findings.map(\.message))")
    }

    @Test(
        "a misspelled query item is one mistake, which names the documented one",
        arguments: [("q", "qq"), ("price", "pryce")])
    func misspelledItem(name: String, sent: String) throws {
        let judgement = try Shop.judge("search/finds") { $0.url = $0.url.replacing("\(name)=", with: "\(sent)=") }
        #expect(judgement.findings.map(\.rule) == [.requestQueryMissing], "\(judgement.findings.map(\.message))")
        #expect(judgement.findings.map(\.advice) == ["Did you mean “\(name)”? The client sent “\(sent)”."])
        let same = try Shop.judge("search/finds") { $0.url = $0.url.replacing("\(name)=", with: "undocumented=") }
        #expect(same.findings.map(\.advice) == ["Did you mean “\(name)”? The client sent “undocumented”."])
        let other = try Shop.judge("search/finds") { $0.url = $0.url.replacing("\(name)=", with: "undocumented=7") }
        #expect(other.findings.map(\.rule) == [.requestQueryMissing, .requestQueryUnexpected])
        #expect(try Shop.judge("search/finds") { _ in }.findings.isEmpty)
    }

    @Test("an undocumented query item suggests the name of a documented item that wasn't sent")
    func undocumentedItem() throws {
        func advice(_ item: String) throws -> [String?] {
            try Shop.judge("search/finds") { $0.url += "&\(item)" }.findings
                .filter { $0.rule == .requestQueryUnexpected }.map(\.advice)
        }
        #expect(try advice("pages=1") == ["Did you mean “page”?"])
        #expect(try advice("zzzzzzzzzz=1").first??.hasPrefix("Document the query item") == true)
    }

    @Test("a misspelled header field suggests the documented name")
    func misspelledField() throws {
        func advice(_ name: String) throws -> [String?] {
            try Shop.judge("search/finds") { request in
                for index in request.headers.indices where request.headers[index].name == "Accept" {
                    request.headers[index].name = name
                }
            }.findings.map(\.advice)
        }
        #expect(try advice("Acept") == ["Did you mean “Accept”? The client sent “Acept”."])
        #expect(try advice("ACCEPT") == [])
    }

    @Test("a missing authentication scheme is a finding")
    func scheme() throws {
        let judgement = try Shop.judge("search/finds exactly") { request in
            request.headers.removeAll { $0.name == "Authorization" }
            request.headers.append(HTTPField("Authorization", "t"))
        }
        #expect(
            judgement.findings.first?.message
                == "the header “Authorization” has no scheme, such as “Bearer”, before the credentials")
    }

    @Test("cookies are sent encoded, and accepted in both forms")
    func cookies() throws {
        for value in ["session=s%201", "session=s 1"] {
            let rules = try Shop.rules("search/finds") { request in
                request.headers.removeAll { $0.name == "Cookie" }
                request.headers.append(HTTPField("Cookie", value))
            }
            #expect(rules == [])
        }
    }

    @Test(
        "a cookie has the documented type, order and encoding",
        arguments: [
            ("schema", "page=3; tag=y; name=z", []), ("schema", "page=two; tag=x; name=z", ["request.cookie.schema"]),
            ("exact", "page=2; tag=x; tag=y; name=%C3%A9", []), ("exact", "tag=x; tag=y; name=é; page=2", []),
            ("exact", "page=2; tag=y; tag=x; name=%C3%A9", ["request.cookie.order"]),
            ("exact", "page=2; tag=x; tag=y; name=%25C3%25A9", ["request.cookie.encoding"]),
        ])
    func documentedCookies(matching: String, sent: String, rules: [String]) throws {
        let text = """
            { "contract": "1.0", "info": { "title": "Jar", "version": "1" }, "servers": [{ "url": "https://jar.example" }],
              "operations": { "list": {
                "request": { "method": "GET", "path": "/", "cookies": {
                  "page": { "type": "integer" },
                  "name": { "type": "string" },
                  "tag": { "description": "In this order.", "style": "form", "explode": true,
                    "schema": { "type": "array", "items": { "type": "string" } } } } },
                "responses": { "200": { "description": "All." } },
                "cases": { "lists": { "request": { "matching": "\(matching)", "cookies": { "page": 2, "name": "é", "tag": ["x", "y"] } },
                  "response": { "status": 200 } } } } } }
            """
        let loaded = ContractLoader.load("jar.json", files: MemoryFiles(["jar.json": Array(text.utf8)]))
        let contract = try #require(loaded.contract, "\(loaded.diagnostics)")
        let testCase = try #require(CasePlan(contract).cases.first)
        let expected = try testCase.expectedRequest(0, scope: testCase.scope())
        var request = expected.example
        request.headers.removeAll { $0.isNamed("Cookie") }
        request.headers.append(HTTPField("Cookie", sent))
        #expect(Judge.judge(request, against: expected).findings.map(\.rule.id) == rules)
    }
}
