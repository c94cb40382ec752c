// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import Testing

@Suite("Examples of schemas")
struct ExampleTests {
    /// A schema and the expected example.
    struct Row: CustomTestStringConvertible, Sendable {
        var name: String
        var schema: String
        /// A schema that the example must satisfy as well.
        var expected: String
        var testDescription: String { name }
    }

    static let preferences: [Row] = [
        Row(
            name: "example before all", schema: #"{"example": 1, "examples": [2], "default": 3}"#,
            expected: #"{"const": 1}"#),
        Row(
            name: "examples before default", schema: #"{"examples": [2, 4], "default": 3}"#, expected: #"{"const": 2}"#),
        Row(
            name: "default before enum", schema: #"{"default": "b", "enum": ["a", "b"]}"#, expected: #"{"const": "b"}"#),
        Row(name: "const", schema: #"{"const": {"a": [1, null]}}"#, expected: #"{"const": {"a": [1, null]}}"#),
        Row(name: "enum", schema: #"{"enum": ["a", "b"]}"#, expected: #"{"enum": ["a", "b"]}"#),
        Row(
            name: "not an example that is invalid", schema: #"{"type": "integer", "example": "one", "default": 3}"#,
            expected: #"{"const": 3}"#),
        Row(
            name: "an example of a part",
            schema:
                ##"{"properties": {"a": {"$ref": "#/$defs/a"}}, "$defs": {"a": {"type": "string", "example": "x"}}}"##,
            expected: #"{"properties": {"a": {"const": "x"}}, "required": ["a"]}"#),
        Row(
            name: "an enumeration that allOf narrows", schema: #"{"allOf": [{"enum": [1, 2, 3]}, {"enum": [3, 4]}]}"#,
            expected: #"{"const": 3}"#),
    ]

    static let realistic: [Row] = [
        named("email", #"@example\\.(com|org)$"#), named("workEmail", "@"), named("first_name", "^[A-Z][a-z]+$"),
        named("homepage-url", "^https://"), named("avatar", #"^https://.*\\.png$"#),
        named("phoneNumber", #"^\\+[0-9]+$"#),
        named("createdAt", "^20[0-9]{2}-[0-9]{2}-[0-9]{2}T"), named("birthday", "^20[0-9]{2}-[0-9]{2}-[0-9]{2}$"),
        named("countryCode", "^[A-Z]{2}$"), named("currency", "^[A-Z]{3}$"), named("zip", "^[0-9]{5}$"),
        named("tags", "^[a-z]+$"),
        Row(
            name: "an author has a person's name",
            schema: #"{"properties": {"author": {"properties": {"name": {"type": "string"}}}}}"#,
            expected: #"{"properties": {"author": {"properties": {"name": {"pattern": "^(Ada|Grace|Alan) "}}}}}"#),
        Row(
            name: "a price has cents at most",
            schema: #"{"properties": {"price": {"type": "number"}}, "required": ["price"]}"#,
            expected: #"{"properties": {"price": {"multipleOf": 0.01, "minimum": 1}}}"#),
        Row(
            name: "a latitude lies on the earth", schema: #"{"properties": {"lat": {"type": "number"}}}"#,
            expected: #"{"properties": {"lat": {"minimum": 30, "maximum": 60}}, "required": ["lat"]}"#),
        Row(
            name: "a year is a recent one", schema: #"{"properties": {"year": {"type": "integer"}}}"#,
            expected: #"{"properties": {"year": {"minimum": 2000, "maximum": 2030}}, "required": ["year"]}"#),
        Row(
            name: "a format beats a name", schema: #"{"properties": {"name": {"type": "string", "format": "uuid"}}}"#,
            expected: #"{"properties": {"name": {"pattern": "^[0-9a-f-]{36}$"}}}"#),
        Row(
            name: "one of two properties",
            schema:
                #"{"type": "object", "properties": {"email": {"type": "string"}, "a": {"type": "integer"}, "b": {"type": "integer"}, "c": {"type": "integer"}}, "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}"#,
            expected:
                #"{"properties": {"email": {"pattern": "@example"}, "b": false}, "required": ["email", "a", "c"]}"#),
        Row(
            name: "one of two open objects",
            schema:
                #"{"oneOf": [{"type": "object", "properties": {"email": {"type": "string"}, "a": {"type": "integer"}}}, {"type": "object", "properties": {"b": {"type": "integer"}}}]}"#,
            expected: #"{"properties": {"email": {"pattern": "@example"}}, "required": ["email", "a", "b"]}"#),
    ]

    private static func named(_ name: String, _ pattern: String) -> Row {
        Row(
            name: name, schema: #"{"type": "object", "properties": {"\#(name)": {"type": "string"}}}"#,
            expected: #"{"properties": {"\#(name)": {"pattern": "\#(pattern)"}}, "required": ["\#(name)"]}"#)
    }

    static let built: [Row] = [
        Row(
            name: "a tight range", schema: #"{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 0.001}"#,
            expected: "true"),
        Row(
            name: "a multiple between bounds",
            schema: #"{"type": "integer", "minimum": 100, "maximum": 110, "multipleOf": 7}"#,
            expected: #"{"const": 105}"#),
        Row(
            name: "two divisors",
            schema: #"{"type": "number", "allOf": [{"multipleOf": 0.6}, {"multipleOf": 0.4}], "minimum": 1}"#,
            expected: #"{"multipleOf": 1.2}"#),
        Row(
            name: "an integer beyond doubles",
            schema: #"{"type": "integer", "minimum": 9007199254740993, "maximum": 9007199254740993}"#,
            expected: #"{"const": 9007199254740993}"#),
        Row(name: "a length", schema: #"{"type": "string", "minLength": 300, "maxLength": 300}"#, expected: "true"),
        Row(
            name: "an address of a length",
            schema: #"{"type": "string", "format": "email", "minLength": 60, "maxLength": 60}"#,
            expected: "true"),
        Row(
            name: "all branches of allOf",
            schema:
                #"{"allOf": [{"required": ["a"]}, {"properties": {"a": {"type": "integer"}}}, {"properties": {"a": {"minimum": 7}}}]}"#,
            expected: #"{"properties": {"a": {"type": "integer", "minimum": 7}}, "required": ["a"]}"#),
        Row(
            name: "exactly one of overlapping branches", schema: #"{"oneOf": [{"type": "integer"}, {"minimum": 2}]}"#,
            expected: "true"),
        Row(
            name: "the branch that goes with the rest",
            schema:
                #"{"type": "string", "anyOf": [{"type": "integer"}, {"maxLength": 0, "minLength": 1}, {"const": "c"}]}"#,
            expected: #"{"const": "c"}"#),
        Row(
            name: "if and then",
            schema:
                #"{"properties": {"kind": {"enum": ["a", "b"]}}, "required": ["kind"], "if": {"properties": {"kind": {"const": "a"}}}, "then": {"required": ["x"]}, "else": {"required": ["y"]}}"#,
            expected: "true"),
        Row(
            name: "not an enumeration", schema: #"{"type": "boolean", "not": {"const": true}}"#,
            expected: #"{"const": false}"#),
        Row(
            name: "not a type", schema: #"{"not": {"type": ["string", "object", "array", "boolean", "null"]}}"#,
            expected: #"{"type": "number"}"#),
        Row(
            name: "not a required property",
            schema: #"{"type": "object", "properties": {"a": true}, "not": {"required": ["a"]}}"#,
            expected: #"{"properties": {"a": false}}"#),
        Row(
            name: "different elements",
            schema: #"{"type": "array", "items": {"type": "boolean"}, "minItems": 2, "uniqueItems": true}"#,
            expected: "true"),
        Row(
            name: "more different texts than there are words",
            schema: #"{"type": "array", "items": {"type": "string"}, "minItems": 70, "uniqueItems": true}"#,
            expected: "true"),
        Row(
            name: "more different texts of a format than are known",
            schema:
                #"{"type": "array", "items": {"type": "string", "format": "date-time"}, "minItems": 20, "uniqueItems": true}"#,
            expected: "true"),
        Row(
            name: "more different addresses than are known",
            schema:
                #"{"type": "array", "items": {"type": "string", "format": "email"}, "minItems": 20, "uniqueItems": true}"#,
            expected: "true"),
        Row(
            name: "two patterns",
            schema: #"{"type": "string", "allOf": [{"pattern": "^[a-z]+q$"}, {"pattern": "^zebra[^a]"}]}"#,
            expected: #"{"minLength": 7}"#),
        Row(
            name: "nearly all texts of a short pattern",
            schema:
                #"{"type": "array", "items": {"type": "string", "pattern": "^[a-z]$"}, "minItems": 24, "uniqueItems": true}"#,
            expected: #"{"minItems": 24}"#),
        Row(
            name: "all numbers of a range",
            schema:
                #"{"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 60}, "minItems": 60, "uniqueItems": true}"#,
            expected: #"{"minItems": 60}"#),
        Row(
            name: "different lists of different numbers",
            schema:
                #"{"type": "array", "items": {"type": "array", "items": {"enum": [1, 2, 3]}, "minItems": 2, "maxItems": 2, "uniqueItems": true}, "minItems": 6, "uniqueItems": true}"#,
            expected: #"{"minItems": 6}"#),
        Row(
            name: "contained elements",
            schema:
                #"{"type": "array", "items": {"type": "integer"}, "contains": {"const": 7}, "minContains": 2, "maxContains": 2, "minItems": 4}"#,
            expected: #"{"minItems": 4}"#),
        Row(
            name: "a tuple", schema: #"{"prefixItems": [{"type": "string"}, {"type": "integer"}], "items": false}"#,
            expected: #"{"minItems": 2}"#),
        Row(
            name: "a member that violates a pattern with an escaped hyphen",
            schema: #"{"type": "object", "not": {"patternProperties": {"^a\\-b$": {"type": "string"}}}}"#,
            expected: #"{"required": ["a-b"]}"#),
        Row(
            name: "names by a pattern",
            schema: #"{"type": "object", "propertyNames": {"pattern": "^[A-Z]{3}$"}, "minProperties": 3}"#,
            expected: #"{"minProperties": 3}"#),
        Row(
            name: "a map has an entry", schema: #"{"type": "object", "additionalProperties": {"type": "integer"}}"#,
            expected: #"{"minProperties": 1}"#),
        Row(
            name: "what a property needs",
            schema: #"{"type": "object", "required": ["a"], "dependentRequired": {"a": ["b"], "b": ["c"]}}"#,
            expected: #"{"required": ["a", "b", "c"]}"#),
        Row(
            name: "nothing unevaluated",
            schema:
                #"{"type": "object", "allOf": [{"properties": {"a": {"type": "integer"}}}], "properties": {"b": true}, "unevaluatedProperties": false}"#,
            expected: #"{"required": ["a", "b"]}"#),
        Row(
            name: "a tree ends",
            schema:
                ##"{"$ref": "#/$defs/n", "$defs": {"n": {"type": "object", "required": ["v"], "properties": {"v": {"type": "integer"}, "c": {"type": "array", "items": {"$ref": "#/$defs/n"}}}}}}"##,
            expected: #"{"required": ["v", "c"]}"#),
        Row(
            name: "a list ends by its other branch",
            schema:
                ##"{"$ref": "#/$defs/l", "$defs": {"l": {"anyOf": [{"type": "object", "required": ["n"], "properties": {"n": {"$ref": "#/$defs/l"}}}, {"type": "null"}]}}}"##,
            expected: "true"),
    ]

    @Test("an example prefers the values in the schema", arguments: preferences)
    func prefers(row: Row) throws { try check(row) }

    @Test("an example has realistic values", arguments: realistic)
    func looksReal(row: Row) throws { try check(row) }

    @Test("an example satisfies every keyword", arguments: built)
    func keepsTo(row: Row) throws { try check(row) }

    private func check(_ row: Row) throws {
        let schema = try compiled(row.schema)
        for seed in UInt64(0)..<5 {
            let example = try schema.example(seed: seed)
            #expect(schema.isValid(example), "seed \(seed): \(example)")
            #expect(try schema.example(seed: seed) == example)
            if seed == 0 { #expect(try compiled(row.expected).isValid(example), "\(example)") }
        }
    }

    static let patterns: [String] = [
        #"^[A-Z]{2}\\d{2}( ?[A-Z0-9]{4}){3,5}$"#, #"^(\\d{3})-\\1$"#, #"^(?=.*[A-Z])(?=.*\\d).{8,}$"#,
        #"^(?!admin)[a-z]+$"#, #"^(?=.*[A-Z])(?=.*\\d)(?=.*[a-z])[A-Za-z\\d]{3,5}$"#, #"^(?=[a-f]*\\d)[a-f0-9]{2}x$"#,
        #"^key(?=\\d{3}$)\\d+$"#, "foo(?=bar)", "^[m-zA-C~]{3}(?<=[x-z])$",
        #"^\\p{Lu}\\p{Ll}+$"#, "a{1000}", #"^(?<y>\\d{4})-\\k<y>$"#, #"^#[0-9a-f]{6}$"#, #"\\.json$"#,
        #"^[^\\x00-\\x7F]+$"#, #"^[a-z]+\\-\\d+$"#,
        "^(a|b|[c-e]x){2,3}$", #"^\\S+@\\S+\\.\\S+$"#, #"^v\\d+(\\.\\d+)*(-(alpha|beta))?$"#, "^$", #"^\\u{1F600}+$"#,
    ]

    @Test("an example matches a pattern", arguments: patterns)
    func matchesPattern(pattern: String) throws {
        let schema = try compiled(#"{"type": "string", "pattern": "\#(pattern)"}"#)
        var examples: Set<JSON> = []
        for seed in UInt64(0)..<5 { examples.insert(try schema.example(seed: seed)) }
        #expect(examples.allSatisfy { schema.isValid($0) })
    }

    @Test("an example matches a pattern with a minimum length")
    func matchesPatternAtLength() throws {
        let schema = try compiled(
            #"{"type": "string", "pattern": "^[a-f]+-[0-9]*$", "minLength": 40, "maxLength": 41}"#)
        #expect(schema.isValid(try schema.example()))
    }

    @Test("examples differ by seed")
    func differs() throws {
        let schema = try compiled(
            #"{"properties": {"name": {"type": "string"}, "email": {"type": "string"}, "id": {"type": "integer"}}}"#)
        var examples: Set<JSON> = []
        for seed in UInt64(0)..<20 { examples.insert(try schema.example(seed: seed)) }
        #expect(examples.count > 5)
    }

    @Test("a new property doesn't change the values of other properties")
    func stays() throws {
        let before = try compiled(#"{"properties": {"id": {"type": "integer"}, "city": {"type": "string"}}}"#).example()
        let after = try compiled(
            #"{"properties": {"id": {"type": "integer"}, "tag": {"type": "string"}, "city": {"type": "string"}}}"#
        ).example()
        #expect(before["id"] == after["id"])
        #expect(before["city"] == after["city"])
    }

    @Test("an example without optional properties has only required ones")
    func requiredOnly() throws {
        let schema = try compiled(
            #"{"properties": {"a": {"type": "integer"}, "b": {"type": "string"}}, "required": ["b"]}"#)
        #expect(try schema.example(ExampleOptions(includesOptional: false)).object?.keys == ["b"])
        #expect(try schema.example().object?.keys == ["a", "b"])
    }

    @Test("an example omits readOnly or writeOnly properties, even required ones")
    func omits() throws {
        let schema = try compiled(
            ##"{"type": "array", "minItems": 2, "items": {"required": ["id", "name"], "properties": {"id": {"$ref": "#/$defs/id"}, "name": {"type": "string"}, "password": {"type": "string", "writeOnly": true}}}, "$defs": {"id": {"type": "integer", "readOnly": true}}}"##
        )
        let sent = try schema.example(ExampleOptions(omits: .readOnly))
        #expect(sent[0]?.object?.keys == ["name", "password"])
        #expect(sent[1]?.object?.keys == ["name", "password"])
        let answered = try schema.example(ExampleOptions(omits: .writeOnly))
        #expect(answered[0]?.object?.keys == ["id", "name"])
    }

    @Test("an example follows nullable, boolean exclusive limits and discriminators of OpenAPI 3.0")
    func openAPI30() throws {
        let text =
            #"{"type": "object", "properties": {"n": {"type": "integer", "minimum": 3, "exclusiveMinimum": true, "maximum": 4}, "s": {"type": "string", "nullable": true}}, "required": ["n", "s"]}"#
        let schema = try compiled(text, options: SchemaOptions(dialect: .openAPI30))
        let example = try schema.example()
        #expect(example["n"] == 4)
        #expect(example["s"]?.string != nil)
        let union = try compiled(
            ##"{"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}], "discriminator": {"propertyName": "kind", "mapping": {"meow": "#/components/schemas/Cat"}}, "components": {"schemas": {"Cat": {"type": "object", "required": ["kind", "lives"], "properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}}, "Dog": {"type": "object", "required": ["kind", "bark"], "properties": {"kind": {"type": "string"}, "bark": {"type": "string"}}}}}}"##,
            options: SchemaOptions(dialect: .openAPI31))
        #expect(try union.example()["kind"] == "meow")
    }

    /// A parent, whose children inherit from it. A Siamese is a Cat.
    private static let pets = ##"""
        {"$ref": "#/components/schemas/Pet", "components": {"schemas": {
          "Pet": {"type": "object", "required": ["name", "kind"], "discriminator": DISCRIMINATOR,
            "properties": {"name": {"type": "string"}, "kind": {"type": "string"}}},
          "Cat": {"allOf": [{"$ref": "#/components/schemas/Pet"},
            {"required": ["lives"], "properties": {"lives": {"type": "integer"}}}]},
          "Siamese": {"allOf": [{"$ref": "#/components/schemas/Cat"}]},
          "Bird": {"x-ms-discriminator-value": "#Bird", "allOf": [{"$ref": "#/components/schemas/Pet"},
            {"required": ["wings"], "properties": {"wings": {"type": "integer"}}}]},
          "Dog": {"allOf": [{"$ref": "#/components/schemas/Pet"},
            {"required": ["bark"], "properties": {"bark": {"type": "string"}}}]}}}}
        """##

    @Test(
        "an example of a parent with a discriminator is an example of a schema that inherits from the parent",
        arguments: [
            (#"{"propertyName": "kind"}"#, ["Cat": "lives", "Siamese": "lives", "Dog": "bark", "#Bird": "wings"]),
            // In Swagger 2.0, the discriminator is the name of the property.
            (#""kind""#, ["Cat": "lives", "Siamese": "lives", "Dog": "bark", "#Bird": "wings"]),
            (
                ##"{"propertyName": "kind", "mapping": {"wau": "#/components/schemas/Dog"}}"##,
                ["Cat": "lives", "Siamese": "lives", "wau": "bark", "#Bird": "wings"]
            ),
        ])
    func children(discriminator: String, members: [String: String]) throws {
        let text = Self.pets.replacing("DISCRIMINATOR", with: discriminator)
        let schema = try compiled(text, options: SchemaOptions(dialect: .openAPI30))
        let kinds = try (UInt64(0)..<40).map { seed in
            let value = try schema.example(ExampleOptions(seed: seed))
            let kind = try #require(value["kind"]?.string)
            let member = try #require(members[kind], "\(value.compact)")
            #expect(value[member] != nil, "\(value.compact)")
            return kind
        }
        #expect(Set(kinds) == Set(members.keys))
        let values = schema.boundaryValues().filter(\.isValid).compactMap { $0.instance["kind"]?.string }
        #expect(Set(values).isSubset(of: members.keys), "a boundary value of the discriminator is a different schema")
    }

    @Test("an example of a schema that inherits has its own name in the discriminator", arguments: ["Dog", "Siamese"])
    func child(name: String) throws {
        let text = Self.pets.replacing("DISCRIMINATOR", with: #"{"propertyName": "kind"}"#)
            .replacing(
                ##""$ref": "#/components/schemas/Pet", "components""##,
                with: ##""$ref": "#/components/schemas/\##(name)", "components""##)
        let schema = try compiled(text, options: SchemaOptions(dialect: .openAPI30))
        for seed in UInt64(0)..<8 {
            #expect(try schema.example(ExampleOptions(seed: seed))["kind"]?.string == name)
        }
    }
}
