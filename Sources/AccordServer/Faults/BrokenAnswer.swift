// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A response that a server breaks on purpose. ``effect(of:)`` returns how the server causes a fault, such as the bytes
/// to send and when to close the connection.
package struct BrokenAnswer {
    private let answer: HTTPResponse
    private let method: String
    /// Whether the response may have a body. Otherwise, the response ends after its header section.
    private let mayHaveBody: Bool
    package let body: [UInt8]

    package init(_ answer: HTTPResponse, to method: String) {
        self.answer = answer
        self.method = method
        mayHaveBody = method != "HEAD" && ResponseWriter.mayHaveBody(answer.status)
        body = mayHaveBody ? answer.body : []
    }

    /// What a server does to cause a fault.
    package enum Effect {
        /// A fault that a stub on a socket can't cause, or can cause only after a long time. The associated value is
        /// the reason.
        case impossible(String)
        /// Steps that send nothing, or only the beginning of the response. The client then waits until its timeout.
        case stall([SocketScript.Step])
        /// A body that is larger than the client's documented size limit.
        case excessive(coding: String?, body: () -> [UInt8])
        /// The server sends the response unchanged. Either the TLS handshake causes the fault, or the response already
        /// contains the wrong status code or header fields.
        case unchanged
        case redirect
        case steps([SocketScript.Step])
    }

    static let takesTimeout =
        "the fault lasts until the client's timeout; test the fault with a stub in the client's process"

    package func effect(of fault: Fault) -> Effect {
        switch fault {
        case .dnsFailure: .impossible("the client connects to a loopback address, which needs no DNS")
        case .offline, .dataNotAllowed: .impossible("the client uses the loopback interface, which is always available")
        case .connectTimeout: .impossible(Self.takesTimeout)
        case .noResponse: .stall([.hold])
        case .headersThenStall: .stall([.send(wholeHead), .hold])
        case .bodyStall: .stall([.send(wholeHead + half), .hold])
        case .oversizedBody: .excessive(coding: nil, body: { [UInt8](repeating: 0x20, count: 64 << 20) })
        case .decompressionBomb: .excessive(coding: "gzip", body: { Gzip.bomb() })
        case .flakyThenOk:
            .impossible("Accord tests this fault only in cases that it derives from “retry” in the contract")
        case .concurrentIsolation: .impossible("the fault requires concurrent calls")

        case .connectionRefused, .emptyResponse: .steps([.close])
        case .resetOnAccept, .resetAfterRequest: .steps([.reset])
        case .garbageResponse: .steps([send("lskdu018973t09sylgasjkfg1][]'./.sdlv"), .close])
        case .truncatedHeaders: .steps([send(statusLine + "\r\nContent-Ty"), .close])
        case .resetMidHeaders: .steps([send(statusLine + "\r\nContent-Ty"), .reset])
        // The TLS handshake fails before a response is sent.
        case .tlsPlaintextServer, .tlsHandshakeClosed, .tlsUntrustedRoot, .tlsExpired, .tlsHostMismatch,
            .tlsClientCertRequired:
            .unchanged

        case .malformedStatusLine: .steps([.send(head("HTTP/1.1 ABC OK", length: body.count) + body), .close])
        case .unsupportedHttpVersion:
            .steps([.send(head("HTTQ/9.9 \(answer.status) \(reason)", length: body.count) + body), .close])
        case .noReasonPhrase: .steps([.send(head("HTTP/1.1 \(answer.status) ", length: body.count) + body)])
        case .http10Response: .steps([.send(head("HTTP/1.0 \(answer.status) \(reason)", length: nil) + body), .close])
        case .interim100: .steps([.send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8) + allBytes)])
        case .interim103:
            .steps([
                .send(Array("HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n".utf8) + allBytes)
            ])
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
        // These faults change how a body is sent, so they have no effect on a response without a body.
        case .chunkedOk where !mayHaveBody, .gzipOk where !mayHaveBody: .unchanged
        case .chunkedOk: .steps([.send(chunkedHead + chunks([half, Array(body.dropFirst(half.count))]))])
        case .slowDrip: .steps([.drip(allBytes)])
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
        // The response itself is intact. The fault affects only the next request on the connection.
        case .staleKeepalive: .steps([.send(ResponseWriter.bytes(of: answer, to: method, keepsAlive: true)), .hangUp])
        case .cancelBeforeResponse: .steps([.hold])
        case .cancelMidBody: .steps([.send(head(length: body.count)), .hold])

        // The response already contains the wrong status code or header fields.
        case .statusBelow100, .status600, .status999, .earlyErrorResponse, .headerFlood, .redirectNoLocation,
            .notModifiedUnsolicited, .challengeBasic, .challengeBearer, .proxyAuth, .rateLimited, .unavailable,
            .unknown4xx, .unknown5xx, .unknown2xx:
            .unchanged
        }
    }

    private var reason: String { ResponseWriter.reason(answer.status) }
    private var statusLine: String { "HTTP/1.1 \(answer.status) \(reason)" }

    private var half: [UInt8] { Array(body.prefix(body.count / 2)) }

    /// Steps that send the response in two writes. The first write ends within a multibyte character.
    private var splitCharacter: [SocketScript.Step] {
        let cut = allBytes.firstIndex { $0 >= 0xC0 }.map { $0 + 1 } ?? allBytes.count - body.count / 2
        // A client may read two writes at once, so some bytes follow one by one.
        let (slow, rest) = (allBytes[cut...].prefix(50), allBytes[cut...].dropFirst(50))
        return [.send(Array(allBytes[..<cut])), .drip(Array(slow)), .send(Array(rest))]
    }

    private func coded(_ coding: String, _ bytes: [UInt8]) -> [SocketScript.Step] {
        [.send(head(length: bytes.count, "Content-Encoding: \(coding)") + bytes)]
    }

    package static func moved(to location: String) -> SocketScript.Step {
        .send(Array("HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n".utf8))
    }

    // MARK: Writing

    /// The status line and header fields of the complete response.
    package var wholeHead: [UInt8] { head(length: body.count) }

    private var allBytes: [UInt8] { head(length: mayHaveBody ? body.count : nil) + body }

    /// Returns a script that sends the body in pieces. Each piece waits until the client has read the piece before it.
    ///
    /// - Parameter wait: A function that calls the closure `then` when the client has read `count` pieces.
    package func script(
        pieces: [[UInt8]], wait: @escaping @Sendable (_ count: Int, _ then: @escaping @Sendable () -> Void) -> Void
    ) -> SocketScript {
        let chunks = pieces.map(ResponseWriter.chunk)
        @Sendable func remainingSteps(from index: Int) -> [SocketScript.Step] {
            guard index < chunks.count - 1 else { return [.send((chunks.last ?? []) + ResponseWriter.chunk([]))] }
            let later = LaterScript()
            wait(index + 1) { later.settle(SocketScript(remainingSteps(from: index + 1))) }
            return [.send(chunks[index]), .later(later)]
        }
        return SocketScript([.send(chunkedHead)] + remainingSteps(from: 0))
    }

    private var chunkedHead: [UInt8] { head(length: nil, "Transfer-Encoding: chunked") }

    private func send(_ text: String) -> SocketScript.Step { .send(Array(text.utf8)) }

    private func chunks(_ parts: [[UInt8]]) -> [UInt8] {
        (parts.filter { !$0.isEmpty } + [[]]).flatMap(ResponseWriter.chunk)
    }

    /// Returns the status line and header fields of a response, without `Content-Length` if `length` is `nil`.
    func head(_ line: String? = nil, length: Int?, _ extra: String...) -> [UInt8] {
        head(line, length: length, lines: extra.map { Array($0.utf8) })
    }

    private func head(_ line: String? = nil, length: Int?, lines: [[UInt8]]) -> [UInt8] {
        var all = [Array((line ?? statusLine).utf8)]
        for field in answer.headers
        where !["content-length", "content-encoding", "transfer-encoding", "connection"].contains(
            field.name.lowercased())
        { all.append(Array("\(field.name): \(field.value)".utf8)) }
        if let length { all.append(Array("Content-Length: \(length)".utf8)) }
        return (all + lines).flatMap { $0 + [13, 10] } + [13, 10]
    }
}
