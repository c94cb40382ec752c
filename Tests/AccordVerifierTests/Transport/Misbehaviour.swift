// SPDX-License-Identifier: Apache-2.0
import LoopbackServer
import Testing

@testable import AccordVerifier

/// What a server does wrong, and what that is called.
struct Misbehaviour: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: [ScriptedServer.Act]
    var kind: TransportFailure.Kind

    init(_ what: String, _ script: [ScriptedServer.Act], is kind: TransportFailure.Kind) {
        testDescription = what
        self.script = script
        self.kind = kind
    }

    /// A request is read, then this is sent.
    init(_ what: String, _ text: String, then more: ScriptedServer.Act..., is kind: TransportFailure.Kind) {
        self.init(what, [.readHead, .send(text)] + more, is: kind)
    }

    private static let endlessText = ScriptedServer.Act.sendForever(Array(repeating: 97, count: 65_536))
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    private static let okay = "HTTP/1.1 200 OK\r\n"

    /// In every case a connection is broken off, or the answer isn't HTTP.
    static let broken = [
        Misbehaviour("closes at once", [], is: .empty),
        Misbehaviour("closes after the request", [.readHead], is: .empty),
        Misbehaviour("resets after the request", [.readHead, .reset], is: .reset),
        Misbehaviour(
            "resets in the body", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n123", then: .reset, is: .reset),
        Misbehaviour("cuts the body", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n123", is: .cut),
        Misbehaviour("cuts a chunk", chunked + "9\r\n123", is: .cut),
        Misbehaviour("leaves out the last chunk", chunked + "3\r\n123\r\n", is: .cut),
        Misbehaviour("cuts the head", "HTTP/1.1 200 OK\r\nContent-Le", is: .cut),
        Misbehaviour("cuts the status line", "HTTP/1.1 2", is: .empty),
        Misbehaviour("speaks another protocol", "\u{1}\u{2}\u{3}not http at all\r\n\r\n", is: .malformed),
        Misbehaviour("greets like SMTP", [.send("220 mail.example.com ESMTP\r\n")], is: .malformed),
        Misbehaviour("breaks a chunk's size", chunked + "ZZ\r\n{}\r\n0\r\n\r\n", is: .malformed),
        Misbehaviour("sends a negative chunk size", chunked + "-1\r\n{}\r\n0\r\n\r\n", is: .malformed),
        Misbehaviour(
            "sends a chunk size beyond 64 bits", chunked + "1FFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n", is: .malformed),
        Misbehaviour("sends more than the chunk's size", chunked + "2\r\n{}}}\r\n0\r\n\r\n", is: .malformed),
        Misbehaviour(
            "sends two lengths that differ", okay + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} ", is: .malformed),
        Misbehaviour("sends a length that is no number", okay + "Content-Length: two\r\n\r\n{}", is: .malformed),
        Misbehaviour("has no status", "HTTP/1.1 abc\r\n\r\n", is: .malformed),
        Misbehaviour("sends a negative length", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", is: .malformed),
    ]

    /// In every case too much is sent.
    static let large = [
        Misbehaviour("sends a body without end", "HTTP/1.1 200 OK\r\n\r\n", then: endlessText, is: .tooLarge),
        Misbehaviour(
            "announces too much", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", then: endlessText,
            is: .tooLarge),
        Misbehaviour(
            "sends fields without end", "HTTP/1.1 200 OK\r\n", then: .sendForever(Array("A: 1234567890\r\n".utf8)),
            is: .headTooLarge),
        Misbehaviour("sends one field without end", "HTTP/1.1 200 OK\r\nA: ", then: endlessText, is: .headTooLarge),
        Misbehaviour(
            "sends 100,000 fields", [.readHead, .send(okay + String(repeating: "A: 1\r\n", count: 100_000) + "\r\n")],
            is: .headTooLarge),
        Misbehaviour(
            "sends a field of 10 MB",
            [.readHead, .send(okay + "A: " + String(repeating: "a", count: 10_000_000) + "\r\n\r\n")], is: .headTooLarge
        ),
        Misbehaviour(
            "sends chunks without end", chunked, then: .sendForever(Array("5\r\n12345\r\n".utf8)), is: .tooLarge),
        Misbehaviour(
            "sends trailers without end", chunked + "2\r\n{}\r\n0\r\n", then: .sendForever(Array("A: 1\r\n".utf8)),
            is: .headTooLarge),
        Misbehaviour(
            "sends interim answers without end", "",
            then: .sendForever(Array("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n".utf8)), is: .headTooLarge),
    ]

    /// In every case the time is over.
    static let slow = [
        Misbehaviour(
            "sends a chunk's extension without end", chunked + "2;", then: .drip(Array("a=b;".utf8), milliseconds: 1),
            is: .totalTimeout),
        Misbehaviour("never answers", [.readHead, .hold], is: .firstByteTimeout),
        Misbehaviour(
            "never ends", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1", then: .hold, is: .totalTimeout),
        Misbehaviour(
            "sends the body a byte at a time", okay + "Content-Length: 1000000\r\n\r\n",
            then: .drip([97], milliseconds: 10), is: .totalTimeout),
        Misbehaviour(
            "sends the fields a byte at a time", okay, then: .drip(Array("A: 1\r\n".utf8), milliseconds: 10),
            is: .totalTimeout),
        Misbehaviour(
            "sends the status line a byte at a time",
            [
                .readHead,
                .drip(Array(("HTTP/1.1 200 " + String(repeating: "O", count: 100_000)).utf8), milliseconds: 10),
            ],
            is: .firstByteTimeout),
    ]

    static let all = broken + large + slow
}
