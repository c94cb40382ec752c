// SPDX-License-Identifier: Apache-2.0
import AccordContract
import LoopbackServer
import Testing

@testable import AccordVerifier

@Suite("HTTP/2 with prior knowledge", .timeLimit(.minutes(20)))
struct HTTP2Tests {
    static func frame(_ kind: UInt8, flags: UInt8 = 0, stream: UInt8 = 1, _ payload: [UInt8] = []) -> [UInt8] {
        [0, UInt8(payload.count >> 8), UInt8(payload.count & 255), kind, flags, 0, 0, 0, stream] + payload
    }

    static let settings = frame(4, stream: 0)
    /// `:status: 200`, by its number in HPACK's table, and `x-b: 2`, `x-a: 1`, spelled out.
    static let fields: [UInt8] = [0x88] + Array("\0\u{3}x-b\u{1}2\0\u{3}x-a\u{1}1".utf8)
    static let head = frame(1, flags: 4, fields)

    /// Answers the first request of a connection with the frames.
    static func server(_ frames: [UInt8]) throws -> ScriptedServer {
        try ScriptedServer([.send(settings), .readHead, .read(until: hasHeaders), .send(frames), .hold])
    }

    /// True once a frame with a request's fields has come; behind "PRI * HTTP/2.0" and "SM" come frames.
    static func hasHeaders(_ bytes: [UInt8]) -> Bool {
        var rest = bytes.dropFirst(6)
        while rest.count >= 9 {
            let start = rest.startIndex
            if rest[start + 3] == 1 { return true }
            rest = rest.dropFirst(9 + Int(rest[start + 1]) << 8 + Int(rest[start + 2]))
        }
        return false
    }

    func ask(_ frames: [UInt8]) throws -> Completion {
        var options = TransportOptions()
        options.httpVersion = .http2
        options.maximumBodyBytes = 100
        let server = try Self.server(frames)
        return try withExtendedLifetime(server) { try exchange(server.url, options) }
    }

    @Test("HTTP/2 responses have status, header fields in order, and body")
    func whole() throws {
        let completion = try ask(Self.settingsAcknowledged + Self.head + Self.frame(0, flags: 1, Array("{}".utf8)))
        let response = try #require(completion.response, "\(completion)")
        #expect(response.status == 200)
        #expect(response.headers == [HTTPField("x-b", "2"), HTTPField("x-a", "1")])
        #expect(response.body == Array("{}".utf8))
        #expect(completion.httpVersion == "2")
    }

    static let settingsAcknowledged = frame(4, flags: 1, stream: 0)

    /// What libcurl says of broken frames differs between its versions; 7.88 mostly that nothing came.
    static let broken: Set<TransportFailure.Kind> = [.malformed, .empty, .reset]

    struct Wrong: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var frames: [UInt8]
        var kinds: Set<TransportFailure.Kind>
    }

    static let wrongs = [
        Wrong(testDescription: "resets the stream", frames: frame(3, [0, 0, 0, 7]), kinds: [.reset]),
        Wrong(testDescription: "resets it within the answer", frames: head + frame(3, [0, 0, 0, 2]), kinds: [.reset]),
        Wrong(
            testDescription: "sends a body that is too large",
            frames: head + frame(0, Array(repeating: 97, count: 200)),
            kinds: [.tooLarge]),
        Wrong(
            testDescription: "sends GOAWAY", frames: frame(7, stream: 0, [0, 0, 0, 0, 0, 0, 0, 0]), kinds: broken),
        Wrong(testDescription: "breaks HPACK", frames: frame(1, flags: 4, [255, 255, 255, 255, 255]), kinds: broken),
        Wrong(testDescription: "sends a body before the head", frames: frame(0, [1, 2, 3]), kinds: broken),
        Wrong(testDescription: "speaks HTTP/1.1", frames: Array("HTTP/1.1 200 OK\r\n\r\n".utf8), kinds: broken),
    ]

    @Test("malformed HTTP/2 responses are failures with a reason", arguments: wrongs)
    func wrong(_ wrong: Wrong) throws {
        let completion = try ask(Self.settingsAcknowledged + wrong.frames)
        let kind = try #require(completion.failure?.kind, "\(completion.outcome)")
        #expect(wrong.kinds.contains(kind), "\(completion.outcome)")
    }
}
