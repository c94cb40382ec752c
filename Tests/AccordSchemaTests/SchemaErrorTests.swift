// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import Testing

@Suite("Errors in a schema")
struct SchemaErrorTests {
    private static let nestedGroups = String(repeating: "(", count: 70) + String(repeating: ")", count: 70)

    @Test("the format regex accepts a pattern beyond a limit, and rejects an invalid pattern")
    func regex() throws {
        let schema = try compiled(#"{"format": "regex"}"#)
        #expect(schema.isValid(.string(Self.nestedGroups)))
        #expect(!schema.isValid("("))
    }

    @Test(
        "an error in a schema has a position and a message",
        arguments: [
            (#"{"type":"strng"}"#, "1:9", "did you mean “string”?"),
            (#"{"type":5}"#, "1:9", "“type” must be a string or an array of strings, not a number"),
            (#"{"minLength":-1}"#, "1:14", "“minLength” must be a non-negative integer, not -1"),
            (#"{"minimum":"1"}"#, "1:12", "“minimum” must be a number, not a string"),
            (#"{"multipleOf":0}"#, "1:15", "“multipleOf” must be greater than 0, not 0"),
            (#"{"pattern":"(a"}"#, "1:12", "the group that starts here isn't closed"),
            (#"{"pattern":"(a"}"#, "1:12", "isn't a regular expression of ECMA-262"),
            ("{\"pattern\":\"\(nestedGroups)\"}", "1:12", "the pattern exceeds Accord's limits"),
            (#"{"patternProperties":{"[z-a]":{}}}"#, "1:31", "the ends of this range are out of order"),
            (#"{"required":"a"}"#, "1:13", "“required” must be an array of property names, not a string"),
            (#"{"required":[1]}"#, "1:14", "“required” must contain property names, not a number"),
            (#"{"properties":[]}"#, "1:15", "“properties” must be an object with a schema for each name"),
            (#"{"allOf":[]}"#, "1:10", "an array of at least one schema, not an empty array"),
            (#"{"items":[{}]}"#, "1:10", "use “prefixItems” for an array of schemas"),
            (#"{"items":5}"#, "1:10", "a schema must be an object, true or false, not a number"),
            (#"{"enum":1}"#, "1:9", "“enum” must be an array of values"),
            (##"{"$ref":"#/$defs/Tokn","$defs":{"Token":{}}}"##, "1:9", "did you mean “Token”?"),
            (##"{"$ref":"#nowhere"}"##, "1:9", "has the anchor “nowhere”"),
            (#"{"$ref":"other.json"}"#, "1:9", "the document “other.json” wasn't found"),
            (#"{"$schema":"http://example.com/dialect"}"#, "1:12", "isn't a known dialect"),
        ])
    func place(text: String, position: String, message: String) throws {
        let found = try mistakes(text)
        #expect(found.map(\.location.position.description) == [position])
        #expect(found.first?.message.contains(message) == true, "\(found)")
    }

    @Test("all errors of a schema are reported at once, in the order of the text")
    func all() throws {
        let found = try mistakes(#"{"properties":{"a":{"type":"x"},"b":{"minItems":-1}},"maximum":"9"}"#)
        #expect(found.map(\.keyword) == ["type", "minItems", "maximum"])
    }

    @Test("errors of several documents are ordered by document, then by position")
    func documents() throws {
        let registry = SchemaRegistry()
        for name in ["b", "a"] {
            let text = #"{"type":"x","maximum":"9"}"#
            registry.add(try JSONDocument(parsing: text, file: "\(name).json"), uri: "\(name).json")
        }
        let text = #"{"properties":{"b":{"$ref":"b.json"},"a":{"$ref":"a.json"},"c":{"minItems":-1}},"maximum":"9"}"#
        let places = try mistakes(text, registry: registry).map { "\($0.location.document.file) \($0.keyword)" }
        let groups = places.map { $0.prefix(6) }
        #expect(places.count == 6 && Set(groups).count == 3, "\(places)")
        #expect(zip(groups, groups.dropFirst()).count { $0 != $1 } == 2, "\(places)")
        #expect(places.filter { !$0.hasPrefix("s") }.map { $0.dropFirst(7) } == ["type", "maximum", "type", "maximum"])
        #expect(places.filter { $0.hasPrefix("s") } == ["s.json minItems", "s.json maximum"])
    }

    @Test(
        "a schema that applies itself to the same value is rejected",
        arguments: [
            ##"{"$ref":"#"}"##,
            ##"{"allOf":[{"$ref":"#"}]}"##,
            ##"{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/b"},"b":{"anyOf":[{"$ref":"#/$defs/a"}]}}}"##,
            ##"{"if":{"type":"object"},"then":{"$ref":"#"}}"##,
        ])
    func loops(text: String) throws {
        let found = try mistakes(text)
        #expect(found.count == 1)
        #expect(found.first?.message.contains("would never end") == true, "\(found)")
    }

    @Test("a recursive schema is accepted")
    func recursion() throws {
        let schema = try compiled(##"{"properties":{"next":{"$ref":"#"}},"additionalProperties":false}"##)
        #expect(schema.isValid(try instance(#"{"next":{"next":{}}}"#)))
        #expect(!schema.isValid(try instance(#"{"next":{"next":{"nxt":1}}}"#)))
    }

    @Test("an unknown keyword is an error with a suggestion if options don't allow it")
    func unknownKeywords() throws {
        let strict = SchemaOptions(allowsUnknownKeywords: false)
        let found = try mistakes(#"{"requird":["a"],"properties":{"a":{"lenght":1}}}"#, options: strict)
        #expect(found.map(\.location.position.description) == ["1:12", "1:48"] || found.count == 2)
        #expect(found.first?.message == "“requird” isn't a keyword of JSON Schema; did you mean “required”?")
        #expect(try mistakes(#"{"requird":["a"]}"#).isEmpty)
    }

    @Test("OpenAPI keywords, x- keywords and property names aren't unknown keywords")
    func knownWords() throws {
        let strict = SchemaOptions(allowsUnknownKeywords: false)
        let text = """
            { "x-internal": 1, "example": 1, "xml": {}, "externalDocs": {}, "discriminator": { "propertyName": "a" },
              "properties": { "requird": { "$comment": "a name", "default": { "anything": 1 } } } }
            """
        #expect(try mistakes(text, options: strict).isEmpty)
    }
}
