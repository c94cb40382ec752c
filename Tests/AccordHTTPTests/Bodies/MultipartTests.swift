// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import AccordContract

@Suite("Multipart bodies") struct MultipartTests {
    static func body(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }

    @Test("a written multipart body is parsed unchanged")
    func roundTrip() throws {
        let parts = [
            Multipart.Part(
                headers: [HTTPField("Content-Disposition", "form-data; name=\"a\"")], body: [0, 13, 10, 255]),
            Multipart.Part(
                headers: [
                    HTTPField("Content-Disposition", "form-data; name=\"b\"; filename=\"x \\\"y\\\".png\""),
                    HTTPField("Content-Type", "image/png"),
                ], body: []),
        ]
        let bytes = Multipart(parts: parts).bytes(boundary: "--b")
        let read = try Multipart(parsing: bytes, boundary: "--b")
        #expect(read.parts == parts)
        #expect(read.parts.map(\.name) == ["a", "b"])
        #expect(read.parts[1].filename == "x \"y\".png")
        #expect(read.parts[1].mediaType?.essence == "image/png")
    }

    @Test("a preamble, an epilogue and RFC 8187 file names are parsed")
    func tolerant() throws {
        let text =
            "preamble\n--x\nContent-Disposition: form-data; name=a; filename*=UTF-8''m%C3%A4c.jpg\n\none\n--x--\nepilogue"
        let read = try Multipart(parsing: Self.body(text), boundary: "x")
        #expect(read.parts.count == 1)
        #expect(read.parts[0].filename == "mäc.jpg")
        #expect(read.parts[0].body == Array("one".utf8))
    }

    @Test("a line that only begins with the boundary belongs to the part (RFC 2046, section 5.1.1)")
    func longerLines() throws {
        let text = "--b \t\nA: 1\n\none\n--bc two\n--b--c\nx --b\nend\n--b\nA: 2\n\n\n--b-- \n--b\nepilogue"
        let parts = try Multipart(parsing: Self.body(text), boundary: "b").parts
        let bodies = parts.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies == ["one\r\n--bc two\r\n--b--c\r\nx --b\r\nend", ""])
    }

    @Test(
        "an invalid multipart body has a reason",
        arguments: [
            ("--y\n\none\n--y--", "the body doesn't contain the boundary “x”"),
            ("--x\n\none", "the boundary after the last part is missing"),
            ("--x", "a line break is missing after the boundary"),
            ("--x\nnonsense\n\none\n--x--", "invalid header field “nonsense”"),
        ])
    func broken(text: String, reason: String) {
        let error = #expect(throws: Multipart.Failure.self) { try Multipart(parsing: Self.body(text), boundary: "x") }
        #expect(error?.reason == reason)
    }
}
