// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import ConformanceScore
import Testing

@Suite("JSON writer")
struct JSONWriterTests {
    @Test("the writer escapes only the required characters")
    func escapes() throws {
        let text = "\"\\/\u{0}\u{8}\t\n\u{B}\u{C}\r\u{1F} \u{7F}é\u{2028}😀"
        let written = JSON.string(text).compact
        #expect(written == "\"\\\"\\\\/\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f \u{7F}é\u{2028}😀\"")
        #expect(try JSONDocument(parsing: written).root.string == text)
    }

    @Test("the writer indents")
    func pretty() throws {
        let text = #"{"b":[1,{"x":[]}],"a":{},"é":1,"Z":"\u0041"}"#
        let value = try JSONDocument(parsing: text).root
        let pretty = """
            {
                "b": [
                    1,
                    {
                        "x": []
                    }
                ],
                "a": {},
                "é": 1,
                "Z": "A"
            }
            """
        #expect(JSONWriter.pretty(value, indent: 4) == pretty)
        #expect(JSONWriter.pretty(JSON(value), indent: 4) == pretty)
        #expect(value.pretty == JSON(value).pretty)
        #expect(value.pretty.hasPrefix("{\n  \"b\": [\n    1,"))
        #expect(Array(value.pretty.utf8) == JSONWriter.prettyBytes(value))
    }

    @Test("the writer keeps a document's duplicate keys and lexemes")
    func duplicates() throws {
        let text = #"{"a":1.0,"a":1e2,"a":{"b":-0,"b":""}}"#
        #expect(try JSONDocument(parsing: " " + text + " ").root.compact == text)
        #expect(try JSON(parsing: text).compact == #"{"a":{"b":""}}"#)
    }

    @Test(
        "a document created from a value has the same value",
        arguments: [.null, true, -1.5, "x\n", [1, [2]], ["a": ["b": .null]]] as [JSON])
    func document(_ value: JSON) {
        let document = JSONDocument(value, file: "built")
        #expect(JSON(document.root) == value && document.file == "built" && document.root.text == value.compact)
    }

    @Test(
        "any string is read as it was written",
        .enabled("needs a public suite") { try Conformance.has("client/blns.json") })
    func naughtyStrings() throws {
        let strings = try Conformance.document("client/blns.json").root.elements.compactMap(\.string)
        #expect(strings.count == 515)
        for string in strings {
            let read = try JSONDocument(parsing: JSON.object([string: .string(string)]).compact).root
            #expect(read.members.first?.key.utf8.elementsEqual(string.utf8) == true)
            #expect(read[string]?.string?.utf8.elementsEqual(string.utf8) == true)
        }
    }
}
