// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import Testing

@Suite("Required properties that messages lack")
struct OmissionTests {
    private static let dog = #"""
        { "type": "object", "required": ["tag", "bark"],
          "properties": { "tag": { "type": "integer", "readOnly": true }, "bark": { "type": "string" } } }
        """#
    private static let cat = dog.replacing("bark", with: "purr")

    /// Schemas that describe a dog, or a dog and a cat.
    static let schemas: [(name: String, text: String)] = [
        ("alone", dog), ("in oneOf", #"{ "oneOf": [ \#(dog), \#(cat) ] }"#),
        ("in anyOf", #"{ "anyOf": [ \#(dog), \#(cat) ] }"#),
        ("behind a reference", ##"{ "$ref": "#/$defs/Dog", "$defs": { "Dog": \##(dog) } }"##),
        ("in oneOf behind a reference", ##"{ "oneOf": [ { "$ref": "#/$defs/Dog" } ], "$defs": { "Dog": \##(dog) } }"##),
        (
            "across allOf",
            #"""
            { "allOf": [ { "required": ["tag", "bark"] },
                { "properties": { "tag": { "readOnly": true }, "bark": { "type": "string" } } } ] }
            """#
        ),
        (
            "beside a reference",
            #"""
            { "$ref": "#/$defs/Needs", "properties": { "tag": { "$ref": "#/$defs/Tag" } },
              "$defs": { "Needs": { "required": ["tag", "bark"] }, "Tag": { "readOnly": true } } }
            """#
        ),
        (
            "as a condition",
            #"""
            { "properties": { "tag": { "readOnly": true } }, "if": { "required": ["tag"] },
              "then": { "required": ["bark"] }, "else": false }
            """#
        ),
        (
            "as a dependency",
            #"""
            { "properties": { "tag": { "readOnly": true } }, "required": ["bark"],
              "dependentRequired": { "bark": ["tag"] } }
            """#
        ),
    ]

    @Test("a request may lack a required readOnly property, and nothing else", arguments: schemas)
    func requests(name: String, text: String) throws {
        let schema = try compiled(text)
        let request = schema.omitting(.readOnly)
        #expect(request.isValid(["bark": "wow"]) && request.validate(["bark": "wow"]).isEmpty)
        #expect(!request.isValid(["moo": "wow"]) && !request.validate(["moo": "wow"]).isEmpty)
        #expect(!schema.isValid(["bark": "wow"]) && !schema.omitting(.writeOnly).isValid(["bark": "wow"]))
    }

    @Test("an omitted property counts as present under not")
    func negated() throws {
        let request = try compiled(#"{ "not": \#(Self.dog) }"#).omitting(.readOnly)
        #expect(!request.isValid(["bark": "wow"]) && request.isValid(["moo": "wow"]))
    }

    @Test("a property that only a different branch marks is missing")
    func otherBranch() throws {
        let text = #"""
            { "oneOf": [ { "required": ["tag", "bark"], "properties": { "tag": { "type": "integer" } } },
                { "required": ["purr"], "properties": { "tag": { "readOnly": true } } } ] }
            """#
        #expect(try !compiled(text).omitting(.readOnly).isValid(["bark": "wow"]))
    }

    @Test("an example without the property of either direction is valid")
    func messages() throws {
        let text = Self.dog.replacing(#""bark": { "type": "string" }"#, with: #""bark": { "writeOnly": true }"#)
        let schema = try compiled(text)
        #expect(try schema.isValidMessage(instance(#"{ "bark": 1 }"#)))
        #expect(try schema.isValidMessage(instance(#"{ "tag": 1 }"#)) && !schema.isValidMessage(instance("{}")))
    }

    @Test(
        "a value is read-only in a union if each alternative that has the value marks it",
        arguments: [
            (##"{ "oneOf": [ {"$ref":"#/$defs/Cat"}, {"$ref":"#/$defs/Dog"} ] }"##, ["/id"]),
            (##"{ "anyOf": [ {"$ref":"#/$defs/Cat"}, {"$ref":"#/$defs/Open"} ] }"##, []),
            (##"{ "anyOf": [ {"$ref":"#/$defs/Cat"}, {"type":"string"} ] }"##, ["/id"]),
            (##"{ "properties": { "pet": { "oneOf": [ {"oneOf": [ {"$ref":"#/$defs/Cat"} ]} ] } } }"##, ["/pet/id"]),
            (##"{ "oneOf": [ {"$ref":"#"}, {"$ref":"#/$defs/Cat"} ] }"##, ["/id"]),
        ] as [(String, [String])])
    func unions(schema: String, places: [String]) throws {
        let cat = #"{ "properties": { "id": { "readOnly": true } } }"#
        let open = #"{ "properties": { "id": {} } }"#
        let text = schema.dropLast() + #", "$defs": { "Cat": \#(cat), "Dog": \#(cat), "Open": \#(open) } }"#
        let view = SchemaView(try JSONDocument(parsing: String(text)).root)
        let value = try JSONDocument(parsing: #"{ "id": 1, "pet": { "id": 2 } }"#).root
        #expect(view.places(markedWith: "readOnly", in: value).map(\.pointer.description) == places)
    }
}
