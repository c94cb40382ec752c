import AccordCases
import AccordHTTP

/// An answer written in ways that RFC 9112 has and hasn't foreseen.
package struct BrokenAnswer {
    private let answer: HTTPResponse
    package let body: [UInt8]

    package init(_ answer: HTTPResponse, to method: String) {
        self.answer = answer
        body = method == "HEAD" ? [] : answer.body
    }

    /// The steps of a fault; nil where it isn't one of writing.
    func steps(of fault: Fault) -> [SocketScript.Step]? {
        connection(fault.id) ?? statusLine(fault.id) ?? fields(fault.id) ?? framing(fault.id) ?? coding(fault.id)
    }

    // MARK: Before an answer

    private func connection(_ id: String) -> [SocketScript.Step]? {
        switch id {
        case "connection-refused", "empty-response": [.close]
        case "reset-on-accept", "reset-after-request": [.reset]
        case "garbage-response": [send("lskdu018973t09sylgasjkfg1][]'./.sdlv"), .close]
        case "truncated-headers": [send("HTTP/1.1 \(answer.status) OK\r\nContent-Ty"), .close]
        case "reset-mid-headers": [send("HTTP/1.1 \(answer.status) OK\r\nContent-Ty"), .reset]
        default: nil
        }
    }

    private func statusLine(_ id: String) -> [SocketScript.Step]? {
        switch id {
        case "malformed-status-line": [.send(head("HTTP/1.1 ABC OK", length: body.count) + body), .close]
        case "unsupported-http-version":
            [.send(head("HTTQ/9.9 \(answer.status) OK", length: body.count) + body), .close]
        case "no-reason-phrase": [.send(head("HTTP/1.1 \(answer.status) ", length: body.count) + body)]
        case "http-1.0-response": [.send(head("HTTP/1.0 \(answer.status) OK", length: nil) + body), .close]
        case "interim-100": [.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8) + whole)]
        case "unexpected-101": [send("HTTP/1.1 101 Switching Protocols\r\n\r\n"), .close]
        case "interim-103":
            [.send(Array("HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n".utf8) + whole)]
        default: nil
        }
    }

    // MARK: Fields

    private func fields(_ id: String) -> [SocketScript.Step]? {
        switch id {
        case "malformed-header-line": [.send(head(length: body.count, "this line has no colon") + body)]
        case "header-nul": [.send(head(length: body.count, "X-Nul: a\0b") + body)]
        case "header-non-ascii":
            [.send(head(length: body.count, lines: [Array("X-Latin: caf".utf8) + [0xE9]]) + body)]
        case "header-oversize":
            [.send(head(length: body.count, "X-Big: " + String(repeating: "a", count: 1 << 20)) + body)]
        case "bare-lf":
            [.send(head(length: body.count).filter { $0 != UInt8(ascii: "\r") } + body)]
        case "content-length-conflict":
            [.send(head(length: body.count, "Content-Length: \(body.count + 1)") + body), .close]
        case "content-length-invalid": [.send(head(length: nil, "Content-Length: -5") + body), .close]
        case "te-and-cl":
            [.send(head(length: 1, "Transfer-Encoding: chunked") + chunks([body]))]
        default: nil
        }
    }

    // MARK: Framing

    private func framing(_ id: String) -> [SocketScript.Step]? {
        let half = Array(body.prefix(body.count / 2))
        switch id {
        case "short-body": return [.send(head(length: body.count) + half), .close]
        case "long-body": return [.send(head(length: half.count) + body), .close]
        case "reset-mid-body": return [.send(head(length: body.count) + half), .reset]
        case "malformed-chunk": return [.send(chunkedHead + Array("zz\r\nno chunk size".utf8)), .close]
        case "chunk-unterminated":
            return [.send(chunkedHead + Array(chunks([body]).dropLast(5))), .close]
        case "close-delimited": return [.send(head(length: nil, "Connection: close") + body), .close]
        case "chunked-ok": return [.send(chunkedHead + chunks([half, Array(body.dropFirst(half.count))]))]
        case "slow-drip": return [.drip(whole)]
        case "utf8-split":
            let cut = whole.firstIndex { $0 >= 0xC0 }.map { $0 + 1 } ?? whole.count - body.count / 2
            return [.send(Array(whole[..<cut])), .send(Array(whole[cut...]))]
        case "body-on-204": return [.send(head("HTTP/1.1 204 No Content", length: nil) + body), .close]
        default: return nil
        }
    }

    // MARK: Coding

    private func coding(_ id: String) -> [SocketScript.Step]? {
        let packed = Gzip.stored(body)
        let encoding = "Content-Encoding: gzip"
        switch id {
        case "gzip-ok": return [.send(head(length: packed.count, encoding) + packed)]
        case "gzip-truncated":
            let cut = Array(packed.prefix(packed.count / 2))
            return [.send(head(length: cut.count, encoding) + cut)]
        case "gzip-corrupt":
            let corrupt = packed.enumerated().map { $0.offset > 10 ? ~$0.element : $0.element }
            return [.send(head(length: corrupt.count, encoding) + corrupt)]
        case "gzip-mislabelled": return [.send(head(length: body.count, encoding) + body)]
        case "encoding-unknown": return [.send(head(length: body.count, "Content-Encoding: zzz") + body)]
        default: return nil
        }
    }

    // MARK: Writing

    /// The head of the whole answer, with the length of its body.
    package var wholeHead: [UInt8] { head(length: body.count) }

    private var whole: [UInt8] { head(length: body.count) + body }

    private var chunkedHead: [UInt8] { head(length: nil, "Transfer-Encoding: chunked") }

    private func send(_ text: String) -> SocketScript.Step { .send(Array(text.utf8)) }

    private func chunks(_ parts: [[UInt8]]) -> [UInt8] {
        let written = parts.filter { !$0.isEmpty }.flatMap { part in
            Array("\(String(part.count, radix: 16))\r\n".utf8) + part + Array("\r\n".utf8)
        }
        return written + Array("0\r\n\r\n".utf8)
    }

    /// The head of the answer, ended; `length` nil leaves its end to something else.
    func head(_ statusLine: String? = nil, length: Int?, _ extra: String...) -> [UInt8] {
        head(statusLine, length: length, lines: extra.map { Array($0.utf8) })
    }

    private func head(_ statusLine: String? = nil, length: Int?, lines: [[UInt8]]) -> [UInt8] {
        var all = [Array((statusLine ?? "HTTP/1.1 \(answer.status) OK").utf8)]
        for field in answer.headers
        where !["content-length", "content-encoding", "transfer-encoding", "connection"].contains(
            field.name.lowercased())
        {
            all.append(Array("\(field.name): \(field.value)".utf8))
        }
        if let length { all.append(Array("Content-Length: \(length)".utf8)) }
        return (all + lines).flatMap { $0 + [13, 10] } + [13, 10]
    }
}
