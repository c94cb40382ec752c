// SPDX-License-Identifier: Apache-2.0
import AccordJSON
import AccordSchema
import Testing

@testable import AccordContract

@Suite("Streams") struct StreamTests {
    @Test("server-sent events are parsed")
    func events() {
        let text =
            "\u{FEFF}: comment\nevent: delta\r\ndata: a\r\rdata:b\ndata\nid: 7\nretry: 10\n\nevent: ping\n\nevent: cut\ndata: x"
        let expected: [JSON] = [
            ["event": "delta", "data": "a"], ["data": "b\n", "id": "7", "retry": .number(JSONNumber(10))],
        ]
        #expect(EventStream.parse(Array(text.utf8)).map { $0 } == expected)
    }

    @Test("written events are parsed unchanged")
    func roundTrip() {
        let events: [JSON] = [["event": "delta", "data": "{\"a\":1}\nb"], ["data": ""]]
        #expect(EventStream.parse(EventStream.bytes(events)) == events)
    }

    @Test(
        "a stream is split into its events or lines",
        arguments: [
            ("text/event-stream", "data: a\n\nid: 1\ndata: b\n\n", ["data: a\n\n", "id: 1\ndata: b\n\n"]),
            ("application/jsonl", "1\n2", ["1\n", "2"]), ("text/plain", "a\n\nb", ["a\n\nb"]),
        ])
    func pieces(type: String, body: String, pieces: [String]) {
        let response = HTTPResponse(
            status: 200, headers: [HTTPField("Content-Type", type)], body: Array(body.utf8))
        #expect(StreamPieces.of(response).map { String(decoding: $0, as: UTF8.self) } == pieces)
    }

    @Test("lines of JSON are split at line breaks and record separators")
    func lines() throws {
        let type = try #require(MediaType(parsing: "application/x-ndjson"))
        let bytes = JSONLines.bytes([["id": 1], ["id": 2]], as: type)
        #expect(bytes == Array("{\"id\":1}\n{\"id\":2}\n".utf8))
        #expect(JSONLines.split(bytes).map(\.bytes.count) == [8, 8])
        #expect(JSONLines.split(Array("\u{1E}1\n\u{1E}2\r\n\n".utf8)).map(\.bytes) == [[0x31], [0x32]])
    }

    @Test(
        "base64 is decoded to the encoded bytes",
        arguments: [[], [0], [1, 2], [1, 2, 3], [255, 254, 253, 252]] as [[UInt8]])
    func base64(bytes: [UInt8]) {
        #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }

    @Test("invalid base64 is rejected", arguments: ["a", "äöü", "a b="])
    func notBase64(text: String) { #expect(Base64.decode(text) == nil) }
}
