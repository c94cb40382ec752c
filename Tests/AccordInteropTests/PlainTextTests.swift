// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import Testing

@testable import AccordVerifier

@Suite("Texts that all readers read in the same way")
struct PlainTextTests {
    static let values = [
        "null", "true", "false", "0", "0.0", "1", "-1", "42", "999999999999999", "-999999999999999", "0.1",
        "0.100000000000001", "123456.789012345", "5.5e3", #""""#, #""plain""#, #""é, 名前, 😀""#,
        #""a\"b\\c\/d\n""#, #""\\u0041""#, #""\u0041""#, #""[{""#, #""12345678901234567890""#, "[]", "{}", #"{"":1}"#,
        #"{"a":{"b":[1.5,"x"]}}"#,
        #"{"id":1,"title":"Buy milk","done":false,"due":"2026-03-01T09:00:00Z","price":12.50}"#,
        #"{"name":"Ana \"Nana\" Müller","tags":["a\\b"],"nested":[[[{}]]]}"#,
    ]

    @Test("plain texts have the same value in both readers, with the value at any place", arguments: values)
    func agrees(value: String) throws {
        let frames = [
            value, " \(value)\n", "[\(value)]", "[\(value) ,\(value)\t]", #"{"a":\#(value)}"#,
            #"{ "a" : [\#(value)] , "b":\#(value) }"#,
        ]
        for text in frames {
            #expect(Interop.disagreements(try JSONDocument(parsing: text)) == [], "\(text)")
        }
    }

    @Test("texts with duplicate keys are parsed by both readers")
    func duplicates() throws {
        let document = try JSONDocument(parsing: #"{"a":1,"a":2}"#)
        #expect(Interop.disagreements(document).map(\.kind) == [.duplicateKey])
    }
}
