// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import Testing

@Suite("Unsatisfiable schemas")
struct ExampleContradictionTests {
    /// A schema and the expected reason.
    struct Row: CustomTestStringConvertible, Sendable {
        var schema: String
        var reason: String
        var testDescription: String { reason }
    }

    static let rows: [Row] = [
        Row(
            schema: #"{"type": "number", "minimum": 5, "maximum": 3}"#,
            reason: "minimum 5 is above maximum 3 at s.json:1:45"),
        Row(
            schema: #"{"type": "integer", "allOf": [{"minimum": 5}, {"maximum": 3}]}"#,
            reason: "minimum 5 is above maximum 3 at s.json:1:59, contradicting s.json:1:43"),
        Row(
            schema: #"{"type": "number", "exclusiveMinimum": 3, "maximum": 3}"#,
            reason: "no number is between exclusiveMinimum 3 and maximum 3 at s.json:1:54"),
        Row(
            schema: #"{"type": "integer", "minimum": 0.1, "maximum": 0.9}"#,
            reason: "there is no whole number between minimum 0.1 and maximum 0.9 at s.json:1:48"),
        Row(
            schema: #"{"type": "integer", "minimum": 1, "maximum": 4, "multipleOf": 5}"#,
            reason: "there is no multiple of 5 between minimum 1 and maximum 4 at s.json:1:63"),
        Row(
            schema: #"{"type": "string", "minLength": 2, "maxLength": 1}"#,
            reason: "minLength 2 is above maxLength 1 at s.json:1:49"),
        Row(
            schema: #"{"type": "array", "minItems": 2, "maxItems": 1}"#,
            reason: "minItems 2 is above maxItems 1 at s.json:1:46"),
        Row(
            schema: #"{"allOf": [{"type": "string"}, {"type": "number"}]}"#,
            reason: #"type "number" excludes type "string" at s.json:1:41, contradicting s.json:1:21"#),
        Row(
            schema: #"{"allOf": [{"enum": [1, 2]}, {"enum": [3]}]}"#,
            reason: "no value is both in [3] and in [1,2] at s.json:1:39, contradicting s.json:1:21"),
        Row(
            schema: #"{"type": "integer", "enum": ["a"]}"#,
            reason: #"enum ["a"] excludes type "integer" at s.json:1:29"#),
        Row(
            schema: #"{"type": "object", "required": ["a"], "properties": {"a": false}}"#,
            reason: "property “a” is required and forbidden at s.json:1:33, contradicting s.json:1:59"),
        Row(
            schema: #"{"type": "object", "required": ["a"], "additionalProperties": false}"#,
            reason: "property “a” is required and forbidden at s.json:1:33, contradicting s.json:1:63"),
        Row(
            schema: #"{"type": "object", "required": ["a", "b"], "maxProperties": 1}"#,
            reason:
                "maxProperties 1 is below 2, the number of required properties "
                + "at s.json:1:61, contradicting s.json:1:38"),
        Row(
            schema: #"{"type": "array", "contains": true, "minContains": 2, "maxContains": 1}"#,
            reason: "minContains 2 is above maxContains 1 at s.json:1:70"),
        Row(
            schema: #"{"type": "array", "minItems": 2, "prefixItems": [true], "items": false}"#,
            reason:
                "minItems 2 requires an element at index 1, which is forbidden at s.json:1:31"
        ),
        Row(
            schema: #"{"type": "string", "allOf": [{"pattern": "^a+$"}, {"pattern": "^b+$"}]}"#,
            reason: "no text of a permitted length matches “^a+$” and “^b+$” at s.json:1:1"),
        Row(
            schema: #"{"type": "string", "pattern": "^a{3}$", "maxLength": 2}"#,
            reason: "no text of a permitted length matches “^a{3}$” at s.json:1:1"),
        Row(schema: "false", reason: "the schema `false` allows no value at s.json:1:1"),
        Row(
            schema: #"{"type": "string", "not": {"type": "string"}}"#,
            reason: #"not type "string" excludes type "string" at s.json:1:36"#),
        Row(schema: #"{"not": {}}"#, reason: "“not” rejects every value at s.json:1:9"),
        Row(
            schema: #"{"type": "string", "anyOf": [{"type": "integer"}, {"type": "null"}]}"#,
            reason:
                #"type "integer" excludes type "string" at s.json:1:39, contradicting s.json:1:10; type "null" excludes"#
        ),
        Row(
            schema:
                #"{"type": "object", "required": ["a"], "properties": {"a": {"type": "object", "required": ["b"], "properties": {"b": {"type": "integer", "minimum": 2, "maximum": 1}}}}}"#,
            reason: "minimum 2 is above maximum 1 at s.json:1:162"),
    ]

    @Test("an unsatisfiable schema names the contradicting keywords", arguments: rows)
    func names(row: Row) throws {
        let schema = try compiled(row.schema)
        let error = try #require(throws: SchemaUnsatisfiable.self) { try schema.example() }
        #expect(error.reason.hasPrefix(row.reason), "\(error.reason)")
        #expect(error.isProven)
        #expect(error.description.hasPrefix("s.json:1:"))
    }

    static let optional: [String] = [
        #"{"type": "object", "properties": {"a": {"type": "integer", "minimum": 2, "maximum": 1}, "b": {"type": "null"}}}"#,
        #"{"minLength": 2, "maxLength": 1}"#,
        #"{"anyOf": [{"type": "integer", "minimum": 2, "maximum": 1}, {"type": "boolean"}]}"#,
        #"{"type": "array", "items": {"type": "integer", "minimum": 2, "maximum": 1}}"#,
    ]

    @Test("an example avoids an optional contradiction", arguments: optional)
    func goesAround(text: String) throws {
        let schema = try compiled(text)
        #expect(schema.isValid(try schema.example()))
    }

    static let hostile: [String] = [
        // A value that contains itself.
        ##"{"type": "object", "required": ["a"], "properties": {"a": {"$ref": "#"}}}"##,
        // Very large limits.
        #"{"type": "array", "minItems": 1000000000, "items": {"type": "integer"}}"#,
        #"{"type": "string", "minLength": 1000000000000}"#,
        #"{"type": "object", "minProperties": 1000000000}"#,
        // Values that only a guess could find.
        #"{"type": "string", "allOf": [{"pattern": "^[a-m]+$"}, {"pattern": "[n-z]"}]}"#,
        #"{"type": "array", "uniqueItems": true, "minItems": 3, "items": {"type": "boolean"}}"#,
        nested(20),
        #"{"type": "string", "pattern": "^.{100000000}$"}"#, #"{"type": "string", "pattern": "^(?:a{1000}){1000}$"}"#,
        requiring(20_000), doubled("allOf", 25), doubled("oneOf", 25),
    ]

    /// A schema that requires `count` properties.
    private static func requiring(_ count: Int) -> String {
        #"{"type": "object", "required": [\#((0..<count).map { "\"p\($0)\"" }.joined(separator: ","))]}"#
    }

    /// A schema whose evaluation takes two to the power of `levels` steps.
    private static func doubled(_ keyword: String, _ levels: Int) -> String {
        let schemas = (1...levels).map { level in
            let inner = ##"{"$ref": "#/$defs/S\##(level - 1)"}"##
            return #""S\#(level)": {"\#(keyword)": [\#(inner), \#(inner)]}"#
        }
        let all = [#""S0": {"type": "integer", "minimum": 2, "multipleOf": 7}"#] + schemas
        return ##"{"$ref": "#/$defs/S\##(levels)", "$defs": {\##(all.joined(separator: ", "))}}"##
    }

    @Test(
        "the keyword is known that requires a value of too large a size",
        arguments: [
            (#"{"minLength": 2000000}"#, true), (#"{"minLength": 2000}"#, false), (#"{"minItems": 9000}"#, true),
            (#"{"minItems": 900}"#, false), (#"{"minProperties": 9000}"#, true), (#"{"pattern": "^.{999999}$"}"#, true),
            (#"{"pattern": "^.{999}$"}"#, false), (requiring(20_000), true), (requiring(2_000), false),
        ])
    func oversized(text: String, isOversized: Bool) throws {
        #expect((try JSONDocument(parsing: text).root.oversizedKeyword != nil) == isOversized)
    }

    @Test(
        "a value of many required properties, or of a long pattern, is generated",
        arguments: [requiring(4_000), #"{"type": "string", "pattern": "^(?:a{100}){100}$"}"#])
    func large(text: String) throws {
        let schema = try compiled(text)
        #expect(schema.isValid(try schema.example()))
    }

    /// A schema whose smallest value has three to the power of `levels` members.
    private static func nested(_ levels: Int) -> String {
        let schemas = (1...levels).map { level in
            let inner = ##"{"$ref": "#/$defs/S\##(level - 1)"}"##
            return #""S\#(level)": {"type": "object", "required": ["a", "b", "c"], "properties": {"#
                + #""a": \#(inner), "b": \#(inner), "c": \#(inner)}}"#
        }
        let all = [#""S0": {"type": "integer"}"#] + schemas
        return ##"{"$ref": "#/$defs/S\##(levels)", "$defs": {\##(all.joined(separator: ", "))}}"##
    }

    @Test("a schema whose value is large, but not too large, has an example")
    func largeNested() throws {
        let schema = try compiled(Self.nested(7))
        #expect(schema.isValid(try schema.example()))
    }

    @Test("the search for an example ends with bounded work", arguments: hostile)
    func givesUp(text: String) throws {
        let schema = try compiled(text)
        let error = #expect(throws: SchemaUnsatisfiable.self) { try schema.example() }
        #expect(error?.reason.isEmpty == false)
    }

    @Test("the search for an example of many properties takes linear time")
    func manyProperties() throws {
        let members = (0..<20_000).map { #""p\#($0)": {"type": "integer"}"# }.joined(separator: ",")
        let schema = try compiled(#"{"type": "object", "properties": {\#(members)}}"#)
        #expect(schema.isValid(try schema.example()))
    }
}
