// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@testable import AccordVerifier

@Suite("Texts that all readers read in the same way")
struct PlainTextTests {
    /// Values at the edges of what readers agree on.
    static let values = [
        "null", "true", "false", "0", "-0", "-0.0", "0.0", "1", "-1", "42", "999999999999999", "-999999999999999",
        "1000000000000000", "9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551615",
        "18446744073709551616", "-9223372036854775809", "0.1", "0.100000000000001", "123456.789012345",
        "0.1000000000000000055511151231257827", "1e2", "1E400", "-1e400", "1e-400", "5.5e3", #""""#, #""plain""#,
        #""é, 名前, 😀""#, #""a\"b\\c\/d\n""#, #""\\u0041""#, #""\u0041""#, #""\u0000""#, #""\ud83d\ude00""#,
        #""[{""#, #""12345678901234567890""#, "[]", "{}", #"{"":1}"#, #"{"a\u0000b":1}"#, #"{"é":-0}"#,
        #"{"a":{"b":[1.5,"x"]}}"#, "\"\u{7F}\u{80}\u{FEFF}\"",
    ]

    @Test("plain texts have the same value in both readers, with the value at any place", arguments: values)
    func agrees(value: String) throws {
        let frames = [
            value, " \(value)\n", "[\(value)]", "[\(value) ,\(value)\t]", #"{"a":\#(value)}"#,
            #"{ "a" : [\#(value)] , "b":\#(value) }"#,
        ]
        for text in frames {
            let document = try JSONDocument(parsing: text)
            guard PlainText.isPlain(document.bytes) else { continue }
            #expect(Interop.differences(document) == [], "\(text)")
        }
    }

    @Test(
        "most responses of servers are plain texts",
        arguments: [
            "[]", #"{"id":1,"title":"Buy milk","done":false,"due":"2026-03-01T09:00:00Z","price":12.50}"#,
            #"{"name":"Ana \"Nana\" Müller","tags":["a\\b"],"nested":[[[{}]]]}"#, "[-12.5, 999999999999999]",
        ])
    func plain(text: String) {
        #expect(PlainText.isPlain(Array(text.utf8)))
    }

    @Test(
        "texts that readers may read differently aren't plain",
        arguments: [
            "[1000000000000000]", "[1e2]", "[-0]", "[-0.0]", #"["\u0041"]"#, #"{"\u0000":1}"#, "12", #"["open"#,
            String(repeating: "[", count: 101) + String(repeating: "]", count: 101),
        ])
    func doubtful(text: String) {
        #expect(!PlainText.isPlain(Array(text.utf8)))
    }

    @Test("texts with duplicate keys are parsed by both readers")
    func duplicates() throws {
        let document = try JSONDocument(parsing: #"{"a":1,"a":2}"#)
        #expect(PlainText.isPlain(document.bytes))
        #expect(Interop.disagreements(document).map(\.kind) == [.duplicateKey])
    }
}
