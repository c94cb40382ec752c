// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import ConformanceScore
import Testing

@testable import AccordContract
@testable import AccordCore

@Suite("Judging a request's URL") struct RequestURLTests {
    /// A replacement in the correct URL, and the rules that the result violates.
    struct Row: Sendable, CustomTestStringConvertible {
        var from: String
        var to: String
        var rules: [String]
        var message: String?
        var testDescription: String { "\(from) → \(to)" }

        init(_ from: String, _ to: String, _ rules: [String], _ message: String? = nil) {
            self.from = from
            self.to = to
            self.rules = rules
            self.message = message
        }
    }

    static let url =
        "https://shop.example/v1/search/a%2Fb%20c?q=1%2B1%20%3D%20%C3%A9%26&tag=x&tag=y&ids=1,2&price=1.5&nonce="

    @Test("the request that Accord itself would send passes")
    func example() throws {
        let expected = try Shop.expected("search/finds")
        #expect(expected.example.url.hasPrefix(Self.url))
        #expect(expected.example.headers.first("Cookie") == "session=s%201")
        let judgement = Judge.judge(expected.example, against: expected)
        #expect(judgement.findings == [])
        #expect(judgement.assertions > 10)
    }

    static let rows: [Row] = [
        // Allowed differences.
        Row("%2B", "%2b", []), Row("%C3%A9", "%c3%a9", []), Row("a%2Fb", "%61%2fb", []),
        Row("price=1.5", "price=1.50", []),
        Row("tag=x&tag=y&ids=1,2", "ids=1,2&tag=x&tag=y", []), Row("ids=1,2", "ids=1%2C2", []),
        Row("shop.example", "SHOP.example:443", []), Row("&v=2", "&v=2.0", []), Row("&v=2", "&v=2&page=1", []),
        // Address.
        Row("https:", "http:", ["request.scheme"]), Row("shop.example", "shop.example.org", ["request.host"]),
        Row("shop.example", "shop.example:8443", ["request.port"]),
        // Path.
        Row("a%2Fb", "a/b", ["request.path"], "the path has a slash instead of %2F"),
        Row("%20c?", "%20c/?", ["request.path"], "ends in a slash"),
        Row("a%2Fb%20c", "a%252Fb%2520c", ["request.path.encoding"], "encoded twice"),
        Row("a%2Fb%20c", "a%2Fb+c", ["request.path.encoding"], "in a path, + is a plus sign"),
        Row("a%2Fb%20c", "a%2Fb", ["request.path"], "the wrong value"),
        Row("/search", "/Search", ["request.path"], "in letter case"),
        Row("/v1/search", "/search", ["request.path"], "the URL lacks the path of the base URL, /v1"),
        // Query: values and names.
        Row("price=1.5", "price=1.6", ["request.query.value"], "“price” has the wrong value"),
        Row("price=1.5", "price=", ["request.query.value"]),
        Row("price=1.5&", "", ["request.query.missing"]),
        Row("price=", "Price=", ["request.query.missing"]),
        Row("&v=2", "", ["request.query.missing"]), Row("&v=2", "&v=3", ["request.query.value"]),
        Row("&v=2", "&v=2&x=", ["request.query.unexpected"], "doesn't document the query item “x”"),
        Row("&v=2", "&v=2&x", ["request.query.unexpected"]),
        Row("&v=2", "&v=2&v=2", ["request.query.unexpected"], "more often"),
        Row("&v=2", "&v=2&page=2", ["request.query.unexpected"], "the case doesn't specify it"),
        Row("&v=2", "&v=2&page=", ["request.query.unexpected"]),
        Row("tag=x&tag=y", "tag=y&tag=x", ["request.query.order"], "in the wrong order"), Row("ids=1,2", "ids=2,1", []),
        Row("tag=x&tag=y", "tag=x", ["request.query.value"]),
        Row("tag=x&tag=y", "tag=x,y", ["request.query.value"], "as one query item"),
        Row("ids=1,2", "ids=1&ids=2", ["request.query.value"], "as a separate query item"),
        // Query: encoding.
        Row("1%2B1", "1+1", ["request.query.ambiguous-plus"], "an unencoded + instead of %2B"),
        Row("%20%3D%20", "+%3D+", ["request.query.ambiguous-plus"], "contains + instead of %20"),
        Row(
            "1%2B1%20%3D%20%C3%A9%26", "1%252B1%2520%253D%2520%25C3%25A9%2526", ["request.query.encoding"],
            "encoded twice"),
        Row("%C3%A9", "%E9", ["request.query.encoding"], "ISO-8859-1"),
        Row("%C3%A9", "e%CC%81", ["request.query.encoding"], "a different Unicode normal form"),
        Row("%C3%A9%26", "%C3%A9&", ["request.query.encoding"], "without percent-encoding, and an & splits"),
        Row("%C3%A9", "é", ["request.query.encoding"], "must be percent-encoded in a query"),
        Row("price=1.5", "price=1.5%", ["request.query.value", "request.query.encoding"]),
    ]

