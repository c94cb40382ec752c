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
    private init(_ what: String, _ text: String, then more: ScriptedServer.Act..., is kind: TransportFailure.Kind) {
        self.init(what, [.readHead, .send(text)] + more, is: kind)
    }

    private static let endlessText = ScriptedServer.Act.sendForever(Array(repeating: 97, count: 65_536))
    private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"

    static let all = [
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
        Misbehaviour("has no status", "HTTP/1.1 abc\r\n\r\n", is: .malformed),
        Misbehaviour("sends a negative length", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n", is: .malformed),
        Misbehaviour("sends a body without end", "HTTP/1.1 200 OK\r\n\r\n", then: endlessText, is: .tooLarge),
        Misbehaviour(
            "announces too much", "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n", then: endlessText,
            is: .tooLarge),
        Misbehaviour(
            "sends fields without end", "HTTP/1.1 200 OK\r\n", then: .sendForever(Array("A: 1234567890\r\n".utf8)),
            is: .tooLarge),
        Misbehaviour("sends one field without end", "HTTP/1.1 200 OK\r\nA: ", then: endlessText, is: .tooLarge),
        Misbehaviour("never answers", [.readHead, .hold], is: .firstByteTimeout),
        Misbehaviour(
            "never ends", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1", then: .hold, is: .totalTimeout),
    ]
}
