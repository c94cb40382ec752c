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

    @Test("the value of retry is a number, and an id has no NUL, as browsers read them")
    func ignoredFields() {
        let text = "retry: abc\ndata: a\n\nretry: -1\nid: x\u{0}\ndata: b\n\nretry: 5\nid: y\ndata: c\n\n"
        let expected: [JSON] = [["data": "a"], ["data": "b"], ["retry": 5, "id": "y", "data": "c"]]
        #expect(EventStream.parse(Array(text.utf8)) == expected)
    }

    @Test("a line break in the data of an event begins a new data line", arguments: ["\n", "\r\n", "\r"])
    func lines(lineBreak: String) {
        let event: JSON = ["data": .string("one\(lineBreak)two")]
        let bytes = EventStream.bytes([event])
        #expect(String(decoding: bytes, as: UTF8.self) == "data: one\ndata: two\n\n")
        #expect(EventStream.parse(bytes) == [["data": "one\ntwo"]])
        #expect(EventStream.received(event) == ["data": "one\ntwo"])
    }

    @Test(
        "the items of a stream are counted as they arrive, however the bytes are split",
        arguments: [
            (
                "text/event-stream",
                "\u{FEFF}data: a\n\n: comment\n\nevent: ping\n\ndata\r\rid: 1\r\ndata:b\r\n\r\ndata: cut", [12, 42, 58]
            ),
            ("text/event-stream", "database: 1\n\ndata: 1\n\n", [22]),
            ("application/jsonl", "1\n\n \r\n{\"a\": 2}\r\n3", [2, 16]),
            ("application/json-seq", "\u{1E}1\n\u{1E}2\n", [3, 6]),
        ])
    func arrivals(type: String, body: String, ends: [Int]) throws {
        let bytes = Array(body.utf8)
        let type = try #require(MediaType(parsing: type))
        for size in [1, 2, 3, bytes.count] {
            var stream = try #require(ReceivedStream(type))
            for start in stride(from: 0, to: bytes.count, by: size) {
                let piece = bytes[start..<min(start + size, bytes.count)]
                let read = piece.withUnsafeBufferPointer { stream.append($0, at: start, upTo: .max) }
                #expect(read == piece.count)
            }
            #expect(stream.items.map(\.bytes.upperBound) == ends, "\(size)")
            #expect(stream.count == ends.count && stream.completeBytes == ends.last)
            if type.isEventStream { #expect(EventStream.parse(bytes).count == ends.count) }
        }
    }

    @Test("a received stream stops at a number of items, and keeps the places of the first and the last ones")
    func received() throws {
        var stream = try #require(ReceivedStream(MediaType(type: "application", subtype: "jsonl", parameters: [])))
        let lines = Array(String(repeating: "1\n", count: 1000).utf8)
        let read = lines.withUnsafeBufferPointer { stream.append($0, at: 5, upTo: 700) }
        #expect(read == 1400 && stream.count == 700 && stream.completeBytes == 1400)
        #expect(stream.items.map(\.index) == Array(0..<50) + Array(650..<700))
        #expect(ReceivedStream(.json) == nil)
    }

    @Test(
        "an event without an empty line is unfinished",
        arguments: [
            ("data: a\n\ndata: b\n", "b"), ("data: a\r\n\r\ndata: b", "b"), ("data: a\n\n", nil), ("", nil),
            ("data: a\n\n: comment\n", nil), ("data: a\r\rid: 1\r", nil), ("data: a\r\n\r\n", nil),
        ] as [(String, String?)])
    func unfinished(body: String, data: String?) {
        #expect(EventStream.unfinished(in: Array(body.utf8))?.object?["data"]?.string == data)
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
        #expect(response.pieces.map { String(decoding: $0, as: UTF8.self) } == pieces)
    }

    @Test("lines of JSON are split at line breaks and record separators")
    func lines() throws {
        let type = try #require(MediaType(parsing: "application/x-ndjson"))
        let bytes = JSONLines.bytes([["id": 1], ["id": 2]], as: type)
        #expect(bytes == Array("{\"id\":1}\n{\"id\":2}\n".utf8))
        #expect(JSONLines.split(bytes).map(\.bytes.count) == [8, 8])
        #expect(JSONLines.split(Array("\u{1E}1\n\u{1E}2\r\n\n".utf8)).map(\.bytes) == [[0x31], [0x32]])
    }

    @Test("stream+json is a sequence of JSON values, and other types with +json are one value")
    func streamJSON() throws {
        let stream = try #require(MediaType(parsing: "application/stream+json"))
        #expect(stream.isLines && stream.isStream && !stream.isJSON)
        let problem = try #require(MediaType(parsing: "application/problem+json"))
        #expect(problem.isJSON && !problem.isLines)
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
