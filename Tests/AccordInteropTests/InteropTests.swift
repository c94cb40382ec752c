// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import CJSONC
import Testing

@testable import AccordVerifier

/// The version of json-c at run time, such as `0.16`.
private let jsonCVersion = String(cString: json_c_version())

@Suite("json-c compared with the strict reader")
struct InteropTests {
    @Test(
        "the comparison finds nothing if both readers agree",
        arguments: [
            "null", "true", "false", "0", "-0", "42", "1.10", "1e2", "1E+2", "-1.5e-3", "9223372036854775807",
            "9223372036854775808", "18446744073709551615", "-9223372036854775808",
            "0.1000000000000000055511151231257827", "1e-400", "5e-324", "1.7976931348623157e308", #""""#,
            #""a\u0000b""#, #""\ud83d\ude00""#, #""é\/\\\"\n""#, "[]", "{}", " [ 1 , 2 ] \n", #"{"a":{"b":[null,{}]}}"#,
            #"{"":1}"#, #"[{"id":1234567890,"name":"espresso","price":"3.50","tags":["hot"],"ok":true}]"#,
        ])
    func agrees(text: String) throws {
        #expect(try Interop.disagreements(JSONDocument(parsing: text)) == [])
    }

    /// What json-c 0.16 reads differently; later versions are to be added beside it as they are met.
    static let table: [(text: String, kind: Disagreement.Kind, pointer: JSONPointer, jsonC: String)] = [
        (#"{"a":1,"a":2}"#, .duplicateKey, "/a", "the last value"),
        (#"[{"x":{"a":1,"b":0,"a":1}}]"#, .duplicateKey, "/0/x/a", "the last value"),
        ("18446744073709551616", .integerRange, "", "18446744073709551615"),
        ("-9223372036854775809", .integerRange, "", "-9223372036854775808"),
        (#"{"n":[123456789012345678901234567890]}"#, .integerRange, "/n/0", "18446744073709551615"),
        ("[1e400]", .numberRange, "/0", "1e400"),
        ("[-1e400]", .numberRange, "/0", "-1e400"),
        (#"{"a\u0000b":1}"#, .keyWithNUL, "/a\u{0}b", "only the part before U+0000"),
    ]

    @Test("the comparison finds values that json-c reads differently", arguments: table)
    func disagrees(text: String, kind: Disagreement.Kind, pointer: JSONPointer, jsonC: String) throws {
        let found = try Interop.disagreements(JSONDocument(parsing: text))
        #expect(found.map(\.kind) == [kind])
        #expect(found.first?.pointer == pointer)
        #expect(found.first?.jsonC == jsonC, "json-c \(jsonCVersion)")
    }

    @Test("a surrogate pair that json-c 0.16 misreads is no difference, in a string and in a key")
    func surrogates() throws {
        // U+2D8FB and U+1DC00: their last 16 bits are in the range of surrogates.
        for text in [#"["\ud876\udcfb"]"#, #"{"\ud876\udcfb":1}"#, #"["\ud837\udc00"]"#] {
            #expect(try Interop.disagreements(JSONDocument(parsing: text)) == [], "\(text)")
        }
        let beside = try Interop.disagreements(JSONDocument(parsing: #"{"\ud876\udcfb":1,"n":1e400}"#))
        #expect(beside.map(\.kind) == [.numberRange])
    }

    @Test("the comparison uses only the last value of a duplicate key")
    func lastDuplicate() throws {
        let found = try Interop.disagreements(JSONDocument(parsing: #"{"a":1e400,"a":18446744073709551616}"#))
        #expect(found.map(\.kind) == [.duplicateKey, .integerRange])
    }

    @Test("a disagreement has its position and both values")
    func places() throws {
        let found = try Interop.disagreements(JSONDocument(parsing: "[1,\n  99999999999999999999]"))
        #expect(
            found == [
                Disagreement(
                    kind: .integerRange, pointer: "/1", position: JSONPosition(offset: 6, line: 2, column: 3),
                    strict: "99999999999999999999", jsonC: "18446744073709551615")
            ])
    }

    @Test("the comparison stops at its limit")
    func bounded() throws {
        let text = "[" + Array(repeating: "99999999999999999999", count: 50).joined(separator: ",") + "]"
        #expect(try Interop.disagreements(JSONDocument(parsing: text)).count == Interop.limit)
    }

    @Test("json-c accepts the same depth as the strict reader")
    func deep() throws {
        let text = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
        #expect(try Interop.disagreements(JSONDocument(parsing: text)) == [])
    }

    @Test(
        "json-c rejects invalid JSON",
        arguments: [
            "", "  ", "[1,]", #"{"a":1,}"#, "/*x*/[1]", "012", "[1.2.3]", "{} x", #""\x""#, "{a:1}", #"{"a" 1}"#,
            "\u{feff}{}", "[tRue]", "[-]", "[+1]", #"{"a":"b"#,
        ])
    func refusals(text: String) {
        #expect((try? JSONCDocument.parse(Array(text.utf8))) == nil, "json-c \(jsonCVersion)")
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text) }
    }

    /// By json-c's version: what it takes with its strict flags though RFC 8259 has none of it.
    static let takenByVersion: [String: [String]] = [
        "0.16": [
            "NaN", "[Infinity]", "[-Infinity]", #""\ud800""#, #""\udc00x""#, "[1.]", "{'a':1}", "\"a\tb\"",
            "\"a\nb\"",
        ]
    ]

    @Test(
        "json-c accepts invalid JSON that the strict reader rejects",
        .enabled("this version of json-c isn't in the table yet") { takenByVersion[jsonCVersion] != nil },
        arguments: takenByVersion[jsonCVersion] ?? [])
    func taken(text: String) {
        #expect((try? JSONCDocument.parse(Array(text.utf8))) != nil)
        #expect(throws: JSONSyntaxError.self) { try JSONDocument(parsing: text) }
    }
}
