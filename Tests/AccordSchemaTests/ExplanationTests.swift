// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import Testing

/// A schema, an invalid instance and the expected message.
struct ExplanationCase: Sendable, CustomTestStringConvertible {
    let schema: String
    let instance: String
    let says: String

    init(_ schema: String, _ instance: String, _ says: String) {
        self.schema = schema
        self.instance = instance
        self.says = says
    }

    var testDescription: String { says }
}

@Suite("Violations")
struct ExplanationTests {
    static let cases: [ExplanationCase] = [
        ExplanationCase(#"{"type":"string"}"#, "5", "expected a string, got the number 5"),
        ExplanationCase(#"{"type":["string","null"]}"#, "true", "expected a string or null, got true"),
        ExplanationCase(#"{"type":"integer"}"#, "1.5", "expected an integer, got the number 1.5"),
        ExplanationCase(#"{"type":"object"}"#, "[1]", "expected an object, got an array of 1 element"),
        ExplanationCase(#"{"minimum":3}"#, "2", "expected a number of at least 3, got 2"),
        ExplanationCase(#"{"exclusiveMaximum":3}"#, "3.0", "expected a number less than 3, got 3.0"),
        ExplanationCase(#"{"multipleOf":0.01}"#, "0.015", "expected a multiple of 0.01, got 0.015"),
        ExplanationCase(#"{"maxLength":2}"#, #""äöü""#, #"expected at most 2 characters, got 3 in the string "äöü""#),
        ExplanationCase(#"{"pattern":"^a$"}"#, #""b""#, #"expected a string that matches /^a$/, got the string "b""#),
        ExplanationCase(
            #"{"format":"date"}"#, #""1.2.2026""#,
            #"expected a date such as 2026-01-31, got the string "1.2.2026""#),
        ExplanationCase(#"{"const":{"a":1}}"#, "[]", #"expected {"a":1}, got an empty array"#),
        ExplanationCase(
            #"{"enum":["red","green"]}"#, #""gren""#,
            #"expected one of "red" or "green", got the string "gren"; did you mean "green"?"#),
        ExplanationCase(#"{"required":["token"]}"#, "{}", "the property “token” is missing"),
        ExplanationCase(
            #"{"properties":{"token":{}},"additionalProperties":false}"#, #"{"tokn":1}"#,
            "/tokn: the property “tokn” isn't allowed here; did you mean “token”?"),
        ExplanationCase(#"{"properties":{"a":false}}"#, #"{"a":1}"#, "/a: the property “a” isn't allowed here"),
        ExplanationCase(#"{"minItems":1}"#, "[]", "expected at least 1 element, got none"),
        ExplanationCase(#"{"maxProperties":1}"#, #"{"a":1,"b":2}"#, "expected at most 1 property, got 2"),
        ExplanationCase(
            #"{"uniqueItems":true}"#, "[1,2,1.0]",
            "expected elements that all differ, got 1.0 at index 0 and again at index 2"),
        ExplanationCase(
            #"{"dependentRequired":{"card":["address"]}}"#, #"{"card":1}"#,
            "the property “address” is missing: “card” requires it"),
        ExplanationCase(
            #"{"propertyNames":{"maxLength":1}}"#, #"{"ab":1}"#,
            #"/ab: the property name “ab” isn't allowed: expected at most 1 character, got 2 in the string "ab""#),
        ExplanationCase(
            #"{"prefixItems":[{}],"items":false}"#, "[1,2]", "/1: an element at index 1 isn't allowed here"),
        ExplanationCase(
            #"{"allOf":[{"properties":{"a":{}}}],"unevaluatedProperties":false}"#, #"{"a":1,"b":2}"#,
            "/b: the property “b” isn't allowed here"),
        ExplanationCase(
            #"{"not":{"type":"number"}}"#, "1", #"expected anything but {"type":"number"}, got the number 1"#),
        ExplanationCase(
            #"{"if":{"properties":{"a":{"const":1}}},"then":{"required":["b"]}}"#, #"{"a":1}"#,
            "the property “b” is missing"),
        ExplanationCase(
            #"{"contains":{"type":"string"},"maxContains":1}"#, #"["a","b"]"#,
            "expected at most 1 elements that satisfy “contains”, got 2"),
        ExplanationCase(
            #"{"oneOf":[{"type":"number"},{"minimum":0}]}"#, "1",
            "expected exactly one of 2 alternatives to match, got alternative 1 and alternative 2, which both match"),
        ExplanationCase(#"false"#, "1", "no value is allowed here: the schema is false"),
    ]

    @Test("a violation names the location, the expected and the actual value", arguments: cases)
    func says(example: ExplanationCase) throws {
        let violations = try compiled(example.schema).validate(instance(example.instance))
        #expect(violations.map(\.description) == [example.says])
    }

    @Test("valid instances have no violations")
    func silent() throws {
        let schema = try compiled(#"{"properties":{"a":{"type":"integer","minimum":1}},"required":["a"]}"#)
        #expect(schema.validate(try instance(#"{"a":1.0}"#)).isEmpty)
    }

    @Test("a violation has pointers, the evaluation path and the position in the schema")
    func places() throws {
        let schema = try compiled(
            """
            { "properties": { "user": { "$ref": "#/$defs/User" } },
              "$defs": { "User": { "properties": { "age": { "minimum": 0 } } } } }
            """)
        let violation = try #require(schema.validate(instance(#"{"user":{"age":-1}}"#)).first)
        #expect(violation.instancePointer.description == "/user/age")
        #expect(violation.instance.position.description == "1:16")
        #expect(violation.keyword == "minimum")
        #expect(violation.keywordLocation.description == "/$defs/User/properties/age/minimum")
        #expect(violation.evaluationPath.description == "/properties/user/$ref/properties/age/minimum")
        #expect(violation.absoluteKeywordLocation == "s.json#/$defs/User/properties/age/minimum")
        #expect(violation.schemaValue.position.description == "2:60")
        #expect(violation.schemaValue.document.file == "s.json")
    }

    @Test("a violation of required points at the missing property's name")
    func missing() throws {
        let violation = try #require(compiled(#"{"required": ["a", "b"]}"#).validate(instance(#"{"a":1}"#)).first)
        #expect(violation.keywordLocation.description == "/required")
        #expect(violation.schemaValue.position.column == 20)
    }

    @Test("violations are in the order of the schema, within the limit")
    func bounded() throws {
        let options = SchemaOptions(maximumViolations: 3)
        let schema = try compiled(#"{"items":{"type":"string"}}"#, options: options)
        let violations = schema.validate(try instance("[1,2,3,4,5]"))
        #expect(violations.map(\.instancePointer.description) == ["/0", "/1", "/2"])
    }

    @Test("an instance pointer starts at the validated value")
    func nestedInstance() throws {
        let whole = try instance(#"{"response":{"body":{"id":"x"}}}"#)
        let body = try #require(whole.value(at: "/response/body"))
        let violations = try compiled(#"{"properties":{"id":{"type":"integer"}}}"#).validate(body)
        #expect(violations.map(\.instancePointer.description) == ["/id"])
    }

    @Test("a property with an invalid value isn't reported as unevaluated")
    func unevaluatedAndWrong() throws {
        let schema = try compiled(
            #"{"allOf":[{"properties":{"a":{"type":"string"},"b":{}}}],"unevaluatedProperties":false}"#)
        let violations = schema.validate(try instance(#"{"a":1,"b":2,"c":3}"#))
        #expect(violations.map(\.instancePointer.description) == ["/a", "/c"])
    }
}
