// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import Testing

@Suite("Formats")
struct FormatTests {
    @Test(
        "a format accepts and rejects strings that the public suite lacks",
        arguments: [
            ("date-time", "2016-12-31T23:59:60Z", true), ("date-time", "2016-12-31T15:59:60-08:00", true),
            ("date-time", "2016-12-31T12:00:60Z", false), ("date-time", "2024-02-29t00:00:00.1z", true),
            ("date", "1900-02-29", false), ("date", "2000-02-29", true), ("time", "00:00:00+00:00", true),
            ("duration", "P1Y2M3DT4H5M6S", true), ("duration", "P", false), ("duration", "P1Y2W", false),
            ("email", "a@b", true), ("email", "a@b@c", false), ("email", #""a b"@c.de"#, true),
            ("hostname", "a-.b", false), ("hostname", "ab--c.d", false), ("hostname", "xn--mnchen-3ya.de", true),
            ("idn-hostname", "münchen.de", true), ("idn-hostname", "mün_chen.de", false),
            ("ipv4", "1.2.3.04", false), ("ipv4", "255.255.255.255", true), ("ipv6", "::ffff:1.2.3.4", true),
            ("ipv6", "1::2::3", false), ("ipv6", "1:2:3:4:5:6:7::", true), ("ipv6", "::1%eth0", false),
            ("uri", "https://example.com:8080/a?b#c", true), ("uri", "/relative", false), ("uri", "a:b c", false),
            ("uri", "http://[::1]:80/", true), ("uri", "http://ex.com/%zz", false), ("uri-reference", "a/b:c", true),
            ("uri-reference", "1:b", false), ("iri", "https://ä.de/ü", true), ("uri", "https://ä.de", false),
            ("uri-template", "/a/{b,c*}{?d:3}", true), ("uri-template", "/a/{b", false),
            ("uuid", "123e4567-e89b-12d3-a456-426614174000", true), ("uuid", "123e4567e89b12d3a456426614174000", false),
            ("json-pointer", "/a~1b/0", true), ("json-pointer", "a", false), ("json-pointer", "/~2", false),
            ("relative-json-pointer", "1/a", true), ("relative-json-pointer", "01", false),
            ("regex", "^a$", true), ("regex", "(", false), ("byte", "aGk=", true), ("byte", "a===", false),
            ("no-such-format", "anything", true),
        ])
    func hold(format: String, text: String, isValid: Bool) throws {
        let schema = try compiled(#"{"format":"\#(format)"}"#)
        #expect(schema.isValid(JSON.string(text)) == isValid)
        // With an escape in the text it is another way through the checker.
        let escaped = text.unicodeScalars.first.map { first in
            let digits = String(first.value, radix: 16)
            return first.value < 0x10000
                ? "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                    + text.unicodeScalars.dropFirst().map(String.init).joined() : text
        }
        if let escaped, !escaped.dropFirst(6).contains("\"") {
            #expect(schema.isValid(try instance("\"\(escaped)\"")) == isValid)
        }
    }

    @Test("a format ignores other types, and annotations don't fail")
    func otherKinds() throws {
        #expect(try compiled(#"{"format":"date"}"#).isValid(instance("5")))
        let noted = SchemaOptions(assertsFormat: false)
        #expect(try compiled(#"{"format":"date"}"#, options: noted).isValid(instance(#""x""#)))
        #expect(try compiled(#"{"format":"int32"}"#).isValid(instance(#""x""#)))
    }
}
