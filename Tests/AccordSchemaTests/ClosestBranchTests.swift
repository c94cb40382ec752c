import AccordJSON
import AccordSchema
import Testing

@Suite("The closest of several alternatives")
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
        "is the one whose fixed values agree",
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

    @Test("is the one that the value gets furthest into, where nothing is fixed")
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

    @Test("is the one that OpenAPI's discriminator names, by its mapping or by its name")
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

    @Test("is told in each form of the standard's output")
    func output() throws {
        let schema = try compiled(Self.animals)
        let wrong = try instance(#"{"kind":"cat"}"#)
        #expect(schema.output(wrong, format: .flag) == ["valid": false])
        let basic = schema.output(wrong, format: .basic)
        #expect(basic["errors"]?[0]?["keywordLocation"] == "/anyOf")
        #expect(basic["errors"]?[1]?["keywordLocation"] == "/anyOf/0/$ref/required")
        #expect(basic["errors"]?[1]?["absoluteKeywordLocation"] == "s.json#/$defs/Cat/required")
        #expect(basic["errors"]?[1]?["instanceLocation"] == "")
        let detailed = schema.output(wrong, format: .detailed)
        #expect(detailed["errors"]?[0]?["error"] == "the property “lives” is missing")
        let right = try instance(#"{"kind":"cat","lives":9}"#)
        for format in SchemaOutputFormat.allCases { #expect(schema.output(right, format: format) == ["valid": true]) }
    }

    /// What JSON Schema 2020-12 core, section 12.3 and 12.4 asks of an output unit, in a schema of its own.
    static let outputUnit: String = ##"""
        { "$ref": "#/$defs/unit",
          "$defs": { "unit": {
            "type": "object", "required": ["valid", "keywordLocation", "instanceLocation"],
            "properties": {
              "valid": { "const": false }, "error": { "type": "string", "minLength": 1 },
              "keywordLocation": { "type": "string", "format": "json-pointer" },
              "absoluteKeywordLocation": { "type": "string", "format": "uri-reference" },
              "instanceLocation": { "type": "string", "format": "json-pointer" },
              "errors": { "type": "array", "minItems": 1, "items": { "$ref": "#/$defs/unit" } } },
            "anyOf": [{ "required": ["error"] }, { "required": ["errors"] }],
            "if": { "properties": { "keywordLocation": { "pattern": "/\\$ref/" } } },
            "then": { "required": ["absoluteKeywordLocation"] }, "unevaluatedProperties": false } } }
        """##

    @Test(
        "is told in units as the standard describes them",
        arguments: [#"{"kind":"cat"}"#, #"{"kind":"dog","tricks":["sit",1]}"#, "1", #"{"kind":"dog","tricks":[1,2]}"#])
    func units(text: String) throws {
        let unit = try compiled(Self.outputUnit)
        let schema = try compiled(Self.animals)
        let basic = schema.output(try instance(text), format: .basic)
        #expect(basic["valid"] == false && basic["errors"]?.array?.isEmpty == false)
        for error in basic["errors"]?.array ?? [] {
            #expect(unit.validate(error).isEmpty && error["errors"] == nil, "\(unit.validate(error)) \(error)")
        }
        let detailed = schema.output(try instance(text), format: .detailed)
        #expect(unit.validate(detailed).isEmpty, "\(unit.validate(detailed)) \(detailed)")
    }
}
