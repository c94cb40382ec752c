// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@Suite("Positions in a document")
struct PositionTests {
    @Test("lines end with LF, CR LF or CR", arguments: ["\n", "\r\n", "\r"])
    func lineEnds(_ end: String) throws {
        let document = try JSONDocument(parsing: "{\(end)  \"a\": 1,\(end)\(end)  \"b\": [true]\(end)}")
        #expect(document.root["a"]?.position.description == "2:8")
        #expect(document.root["b"]?[0]?.position.description == "4:9")
        #expect(document.root.members.map(\.keyPosition.description) == ["2:3", "4:3"])
        #expect((1...5).map(document.lineText) == ["{", "  \"a\": 1,", "", "  \"b\": [true]", "}"])
        #expect(document.lineText(0) == "" && document.lineText(6) == "")
    }

    @Test("columns count scalars, offsets count bytes")
    func multibyte() throws {
        let document = try JSONDocument(parsing: #"["é", "日本", "😀", "e\#u{301}", 1]"#)
        let places = document.root.elements.map { "\($0.position.column)@\($0.position.offset)" }
        #expect(places == ["2@1", "7@7", "13@17", "18@25", "24@32"])
    }

    @Test("an offset outside the text counts as its nearest end")
    func outside() throws {
        let document = try JSONDocument(parsing: "[1,\n2]")
        #expect(document.position(ofOffset: -5).description == "1:1")
        #expect(document.position(ofOffset: 99) == JSONPosition(offset: 6, line: 2, column: 3))
    }

    @Test("positions are correct in a long line and in many lines", arguments: [",", ",\n", ",\r\n"])
    func long(_ separator: String) throws {
        let count = 5_000
        let document = try JSONDocument(
            parsing: "[" + (0..<count).map { "\"é\($0)\"" }.joined(separator: separator) + "]")
        let text = Array(String(decoding: document.bytes, as: UTF8.self).unicodeScalars)
        var line = 1
        var column = 1
        var expected: [String] = []
        for (index, scalar) in text.enumerated() {
            if scalar == "\"", index == 1 || text[index - 1] == "," || text[index - 1] == "\n" {
                expected.append("\(line):\(column)")
            }
            column += 1
            if scalar == "\n" { (line, column) = (line + 1, 1) }
        }
        #expect(document.root.elements.map(\.position.description) == expected)
    }

    @Test("a value has its range, its text and its pointer")
    func ranges() throws {
        let document = try JSONDocument(parsing: #" { "a/b" : [ 1.50 , { "" : "x\n" } ] } "#)
        let inner = try #require(document.root["a/b"]?[1]?[""])
        #expect(inner.text == #""x\n""#)
        #expect(inner.pointer.description == "/a~1b/1/")
        #expect(document.root.value(at: inner.pointer)?.position == inner.position)
        #expect(document.root["a/b"]?[0]?.text == "1.50")
        #expect(document.root.text.utf8.count == document.root.byteRange.count)
        #expect(document.root.pointer == .root)
    }
}
