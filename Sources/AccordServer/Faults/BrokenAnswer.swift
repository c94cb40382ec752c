import AccordContract
import AccordCore
import AccordSchema

/// An answer written in ways that RFC 9112 has and hasn't foreseen.
package struct BrokenAnswer {
    private let answer: HTTPResponse
    private let method: String
    /// False of answers whose end is that of their head, whatever it says of a body.
    private let mayHaveBody: Bool
    package let body: [UInt8]

    package init(_ answer: HTTPResponse, to method: String) {
        self.answer = answer
        self.method = method
        mayHaveBody = method != "HEAD" && ResponseWriter.mayHaveBody(answer.status)
        body = mayHaveBody ? answer.body : []
    }

    /// What a fault does on a connection.
    package enum Effect {
        /// A loopback socket can't cause it, or not in good time, with the reason.
        case impossible(String)
        /// Nothing more is sent, until the client's own timeout.
        case stall([SocketScript.Step])
        /// A body larger than what a client should take, which is worth sending only where a limit is documented.
        case excessive(coding: String?, body: () -> [UInt8])
        /// The response as it is.
        case unchanged
        case redirect
        case steps([SocketScript.Step])
    }

    static let takesTimeout = "it would take the client's own timeout: a stub within the process does it at once"

    package func effect(of fault: Fault) -> Effect {
        switch fault {
        case .dnsFailure: .impossible("a loopback address needs no name")
        case .offline, .dataNotAllowed: .impossible("the loopback is always there")
        case .connectTimeout: .impossible(Self.takesTimeout)
        case .noResponse: .stall([.hold])
        case .headersThenStall: .stall([.send(wholeHead), .hold])
        case .bodyStall: .stall([.send(wholeHead + half), .hold])
        case .oversizedBody: .excessive(coding: nil, body: { [UInt8](repeating: 0x20, count: 64 << 20) })
        case .decompressionBomb: .excessive(coding: "gzip", body: { Gzip.bomb() })
        case .flakyThenOk: .impossible("it takes a documented retry")
        case .concurrentIsolation: .impossible("it takes several calls at once")

        case .connectionRefused, .emptyResponse: .steps([.close])
        case .resetOnAccept, .resetAfterRequest: .steps([.reset])
        case .garbageResponse: .steps([send("lskdu018973t09sylgasjkfg1][]'./.sdlv"), .close])
        case .truncatedHeaders: .steps([send("HTTP/1.1 \(answer.status) OK\r\nContent-Ty"), .close])
        case .resetMidHeaders: .steps([send("HTTP/1.1 \(answer.status) OK\r\nContent-Ty"), .reset])
        // The handshake fails before any of this is sent.
        case .tlsPlaintextServer, .tlsHandshakeClosed, .tlsUntrustedRoot, .tlsExpired, .tlsHostMismatch,
            .tlsClientCertRequired:
            .unchanged

        case .malformedStatusLine: .steps([.send(head("HTTP/1.1 ABC OK", length: body.count) + body), .close])
        case .unsupportedHttpVersion:
            .steps([.send(head("HTTQ/9.9 \(answer.status) OK", length: body.count) + body), .close])
        case .noReasonPhrase: .steps([.send(head("HTTP/1.1 \(answer.status) ", length: body.count) + body)])
        case .http10Response: .steps([.send(head("HTTP/1.0 \(answer.status) OK", length: nil) + body), .close])
        case .interim100: .steps([.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8) + whole)])
        case .interim103:
            .steps([.send(Array("HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n".utf8) + whole)])
        case .unexpected101: .steps([send("HTTP/1.1 101 Switching Protocols\r\n\r\n"), .close])

        case .malformedHeaderLine: .steps([.send(head(length: body.count, "this line has no colon") + body)])
        case .headerNul: .steps([.send(head(length: body.count, "X-Nul: a\0b") + body)])
        case .headerNonAscii:
            .steps([.send(head(length: body.count, lines: [Array("X-Latin: caf".utf8) + [0xE9]]) + body)])
        case .headerOversize:
            .steps([.send(head(length: body.count, "X-Big: " + String(repeating: "a", count: 1 << 20)) + body)])
        case .bareLf: .steps([.send(head(length: body.count).filter { $0 != UInt8(ascii: "\r") } + body)])
        case .contentLengthConflict:
            .steps([.send(head(length: body.count, "Content-Length: \(body.count + 1)") + body), .close])
        case .contentLengthInvalid: .steps([.send(head(length: nil, "Content-Length: -5") + body), .close])
        case .teAndCL: .steps([.send(head(length: 1, "Transfer-Encoding: chunked") + chunks([body]))])

        case .shortBody: .steps([.send(head(length: body.count) + half), .close])
        case .longBody: .steps([.send(head(length: half.count) + body), .close])
        case .resetMidBody: .steps([.send(head(length: body.count) + half), .reset])
        case .malformedChunk: .steps([.send(chunkedHead + Array("zz\r\nno chunk size".utf8)), .close])
        case .chunkUnterminated: .steps([.send(chunkedHead + Array(chunks([body]).dropLast(5))), .close])
        case .closeDelimited: .steps([.send(head(length: nil, "Connection: close") + body), .close])
        // What any client takes stays what it can take.
        case .chunkedOk where !mayHaveBody, .gzipOk where !mayHaveBody: .unchanged
        case .chunkedOk: .steps([.send(chunkedHead + chunks([half, Array(body.dropFirst(half.count))]))])
        case .slowDrip: .steps([.drip(whole)])
        case .utf8Split: .steps(splitCharacter)
        case .bodyOn204: .steps([.send(head("HTTP/1.1 204 No Content", length: nil) + body), .close])

        case .gzipOk: .steps(coded("gzip", Gzip.stored(body)))
        case .gzipTruncated: .steps(coded("gzip", { Array($0.prefix($0.count / 2)) }(Gzip.stored(body))))
        case .gzipCorrupt:
            .steps(coded("gzip", Gzip.stored(body).enumerated().map { $0.offset > 10 ? ~$0.element : $0.element }))
        case .gzipMislabelled: .steps(coded("gzip", body))
        case .encodingUnknown: .steps(coded("zzz", body))

        case .redirectFollow, .redirectLoop, .redirectCrossOrigin, .redirectDowngrade: .redirect
        case .redirectBadScheme: .steps([Self.moved(to: "ftp://127.0.0.1/")])
        // Closed without notice: the client finds out with its next request.
        case .staleKeepalive: .steps([.send(ResponseWriter.bytes(of: answer, to: method, keepsAlive: true)), .hangUp])
        case .cancelBeforeResponse: .steps([.hold])
        case .cancelMidBody: .steps([.send(head(length: body.count)), .hold])

        // The status or the fields of the response make the fault.
        case .statusBelow100, .status600, .status999, .earlyErrorResponse, .headerFlood, .redirectNoLocation,
            .notModifiedUnsolicited, .challengeBasic, .challengeBearer, .proxyAuth, .rateLimited, .unavailable,
            .unknown4xx, .unknown5xx, .unknown2xx:
            .unchanged
        }
    }

    private var half: [UInt8] { Array(body.prefix(body.count / 2)) }

    /// Two writes with a character's bytes on both sides.
    private var splitCharacter: [SocketScript.Step] {
        let cut = whole.firstIndex { $0 >= 0xC0 }.map { $0 + 1 } ?? whole.count - body.count / 2
        return [.send(Array(whole[..<cut])), .send(Array(whole[cut...]))]
    }

    private func coded(_ coding: String, _ bytes: [UInt8]) -> [SocketScript.Step] {
        [.send(head(length: bytes.count, "Content-Encoding: \(coding)") + bytes)]
    }

    package static func moved(to location: String) -> SocketScript.Step {
        .send(Array("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n".utf8))
    }

    // MARK: Writing

    /// The head of the whole answer, with the length of its body.
    package var wholeHead: [UInt8] { head(length: body.count) }

    private var whole: [UInt8] { head(length: mayHaveBody ? body.count : nil) + body }

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
