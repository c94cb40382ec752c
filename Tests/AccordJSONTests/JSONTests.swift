// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@Suite("JSON values")
struct JSONTests {
    @Test("a value is created from literals")
    func literals() {
        let value: JSON = ["a": .null, "b": true, "c": [1, -2.5, "x"], "d": [:], "e": []]
        #expect(value.compact == #"{"a":null,"b":true,"c":[1,-2.5,"x"],"d":{},"e":[]}"#)
        #expect(value["c"]?[1]?.number?.double == -2.5 && value["c"]?[2]?.string == "x" && value["b"]?.bool == true)
        #expect(value["a"]?.isNull == true && value["z"] == nil && value[0] == nil && value["c"]?[3] == nil)
    }

    @Test("a value has the same type as its text")
    func kinds() {
        let value: JSON = [.null, false, 1, "s", [], [:]]
        #expect(value.array?.map(\.kind) == [.null, .bool, .number, .string, .array, .object])
        #expect(JSONDocument(value).root.elements.map(\.kind) == value.array?.map(\.kind))
    }

    @Test("a value changes by key and by index")
    func subscripts() {
        var value: JSON = ["a": 1, "b": [1, 2, 3]]
        value["a"] = 2
        value["c"] = "new"
        value["b"]?[1] = nil
        value["b"]?[0] = ["deep": true]
        #expect(value == ["a": 2, "b": [["deep": true], 3], "c": "new"])
        value["a"] = nil
        value["b"]?[7] = 1
        #expect(value.compact == #"{"b":[{"deep":true},3],"c":"new"}"#)
        value["c"]?["x"] = nil
        #expect(value["c"] == "new")
    }

    /// A pointer, and the value after setting 9 there; `nil` if nothing changes.
    static let settings: [(pointer: JSONPointer, result: JSON?)] = [
        ("", 9), ("/a", ["a": 9, "b": [1, ["c": 2]]]), ("/z", ["a": 1, "b": [1, ["c": 2]], "z": 9]),
        ("/b/0", ["a": 1, "b": [9, ["c": 2]]]), ("/b/1/c", ["a": 1, "b": [1, ["c": 9]]]),
        ("/b/-", ["a": 1, "b": [1, ["c": 2], 9]]), ("/b/2", ["a": 1, "b": [1, ["c": 2], 9]]), ("/b/3", nil),
        ("/b/x", nil),
        ("/a/x", nil), ("/z/z", nil), ("/b/-/x", nil),
    ]

    @Test("a value is set at a pointer", arguments: settings)
    func set(_ pointer: JSONPointer, _ result: JSON?) {
        let original: JSON = ["a": 1, "b": [1, ["c": 2]]]
        var value = original
        #expect(value.set(9, at: pointer) == (result != nil))
        #expect(value == result ?? original)
    }

    /// A pointer, and the value after removing what is there; `nil` if nothing changes.
    static let removals: [(pointer: JSONPointer, result: JSON?)] = [
        ("", .null), ("/a", ["b": [1, ["c": 2]]]), ("/b/0", ["a": 1, "b": [["c": 2]]]),
        ("/b/1/c", ["a": 1, "b": [1, [:]]]),
        ("/z", nil), ("/b/2", nil), ("/b/-", nil), ("/a/b", nil),
    ]

    @Test("a value is removed at a pointer", arguments: removals)
    func remove(_ pointer: JSONPointer, _ result: JSON?) {
        let original: JSON = ["a": 1, "b": [1, ["c": 2]]]
        var value = original
        #expect(value.remove(at: pointer) == (result != nil))
        #expect(value == result ?? original)
    }

    @Test("objects keep their order, compare without it, and are fast when large")
    func objects() {
        var object = JSONObject()
        for number in 0..<20_000 { object["k\(number)"] = .number(JSONNumber(number)) }
        #expect(object.count == 20_000 && object["k19999"] == 19_999 && object["k20000"] == nil)
        #expect(object.remove("k0") == 0 && object["k0"] == nil && object["k1"] == 1 && object.keys.first == "k1")
        let backwards = JSONObject(object.reversed().map { ($0.key, $0.value) })
        #expect(backwards == object && backwards.hashValue == object.hashValue && backwards.keys != object.keys)
        #expect(JSONObject([("a", 1), ("b", 2), ("a", 3)]) == ["a": 3, "b": 2])
        #expect((["a": 1] as JSONObject) != ["a": 2] && (["a": 1] as JSONObject) != ["b": 1])
    }

    @Test("canonically equivalent keys are different")
    func exactKeys() {
        let object: JSONObject = ["\u{E9}": 1, "e\u{301}": 2]
        #expect(object.count == 2 && object["\u{E9}"] == 1 && object["e\u{301}"] == 2)
        #expect(JSON.string("\u{E9}") != .string("e\u{301}"))
    }
}
