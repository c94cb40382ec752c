// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import Testing

@Suite("The shape of a schema")
struct SchemaViewTests {
    private func view(_ text: String) throws -> SchemaView { SchemaView(try JSONDocument(parsing: text).root) }

    /// A schema with the types of its `type` keywords and the types that other keywords imply.
    struct Row: Sendable, CustomTestStringConvertible {
        var schema: String
        var types: Set<JSONType>
        var implied: Set<JSONType>?
        var testDescription: String { schema }
    }

    static let rows: [Row] = [
        Row(schema: #"{"type": ["string", "null"], "allOf": [{"type": "string"}]}"#, types: [.string]),
        Row(schema: #"{"type": "number", "allOf": [{"type": "integer"}]}"#, types: [.integer]),
        Row(schema: #"{"enum": [1, 2.5, "a"]}"#, types: [.integer, .number, .string]),
        Row(schema: #"{"anyOf": [{"type": "string"}, {"const": null}]}"#, types: [.string, .null]),
        Row(schema: #"{"anyOf": [{"type": "string"}, {"minLength": 1}]}"#, types: []),
        Row(schema: #"{"properties": {"a": true}}"#, types: [], implied: [.object]),
        Row(schema: #"{"oneOf": [{"items": true}, {"type": "string"}]}"#, types: [], implied: [.array, .string]),
        Row(schema: #"{"type": "string", "properties": {"a": true}}"#, types: [.string]),
        Row(schema: ##"{"$ref": "#/$defs/a", "$defs": {"a": {"type": "array"}}}"##, types: [.array]),
    ]

    @Test("the types of a schema are those that all of its parts allow", arguments: rows)
    func types(row: Row) throws {
        let view = try view(row.schema)
        #expect(view.types == row.types)
        #expect(view.impliedTypes == row.implied ?? row.types)
    }

    static let selfReferences: [Row] = [
        Row(schema: ##"{"anyOf": [{"$ref": "#"}, {"type": "string"}]}"##, types: []),
        Row(schema: ##"{"type": "object", "anyOf": [{"$ref": "#"}]}"##, types: [.object]),
        Row(schema: ##"{"type": "object", "allOf": [{"$ref": "#"}]}"##, types: [.object]),
        Row(schema: ##"{"$ref": "#"}"##, types: []),
        Row(schema: ##"{"$ref": "#/a", "a": {"oneOf": [{"$ref": "#/b"}]}, "b": {"$ref": "#/a"}}"##, types: []),
    ]

    @Test(
        "a recursive schema contributes its other keywords",
        arguments: selfReferences)
    func selfReference(row: Row) throws {
        let view = try view(row.schema)
        #expect(view.types == row.types)
        #expect(view.impliedTypes == row.types)
        #expect(view.nodes.count < 4)
    }

    /// Each definition refers to the next one twice: more than a billion paths.
    @Test("branches with shared references are read once", arguments: ["anyOf", "allOf"])
    func sharing(keyword: String) throws {
        let definitions = (0..<30).map { index in
            ##""d\##(index)": {"\##(keyword)": [{"$ref": "#/$defs/d\##(index + 1)"}, {"$ref": "#/$defs/d\##(index + 1)"}]}"##
        }
        let text =
            ##"{"$ref": "#/$defs/d0", "$defs": {\##(definitions.joined(separator: ", ")), "d30": {"type": "array"}}}"##
        let view = try view(text)
        #expect(view.types == [.array])
        #expect(view.impliedTypes == [.array])
    }

    @Test("a property has the schemas of all parts, otherwise additionalProperties")
    func properties() throws {
        let view = try view(
            #"""
            { "properties": {"a": {"type": ["string", "null"]}}, "additionalProperties": {"readOnly": true},
              "allOf": [{"properties": {"a": {"type": "string", "readOnly": true}, "b": true}}] }
            """#)
        #expect(view.propertyNames == ["a", "b"])
        #expect(view.property("a")?.types == [.string])
        #expect(view.property("a")?.says("readOnly") == true)
        #expect(view.property("c")?.says("readOnly") == true)
        #expect(view.namedProperty("c") == nil)
    }
}
