// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON
import AccordPact
import AccordPactJudge
import Testing

@Suite("Pact matchers")
struct PactMatcherTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var matcher: String
        var example: String
        var accepted: [String]
        var rejected: [String]
        var testDescription: String { matcher }
    }

    static let rows: [Row] = [
        Row(matcher: #"{"match":"equality"}"#, example: "1", accepted: ["1", "1.0"], rejected: ["2", "\"1\""]),
        Row(matcher: #"{"match":"type"}"#, example: "1", accepted: ["7", "2.5"], rejected: ["\"1\"", "null", "true"]),
        Row(
            matcher: #"{"match":"type","min":1,"max":2}"#, example: "[1]", accepted: ["[5]", "[5,6]"],
            rejected: ["[]", "[1,2,3]", "[\"a\"]", "{}"]),
        Row(
            matcher: #"{"match":"regex","regex":"^a+$"}"#, example: "\"a\"", accepted: ["\"aa\""],
            rejected: ["\"b\"", "1"]),
        Row(
            matcher: #"{"match":"regex","regex":"\\A(?-mix:a|b)\\z"}"#, example: "\"a\"", accepted: ["\"b\""],
            rejected: ["\"ab\""]),
        Row(
            matcher: #"{"match":"include","value":"ell"}"#, example: "\"hello\"", accepted: ["\"bell\""],
            rejected: ["\"x\"", "null"]),
        Row(matcher: #"{"match":"integer"}"#, example: "1", accepted: ["-4"], rejected: ["1.0", "1e2", "\"a\""]),
        Row(matcher: #"{"match":"decimal"}"#, example: "1.5", accepted: ["2.25", "1.0"], rejected: ["1", "\"a\""]),
        Row(matcher: #"{"match":"number"}"#, example: "1.5", accepted: ["2", "2.5"], rejected: ["\"a\"", "true"]),
        Row(matcher: #"{"match":"boolean"}"#, example: "true", accepted: ["false"], rejected: ["\"true\"", "1"]),
        Row(matcher: #"{"match":"null"}"#, example: "null", accepted: ["null"], rejected: ["0", "\"\""]),
        Row(
            matcher: #"{"match":"date","format":"yyyy-MM-dd"}"#, example: "\"2026-01-31\"",
            accepted: ["\"2000-12-01\""], rejected: ["\"2000-13-01\"", "\"1.1.2000\"", "5"]),
        Row(
            matcher: #"{"match":"time","format":"HH:mm"}"#, example: "\"08:30\"", accepted: ["\"23:59\""],
            rejected: ["\"24:00\"", "\"8:3\""]),
        Row(
            matcher: #"{"match":"timestamp","format":"yyyy-MM-dd'T'HH:mm:ss.SSSXXX"}"#,
            example: "\"2026-01-31T08:30:00.000Z\"", accepted: ["\"2026-01-31T08:30:00.123+01:00\""],
            rejected: ["\"2026-01-31T08:30:00Z\"", "\"2026-01-31 08:30:00.000Z\""]),
        Row(
            matcher: #"{"match":"semver"}"#, example: "\"1.0.0\"", accepted: ["\"2.10.3-rc.1\""],
            rejected: ["\"1.0\"", "1"]),
        Row(
            matcher: #"{"match":"notEmpty"}"#, example: "\"a\"", accepted: ["\"b\"", "[1]"], rejected: ["\"\"", "null"]),
        Row(
            matcher: #"{"match":"values"}"#, example: #"{"a":1}"#, accepted: [#"{"z":1}"#, "{}"],
            rejected: [#"{"z":2}"#, "[]"]),
        Row(
            matcher: #"{"match":"eachKey","rules":[{"match":"regex","regex":"^k\\d$"}]}"#, example: #"{"k1":1}"#,
            accepted: [#"{"k2":5,"k1":1}"#], rejected: [#"{"x":1}"#, #"{"k1":2}"#]),
        Row(
            matcher: #"{"match":"eachValue","rules":[{"match":"type"}]}"#, example: #"{"k1":1}"#,
            accepted: [#"{"other":7}"#], rejected: [#"{"other":"text"}"#]),
        Row(
            matcher:
                #"{"match":"arrayContains","variants":[{"index":0,"rules":{"$.id":{"matchers":[{"match":"integer"}]}}}]}"#,
            example: #"[{"id":1,"kind":"a"}]"#, accepted: [#"[{"kind":"b"},{"id":9,"kind":"a"}]"#],
            rejected: ["[]", #"[{"id":"x","kind":"a"}]"#, #"[{"id":1,"kind":"b"}]"#]),
    ]

    @Test("accept and reject JSON values", arguments: rows)
    func json(_ row: Row) throws {
        let message = try Self.response(row.example, rules: #"{"$.v":{"matchers":[\#(row.matcher)]}}"#)
        for value in row.accepted {
            #expect(Self.mismatches(message, #"{"v":\#(value)}"#).isEmpty, "\(value) must match \(row.matcher)")
        }
        for value in row.rejected {
            #expect(!Self.mismatches(message, #"{"v":\#(value)}"#).isEmpty, "\(value) must not match \(row.matcher)")
        }
    }

    @Test("are combined with OR if the pact says so")
    func combination() throws {
        let matchers = #"[{"match":"null"},{"match":"type"}]"#
        let either = try Self.response("1", rules: #"{"$.v":{"combine":"OR","matchers":\#(matchers)}}"#)
        #expect(Self.mismatches(either, #"{"v":null}"#).isEmpty)
        #expect(Self.mismatches(either, #"{"v":2}"#).isEmpty)
        #expect(!Self.mismatches(either, #"{"v":"a"}"#).isEmpty)
        let both = try Self.response("1", rules: #"{"$.v":{"combine":"AND","matchers":\#(matchers)}}"#)
        #expect(!Self.mismatches(both, #"{"v":2}"#).isEmpty)
    }

    @Test("judge a class of status codes")
    func status() throws {
        let rules = #"{"status":{"$":{"matchers":[{"match":"statusCode","status":"success"}]}}}"#
        let message = try Self.message(#"{"status":200,"matchingRules":\#(rules)}"#)
        for (status, isSame) in [(200, true), (204, true), (404, false)] {
            var actual = PactActual()
            actual.status = status
            #expect(PactComparison(message, actual).findings.isEmpty == isSame)
        }
    }

    @Test("name the place, the expected and the actual value, and the line of the pact")
    func mismatch() throws {
        let message = try Self.response("1", rules: "{}")
        let found = Self.mismatches(message, #"{"v":2}"#)
        #expect(found.map(\.place?.name) == ["/v"])
        #expect(found.first?.expected == "1")
        #expect(found.first?.actual == "2")
    }

    @Test("stop after a bounded number of mismatches")
    func bound() throws {
        let numbers = (0..<10_000).map { "\"\($0)\"" }.joined(separator: ",")
        let message = try Self.response("[\(numbers)]", rules: "{}")
        let actual = (0..<10_000).map { "\($0)" }.joined(separator: ",")
        #expect(Self.mismatches(message, #"{"v":[\#(actual)]}"#).count == 50)
    }

    static func response(_ example: String, rules: String) throws -> PactMessage {
        try message(
            #"{"status":200,"body":{"content":{"v":\#(example)},"contentType":"application/json"},"#
                + #""matchingRules":{"body":\#(rules)}}"#)
    }

    static func message(_ text: String) throws -> PactMessage {
        var problems: [String] = []
        let document = try JSONDocument(parsing: text, file: "pact.json")
        let message = PactMessageReader.message(document.root, .response, .v4) { _, problem, _ in
            problems.append(problem)
        }
        #expect(problems == [])
        return message
    }

    static func mismatches(_ message: PactMessage, _ body: String) -> [Finding] {
        var actual = PactActual()
        actual.body = Array(body.utf8)
        return PactComparison(message, actual).findings
    }
}
