// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordJSON
import AccordSchema
import Testing

@Suite("Schema inclusion")
struct InclusionTests {
    private static func decide(_ inner: String, _ outer: String, isSender: Bool = false) throws -> SearchResult {
        let left = try Schema.compile(JSON(parsing: inner))
        let right = try Schema.compile(JSON(parsing: outer))
        var graph = SchemaGraph()
        graph.add(left, .neither)
        graph.add(right, .neither)
        graph.merge()
        var search = InclusionSearch(graph)
        return search.counterexample(of: left, within: right, .neither, isSender: isSender)
    }

    @Test(
        "proves that every value of a schema is valid under a wider one",
        arguments: [
            (#"{"type":"integer","minimum":3}"#, #"{"type":"number","exclusiveMinimum":2}"#),
            (#"{"enum":["a","b"]}"#, #"{"type":"string","maxLength":1}"#),
            (#"{"oneOf":[{"type":"integer"},{"type":"string"}]}"#, #"{"type":["string","number"]}"#),
            (#"{"type":"array","items":{"const":1},"maxItems":2}"#, #"{"type":"array","items":{"type":"integer"}}"#),
            (
                #"{"type":"object","required":["a"],"properties":{"a":{"type":"integer"}}}"#,
                #"{"type":"object","properties":{"a":{"type":"number"}}}"#
            ),
            (
                #"{"allOf":[{"required":["a"]},{"properties":{"a":{"type":"string"}}}],"type":"object"}"#,
                #"{"type":"object","required":["a"],"properties":{"a":{"type":"string"}}}"#
            ),
            (
                ##"{"type":"object","properties":{"next":{"$ref":"#"}},"required":["id"]}"##,
                ##"{"type":"object","properties":{"next":{"$ref":"#"}}}"##
            ),
            (#"{"multipleOf":6,"type":"integer"}"#, #"{"multipleOf":3,"type":"integer"}"#),
        ])
    func included(_ inner: String, _ outer: String) throws {
        guard case .none = try Self.decide(inner, outer) else {
            Issue.record("not proved")
            return
        }
    }

    @Test(
        "finds a small value that only the first schema accepts",
        arguments: [
            (#"{"type":"number"}"#, #"{"type":"integer"}"#, "0.5"),
            (#"{"type":"string"}"#, #"{"enum":["a","b"]}"#, "\"\""),
            (#"{"type":"integer"}"#, #"{"type":"integer","minimum":1}"#, "0"),
            (#"{"type":"object","properties":{"a":{}}}"#, #"{"type":"object","required":["a"]}"#, "{}"),
            (
                #"{"type":"object","properties":{"a":{"type":["string","null"]}}}"#,
                #"{"type":"object","properties":{"a":{"type":"string"}}}"#, #"{"a":null}"#
            ),
            (#"{"type":"array"}"#, #"{"type":"array","items":{"type":"integer"}}"#, "[null]"),
            (
                #"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"string"}}}"#,
                #"{"oneOf":[{"required":["a"],"type":"object"},{"required":["b"],"type":"object"}]}"#, "{}"
            ),
        ])
    func excluded(_ inner: String, _ outer: String, _ witness: String) throws {
        guard case .some(let value) = try Self.decide(inner, outer) else {
            Issue.record("no witness")
            return
        }
        let (left, right) = try (Schema.compile(JSON(parsing: inner)), Schema.compile(JSON(parsing: outer)))
        #expect(left.isValid(value) && !right.isValid(value))
        #expect(value.compact.utf8.count <= witness.utf8.count + 4, "\(value.compact)")
    }

    @Test("assumes that a sender sends only the properties that its document declares")
    func sender() throws {
        let inner = #"{"type":"object","properties":{"a":{"type":"string"}}}"#
        let outer = #"{"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}}}"#
        guard case .none = try Self.decide(inner, outer, isSender: true) else {
            Issue.record("a new optional property is reported")
            return
        }
        guard case .some = try Self.decide(inner, outer) else {
            Issue.record("without a sender, “b” can have any value")
            return
        }
    }

    @Test(
        "proves an inclusion of patterns, except of patterns that it can't follow",
        arguments: [(#"^(aa)+$"#, #"^a(aa)*a$"#, true), (#"^(aa|bb)+$"#, #"^((.)\\2)+$"#, false)])
    func patterns(inner: String, outer: String, isProven: Bool) throws {
        let result = try Self.decide(
            #"{"type":"string","pattern":"\#(inner)"}"#, #"{"type":"string","pattern":"\#(outer)"}"#)
        switch result {
        case .none: #expect(isProven)
        case .unknown: #expect(!isProven)
        case .some(let value): Issue.record("\(value)")
        }
    }
}
