// SPDX-License-Identifier: Apache-2.0
import AccordChanges
import AccordContract
import AccordJSON
import AccordOpenAPI
import Testing

@Suite("Accord compares two schemas in requests and in responses, in both directions")
struct SchemaPairTests {
    @Test("judges each change of a schema by its direction", arguments: SchemaPair.all)
    fileprivate func pairs(_ pair: SchemaPair) throws {
        #expect(try pair.verdicts.joined(separator: ", ") == pair.expected)
    }

    @Test("has the same verdict at every depth", arguments: SchemaPair.all.filter { !$0.old.contains("encoding") })
    fileprivate func depths(_ pair: SchemaPair) throws {
        func nested(_ schema: String) -> String { #"{"type": "object", "properties": {"n": \#(schema)}}"# }
        let nested = SchemaPair(nested(pair.old), nested(pair.new), pair.expected, version: pair.version)
        #expect(try nested.verdicts.joined(separator: ", ") == pair.expected)
    }

    @Test("reads the type file of Swagger 2.0 as a binary string of OpenAPI 3", arguments: ["3.0.3", "3.1.0"])
    func files(_ version: String) throws {
        let swagger = """
            {"swagger": "2.0", "info": {"title": "", "version": "1"}, "paths": {"/a": {"post": {
              "consumes": ["multipart/form-data"], "produces": ["image/png"],
              "parameters": [{"in": "formData", "name": "f", "type": "file", "required": true}],
              "responses": {"200": {"description": "", "schema": {"type": "file"}}}}}}}
            """
        func openAPI(_ file: String) -> String {
            """
            {"openapi": "\(version)", "info": {"title": "", "version": "1"}, "paths": {"/a": {"post": {
              "requestBody": {"required": true, "content": {"multipart/form-data": {"schema": {"type": "object",
                "required": ["f"], "properties": {"f": \(file)}}}}},
              "responses": {"200": {"description": "", "content": {"image/png": {"schema": \(file)}}}}}}}}
            """
        }
        let file = openAPI(#"{"type": "string", "format": "binary"}"#)
        #expect(try SchemaPair.changes(swagger, file).isEmpty)
        #expect(try SchemaPair.changes(file, swagger).isEmpty)
        let number = openAPI(#"{"type": "integer"}"#)
        #expect(try SchemaPair.changes(swagger, number).contains { $0.impact == .breaking })
    }
}

/// An old and a new schema of a body, with the greatest impact of the changes.
private struct SchemaPair: Sendable, CustomTestStringConvertible {
    var old: String
    var new: String
    /// The impact in a request, in a request of the reverse change, in a response, and in a response of the reverse.
    var expected: String
    var version = "3.1.0"
    var testDescription: String { "\(old) → \(new)" }

    init(_ old: String, _ new: String, _ expected: String, version: String = "3.1.0") {
        (self.old, self.new, self.expected, self.version) = (old, new, expected, version)
    }

    static let all: [SchemaPair] = ["anyOf", "oneOf", "allOf"].flatMap(wrappers) + others

    private static func nullableUnion(_ type: String) -> String {
        #"{"oneOf": [{"oneOf": [{"type": "string"}, {"type": "\#(type)"}]}, {"type": "null"}]}"#
    }

    /// A union of two closed alternatives, with more keywords of the first one.
    private static func tagged(_ keywords: String) -> String {
        func object(_ type: String, _ keywords: String) -> String {
            """
            {"type": "object", "properties": {"type": {"enum": ["\(type)"]}, "n": {"type": "string"}},
              "additionalProperties": false\(keywords)}
            """
        }
        return #"{"oneOf": [\#(object("a", keywords)), \#(object("b", ""))]}"#
    }

    /// An object that no value satisfies: `additionalProperties` rejects the property that `allOf` requires.
    private static func closed(requires name: String) -> String {
        """
        {"allOf": [{"$ref": "#/components/schemas/B"}], "additionalProperties": false,
          "properties": {"o": \(inner(requires: name))}}
        """
    }

    /// An object that equals the only value of an enumeration.
    private static func listed(requires name: String) -> String {
        #"{"enum": [{"o": {"x": "a"}}], "properties": {"o": \#(inner(requires: name))}}"#
    }

    private static func inner(requires name: String) -> String {
        let names = name.isEmpty ? "" : "\"\(name)\""
        return #"{"type": "object", "required": [\#(names)], "properties": {"x": {"type": "string"}}}"#
    }

    /// A map of integers with a limit.
    private static func limited(_ keyword: String, _ limit: Int) -> String {
        #"{"additionalProperties": {"type": "integer"}, "\#(keyword)": \#(limit)}"#
    }

    private static func orNull(_ schema: String, _ null: String = #"{"nullable": true}"#) -> String {
        #"{"anyOf": [\#(schema), \#(null)]}"#
    }

    /// A schema and the same schema as the only alternative of a union.
    private static func wrappers(_ keyword: String) -> [SchemaPair] {
        let named = "{\"title\": \"T\", \"\(keyword)\": [\(a)]}"
        let longer = "{\"\(keyword)\": [{\"type\": \"string\", \"minLength\": 3}]}"
        return [
            .init(object, "{\"\(keyword)\": [\(object)]}", same),
            .init(ref, named, same),
            .init(#"{"type": "string", "minLength": 2}"#, longer, "breaking, compatible, compatible, strict"),
        ]
    }

    private static let others: [SchemaPair] = [
        // Adyen's alternatives differ only in an optional constant. Without it, a value matches both of them or one.
        .init(tagged(""), tagged(#", "required": ["n"]"#), "breaking, breaking, strict, breaking"),
        .init(tagged(""), tagged(#", "maxProperties": 3"#), "compatible, compatible, compatible, compatible"),
        // Limits that only a large value exceeds.
        .init(#"{"additionalProperties": {"type": "integer"}}"#, limited("maxProperties", 15), shorter),
        .init(#"{"additionalProperties": {"type": "integer"}}"#, limited("maxProperties", 50), shorter),
        .init(#"{"type": "array"}"#, #"{"type": "array", "maxItems": 2000}"#, shorter),
        .init(#"{"type": "string"}"#, #"{"type": "string", "maxLength": 200000}"#, shorter),
        .init(
            #"{"properties": {"a": true}, "additionalProperties": false}"#,
            #"{"properties": {"a": true}, "additionalProperties": false, "maxProperties": 1}"#,
            "compatible, compatible, compatible, compatible"),
        // Only a long name violates `propertyNames`.
        .init(
            #"{"additionalProperties": {"type": "string"}}"#,
            #"{"additionalProperties": {"type": "string"}, "propertyNames": {"maxLength": 40}}"#, shorter),
        // A sender of properties sends objects, and a sender of elements sends arrays.
        .init(
            #"{"properties": {"a": {"type": "string"}}}"#,
            #"{"type": "object", "properties": {"a": {"type": "string"}}}"#,
            "compatible, compatible, compatible, compatible"),
        .init(
            #"{"items": {"type": "string"}}"#, #"{"type": "array", "items": {"type": "string"}}"#,
            "compatible, compatible, compatible, compatible"),
        .init(
            #"{"properties": {"a": {"type": "string"}}}"#, #"{"properties": {"a": {"type": "integer"}}}"#,
            "breaking, breaking, breaking, breaking"),
        // ShipEngine's `additionalProperties: false` beside `allOf` rejects every object.
        .init(closed(requires: "x"), closed(requires: ""), "compatible, breaking, breaking, compatible"),
        .init(closed(requires: "x"), closed(requires: "x"), same),
        // The enumeration contains the property.
        .init(listed(requires: "x"), listed(requires: ""), "compatible, compatible, compatible, compatible"),
        // A union of a union and null.
        .init(nullableUnion("integer"), nullableUnion("integer"), same),
        .init(nullableUnion("integer"), nullableUnion("number"), wider),
        // `nullable` beside `allOf` allows null. An enumeration without null rejects it, although authors mean the
        // opposite.
        .init(
            #"{"allOf": [\#(ref)]}"#, #"{"allOf": [\#(ref)], "nullable": true}"#,
            "compatible, breaking, breaking, compatible", version: "3.0.3"),
        .init(
            #"{"oneOf": [\#(object), \#(ref)]}"#, #"{"oneOf": [\#(object), \#(ref)], "nullable": true}"#,
            "compatible, breaking, breaking, compatible", version: "3.0.3"),
        .init(
            #"{"type": "string", "enum": ["a"]}"#, #"{"type": "string", "enum": ["a"], "nullable": true}"#,
            "compatible, undecided, undecided, compatible", version: "3.0.3"),
        .init(
            ref, ##"{"$ref": "#/components/schemas/A", "nullable": true}"##,
            "compatible, undecided, undecided, compatible", version: "3.0.3"),
        .init(
            ##"{"$ref": "#/components/schemas/A", "nullable": true}"##,
            ##"{"nullable": true, "$ref": "#/components/schemas/A"}"##, same, version: "3.0.3"),
        .init(
            #"{"type": "string", "enum": ["a"]}"#, #"{"type": "string", "enum": ["a", null], "nullable": true}"#,
            "compatible, breaking, breaking, compatible", version: "3.0.3"),
        .init(
            #"{"type": "string", "enum": ["a"]}"#, #"{"type": ["string", "null"], "enum": ["a"]}"#, same),
        .init(#"{"enum": ["a"]}"#, #"{"enum": ["a", null]}"#, "compatible, breaking, breaking, compatible"),
        .init(#"{"const": "a"}"#, #"{"const": null}"#, "breaking, breaking, breaking, breaking"),
        .init(
            #"{"type": ["string", "number", "boolean", "object", "array", "null"]}"#, "{}",
            "compatible, compatible, compatible, compatible"),
        // People read `{nullable: true}` beside a schema as null, and `{}` as undescribed values.
        .init(orNull(object), orNull(object.replacing("string", with: "integer")), other, version: "3.0.3"),
        .init(orNull(object), orNull(object), same, version: "3.0.3"),
        .init(orNull(object), orNull(object, #"{"enum": [null]}"#), same, version: "3.0.3"),
        .init(
            orNull(object), #"{"anyOf": [\#(object), {"type": "integer"}, {"nullable": true}]}"#, wider,
            version: "3.0.3"),
        .init(orNull(ref), #"{"allOf": [\#(ref)], "nullable": true}"#, same, version: "3.0.3"),
        .init(orNull(#"{"type": "string"}"#), orNull(#"{"type": "integer"}"#), other, version: "3.0.3"),
        .init(#"{"type": "string"}"#, orNull(#"{"type": "string"}"#), wider, version: "3.0.3"),
        .init(orNull(object, "{}"), orNull(object.replacing("string", with: "integer"), "{}"), other),
        .init(orNull(object, "{}"), orNull(object, #"{"description": "Anything"}"#), same),
        // Keywords that express the same values differently.
        .init(#"{"type": "integer", "exclusiveMinimum": 0}"#, #"{"type": "integer", "minimum": 1}"#, same),
        .init(
            #"{"type": "integer", "format": "int32"}"#,
            #"{"type": "integer", "minimum": -2147483648, "maximum": 2147483647}"#, same),
        .init(
            #"{"type": "integer", "format": "int32"}"#, #"{"type": "integer", "minimum": 0, "maximum": 2147483647}"#,
            "breaking, compatible, compatible, strict"),
        .init(
            #"{"type": "number", "minimum": 0, "exclusiveMinimum": false}"#, #"{"type": "number", "minimum": 0}"#,
            moved, version: "3.0.3"),
        .init(
            #"{"type": "number", "minimum": 0, "exclusiveMinimum": true}"#,
            #"{"type": "number", "minimum": 0, "exclusiveMinimum": false}"#,
            "compatible, breaking, strict, compatible", version: "3.0.3"),
        .init(
            #"{"type": "string", "format": "byte"}"#, #"{"type": "string", "contentEncoding": "base64"}"#, same),
        .init(
            #"{"type": "string", "contentEncoding": "base64"}"#,
            #"{"type": "string", "contentEncoding": "base64url"}"#, "breaking, breaking, breaking, breaking"),
        // A pattern describes the same property as a name.
        .init(
            #"{"type": "object", "properties": {"x": {"type": "string"}}}"#,
            #"{"type": "object", "patternProperties": {"^x$": {"type": "string"}}}"#, moved),
        .init(
            #"{"type": "object", "properties": {"x": {"type": "string"}}}"#,
            #"{"type": "object", "patternProperties": {"^x$": {"type": "integer"}}}"#,
            "breaking, breaking, breaking, breaking"),
        // Properties that move into `allOf`, in a closed object.
        .init(
            closed(#""properties": {"a": {"type": "string"}, "b": {"type": "integer"}}"#),
            closed(#""properties": {"a": {"type": "string"}}, "allOf": [{"properties": {"b": {"type": "integer"}}}]"#),
            same),
        .init(
            closed(#""allOf": [{"properties": {"a": {"type": "string"}}}]"#),
            closed(#""allOf": [{"properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}]"#),
            "compatible, breaking, strict, warning"),
        // A discriminator selects a new alternative, even if a different alternative accepts its values.
        .init(open("A", "B"), open("A", "B", "C"), "compatible, breaking, strict, compatible"),
        // A discriminator tells a new alternative from those that a client knows.
        .init(selected("p"), selected("p", "q"), "compatible, breaking, strict, compatible"),
        // The names are the values of the discriminator, and “A” and “C” have equal schemas.
        .init(implicit("A"), implicit("C", "A"), "compatible, breaking, strict, compatible"),
        // A mapping decides alone if the discriminator's property is any string.
        .init(union(#""a": "A", "b": "B""#), union(#""x": "A", "b": "B""#), "breaking, breaking, strict, strict"),
        .init(union(#""a": "A", "b": "B""#), union(#""a": "B", "b": "A""#), "breaking, breaking, breaking, breaking"),
        .init(union(#""a": "A""#), union(#""a": "\#(pointer)A""#), same),
        .init(union(""), union(#""A": "A", "B": "B""#), "compatible, compatible, compatible, compatible"),
        .init(implicit("A"), implicit("C"), "breaking, breaking, strict, strict"),
        .init(
            #"{"anyOf": [\#(ref), {"type": "integer"}]}"#, #"{"anyOf": [\#(ref)]}"#,
            "breaking, compatible, compatible, breaking"),
        // Alternatives that overlap.
        .init(
            overlapping(#""maxLength": 3"#), overlapping(#""maxLength": 2"#),
            "compatible, breaking, strict, compatible"),
        .init(
            #"{"oneOf": [{"type": "integer"}, {"type": "number", "maximum": 3}]}"#,
            #"{"oneOf": [{"type": "integer"}, {"type": "number", "maximum": 2}]}"#,
            "breaking, breaking, strict, strict"),
        .init(
            #"{"oneOf": [{"type": "integer", "minimum": 0}, {"type": "integer", "maximum": -1}]}"#,
            #"{"oneOf": [{"type": "integer", "minimum": 0}, {"type": "integer", "maximum": 0}]}"#,
            "breaking, compatible, compatible, strict"),
        .init(
            #"{"oneOf": [{"type": "integer", "minimum": 0}, {"type": "integer", "maximum": -1}]}"#,
            #"{"oneOf": [{"type": "integer", "minimum": 0}, {"type": "integer", "maximum": -2}]}"#,
            "breaking, compatible, compatible, strict"),
        .init(lists(1), lists(0), "compatible, compatible, compatible, compatible"),
        // A property that moves between the alternatives and the schema around them.
        .init(
            #"{"oneOf": [\#(named("x", "id")), \#(named("y", "id"))]}"#,
            "{\(id), \"oneOf\": [\(named("x")), \(named("y"))]}", moved),
        .init(
            "{\"allOf\": [{\(id)}, {\"anyOf\": [\(named("x")), \(named("y"))]}]}",
            #"{"anyOf": [\#(named("x", "id")), \#(named("y", "id"))]}"#, moved),
        .init(
            "{\(id), \"oneOf\": [\(named("x")), \(named("y"))]}",
            "{\(id), \"oneOf\": [\(named("x")), \(named("y", "id"))]}", moved),
        .init(
            #"{"oneOf": [\#(named("x")), \#(named("y"))]}"#, #"{"oneOf": [\#(named("x")), \#(named("y", "id"))]}"#,
            "breaking, warning, compatible, breaking"),
        // An open object in place of a union may lack what its kinds had, or may have a different kind.
        .init(kinds, #"{"type": "object", "required": ["k"]}"#, "compatible, breaking, breaking, compatible"),
        .init(
            kinds,
            #"{"type": "object", "required": ["k", "a"], "properties": {"k": {"type": "string"}, "a": {"type": "string"}}}"#,
            "compatible, breaking, strict, compatible"),
        .init(
            kinds.replacing(#", "a"]"#, with: "]"),
            #"{"type": "object", "required": ["k"], "properties": {"k": {"type": "string"}, "a": {"type": "integer"}}}"#,
            "breaking, breaking, breaking, breaking"),
        // Messages of one direction lack these properties.
        .init(hidden("readOnly", "string"), hidden("readOnly", "integer"), "none, none, breaking, breaking"),
        .init(hidden("writeOnly", "string"), hidden("writeOnly", "integer"), "breaking, breaking, none, none"),
        .init(
            #"{"allOf": [\#(hidden("readOnly", "string"))], "required": ["h"]}"#,
            #"{"allOf": [\#(hidden("readOnly", "integer"))], "required": ["h"]}"#, "none, none, breaking, breaking"),
        .init(
            #"{"allOf": [\#(hidden("readOnly", "string"))], "required": ["h"], "properties": {"v": {"type": "string"}}}"#,
            #"{"allOf": [\#(hidden("readOnly", "string"))], "required": ["h"], "properties": {"v": {"type": "integer"}}}"#,
            other),
        // A client that parses values of one format can't parse a different format.
        .init(format("date"), format("date-time"), other),
        .init(format("date"), #"{"type": "string"}"#, "compatible, breaking, breaking, compatible"),
        .init(format("date"), format("date"), same),
        .init(format("a-format"), format("b-format"), "undecided, undecided, undecided, undecided"),
        // Enumerations.
        .init(#"{"enum": ["a"]}"#, #"{"enum": [1]}"#, other),
        .init(#"{"enum": ["a", "b"]}"#, #"{"enum": ["a"]}"#, shorter),
        .init(#"{"enum": ["a", "b"]}"#, #"{"const": "a"}"#, shorter),
        .init(#"{"allOf": [{"enum": ["a", "b", "c"]}, {"enum": ["b", "c", "d"]}]}"#, #"{"enum": ["b", "c"]}"#, same),
        .init(#"{"allOf": [{"enum": ["a", "b", "c"]}, {"enum": ["b", "c", "d"]}]}"#, #"{"enum": ["b"]}"#, shorter),
        .init(#"{"const": "a"}"#, #"{"const": "b"}"#, "breaking, breaking, strict, strict"),
        .init(#"{"enum": ["a"]}"#, #"{"enum": ["b"]}"#, "breaking, breaking, strict, strict"),
        .init(#"{"type": "string"}"#, #"{"type": "string", "const": "a"}"#, shorter),
        .init(#"{"type": "string"}"#, #"{"type": "string", "enum": ["a"]}"#, shorter),
        // Different ways to write a schema.
        .init(#"{"type": "string", "enum": ["a"]}"#, #"{"const": "a"}"#, same),
        .init(#"{"enum": ["a", "b"]}"#, #"{"oneOf": [{"const": "b", "title": "B"}, {"const": "a"}]}"#, same),
        .init(#"{"oneOf": [{"type": "string"}, {"const": null}]}"#, #"{"type": ["string", "null"]}"#, same),
        .init(#"{"allOf": [{"type": "string", "maxLength": 3}]}"#, #"{"type": "string", "maxLength": 3}"#, same),
        .init(#"{"type": "object", "required": ["a", "b"]}"#, #"{"type": "object", "required": ["b", "a"]}"#, same),
        .init(#"{"type": "array", "items": {}, "minItems": 0}"#, #"{"type": "array"}"#, same),
        .init(#"{"type": "object", "additionalProperties": {}}"#, #"{"type": "object"}"#, same),
        .init(#"{"type": "object", "additionalProperties": true}"#, #"{"type": "object"}"#, same),
        // One keyword replaced the other.
        .init(
            #"{"type": "number", "maximum": 9}"#, #"{"type": "number", "exclusiveMaximum": 9}"#,
            "breaking, compatible, compatible, strict"),
        // Counterexamples of patterns: a longer string, and a character of the pattern.
        .init(pattern("^[a-z]+$"), pattern("^[a-z]{1,10}$"), "breaking, compatible, compatible, strict"),
        .init(pattern("^[^<>]*$"), pattern("^[^<>&]*$"), "breaking, compatible, compatible, strict"),
        .init(pattern("^[0-9]+$"), pattern(#"^\\d+$"#), moved),
        .init(pattern("^.+$"), pattern("^.*$"), "compatible, breaking, strict, compatible"),
        .init(pattern("^abc"), pattern("abc"), "compatible, breaking, strict, compatible"),
        .init(pattern("^A$"), pattern("^(A|B)$"), "compatible, breaking, strict, compatible"),
        .init(pattern("^a+$"), pattern(#"^a+\\b"#), "undecided, breaking, strict, undecided"),
        // A pattern limits the length of the texts that it matches as a whole.
        .init(
            pattern("^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$"),
            #"{"type": "string", "pattern": "^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$", "maxLength": 36}"#,
            "compatible, compatible, compatible, compatible"),
        .init(
            pattern("^[a-z]{1,20}$"), #"{"type": "string", "pattern": "^[a-z]{1,20}$", "maxLength": 19}"#, shorter),
        .init(form(#""contentType": "image/png""#), form(#""contentType": "image/png, image/jpeg""#), wider),
        .init(form(#""contentType": "image/png""#), form(#""contentType": "image/*""#), wider),
        .init(form(""), form(#""contentType": "text/plain; charset=utf-8""#), same),
        .init(form(#""style": "form""#, "o"), form(#""style": "deepObject""#, "o"), other),
        .init(form(#""style": "form""#, "o"), form(#""style": "form", "explode": true"#, "o"), same),
        .init(
            form(#""headers": {"X": {"schema": {"type": "string"}}}"#),
            form(#""headers": {"X": {"required": true, "schema": {"type": "string"}}}"#),
            "breaking, compatible, compatible, breaking"),
        .init(
            form(#""headers": {"X": {"schema": {"type": "string"}}}"#),
            form(#""headers": {"X": {"schema": {"type": "integer"}}}"#),
            "breaking, compatible, compatible, breaking"),
        .init(
            form(#""headers": {}"#), form(#""headers": {"X": {"schema": {"type": "string"}}}"#),
            "compatible, warning, compatible, warning"),
    ]

    private static func overlapping(_ limit: String) -> String {
        #"{"oneOf": [{"type": "string"}, {"type": "string", \#(limit)}]}"#
    }

    /// A union of two lists whose only common value is the empty list, unless the minimum is 1.
    private static func lists(_ minimum: Int) -> String {
        let lists = ["string", "integer"].map { type in
            #"{"type": "array", "items": {"type": "\#(type)"}, "minItems": \#(minimum)}"#
        }
        return #"{"oneOf": [\#(lists.joined(separator: ", "))]}"#
    }

    /// An object with required strings.
    private static func named(_ names: String...) -> String {
        let properties = names.map { #""\#($0)": {"type": "string"}"# }.joined(separator: ", ")
        return #"{"type": "object", "properties": {\#(properties)}, "required": \#(names)}"#
    }

    private static let id = #""required": ["id"], "properties": {"id": {"type": "string"}}"#
    private static let moved = "compatible, compatible, compatible, compatible"

    private static func kind(_ name: String) -> String {
        #"{"type": "object", "required": ["k", "a"], "properties": {"k": {"const": "\#(name)"}, "a": {"type": "string"}}}"#
    }

    private static let kinds: String = #"{"oneOf": [\#(kind("x")), \#(kind("y"))]}"#

    private static func hidden(_ keyword: String, _ type: String) -> String {
        #"{"type": "object", "properties": {"h": {"type": "\#(type)", "\#(keyword)": true}}}"#
    }

    private static func format(_ name: String) -> String { #"{"type": "string", "format": "\#(name)"}"# }

    private static let shorter = "breaking, compatible, compatible, strict"
    private static let same = "none, none, none, none"
    private static let wider = "compatible, breaking, breaking, compatible"
    private static let other = "breaking, breaking, breaking, breaking"
    private static let object = #"{"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}}}"#
    private static let a = #"{"type": "object", "required": ["t"], "properties": {"t": {"type": "string"}}}"#
    private static let pointer = "#/components/schemas/"
    private static let ref = ##"{"$ref": "#/components/schemas/A"}"##

    private static func union(_ mapping: String) -> String {
        """
        {"oneOf": [{"$ref": "\(pointer)A"}, {"$ref": "\(pointer)B"}],
         "discriminator": {"propertyName": "t", "mapping": {\(mapping)}}}
        """
    }

    /// A union in which the name of a schema is the value of the discriminator.
    private static func implicit(_ names: String...) -> String {
        let alternatives = (names + ["B"]).map { #"{"$ref": "\#(pointer)\#($0)"}"# }.joined(separator: ", ")
        return #"{"oneOf": [\#(alternatives)], "discriminator": {"propertyName": "t"}}"#
    }

    /// A union in which each alternative requires a property of its own.
    private static func selected(_ names: String...) -> String {
        let alternatives = names.map {
            #"{"type": "object", "required": ["t", "\#($0)"], "properties": {"t": {"type": "string"}}}"#
        }
        return #"{"oneOf": [\#(alternatives.joined(separator: ", "))], "discriminator": {"propertyName": "t"}}"#
    }

    /// An object that forbids all properties without a schema.
    private static func closed(_ keywords: String) -> String {
        #"{"type": "object", "unevaluatedProperties": false, \#(keywords)}"#
    }

    /// A union of open objects that only the discriminator tells apart.
    private static func open(_ names: String...) -> String {
        let alternatives = names.map { name in
            #"{"title": "\#(name)", "type": "object", "required": ["t"], "properties": {"t": {"type": "string"}, "\#(name)": {"type": "string"}}}"#
        }
        return #"{"oneOf": [\#(alternatives.joined(separator: ", "))], "discriminator": {"propertyName": "t"}}"#
    }

    private static func pattern(_ text: String) -> String { #"{"type": "string", "pattern": "\#(text)"}"# }

    /// A schema, followed by the encoding of a property.
    private static func form(_ encoding: String, _ name: String = "f") -> String {
        """
        {"type": "object", "properties": {"f": {"type": "string"}, "o": {"type": "object",
          "properties": {"x": {"type": "string"}}}}}, "encoding": {"\(name)": {\(encoding)}}
        """
    }

    var verdicts: [String] {
        get throws {
            try [true, false].flatMap { isRequest in
                try [(old, new), (new, old)].map { pair in
                    let changes = try Self.changes(document(pair.0, isRequest), document(pair.1, isRequest))
                    guard let worst = changes.max(by: { $0.impact < $1.impact }) else { return "none" }
                    return worst.isUndecided ? "undecided" : "\(worst.impact)"
                }
            }
        }
    }

    private func document(_ schema: String, _ isRequest: Bool) -> String {
        let type = schema.contains(#""encoding""#) ? "multipart/form-data" : "application/json"
        let content = #""content": {"\#(type)": {"schema": \#(schema)}}"#
        let body = isRequest ? #""requestBody": {"required": true, \#(content)},"# : ""
        return """
            {"openapi": "\(version)", "info": {"title": "", "version": "1"}, "paths": {"/a": {"post": {\(body)
              "responses": {"200": {"description": ""\(isRequest ? "" : ", \(content)")}}}}},
             "components": {"schemas": {"A": \(Self.a), "C": \(Self.a), "B": {"type": "object", "required": ["t"],
               "properties": {"t": {"type": "string"}, "b": {"type": "integer"}}}}}}
            """
    }

    static func changes(_ old: String, _ new: String) throws -> [Change] {
        let documents = try [old, new].map { text in
            let result = ContractLoader.load("a.json", files: MemoryFiles(["a.json": text]), formats: .all())
            return try ComparedDocument(contract: #require(result.contract), document: #require(result.document))
        }
        return ContractComparison.changes(documents[0], documents[1], today: "2026-11-23")
    }
}
