// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import Testing

@Suite("Boundary values")
struct BoundaryValueTests {
    /// A schema and the values at its boundaries: inside, then outside.
    struct Row: Sendable, CustomTestStringConvertible {
        var keyword: String
        var schema: String
        var inside: [JSON]
        var outside: [JSON]
        var testDescription: String { schema }
    }

    @Test("the search for boundary values ends with bounded work", arguments: ["anyOf", "oneOf"])
    func bounded(keyword: String) throws {
        var text = #"{"type": "integer"}"#
        for _ in 0..<5 {
            let branch = ##"{"type": "object", "required": ["x"], "properties": {"x": {"$ref": "#"}}}"##
            text = #"{"\#(keyword)": [\#(text), \#(branch)]}"#
        }
        let values = try compiled(text).boundaryValues(limit: 100)
        #expect(values.contains { !$0.isValid })
    }

    static let rows: [Row] = [
        Row(keyword: "minimum", schema: #"{"type": "integer", "minimum": 5}"#, inside: [5], outside: [4]),
        Row(keyword: "minimum", schema: #"{"type": "number", "minimum": 5}"#, inside: [5], outside: [4.9]),
        Row(keyword: "minimum", schema: #"{"type": "number", "minimum": 0.25}"#, inside: [0.25], outside: [0.249]),
        Row(
            keyword: "minimum", schema: #"{"type": "integer", "minimum": 5, "multipleOf": 3}"#, inside: [6],
            outside: [3]),
        Row(keyword: "maximum", schema: #"{"type": "integer", "maximum": 5}"#, inside: [5], outside: [6]),
        Row(
            keyword: "maximum", schema: #"{"type": "integer", "maximum": 9007199254740993}"#,
            inside: [9_007_199_254_740_993], outside: [9_007_199_254_740_994]),
        Row(
            keyword: "exclusiveMinimum", schema: #"{"type": "integer", "exclusiveMinimum": 5}"#, inside: [6],
            outside: [5]),
        Row(
            keyword: "exclusiveMaximum", schema: #"{"type": "number", "exclusiveMaximum": 1}"#, inside: [0.9],
            outside: [1]),
        Row(
            keyword: "format", schema: #"{"type": "integer", "format": "int32"}"#, inside: [],
            outside: [2_147_483_648, -2_147_483_649]),
        Row(keyword: "format", schema: #"{"type": "integer", "format": "int64"}"#, inside: [], outside: []),
        Row(keyword: "const", schema: #"{"const": 3}"#, inside: [3], outside: ["unknown-value"]),
        Row(keyword: "enum", schema: #"{"enum": ["a", 2]}"#, inside: ["a", 2], outside: ["unknown-value", "A"]),
    ]

    @Test("boundary values are just inside and just outside a limit", arguments: rows)
    func lies(row: Row) throws {
        let values = try compiled(row.schema).boundaryValues().filter { $0.keyword == row.keyword }
        #expect(values.filter(\.isValid).map(\.value) == row.inside)
        #expect(values.filter { !$0.isValid }.map(\.value) == row.outside)
    }

    @Test(
        "a text that contains a match violates only an anchored pattern",
        arguments: [("^[0-9]{4}$", 2), ("^[0-9]{4}", 0), ("^[0-9]+$", 0), ("^a[0-9]{3}", 1)])
    func anchors(pattern: String, count: Int) throws {
        let values = try compiled(#"{"type": "string", "pattern": "\#(pattern)"}"#).boundaryValues()
        #expect(values.count { $0.variant.hasPrefix("more ") && !$0.isValid } == count)
    }

    @Test("a keyword applies to an instance only in the branch of a union that the instance satisfies")
    func branches() throws {
        let schema = try compiled(
            #"{"oneOf": [{"required": ["a"], "properties": {"k": {"const": 1}}}, {"required": ["b"], "properties": {"k": {"const": 2}}}], "required": ["k"]}"#
        )
        let values = schema.boundaryValues().filter { $0.keyword == "required" && !$0.isValid }
        let keywords = schema.keywords(applyingTo: ["k": 1, "a": 0])
        let applying = values.filter { keywords[$0.place]?.contains(NodeID($0.schemaValue)) == true }.map(\.variant)
        #expect(Set(values.map(\.variant)) == ["without “a”", "without “b”", "without “k”"])
        #expect(Set(applying) == ["without “a”", "without “k”"])
    }

    @Test("each branch of a union has invalid values of its own")
    func violatesBranches() throws {
        func branch(_ name: String, _ member: String) -> String {
            #"{"required": ["k", "\#(member)"], "properties": {"k": {"const": "\#(name)"}, "\#(member)": {"type": "array"}}}"#
        }
        let schema = try compiled(#"{"type": "object", "oneOf": [\#(branch("c", "x")), \#(branch("d", "y"))]}"#)
        let values = schema.boundaryValues().filter { !$0.isValid }
        #expect(values.count { $0.keyword == "required" && $0.variant == "without “k”" } == 2)
        #expect(values.count { $0.keyword == "const" } == 2)
        for value in values.filter({ $0.keyword == "const" }) {
            #expect(value.violation?.schemaValue == value.schemaValue)
            #expect(schema.hasViolation(of: value, in: value.instance, unchanged: value.instance))
        }
    }

    @Test(
        "an invalid value violates a second keyword only if it can't violate the first one alone",
        arguments: [
            (
                #"{"required": ["c"], "properties": {"c": {"enum": ["US"]}, "zip": {"type": "string"}}, "if": {"properties": {"c": {"const": "US"}}}, "else": {"required": ["zip"]}}"#,
                "/properties/c/enum", true
            ),
            (
                #"{"type": "array", "contains": {"type": "integer"}, "minContains": 2, "items": {"type": ["integer", "string"]}}"#,
                "/items/type", true
            ),
            (
                #"{"required": ["c"], "properties": {"c": {"enum": ["US"]}}, "if": {"properties": {"c": {"const": "US"}}}, "else": {"required": ["none"], "maxProperties": 0}}"#,
                "/properties/c/enum", false
            ),
        ])
    func violatesOnce(text: String, keyword: String, isAlone: Bool) throws {
        let schema = try compiled(text)
        let values = schema.boundaryValues().filter { !$0.isValid && $0.keywordLocation.description == keyword }
        #expect(!values.isEmpty)
        for value in values {
            let places = Set(schema.validate(value.instance).map(\.instancePointer))
            #expect((places == [value.place]) == isAlone, "\(value): \(value.instance.compact)")
        }
    }

    static let lengths: [(String, String)] = [
        ("Length", #"{"type": "string", "minLength": 3, "maxLength": 8}"#),
        ("Length", #"{"type": "string", "minLength": 3, "maxLength": 8, "pattern": "^[a-z]+[0-9]$"}"#),
        (
            "Items",
            #"{"type": "array", "items": {"type": "integer"}, "minItems": 3, "maxItems": 8, "uniqueItems": true}"#
        ),
        (
            "Properties",
            #"{"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 3, "maxProperties": 8}"#
        ),
    ]

    @Test("boundary values have the exact count of characters, elements and members", arguments: lengths)
    func counts(what: String, text: String) throws {
        let values = try compiled(text).boundaryValues()
        func size(_ value: JSON) -> Int {
            value.string?.unicodeScalars.count ?? value.array?.count ?? value.object?.count ?? -1
        }
        let minimum = values.filter { $0.keyword == "min\(what)" }
        #expect(minimum.map { size($0.value) } == [3, 2])
        #expect(minimum.map(\.isValid) == [true, false])
        let maximum = values.filter { $0.keyword == "max\(what)" }
        #expect(maximum.map { size($0.value) } == [8, 9])
        #expect(maximum.map(\.isValid) == [true, false])
    }

    @Test("an invalid boundary value violates its keyword and has its location")
    func breaksKeyword() throws {
        let schema = try compiled(MutationTests.schema)
        let values = schema.boundaryValues()
        #expect(values.count > 60)
        for value in values {
            #expect(schema.isValid(value.instance) == value.isValid, "\(value)")
            #expect(value.instance.value(at: value.place) == value.value)
            #expect(value.keywordLocation.tokens.last == value.keyword)
            #expect(schema.source.document.root.value(at: value.keywordLocation) == value.schemaValue)
            if !value.isValid { #expect(!schema.validate(value.instance).isEmpty) }
        }
        let lengths = values.filter { $0.keywordLocation.description == "/properties/name/maxLength" }
        #expect(lengths.map(\.description) == ["maxLength 40, exactly: valid", "maxLength 40, one more: invalid"])
        #expect(schema.boundaryValues() == values)
    }

    /// Schemas with a keyword that the first example doesn't reach, and that keyword.
    static let hidden: [(String, String)] = [
        ("minimum", #"{"minimum": 30, "properties": {"a": {"type": "string"}}}"#),
        ("maxLength", #"{"anyOf": [{"type": "integer"}, {"type": "boolean"}, {"type": "string", "maxLength": 3}]}"#),
        ("minLength", #"{"type": "object", "unevaluatedProperties": {"type": "string", "minLength": 3}}"#),
        (
            "maximum",
            #"{"type": "array", "prefixItems": [true], "unevaluatedItems": {"maximum": 3, "type": "integer"}}"#
        ),
        ("maxContains", #"{"type": "array", "contains": {"const": 1}, "minContains": 0, "maxContains": 1}"#),
        ("maxProperties", #"{"type": "object", "dependentSchemas": {"a": {"maxProperties": 2}}}"#),
    ]

    @Test("boundary values reach keywords in branches and unevaluated members", arguments: hidden)
    func findsHidden(keyword: String, text: String) throws {
        let schema = try compiled(text)
        func mentions(_ violations: [SchemaViolation]) -> Bool {
            violations.contains { $0.keyword == keyword || mentions($0.causes) }
        }
        let values = schema.boundaryValues()
        #expect(values.contains { $0.isValid })
        #expect(values.contains { mentions(schema.validate($0.instance)) }, "\(values)")
    }

    @Test("an unsatisfiable schema has no boundary values, and a limit is respected")
    func bounds() throws {
        #expect(try compiled("false").boundaryValues().isEmpty)
        #expect(try compiled(MutationTests.schema).boundaryValues(limit: 7).count == 7)
    }

    @Test("boundary values of very large limits are left out")
    func leavesOut() throws {
        let schema = try compiled(#"{"type": "string", "maxLength": 1000000000}"#)
        #expect(!schema.boundaryValues().contains { $0.keyword == "maxLength" })
    }
}
