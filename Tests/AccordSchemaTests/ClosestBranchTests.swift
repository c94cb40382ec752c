// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import Testing

@Suite("The closest branch of anyOf and oneOf")
struct ClosestBranchTests {
    static let animals: String = """
        { "anyOf": [{ "$ref": "#/$defs/Cat" }, { "$ref": "#/$defs/Dog" }],
          "$defs": {
            "Cat": { "type": "object", "required": ["kind", "lives"],
                     "properties": { "kind": { "const": "cat" }, "lives": { "type": "integer" } } },
            "Dog": { "type": "object", "required": ["kind", "tricks"],
                     "properties": { "kind": { "const": "dog" },
                                     "tricks": { "type": "array", "items": { "enum": ["sit", "roll"] } } } } } }
        """

    @Test(
        "the closest branch is the one with equal const and enum values",
        arguments: [
            (#"{"kind":"cat"}"#, "Cat", "the property “lives” is missing"),
            (#"{"kind":"dog","lives":7}"#, "Dog", "the property “tricks” is missing"),
            (
                #"{"kind":"dog","tricks":["sit",1]}"#, "Dog",
                #"/tricks/1: expected one of "sit" or "roll", got the number 1"#
            ),
            (
                #"{"kind":"cat","lives":"x","tricks":["sit"]}"#, "Cat",
                #"/lives: expected an integer, got the string "x""#
            ),
        ])
    func agrees(text: String, name: String, cause: String) throws {
        let violation = try #require(compiled(Self.animals).validate(instance(text)).first)
        #expect(violation.keyword == "anyOf")
        #expect(violation.message.contains("closest is “\(name)”"))
        #expect(violation.causes.first?.description == cause)
    }

    @Test("without const and enum, the closest branch is the one with the deepest violation")
    func deepest() throws {
        let schema = try compiled(
            """
            { "oneOf": [
                { "type": "string" },
                { "properties": { "a": { "properties": { "b": { "type": "string" } } } } },
                { "required": ["x"] } ] }
            """)
        let violation = try #require(schema.validate(instance(#"{"a":{"b":1}}"#)).first)
        #expect(violation.causes.map(\.description) == ["/a/b: expected a string, got the number 1"])
        #expect(violation.causes[0].evaluationPath.description == "/oneOf/1/properties/a/properties/b/type")
    }

    @Test("the closest branch is the one that the discriminator names")
    func discriminator() throws {
        let text = """
            { "oneOf": [{ "$ref": "#/$defs/A" }, { "$ref": "#/$defs/B" }],
              "discriminator": { "propertyName": "t", "mapping": { "bee": "#/$defs/B" } },
              "$defs": { "A": { "required": ["a"] }, "B": { "required": ["b", "c"] } } }
            """
        let schema = try compiled(text, options: SchemaOptions(dialect: .openAPI31))
        for name in ["bee", "B"] {
            let violation = try #require(schema.validate(instance(#"{"t":"\#(name)"}"#)).first)
            #expect(violation.causes.map(\.message) == ["the property “b” is missing", "the property “c” is missing"])
        }
        #expect(schema.isValid(try instance(#"{"t":"bee","b":1,"c":2}"#)))
    }
}
