// SPDX-License-Identifier: Apache-2.0
import AccordContract
internal import NIOCore
import NIOHTTP1

/// Writes HTTP/1.1 responses (RFC 9112).
///
/// The output is valid for any response: invalid field names are omitted, and control characters in values become
/// spaces.
enum ResponseWriter {
    /// - Parameter isOld: Whether the request uses HTTP/1.0. If so, the response announces whether the connection stays
    ///   open (RFC 9112 appendix C.2.2).
    static func write(
        _ response: HTTPResponse, to method: String, keepsAlive: Bool, isOld: Bool = false,
        into buffer: inout ByteBuffer
    ) {
        let hasBody = mayHaveBody(response.status)
        writeHead(
            response, length: length(of: response, to: method), keepsAlive: keepsAlive, isOld: isOld, into: &buffer)
        if hasBody, method != "HEAD" { buffer.writeBytes(response.body) }
    }

    /// Returns the value of `Content-Length` (RFC 9110 section 8.6). Returns `nil` if the status code allows no body.
    /// Also returns `nil` for a response to HEAD if the size of the body is unknown.
    static func length(of response: HTTPResponse, to method: String) -> Int? {
        guard mayHaveBody(response.status), method != "HEAD" || !response.body.isEmpty else { return nil }
        return response.body.count
    }

    /// Writes the head of a response, without `Content-Length` if `length` is `nil`.
    static func writeHead(
        _ response: HTTPResponse, length: Int?, isChunked: Bool = false, keepsAlive: Bool, isOld: Bool = false,
        into buffer: inout ByteBuffer
    ) {
        buffer.writeStaticString("HTTP/1.1 ")
        buffer.writeString(String(response.status))
        buffer.writeStaticString(" ")
        buffer.writeString(reason(response.status))
        buffer.writeStaticString("\r\n")
        for field in response.headers where isSendable(field.name) {
            buffer.writeString(field.name)
            buffer.writeStaticString(": ")
            if field.value.utf8.contains(where: isControl) {
                buffer.writeBytes(field.value.utf8.map { isControl($0) ? 0x20 : $0 })
            } else {
                buffer.writeString(field.value)
            }
            buffer.writeStaticString("\r\n")
        }
        if let length {
            buffer.writeStaticString("Content-Length: ")
            buffer.writeString(String(length))
            buffer.writeStaticString("\r\n")
        }
        if isChunked { buffer.writeStaticString("Transfer-Encoding: chunked\r\n") }
        if !keepsAlive {
            buffer.writeStaticString("Connection: close\r\n")
        } else if isOld {
            buffer.writeStaticString("Connection: keep-alive\r\n")
        }
        buffer.writeStaticString("\r\n")
    }

    /// Returns a chunk (RFC 9112 section 7.1). An empty chunk ends the body.
    static func chunk(_ piece: [UInt8]) -> [UInt8] {
        Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8)
    }

    static func bytes(of response: HTTPResponse, to method: String, keepsAlive: Bool) -> [UInt8] {
        var buffer = ByteBuffer()
        write(response, to: method, keepsAlive: keepsAlive, into: &buffer)
        return Array(buffer.readableBytesView)
    }

    /// Whether a response with this status code may have a body (RFC 9110 section 6.4.1).
    static func mayHaveBody(_ status: Int) -> Bool { status >= 200 && status != 204 && status != 304 }

    /// Whether the server copies a header field with this name from a response. It omits fields with an invalid name,
    /// and fields that it generates itself, such as `Connection` and `Content-Length`.
    static func isSendable(_ name: String) -> Bool {
        guard HeaderGrammar.isToken(name) else { return false }
        switch name.utf8.count {
        case 10: return !name.isFieldName("Connection") && !name.isFieldName("Keep-Alive")
        case 14: return !name.isFieldName("Content-Length")
        case 17: return !name.isFieldName("Transfer-Encoding")
        default: return true
        }
    }

    static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 || byte == 0x7F }

    /// Returns the reason phrase of a status code (RFC 9110 section 15), or an empty string if the code has none.
    static func reason(_ status: Int) -> String {
        switch status {
        // NIO has other phrases for 413 and 422, and none for 425.
        case 413: "Content Too Large"
        case 422: "Unprocessable Content"
        case 425: "Too Early"
        default: HTTPResponseStatus(statusCode: status).reasonPhrase
        }
    }
}

/// Sends the pieces of a response on an event loop, with pauses. The writer waits for a client that reads slowly.
final class PacedWriter {
    private let paced: PacedResponse
    private let channel: any Channel
    private let write: ([UInt8]) -> Void
    private let end: () -> Void
    private var next: Scheduled<Void>?

    /// - Parameters:
    ///   - write: A closure that sends a piece.
    ///   - end: A closure that is called after the last piece.
    init(
        _ paced: PacedResponse, to channel: any Channel, write: @escaping ([UInt8]) -> Void, end: @escaping () -> Void
    ) {
        (self.paced, self.channel, self.write, self.end) = (paced, channel, write, end)
    }

    func start() { send(0) }

    func stop() { next?.cancel() }

    private func send(_ index: Int) {
        guard channel.isActive else { return }
        guard channel.isWritable else {
            next = channel.eventLoop.after(max(paced.pause, 0.01)) { self.send(index) }
            return
        }
        guard let piece = paced.piece(index) else { return end() }
        // Skip an empty piece, because an empty chunk would end the body.
        if !piece.isEmpty { write(piece) }
        next = channel.eventLoop.after(paced.piece(index + 1) == nil ? 0 : paced.pause) { self.send(index + 1) }
    }
}
