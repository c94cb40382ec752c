// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@Suite("Values of a document")
struct JSONValueTests {
    let root: JSONValue

    init() throws {
        let text = #"""
            {"null": null, "yes": true, "no": false, "int": -42, "float": 1.5e3, "half": 0.5,
             "text": "a\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00z", "plain": "é😀", "list": [1, [2, 3], {"a": []}, "x"], "empty": {}}
            """#
        root = try JSONDocument(parsing: text).root
    }

    @Test("a value has one of six types")
    func kinds() {
        let kinds = root.members.map { $0.value.kind }
        #expect(kinds == [.null, .bool, .bool, .number, .number, .number, .string, .string, .array, .object])
        #expect(Set(kinds.map(\.description)) == ["null", "boolean", "number", "string", "array", "object"])
        #expect(root.members.map(\.key).joined(separator: " ") == "null yes no int float half text plain list empty")
    }

    @Test("a value converts only to its own type")
    func accessors() {
        #expect(root["null"]?.isNull == true && root["no"]?.isNull == false)
        #expect(root["yes"]?.bool == true && root["no"]?.bool == false && root["int"]?.bool == nil)
        #expect(root["int"]?.int == -42 && root["float"]?.int == 1500)
        #expect(root["half"]?.int == nil && root["plain"]?.int == nil)
        #expect(root["float"]?.number?.lexeme == "1.5e3" && root["text"]?.number == nil)
        #expect(root["plain"]?.string == "é😀" && root["list"]?.string == nil)
        #expect(root["nothing"] == nil && root["list"]?["a"] == nil && root["int"]?["a"] == nil)
    }

    @Test("a string is unescaped")
    func escapes() {
        #expect(root["text"]?.string == "a\"\\/\u{8}\u{C}\n\r\té😀z")
    }

    @Test("elements are found after nested values")
    func elements() throws {
        let list = try #require(root["list"])
        #expect(list.count == 4 && root["empty"]?.count == 0 && root["int"]?.count == 0)
        #expect(list.elements.map(\.text) == ["1", "[2, 3]", "{\"a\": []}", "\"x\""])
        #expect(list[3]?.string == "x" && list[4] == nil && list[-1] == nil && root[0] == nil)
        #expect(root.elements.isEmpty && list.members.isEmpty && list.elements.first?.int == 1)
    }

    @Test("a value is found by its pointer, and returns it")
    func pointers() throws {
        for pointer: JSONPointer in ["", "/list", "/list/1/1", "/list/2/a", "/empty", "/null"] {
            #expect(try #require(root.value(at: pointer)).pointer == pointer)
        }
        for pointer: JSONPointer in ["/", "/list/-", "/list/01", "/list/4", "/list/1/1/0", "/int/0", "/list/a"] {
            #expect(root.value(at: pointer) == nil)
        }
        #expect(root["list"]?.value(at: "/1/0")?.int == 2)
    }

    /// Texts that are the same JSON, and texts that aren't.
    static let pairs: [(left: String, right: String, areEqual: Bool)] = [
        ("1", "1.0", true), ("1", "10e-1", true), ("0", "-0", true), ("1", "1.0000000000000000001", false),
        ("9007199254740993", "9007199254740992", false), ("true", "false", false), ("null", "0", false),
        (#""a""#, #""\u0061""#, true), (#""é""#, #""e\u0301""#, false), (#""1""#, "1", false),
        ("[1,2]", "[1, 2.0]", true), ("[1,2]", "[2,1]", false), ("[1]", "[1,1]", false), ("[]", "{}", false),
        (#"{"a":1,"b":2}"#, #"{"b":2,"a":1}"#, true), (#"{"a":1}"#, #"{"a":1,"b":1}"#, false),
        (#"{"a":1}"#, #"{"b":1}"#, false), (#"{"a":1,"a":2}"#, #"{"a":2}"#, true),
        (#"{"a":1,"a":2}"#, #"{"a":1}"#, false), (#"{"a":{"b":[{}]}}"#, #"{"a":{"b":[{}]}}"#, true),
        (#"{"a":1,"b":1}"#, #"{"a":1,"a":1}"#, false), ("1e400", "10e399", true), ("1e400", "1e401", false),
    ]

    @Test("values are equal if they are the same JSON", arguments: pairs)
    func equality(_ left: String, _ right: String, _ areEqual: Bool) throws {
        let values = try [left, right].map { try JSONDocument(parsing: $0).root }
        #expect((values[0] == values[1]) == areEqual)
        #expect((values[1] == values[0]) == areEqual)
        #expect((JSON(values[0]) == JSON(values[1])) == areEqual)
        if areEqual { #expect(values[0].hashValue == values[1].hashValue) }
    }
}
