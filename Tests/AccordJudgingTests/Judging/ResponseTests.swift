// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@testable import AccordContract
@testable import AccordCore

@Suite("Judging a response") struct ResponseTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var id: String = "search/finds"
        var name: String
        var rules: [String]
        var place: String?
        var change: @Sendable (inout HTTPResponse) -> Void
        var testDescription: String { name }

        init(
            _ name: String, _ rules: [String], at place: String? = nil, id: String = "search/finds",
            _ change: @escaping @Sendable (inout HTTPResponse) -> Void
        ) {
            self.id = id
            self.name = name
            self.rules = rules
            self.place = place
            self.change = change
        }
    }

    static func body(_ text: String) -> @Sendable (inout HTTPResponse) -> Void {
        { $0.body = Array(text.utf8) }
    }

    static func header(_ name: String, _ value: String?) -> @Sendable (inout HTTPResponse) -> Void {
        { response in
            response.headers.removeAll { $0.name.lowercased() == name.lowercased() }
            if let value { response.headers.append(HTTPField(name, value)) }
        }
    }

    static let tolerated: [Row] = [
        Row("the documented answer", []) { _ in },
        Row("other values", [], body(#"{"items":[{"id":5,"name":"Ink"},{"id":6,"name":""}],"next":"x"}"#)),
        Row("unknown properties", [], body(#"{"items":[{"id":5,"name":"Ink","x":1}],"y":null}"#)),
        Row("another order, other spelling", [], body(#" {"next":null,"items":[{"name":"\u0050en","id":1.0}]}"#)),
        Row("extra headers", [], header("X-Anything", "1")), Row("a value of a header", [], header("ETag", "\"2\"")),
        Row("headers in capitals", []) { $0.headers = $0.headers.map { HTTPField($0.name.uppercased(), $0.value) } },
        Row("a parameter of the media type", [], header("Content-Type", "Application/JSON; charset=utf-8")),
        Row("an optional header", [], header("X-Next", "7")), Row("none of it", [], header("X-Next", nil)),
        Row("no compression, said aloud", [], header("Content-Encoding", "identity")),
        Row("a coding that nobody knows", [], header("Content-Encoding", "utf-8")),
        Row("a stream that goes on", [], id: "feed/reads", body("{\"id\":1}\n{\"id\":2}\n{\"id\":3}\n")),
    ]

    static let refused: [Row] = [
        Row("another status", ["response.status"]) { $0.status = 404 },
        Row("an undocumented status", ["response.status.undocumented"]) { $0.status = 500 },
        Row("a header missing", ["response.header.missing"], header("ETag", nil)),
        Row("a header of another type", ["response.header.schema"], header("X-Total", "many")),
        Row("a header out of range", ["response.header.schema"], header("X-Total", "-1")),
        Row("an optional header of another type", ["response.header.schema"], header("X-Next", "x")),
        Row("a forbidden header", ["response.header.forbidden"], header("X-Old", "1")),
        Row("a header that the case says isn't there", ["response.header.forbidden"], header("X-None", "1")),
        Row("another media type", ["response.body.media-type"], header("Content-Type", "text/html")),
        Row("no media type", ["response.body.media-type"], header("Content-Type", nil)),
        Row("no body", ["response.body.missing"], body("")),
        Row("no JSON", ["response.body.syntax"], at: "", body(#"{"items":[],}"#)),
        Row("two documents", ["response.body.syntax"], body("{}{}")),
        Row("arrays without end", ["response.body.syntax"], body(String(repeating: "[", count: 600))),
        Row("gzip that isn't", ["response.body.encoding"], at: "", header("Content-Encoding", "GZIP")),
        Row("Brotli that isn't", ["response.body.encoding"], at: "", header("Content-Encoding", "br")),
        Row("gzip for nobody", ["response.body.encoding"], at: "Content-Encoding") {
            $0.headers.append(HTTPField("Content-Encoding", "identity, gzip"))
            $0.body = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]
        },
        Row(
            "a property missing", ["response.body.schema", "response.body.assert"], at: "/items/0",
            body(#"{"items":[{"name":"Pen"}]}"#)),
        Row("another type", ["response.body.schema"], at: "/items/0/name", body(#"{"items":[{"id":1,"name":7}]}"#)),
        Row(
            "another root", ["response.body.schema", "response.body.assert", "response.body.assert"], at: "", body("[]")
        ),
        Row(
            "an assertion's list", ["response.body.assert", "response.body.assert"], at: "/items",
            body(#"{"items":[]}"#)),
        Row(
            "an assertion's number", ["response.body.assert"], at: "/items/0/id",
            body(#"{"items":[{"id":0,"name":""}]}"#)),
        Row("a header field's number", ["response.header.assert"], at: "X-Total", header("X-Total", "100")),
        Row(
            "a path that finds something", ["response.body.assert"], at: "/debug",
            body(#"{"items":[{"id":1,"name":""}],"debug":1}"#)),
        Row(
            "a writeOnly property", ["response.body.write-only"], at: "/items/0/cost",
            body(#"{"items":[{"id":1,"name":"","cost":1}]}"#)),
        Row("a body where there is none", ["response.body.unexpected"], id: "search/has nothing to say", body("{}")),
        Row("a line that is no JSON", ["response.body.syntax"], id: "feed/reads", body("{\"id\":1}\n{\"id\":\n")),
        Row(
            "an item of another type", ["response.body.schema", "response.body.value"], at: "/1/id", id: "feed/reads",
            body("{\"id\":1}\n{\"id\":\"2\"}\n")),
        Row("an item missing", ["response.body.value"], at: "/1", id: "feed/reads", body("{\"id\":1}\n")),
        Row("another byte", ["response.body.value"], id: "picture/loads") { $0.body[3] ^= 1 },
        Row(
            "an integer beyond 53 bits", ["response.body.value"], at: "/items/0/id", id: "search/finds exactly",
            body(#"{"items":[{"id":9007199254740992,"name":"Pen"}],"next":null}"#)),
        Row(
            "another value of a header", ["response.header.value"], id: "search/finds exactly", header("ETag", "\"2\"")),
    ]

    @Test("values that the schema allows and the case doesn't specify pass", arguments: tolerated)
    func right(row: Row) throws {
        let judgement = try Shop.judgeAnswer(row.id, row.change)
        #expect(judgement.findings.map(\.message) == [])
        #expect(judgement.assertions > 0)
    }

    @Test("each violation of the contract has its rule and its place", arguments: refused)
    func wrong(row: Row) throws {
        let judgement = try Shop.judgeAnswer(row.id, row.change)
        #expect(judgement.findings.map(\.rule.id) == row.rules, "\(judgement.findings.map(\.message))")
        if let place = row.place { #expect(judgement.findings.first?.place?.name == place) }
        for finding in judgement.findings {
            #expect(finding.blame == .server)
            #expect(finding.contract?.line ?? 0 > 1)
            #expect(Rule.all.contains(finding.rule))
        }
    }

    @Test("a response that takes longer than documented is a finding")
    func within() throws {
        #expect(try Shop.judgeAnswer("search/finds", elapsed: 1.9) { _ in }.findings == [])
        #expect(
            try Shop.judgeAnswer("search/finds", elapsed: 2.1) { _ in }.findings.map(\.rule.id) == ["response.within"])
    }

    @Test("a syntax error shows the line and a caret")
    func syntax() throws {
        let finding = try #require(
            try Shop.judgeAnswer("search/finds", Self.body("{\n  \"items\": nope\n}")).findings.first)
        #expect(finding.message.hasPrefix("the body isn't JSON: "))
        #expect(finding.message.hasSuffix(", at 2:12"))
        #expect(finding.details.count == 2)
        #expect(finding.details.last?.hasSuffix("^") == true)
    }

    @Test("without a case, only the documentation applies")
    func documented() throws {
        let operation = try #require(Shop.contract.operation("search"))
        let right = try Shop.answer("search/finds")
        #expect(Judge.judge(right, documentedBy: operation).findings == [])
        #expect(
            Judge.judge(HTTPResponse(status: 500), documentedBy: operation).findings.map(\.rule.id) == [
                "response.status.undocumented"
            ])
        let problem = HTTPResponse(
            status: 404, headers: [HTTPField("Content-Type", "application/json")], body: Array("{}".utf8))
        #expect(Judge.judge(problem, documentedBy: operation).findings.map(\.rule.id) == ["response.body.schema"])
    }

    @Test(
        "an undocumented status code is a mistake of the document, unless the server failed",
        arguments: [(418, Finding.Blame.contract), (201, .contract), (500, .server), (503, .server)])
    func undocumentedStatus(status: Int, blame: Finding.Blame) throws {
        let operation = try #require(Shop.contract.operation("search"))
        let findings = Judge.judge(HTTPResponse(status: status), documentedBy: operation).findings
        #expect(findings.map(\.rule.id) == ["response.status.undocumented"])
        #expect(findings.map(\.blame) == [blame])
    }

    @Test("a body that is nested too deep has a message with the limit")
    func deep() throws {
        let text = #"{"items":"# + String(repeating: "[", count: 600) + String(repeating: "]", count: 600) + "}"
        let finding = try #require(try Shop.judgeAnswer("search/finds", Self.body(text)).findings.first)
        #expect(
            finding.message
                == "the body has more than 512 nested levels")
        #expect(finding.expected == "at most 512 levels")
        #expect(finding.actual == "a deeper level at 1:521")
        #expect(finding.details == [])
    }

    @Test("a redirect has a message with its target and advice on following it", arguments: [301, 302, 303, 307, 308])
    func redirect(status: Int) throws {
        func finding(_ status: Int, _ location: String?) throws -> Finding {
            let judgement = try Shop.judgeAnswer("search/finds") {
                $0.status = status
                $0.headers = location.map { [HTTPField("Location", $0)] } ?? []
                $0.body = []
            }
            return try #require(judgement.findings.first)
        }
        let redirect = try finding(status, "https://elsewhere.example/")
        #expect(redirect.details.contains("the response redirects to https://elsewhere.example/"))
        #expect(redirect.advice?.contains("Document \(status), and add a second step") == true)
        #expect(try finding(status, nil).details.contains("the redirect has no Location header field"))
        #expect(try finding(304, nil).advice?.contains("steps") != true)
    }
}
