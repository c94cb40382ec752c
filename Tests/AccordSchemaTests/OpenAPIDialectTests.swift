// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import Testing

@Suite("The dialects of OpenAPI")
struct OpenAPIDialectTests {
    static let version30 = SchemaOptions(dialect: .openAPI30, allowsUnknownKeywords: false)

    @Test(
        "OpenAPI 3.0 has nullable and boolean exclusive limits",
        arguments: [
            (#"{"type":"string","nullable":true}"#, "null", true),
            (#"{"type":"string","nullable":false}"#, "null", false),
            (#"{"type":"string"}"#, "null", false),
            (#"{"type":"string","nullable":true}"#, "1", false),
            (#"{"type":"string","nullable":true,"enum":["a"]}"#, "null", false),
            (#"{"allOf":[{"type":"object"}],"nullable":true}"#, "null", true),
            (#"{"oneOf":[{"type":"object"},{"type":"string"}],"nullable":true}"#, "null", true),
            (#"{"anyOf":[{"type":"object"},{"type":"string"}],"nullable":true}"#, "1", false),
            (#"{"anyOf":[{"type":"object"}],"nullable":false}"#, "null", false),
            (#"{"type":"object","allOf":[{"type":"object"}],"nullable":true}"#, "null", false),
            (#"{"minimum":1,"exclusiveMinimum":true}"#, "1", false),
            (#"{"minimum":1,"exclusiveMinimum":false}"#, "1", true),
            (#"{"minimum":1,"exclusiveMinimum":true}"#, "1.1", true),
            (#"{"maximum":1,"exclusiveMaximum":true}"#, "1", false),
            (#"{"type":"integer","format":"int32"}"#, "2147483647", true),
            (#"{"type":"integer","format":"int32"}"#, "2147483648", false),
            (#"{"type":"integer","format":"int64"}"#, "9223372036854775808", false),
            (#"{"type":"string","format":"byte"}"#, #""aGk=""#, true),
            (#"{"type":"string","format":"byte"}"#, #""aGk""#, false),
            (#"{"type":"string","format":"password"}"#, #""anything""#, true),
            (#"{"type":"string","pattern":"^\\_$"}"#, #""_""#, true),
            (#"{"type":"string","example":5}"#, #""_""#, true),
        ])
    func version30(schema: String, value: String, isValid: Bool) throws {
        #expect(try compiled(schema, options: Self.version30).isValid(instance(value)) == isValid)
    }

    @Test("OpenAPI 3.0 ignores keywords beside a $ref")
    func siblings() throws {
        let text =
            ##"{"properties":{"a":{"$ref":"#/definitions/A","maxLength":1}},"definitions":{"A":{"type":"string"}}}"##
        let value = try instance(#"{"a":"long"}"#)
        #expect(try compiled(text, options: Self.version30).isValid(value))
        #expect(try !compiled(text, options: SchemaOptions(dialect: .openAPI31)).isValid(value))
    }

    @Test("OpenAPI 3.0 rejects a number as exclusiveMinimum")
    func exclusives() throws {
        let found = try mistakes(#"{"exclusiveMinimum":1}"#, options: Self.version30)
        #expect(found.map(\.message) == ["“exclusiveMinimum” must be a Boolean in OpenAPI 3.0, not a number"])
        let newer = SchemaOptions(dialect: .openAPI31)
        #expect(try mistakes(#"{"exclusiveMinimum":1}"#, options: newer).isEmpty)
    }

    @Test("OpenAPI 3.1 ignores nullable, as 2020-12 does")
    func version31() throws {
        let options = SchemaOptions(dialect: .openAPI31, allowsUnknownKeywords: false)
        #expect(try mistakes(#"{"type":"string","nullable":true}"#, options: options).map(\.keyword) == ["nullable"])
        let schema = try compiled(#"{"type":["string","null"],"unevaluatedProperties":false}"#, options: options)
        #expect(schema.isValid(try instance("null")))
    }

    @Test("OpenAPI 3.0 explains the branch that a discriminator names")
    func discriminator30() throws {
        let text = ##"""
            { "oneOf": [{ "$ref": "#/definitions/A" }, { "$ref": "#/definitions/B" }],
              "discriminator": { "propertyName": "t", "mapping": { "bee": "#/definitions/B" } },
              "definitions": {
                "A": { "type": "object", "required": ["a"], "example": { "a": 1 } },
                "B": { "type": "object", "required": ["b", "c"] } } }
            """##
        let schema = try compiled(text, options: Self.version30)
        let violation = try #require(schema.validate(instance(#"{"t":"bee"}"#)).first)
        #expect(violation.causes.map(\.message) == ["the property “b” is missing", "the property “c” is missing"])
        #expect(schema.isValid(try instance(#"{"t":"bee","b":1,"c":2}"#)))
        #expect(!schema.isValid(try instance(#"{"t":"A"}"#)))
    }

    @Test("the dialect of OpenAPI 3.1 is known by its $schema")
    func baseVocabulary() throws {
        let schema = ##"""
            { "$schema": "https://spec.openapis.org/oas/3.1/dialect/base", "type": "object", "example": { "a": 1 },
              "discriminator": { "propertyName": "a" }, "xml": { "name": "x" }, "externalDocs": { "url": "https://a.b" },
              "properties": { "a": { "$ref": "#/$defs/n", "maximum": 9 } }, "$defs": { "n": { "type": ["integer", "null"] } } }
            """##
        let strict = SchemaOptions(allowsUnknownKeywords: false)
        #expect(try mistakes(schema, options: strict).isEmpty)
        let compiledSchema = try compiled(schema, options: strict)
        #expect(compiledSchema.isValid(try instance(#"{"a":null}"#)))
        #expect(!compiledSchema.isValid(try instance(#"{"a":10}"#)))
        // The vocabulary's own schema describes the values of its keywords.
        let meta = try compiled(#"{"$ref":"https://spec.openapis.org/oas/3.1/dialect/base"}"#)
        #expect(meta.isValid(try instance(schema)))
        #expect(!meta.isValid(try instance(#"{"discriminator":{}}"#)))
        #expect(!meta.isValid(try instance(#"{"externalDocs":{"description":"no url"}}"#)))
        #expect(!meta.isValid(try instance(#"{"properties":{"a":{"type":"strng"}}}"#)))
    }
}
