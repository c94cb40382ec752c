// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordSchema
import Testing

@Suite("Content codings of requests")
struct ContentCodingTests {
    /// The text `{"id":"ok"}` and a text of 200 letters, as Python's zlib compresses them.
    private static let encoded: [(coding: String, base64: String, text: String)] = [
        (
            "gzip",
            "H4sIAAAAAAACA6tWykxRslLKz1aqBQAn1k6xCwAAAA==",
            "{\"id\":\"ok\"}"
        ),
        (
            "x-gzip",
            "H4sIAAAAAAAEAwELAPT/eyJpZCI6Im9rIn0n1k6xCwAAAA==",
            "{\"id\":\"ok\"}"
        ),
        (
            "deflate",
            "eJyrVspMUbJSys9WqgUAFCsDYg==",
            "{\"id\":\"ok\"}"
        ),
        (
            "Deflate",
            "q1bKTFGyUsrPVqoFAA==",
            "{\"id\":\"ok\"}"
        ),
        (
            "deflate",
            "eNpVkNkRwCAIRFuhNUTk6L+AyJVMPhhWeOAqC4OJHwPxfZABlW3vOS2ChaTAF4tw9TW9GjNTodZBkElGkoWL"
                + "6xCls7w6IyOrz71ulONTrVTLbuv1cXX32k1Ux20sSFHmZmfkz1YOBBTlAntjsPOU/3dc9AFJVml+",
            "ege igjfi gjdfae aheidd gjdfae bc bach ege ege jhjb gjdfae igjfi iihgc igjfi ege cig"
                + " cig jhjb jhjb ggjhc igjfi ggjhc jhjb bc jhjb aeaehj aheidd jic cig aeaehj aeaehj jh"
                + "jb jic ege ege jic aeaehj gjdfae ege bc bach cig bach iihgc jic cig jic jhjb jhjb eg"
                + "e bach jic iihgc aeaehj cig ege cig aheidd gjdfae jic"
        ),
        (
            "deflate, gzip",
            "H4sIAAAAAAACA6uYszrslE/gpqBT58NWsTKIaDMnAQD8qFEiEwAAAA==",
            "{\"id\":\"ok\"}"
        ),
    ]

    private func decoded(_ coding: String, _ bytes: [UInt8]) throws -> String {
        var request = HTTPRequest(
            method: "POST", url: "http://a/", headers: [HTTPField("Content-Encoding", coding)], body: bytes)
        try request.decode()
        return String(decoding: request.body, as: UTF8.self)
    }

    @Test("a body with a known coding is decoded", arguments: encoded)
    func decodes(coding: String, base64: String, text: String) throws {
        let bytes = try #require(Base64.decode(base64))
        #expect(try decoded(coding, bytes) == text)
    }

    @Test("a truncated body is corrupt, and never ends the program", arguments: encoded)
    func truncated(coding: String, base64: String, text: String) throws {
        let bytes = try #require(Base64.decode(base64))
        for count in 1..<bytes.count {
            _ = try? decoded(coding, Array(bytes.prefix(count)))
            var changed = bytes
            changed[count] ^= 0xFF
            _ = try? decoded(coding, changed)
        }
        #expect(throws: ContentCoding.Failure.self) { try decoded(coding, Array(bytes.prefix(bytes.count / 2))) }
    }

    @Test("plain text and unsupported codings are reported")
    func failures() {
        #expect(throws: ContentCoding.Failure.corrupt("gzip")) { try decoded("gzip", Array("x".utf8)) }
        #expect(throws: ContentCoding.Failure.unsupported("br")) { try decoded("br", [0x0B]) }
        #expect(throws: ContentCoding.Failure.unsupported("compress")) { try decoded("compress", [0x1F, 0x9D]) }
    }

    @Test("a value that names no coding is ignored", arguments: ["identity", "UTF-8", "iso-8859-1", "amz-1.0", ""])
    func ignored(coding: String) throws {
        #expect(try decoded(coding, Array("x".utf8)) == "x")
    }
}
