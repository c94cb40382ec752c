// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@Suite("JSON syntax errors")
struct ReadingErrorTests {
    /// A text, the place at which it goes wrong, and a part of the reason.
    static let table: [(text: String, place: String, reason: String)] = [
        ("", "1:1", "the text is empty"),
        (" \n\t", "2:2", "only white space"),
        ("\u{FEFF}{}", "1:1", "byte order mark: save the text as UTF-8 without the mark"),
        ("1 2", "1:3", "one value only"),
        ("{} // done", "1:4", "allow comments"),
        ("[1]]", "1:4", "this bracket doesn't close anything"),
        ("[1", "1:3", "ends within an array: close the array with ]"),
        ("{\n \"a\": [1,\n 2\n", "4:1", "(the incomplete value starts at 2:7)"),
        ("{\"a\"", "1:5", "ends within an object: close the object with }"),
        ("\"abc", "1:5", "ends within a string"),
        ("[\"abc\\", "1:7", "(the incomplete value starts at 1:2)"),
        ("\"\\u12", "1:6", "ends within a string"),
        ("[1,]", "1:4", "remove the comma"),
        ("[,1]", "1:2", "a value is missing before the comma"),
        ("[1,,2]", "1:4", "a value is missing before the comma"),
        ("{\"a\":1,}", "1:8", "remove the comma"),
        ("{,\"a\":1}", "1:2", "a member is missing before the comma"),
        ("{\"a\" 1}", "1:6", "a colon is missing"),
        ("{\"a\":}", "1:6", "a value is missing after the colon"),
        ("{\"a\":1 \"b\":2}", "1:8", "a comma or } is missing"),
        ("[1 2]", "1:4", "a comma or ] is missing"),
        ("[\"a\":1]", "1:5", "an array has values only"),
        ("{a:1}", "1:2", "a key is expected here, in double quotes"),
        ("{'a':1}", "1:2", "not single quotes"),
        ("['a']", "1:2", "not single quotes"),
        ("{\"a\":1]", "1:7", "an object ends with }, not with ] (the incomplete value starts at 1:1)"),
        ("{]", "1:2", "an object ends with }, not with ]"),
        ("[1}", "1:3", "an array ends with ], not with } (the incomplete value starts at 1:1)"),
        ("[1, /* two */ 2]", "1:5", "allow comments"),
        ("{ # comment\n}", "1:3", "allow comments"),
        ("True", "1:1", "write true, in lower case"),
        ("[None]", "1:2", "write null"),
        ("NaN", "1:1", "isn't a JSON number"),
        ("[-Infinity]", "1:3", "a digit must follow the minus sign"),
        (
            "tru", "1:4",
            "the text ends within true: check whether the text is complete (the incomplete value starts at 1:1)"
        ),
        ("[nul, 1]", "1:2", "this word isn't a value"),
        ("hello", "1:1", "this word isn't a value: put a string in double quotes"),
        ("+1", "1:1", "not start with a plus sign"),
        (".5", "1:1", "write 0.5"),
        ("01", "1:1", "not have leading zeros"),
        ("-01", "1:1", "not have leading zeros"),
        ("1.", "1:3", "a digit must follow the decimal point"),
        ("[1.e1]", "1:4", "a digit must follow the decimal point"),
        ("[1e]", "1:4", "the exponent must contain a digit"),
        ("[1e+]", "1:5", "the exponent must contain a digit"),
        ("-", "1:2", "ends within a number"),
        ("[0x10]", "1:3", "a comma or ] is missing"),
        ("\"a\tb\"", "1:3", "a tab must be escaped in a string: write \\t"),
        ("\"a\nb\"", "1:3", "a line break must be escaped in a string: write \\n"),
        ("\"a\u{1B}b\"", "1:3", "write \\u001b"),
        ("[\"é\", \"\\x\"]", "1:8", "invalid escape"),
        ("\"\\u00g0\"", "1:6", "four hexadecimal digits"),
        ("\"\\ud800\"", "1:2", "\\uDC00 to \\uDFFF must follow"),
        ("\"a\\udc00\"", "1:3", "second half of a surrogate pair"),
        ("[\u{A0}1]", "1:2", "only strings can contain non-ASCII characters"),
        ("[\u{C}1]", "1:2", "a value is expected here, not a control character"),
    ]

    @Test("an invalid text is rejected with a position and a hint", arguments: table)
    func place(_ text: String, _ place: String, _ reason: String) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text) }
        #expect(error.position.description == place)
        #expect(error.reason.contains(reason), "\(error.reason)")
    }

    /// Bytes that aren't UTF-8, and the offset of the first that is wrong.
    static let bytes: [(bytes: [UInt8], offset: Int, reason: String)] = [
        ([0x22, 0xFF, 0x22], 1, "isn't UTF-8"),
        ([0x22, 0x61, 0xC3, 0x22], 2, "isn't UTF-8"),
        ([0x22, 0xC0, 0xAF, 0x22], 1, "isn't UTF-8"),
        ([0x22, 0xE0, 0x80, 0x80, 0x22], 1, "isn't UTF-8"),
        ([0x22, 0xED, 0xA0, 0x80, 0x22], 1, "isn't UTF-8"),
        ([0x22, 0xF0, 0x80, 0x80, 0x80, 0x22], 1, "isn't UTF-8"),
        ([0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], 1, "isn't UTF-8"),
        ([0x22, 0xF0, 0x9F, 0x98], 1, "isn't UTF-8"),
        ([0x22, 0x31, 0x32, 0x33, 0x34, 0x35, 0x36, 0x37, 0x38, 0x80, 0x22], 9, "isn't UTF-8"),
        ([0xFF, 0xFE, 0x31, 0x00], 0, "looks like UTF-16"),
        ([0x00, 0x31], 0, "looks like UTF-16"),
        ([0x31, 0x00], 0, "looks like UTF-16"),
    ]

    @Test("a text that isn't UTF-8 is rejected", arguments: bytes)
    func encoding(_ bytes: [UInt8], _ offset: Int, _ reason: String) throws {
        let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: bytes) }
        #expect(error.position.offset == offset)
        #expect(error.reason.contains(reason))
    }

    @Test("an error shows the line and a caret below the position")
    func description() throws {
        let text = "{\r\n\t\"naïve\": tru,\r\n}"
        let error = try #require(throws: JSONSyntaxError.self) {
            try JSONDocument(parsing: text, file: "Specs/a.json")
        }
        #expect(
            error.description == """
                Specs/a.json:2:11: error: this word isn't a value: put a string in double quotes
                \t"naïve": tru,
                \t         ^
                """)
    }

    @Test("an error shows a part of a long line")
    func clipping() throws {
        let text =
            "[" + String(repeating: "\"é\",", count: 100_000) + "x," + String(repeating: "1,", count: 100_000) + "]"
        let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text) }
        #expect(error.position.line == 1)
        #expect(error.position.column == 400_002)
        #expect(error.sourceLine.unicodeScalars.count < 130)
        #expect(error.sourceLine.hasPrefix("…") && error.sourceLine.hasSuffix("…"))
        let marked = Array(error.sourceLine.unicodeScalars)[error.caret]
        #expect(marked == "x")
    }

    @Test("an error replaces control characters")
    func controls() throws {
        let text = "[\"\u{1B}[31m\u{202E}\u{7F}"
        let error = try #require(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text) }
        #expect(error.sourceLine == "[\"␛[31m\u{FFFD}\u{FFFD}")
        #expect(error.caret == 2)
    }
}
