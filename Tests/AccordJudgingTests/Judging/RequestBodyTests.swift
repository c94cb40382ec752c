// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@testable import AccordContract
@testable import AccordCore

@Suite("Judging a request's body") struct RequestBodyTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var body: String
        var rules: [String]
        var place: String?
        var testDescription: String { body }

        init(_ body: String, _ rules: [String], _ place: String? = nil) {
            self.body = body
            self.rules = rules
            self.place = place
        }
    }

    static let json: [Row] = [
        Row(#"{"lines":[{"item":1,"count":2}],"note":null}"#, []),
        Row(#" { "note": null, "lines": [ { "count": 2.0, "item": 1e0 } ] } "#, []),
        Row(#"{"lines":[{"item":1,"count":2}]}"#, ["request.body.value"], "/note"),
        Row(#"{"lines":[{"item":1,"count":2,"x":1}],"note":null}"#, ["request.body.value"], "/lines/0/x"),
        Row(#"{"lines":[{"item":1,"count":3}],"note":null}"#, ["request.body.value"], "/lines/0/count"),
        Row(#"{"lines":[{"item":"1","count":2}],"note":null}"#, ["request.body.value"], "/lines/0/item"),
        Row(#"{"lines":[],"note":""}"#, ["request.body.value", "request.body.value"], "/lines/0"),
        Row(
            #"{"id":"x","lines":[{"item":1,"count":2}],"note":null}"#,
            ["request.body.read-only", "request.body.value"], "/id"),
        Row(#"{"lines":[{"item":1,"count":2}],"note":null,}"#, ["request.body.syntax"], ""),
        Row("", ["request.body.missing"], ""), Row("lines=1", ["request.body.syntax"], ""),
    ]

    @Test("JSON is compared by value, and a missing property differs from null", arguments: json)
    func value(_ row: Row) throws {
        let judgement = try Shop.judge("order/orders") { $0.body = Array(row.body.utf8) }
        #expect(judgement.findings.map(\.rule.id) == row.rules, "\(judgement.findings.map(\.message))")
        if let place = row.place { #expect(judgement.findings.first?.place?.name == place) }
    }

    static let schemaRows: [Row] = [
        Row(#"{"lines":[{"item":5}],"extra":1}"#, []),
        Row(#"{"lines":[{"count":1}]}"#, ["request.body.schema"], "/lines/0"),
        Row(#"{"lines":[{"item":5,"count":0}]}"#, ["request.body.schema"], "/lines/0/count"),
        Row(#"{"lines":5}"#, ["request.body.schema", "request.body.assert"], "/lines"),
    ]

    @Test("with “matching: schema”, only the schema and the assertions apply", arguments: schemaRows)
    func schema(_ row: Row) throws {
        let judgement = try Shop.judge("order/orders by schema") { $0.body = Array(row.body.utf8) }
        #expect(judgement.findings.map(\.rule.id) == row.rules, "\(judgement.findings.map(\.message))")
        if let place = row.place { #expect(judgement.findings.first?.place?.name == place) }
        if !row.rules.isEmpty { #expect(judgement.findings.first?.contract?.line ?? 0 > 1) }
    }

    @Test(
        "an undocumented media type is a finding",
        arguments: [
            ("application/json", []), ("Application/JSON; charset=utf-8", []),
            ("text/plain", ["request.body.media-type"]),
            (nil, ["request.body.media-type"]), ("application/problem+json", ["request.body.media-type"]),
        ] as [(String?, [String])])
    func mediaType(type: String?, rules: [String]) throws {
        let found = try Shop.rules("order/orders") { request in
            request.headers.removeAll { $0.name == "Content-Type" }
            if let type { request.headers.append(HTTPField("Content-Type", type)) }
        }
        #expect(found == rules)
    }

    @Test(
        "a compressed body is judged as decoded",
        arguments: [
            ("gzip", []), ("deflate", ["request.body.syntax"]), ("br", ["request.body.syntax"]),
            (nil, ["request.body.syntax"]),
        ] as [(String?, [String])])
    func compressed(coding: String?, rules: [String]) throws {
        // {"lines":[{"item":1,"count":2}],"note":null}
        let text = "H4sIAAAAAAACA6tWysnMSy1WsoquVsosSc1VsjLUUUrOL80rUbIyqo3VUcrLL0lVssorzcmpBQBLjL7eLAAAAA=="
        let body = try #require(Base64.decode(text))
        let found = try Shop.rules("order/orders") { request in
            request.body = body
            if let coding { request.headers.append(HTTPField("Content-Encoding", coding)) }
        }
        #expect(found == rules)
    }

    @Test("an unexpected body is a finding")
    func unexpected() throws {
        #expect(try Shop.rules("search/finds") { $0.body = Array("{}".utf8) } == ["request.body.unexpected"])
    }

    static let forms: [Row] = [
        Row("user=a+b&secret=1%2B1%26&days=7", []), Row("days=07.0&secret=1%2b1%26&user=a%20b", ["request.body.value"]),
        Row("secret=1%2B1%26&user=a%20b&days=7", []), Row("user=a+b&secret=1+1%26&days=7", ["request.body.value"]),
        Row("user=a+b&secret=1%252B1%2526&days=7", ["request.body.value"]),
        Row("user=a+b&days=7", ["request.body.value"]),
        Row("user=a+b&secret=1%2B1%26&days=7&x=1", ["request.body.value"]),
        Row("user=a+b&secret=1%2B1%26&days=7&days=8", ["request.body.schema"]),
    ]

    @Test("a form is compared field by field", arguments: forms)
    func form(_ row: Row) throws {
        let judgement = try Shop.judge("login/logs in") { $0.body = Array(row.body.utf8) }
        #expect(judgement.findings.map(\.rule.id) == row.rules, "\(judgement.findings.map(\.message))")
    }

    @Test("an unencoded + in a form is a finding")
    func formPlus() throws {
        let judgement = try Shop.judge("login/logs in") { $0.body = Array("user=a+b&secret=1+1%26&days=7".utf8) }
        #expect(judgement.findings.first?.message == "“secret” contains an unencoded +, which a form reads as a space")
    }

    @Test("a multipart body is compared part by part, ignoring boundary and order")
    func multipart() throws {
        let expected = try Shop.expected("upload/uploads")
        #expect(Judge.judge(expected.example, against: expected).findings == [])
        func changed(_ change: (inout [Multipart.Part]) -> Void) throws -> [String] {
            let type = try #require(expected.example.headers.first("Content-Type").flatMap { MediaType(parsing: $0) })
            var multipart = try Multipart(
                parsing: expected.example.body, boundary: #require(type.parameter("boundary")))
            change(&multipart.parts)
            var request = expected.example
            request.headers.removeAll { $0.name == "Content-Type" }
            request.headers.append(HTTPField("Content-Type", "multipart/form-data; boundary=\"other one\""))
            request.body = multipart.bytes(boundary: "other one")
            return Judge.judge(request, against: expected).findings.map { "\($0.rule.id) \($0.place?.name ?? "")" }
        }
        #expect(try changed { _ in } == [])
        #expect(try changed { $0.swapAt(0, 1) } == [])
        #expect(try changed { $0.swapAt(2, 3) } == ["request.body.value /tag/0", "request.body.value /tag/1"])
        #expect(try changed { $0.removeFirst() } == ["request.body.value /meta"])
        #expect(try changed { $0.append($0[0]) } == ["request.body.value /meta"])
        #expect(try changed { $0[0].body = Array(#"{"size":1,"name":"a"}"#.utf8) } == [])
        #expect(try changed { $0[0].body = Array(#"{"size":2,"name":"a"}"#.utf8) } == ["request.body.value /meta/size"])
        #expect(try changed { $0[0].body = Array("{".utf8) } == ["request.body.syntax /meta"])
        #expect(try changed { $0[0].headers.removeAll { $0.name == "X-Part" } } == ["request.body.value /meta"])
        #expect(try changed { $0[0].headers.append(HTTPField("X-Other", "1")) } == [])
        #expect(try changed { $0[1].body.append(0) } == ["request.body.value /file"])
        #expect(
            try changed { $0[1].headers = [HTTPField("Content-Disposition", "form-data; name=file; filename=x")] }
                == ["request.body.value /file", "request.body.value /file"])
        #expect(
            try changed {
                $0[1].headers = [
                    HTTPField("Content-Disposition", "form-data; name=file; filename*=UTF-8''%C3%A4%20%221%22.png"),
                    HTTPField("Content-Type", "image/jpeg"),
                ]
            } == [])
    }

    private static let point = #"{ "type": "object", "properties": { "x": { "type": "integer" } } }"#

    @Test(
        "a part without Content-Type is JSON if its schema is an object, and otherwise text",
        arguments: [
            (point, #"{"x":1}"#, nil, true), (point, #"{"x":"1"}"#, nil, false), (point, "x=1", nil, false),
            (point, #"{"x":1}"#, "text/plain", false), (point, #"{"x":1}"#, "application/json", true),
            (#"{ "type": "array", "items": \#(point) }"#, #"{"x":1}"#, nil, true),
            (#"{ "type": ["array", "null"], "items": { "type": "integer" } }"#, "7", nil, true),
            (#"{ "type": "array", "items": { "type": "integer" } }"#, "seven", nil, false),
            (#"{ "type": "string", "maxLength": 3 }"#, #"{"x":1}"#, nil, false),
            (#"{ "oneOf": [\#(point), { "type": "string" }] }"#, "x=1", nil, true),
        ] as [(String, String, String?, Bool)])
    func parts(schema: String, text: String, type: String?, isValid: Bool) throws {
        let document = #"""
            {
              "contract": "1.0", "info": { "title": "Parts", "version": "1" },
              "servers": [ { "url": "https://parts.example" } ],
              "operations": { "send": {
                "request": { "method": "POST", "path": "/", "body": { "content": { "multipart/form-data": {
                  "schema": { "type": "object", "properties": { "a": \#(schema) } } } } } },
                "responses": { "200": { "description": "Some." } },
                "cases": { "sends": { "response": { "status": 200 } } }
              } }
            }
            """#
        let result = ContractLoader.load("parts.json", files: MemoryFiles(["parts.json": document]))
        let operation = try #require(result.contract?.operation("send"), "\(result.diagnostics.map(\.message))")
        var part = Multipart.Part(
            headers: [HTTPField("Content-Disposition", "form-data; name=\"a\"")], body: Array(text.utf8))
        if let type { part.headers.append(HTTPField("Content-Type", type)) }
        let request = HTTPRequest(
            method: "POST", url: "https://parts.example/",
            headers: [HTTPField("Content-Type", "multipart/form-data; boundary=b")],
            body: Multipart(parts: [part]).bytes(boundary: "b"))
        let rules = Judge.judge(request, documentedBy: operation).findings.map(\.rule.id)
        #expect(rules == (isValid ? [] : ["request.body.schema"]))
    }

    @Test("a missing or wrong boundary is a finding")
    func boundary() throws {
        for type in ["multipart/form-data", "multipart/form-data; boundary=zzz"] {
            let rules = try Shop.rules("upload/uploads") { request in
                request.headers.removeAll { $0.name == "Content-Type" }
                request.headers.append(HTTPField("Content-Type", type))
            }
            #expect(rules == ["request.body.syntax"])
        }
    }

    @Test("a repeated request must equal the previous one")
    func repeated() throws {
        let asked = try #require(Shop.plan["order/tries again"])
        let scope = asked.scope()
        let first = try asked.expectedRequest(0, scope: scope)
        let second = try asked.expectedRequest(1, scope: scope)
        #expect(!first.repeatsPrevious && second.repeatsPrevious)
        #expect(Judge.judge(first.example, against: second, previous: first.example).findings == [])
        var spaced = first.example
        spaced.body = Array(" {\"lines\":[]}".utf8)
        #expect(
            Judge.judge(spaced, against: second, previous: first.example).findings.map(\.rule.id) == ["request.repeat"])
        var other = first.example
        other.headers = other.headers.map {
            $0.name == "Idempotency-Key" ? HTTPField($0.name, "11111111-1111-4111-8111-111111111111") : $0
        }
        #expect(
            Judge.judge(other, against: second, previous: first.example).findings.map(\.rule.id) == ["request.repeat"])
        #expect(try asked.request(1, scope: scope, baseURL: "http://h", previous: spaced) == spaced)
    }
}