    @Test("every mistake has its rule, and permitted differences have none", arguments: rows)
    func row(_ row: Row) throws {
        let judgement = try Shop.judge("search/finds") {
            $0.url = $0.url.replacing(row.from, with: row.to, maxReplacements: 1)
        }
        #expect(judgement.findings.map(\.rule.id) == row.rules, "\(judgement.findings.map(\.message))")
        if let message = row.message { #expect(judgement.findings.first?.message.contains(message) == true) }
        for finding in judgement.findings {
            #expect(finding.blame == .client)
            #expect(finding.contract?.file == "shop.json")
            #expect(finding.place != nil)
        }
    }

    @Test("a value that the case doesn't specify is judged by its schema")
    func open() throws {
        let right = try Shop.rules("search/finds") { $0.url = $0.url.replacing(/nonce=[^&]*/, with: "nonce=0af9") }
        #expect(right == [])
        let judgement = try Shop.judge("search/finds") { $0.url = $0.url.replacing(/nonce=[^&]*/, with: "nonce=XYZ") }
        #expect(judgement.findings.map(\.rule.id) == ["request.query.schema"])
        #expect(judgement.findings.first?.contract?.pointer.hasSuffix("/nonce/pattern") == true)
        #expect(
            try Shop.rules("search/finds") { $0.url = $0.url.replacing(/&nonce=[^&]*/, with: "") } == [
                "request.query.missing"
            ])
    }

    @Test("with “matching: schema”, a client may send values other than the case's")
    func schema() throws {
        #expect(try Shop.expected("stock/of a day").example.url.hasSuffix("/stock/7?day=2026-11-21"))
        func rules(_ from: String, _ to: String) throws -> [String] {
            try Shop.rules("stock/of a day") { $0.url = $0.url.replacing(from, with: to) }
        }
        #expect(try rules("/7?", "/8?") == [])
        #expect(try rules("2026-11-21", "2024-02-29") == [])
        #expect(try rules("/7?", "/0?") == ["request.path.schema"])
        #expect(try rules("2026-11-21", "2025-02-29") == ["request.query.schema"])
        #expect(try rules("?day=2026-11-21", "") == ["request.query.missing"])
    }

