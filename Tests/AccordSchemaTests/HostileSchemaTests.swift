// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import Foundation
import Testing

@Suite("Hostile schemas and instances")
struct HostileSchemaTests {
    @Test(
        "a catastrophic pattern is decided, or rejected with a reason",
        .timeLimit(.minutes(20)),
        arguments: [
            ("^(a+)+$", false), ("^(a|a)*$", false), ("^(a*)*b$", false), ("^(.*a){20}$", false),
            ("^(?:(?:a+)+)+!$", true), ("^(([a-z])+.)+[A-Z]([a-z])+$", false), ("^(a+)+\\1b$", nil),
            ("^(?=(a+)+b)", nil),
        ] as [(String, Bool?)])
    func pattern(source: String, matches: Bool?) throws {
        let schema = try compiled(#"{"pattern":\#(JSON.string(source).compact)}"#)
        let text = JSON.string(String(repeating: "a", count: 40) + "!")
        #expect(schema.isValid(text) == (matches ?? false))
        guard matches == nil else { return }
        #expect(schema.validate(text).first?.message.contains("takes too many steps") == true)
    }

    @Test("a recursive schema validates an instance of 512 levels")
    func deepInstance() throws {
        let schema = try compiled(
            ##"{"type":"array","items":{"allOf":[{"$ref":"#"},{"anyOf":[{"maxItems":1},{"$ref":"#"}]}]}}"##)
        let good = String(repeating: "[", count: 40) + String(repeating: "]", count: 40)
        #expect(schema.isValid(try instance(good)))
        let plain = try compiled(##"{"type":"array","items":{"$ref":"#"}}"##)
        let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(plain.isValid(try instance(deep)))
        let wrong = String(repeating: "[", count: 511) + "1" + String(repeating: "]", count: 511)
        // With the address sanitizer, the stack is the limit.
        let violation = plain.validate(try instance(wrong)).first
        #expect(violation?.instancePointer.tokens.count == 511 || dlsym(nil, "__asan_init") != nil)
    }

    @Test("an instance that is nested too deep is rejected with a reason")
    func tooDeep() throws {
        let text = String(repeating: "[", count: 20_000) + String(repeating: "]", count: 20_000)
        let document = try JSONDocument(parsing: text, limits: JSONLimits(maximumDepth: 100_000))
        let violations = try compiled(##"{"items":{"$ref":"#"}}"##).validate(document.root)
        #expect(violations.first?.message.contains("deep") == true, "\(violations.first?.message ?? "")")
    }

    @Test("a dynamic reference to itself is rejected with a reason")
    func dynamicLoop() throws {
        let schema = try compiled(##"{"$dynamicAnchor":"a","$dynamicRef":"#a"}"##)
        #expect(schema.validate(try instance("1")).first?.message.contains("deep") == true)
    }

    @Test("schemas that each apply the next one twice are rejected with a reason", .timeLimit(.minutes(20)))
    func doubling() throws {
        let definitions = (0..<60).map { level in
            ##""d\##(level)":{"allOf":[{"$ref":"#/$defs/d\##(level + 1)"},{"$ref":"#/$defs/d\##(level + 1)"}]}"##
        }
        let text = ##"{"$ref":"#/$defs/d0","$defs":{\##(definitions.joined(separator: ",")),"d60":{"minimum":0}}}"##
        let violations = try compiled(text).validate(instance("1"))
        #expect(violations.first?.message.contains("refer to each other") == true, "\(violations)")
    }

    @Test("a schema of 100,000 properties compiles and validates", .timeLimit(.minutes(20)))
    func manyProperties() throws {
        var text = #"{"additionalProperties":false,"properties":{"#
        for index in 0..<100_000 { text += (index == 0 ? "" : ",") + #""p\#(index)":{"type":"integer"}"# }
        let schema = try compiled(text + "}}")
        #expect(schema.isValid(try instance(#"{"p0":1,"p99999":2}"#)))
        let violations = schema.validate(try instance(#"{"p100":"x","q":1}"#))
        #expect(violations.map(\.instancePointer.description) == ["/q", "/p100"])
    }

    @Test("numbers beyond 64 bits are compared exactly")
    func numbers() throws {
        let schema = try compiled(#"{"minimum":9007199254740993,"maximum":1e400,"multipleOf":1}"#)
        #expect(schema.isValid(try instance("9007199254740993")))
        #expect(!schema.isValid(try instance("9007199254740992")))
        #expect(schema.isValid(try instance("1e399")))
        #expect(!schema.isValid(try instance("1.1e400")))
        #expect(!schema.isValid(try instance("1e999999999")))
    }

    @Test("a number of 2 MB is compared with the limits of a schema", .timeLimit(.minutes(20)))
    func longNumber() throws {
        let document = try JSONDocument(parsing: [UInt8](repeating: 0x39, count: 2_000_000))
        #expect(try compiled(#"{"type":"integer"}"#).isValid(document.root))
        let schema = try compiled(#"{"maximum":1e400}"#)
        #expect(!schema.isValid(document.root))
        let message = "expected a number of at most 1e400, got \(String(repeating: "9", count: 40))…"
        #expect(schema.validate(document.root).map(\.message) == [message])
    }

    @Test("a number of 1 MB is compared with thousands of enumerated numbers", .timeLimit(.minutes(20)))
    func longEnumeration() throws {
        let numbers = (0..<3_000).map { "\($0)e\($0)" }.joined(separator: ",")
        let document = try JSONDocument(parsing: "1" + String(repeating: "0", count: 1_000_000))
        #expect(try compiled("{\"enum\":[\(numbers),1e1000000]}").isValid(document.root))
        #expect(try compiled("{\"enum\":[\(numbers),1e1000000]}").validate(document.root).isEmpty)
        let schema = try compiled("{\"enum\":[\(numbers),1e1000001]}")
        #expect(!schema.isValid(document.root))
        #expect(schema.validate(document.root).map(\.keyword) == ["enum"])
    }

    @Test("a repeated key counts once, with its last value")
    func duplicateKeys() throws {
        let schema = try compiled(#"{"properties":{"a":{"type":"integer"}},"required":["a","b"],"maxProperties":2}"#)
        #expect(schema.isValid(try instance(#"{"a":"x","b":1,"a":2}"#)))
        #expect(!schema.isValid(try instance(#"{"a":1,"b":1,"a":"x"}"#)))
        #expect(!schema.isValid(try instance(#"{"a":1,"a":2}"#)))
        #expect(schema.validate(try instance(#"{"a":1,"a":2}"#)).map(\.message) == ["the property “b” is missing"])
    }
}