    @Test(
        "a value that the case doesn't specify must be percent-encoded UTF-8",
        arguments: [
            ("100%", Finding.Severity.error), ("%zz", .error), ("%FCber", .warning), ("100%25", nil),
            ("%C3%BCber", nil),
        ] as [(String, Finding.Severity?)])
    func openEncoding(text: String, severity: Finding.Severity?) throws {
        let contract = #"""
            {
              "contract": "1.0", "info": { "title": "Words", "version": "1" },
              "servers": [ { "url": "https://words.example" } ],
              "operations": { "word": {
                "request": {
                  "method": "GET", "path": "/words/{word}", "pathParameters": { "word": { "type": "string" } },
                  "query": { "like": { "required": false, "schema": { "type": "string" } } }
                },
                "responses": { "200": { "description": "It." } },
                "cases": { "one": {
                  "request": { "pathParameters": { "word": "a" } }, "response": { "status": 200 } } }
              } }
            }
            """#
        let loaded = ContractLoader.load("words.json", files: MemoryFiles(["words.json": contract]))
        let operation = try #require(loaded.contract?.operation("word"))
        let expected = ExpectedRequest(documentedBy: operation, baseURL: "")
        let path = Judge.judge(HTTPRequest(method: "GET", url: "https://x/words/\(text)"), against: expected)
        #expect(path.findings.map(\.rule.id) == severity.map { _ in ["request.path.encoding"] } ?? [])
        #expect(path.findings.allSatisfy { $0.severity == severity })
        let query = Judge.judge(HTTPRequest(method: "GET", url: "https://x/words/a?like=\(text)"), against: expected)
        #expect(query.findings.map(\.rule.id) == severity.map { _ in ["request.query.encoding"] } ?? [])
        #expect(query.findings.allSatisfy { $0.severity == severity })
    }

    @Test("null in the case forbids the item, even with its default")
    func null() throws {
        #expect(try Shop.rules("search/finds exactly") { $0.url += "&page=1" } == ["request.query.unexpected"])
    }

    @Test("the torture value passes only if it is encoded correctly")
    func torture() throws {
        let reference = try Conformance.fixture("query-encoding-reference.json").root
        let right = try #require(reference["rfc6570SimpleOrSmithy"]?.string)
        let id = "search~request.torture:q"
        #expect(try Shop.expected(id).example.url.contains("q=\(right)&"))
        #expect(try Shop.rules(id) { _ in } == [])
        for (key, rules) in [
            ("formUrlencodedWHATWG", ["request.query.ambiguous-plus"]),
            ("foundationURLComponentsQueryItemsLinux631", ["request.query.ambiguous-plus"]),
        ] {
            let sloppy = try #require(reference[key]?.string)
            #expect(try Shop.rules(id) { $0.url = $0.url.replacing(right, with: sloppy) } == rules, "\(key)")
        }
        let twice = Percent.encode(right)
        #expect(try Shop.rules(id) { $0.url = $0.url.replacing(right, with: twice) } == ["request.query.encoding"])
    }

    @Test("“queryEncoding” determines how a query is read", arguments: ["form", "rfc3986"])
    func stated(encoding: String) throws {
        let text = Shop.text.replacing(
            "\"search\": {", with: "\"search\": { \"queryEncoding\": \"\(encoding)\",", maxReplacements: 1)
        let plan = CasePlan(try Shop.load(text))
        let asked = try #require(plan["search/finds"])
        let expected = try asked.expectedRequest(0, scope: asked.scope())
        func findings(_ from: String, _ to: String) -> [Finding] {
            var request = expected.example
            request.url = request.url.replacing(from, with: to)
            return Judge.judge(request, against: expected).findings
        }
        let spaces = findings("%20%3D%20", "+%3D+")
        let plus = findings("1%2B1", "1+1")
        #expect(spaces.map(\.rule.id) == (encoding == "form" ? [] : ["request.query.encoding"]))
        #expect(plus.map(\.rule.id) == (encoding == "form" ? ["request.query.encoding"] : []))
        let message = (spaces + plus).first?.message
        #expect(
            message?.contains(
                encoding == "form" ? "an unencoded +, but the server" : "+ for a space, but in a query, ")
                == true,
            "\(message ?? "")")
    }

    @Test(
        "an unencoded + and a double encoding have different messages",
        arguments: [
            ("100%25+2%20x", EncodingCause.Component.formQuery, "100%+2 x", "unencoded +"),
            ("%2525+2", .formQuery, "%25+2", "unencoded +"), ("100%25+2", .form, "100%+2", "unencoded +, which a form"),
            ("100%25+2", .query, "100% 2", "+ for a space, but in a query, "),
            ("100%25+2", .path, "100% 2", "+ for a space, but in a path"),
            ("100%2525%252B2", .formQuery, "100%+2", "twice"), ("100%2525%252B2", .query, "100%+2", "twice"),
            ("100%2525%252B2", .form, "100%+2", "twice"), ("a%2Bb", .formQuery, "a+c", nil),
            ("100%25%2B2", .path, "100%+2", nil), ("%25%2B+", .formQuery, "%+x", nil),
        ] as [(String, EncodingCause.Component, String, String?)])
    func causes(text: String, component: EncodingCause.Component, value: String, message: String?) {
        let cause = EncodingCause.of(text, meaning: value, in: component)
        #expect((cause == nil) == (message == nil), "\(cause?.message ?? "")")
        if let message { #expect(cause?.message.contains(message) == true, "\(cause?.message ?? "")") }
    }

    @Test(
        "a path value that ends at an unencoded ? is a finding",
        arguments: [
            ("/v1/search/a/b?c", "“kind” contains / and ? without percent-encoding", ["request.path.encoding"]),
            ("/v1/search/a%2Fb?c", "“kind” contains an unencoded ?, which ends the path", ["request.path.encoding"]),
            ("/v1/search/a%2Fb%3Fd", "has the wrong value", ["request.path"]),
            ("/v1/find/a%2Fb%3Fc", "the path differs from the documented path", ["request.path"]),
            ("/v1/search/a%2Fb%3Fc", "", []),
        ])
    func torn(path: String, message: String, rules: [String]) throws {
        let plan = CasePlan(try Shop.load(Shop.text.replacing("a/b c", with: "a/b?c")))
        let asked = try #require(plan["search/finds"])
        let expected = try asked.expectedRequest(0, scope: asked.scope())
        var request = expected.example
        request.url = request.url.replacing("/v1/search/a%2Fb%3Fc", with: path)
        let findings = Judge.judge(request, against: expected).findings.filter { $0.place?.part == .path }
        #expect(findings.map(\.rule.id) == rules, "\(request.url)")
        #expect(findings.allSatisfy { $0.message.contains(message) && $0.advice != nil }, "\(findings)")
    }

    @Test("an unencoded ? before an unencoded # is a finding, also if the client leaves out the empty query")
    func tornBeforeFragment() throws {
        let plan = CasePlan(try Shop.load(Shop.text.replacing("a/b c", with: "a/b?#c")))
        let asked = try #require(plan["search/finds"])
        let expected = try asked.expectedRequest(0, scope: asked.scope())
        var request = expected.example
        request.url = String(request.url.prefix { $0 != "?" }).replacing("a%2Fb%3F%23c", with: "a/b")
        let findings = Judge.judge(request, against: expected).findings
        #expect(findings.map(\.rule.id) == ["request.path.encoding"], "\(request.url)")
        #expect(findings.first?.message.contains("contains / and ? without percent-encoding") == true)
    }

    @Test("an unencoded ? in the path doesn't report missing query items")
    func tornAlone() throws {
        let plan = CasePlan(try Shop.load(Shop.text.replacing("a/b c", with: "a/b?c")))
        let asked = try #require(plan["search/finds"])
        let expected = try asked.expectedRequest(0, scope: asked.scope())
        var request = expected.example
        #expect(Judge.judge(request, against: expected).findings.isEmpty)
        request.url = String(request.url.prefix { $0 != "?" }).replacing("a%2Fb%3Fc", with: "a/b?c")
        #expect(Judge.judge(request, against: expected).findings.map(\.rule.id) == ["request.path.encoding"])
    }

    @Test(
        "unencoded / and ? in the torture value of a path are a finding")
    func tornTorture() throws {
        let expected = try Shop.expected("search~request.torture:kind")
        let value = try #require(
            expected.pathParameters.compactMap { parameter in
                if case .value(let value) = parameter.expectation { value.string } else { nil }
            }.first)
        let allowed = value.replacing("%", with: "%25").replacing(" ", with: "%20")
        let sloppy = allowed.unicodeScalars.map { $0.isASCII ? String($0) : Percent.encode(String($0)) }.joined()
        let findings = try Shop.judge("search~request.torture:kind") {
            $0.url = $0.url.replacing(Percent.encode(value), with: sloppy)
        }.findings.filter { $0.place?.part == .path }
        #expect(findings.map(\.rule.id) == ["request.path.encoding"], "\(value)")
        #expect(findings.first?.message.contains("contains / and ? without percent-encoding") == true, "\(findings)")
    }

    @Test("a path value with slashes keeps them, and encodes other characters")
    func slashes() throws {
        let expected = try Shop.expected("picture/loads")
        #expect(expected.example.url == "https://shop.example/v1/pictures/2026/a%20b.png")
        #expect(try Shop.rules("picture/loads") { _ in } == [])
        #expect(
            try Shop.rules("picture/loads") { $0.url = $0.url.replacing("2026/", with: "2026%2F") } == ["request.path"])
    }

    @Test("a wrong method is a finding")
    func method() throws {
        #expect(try Shop.rules("search/finds") { $0.method = "POST" } == ["request.method"])
    }
}
