// SPDX-License-Identifier: Apache-2.0
import AccordContract
internal import NIOCore
import NIOHTTP1

/// Counts the received bytes before they reach the HTTP parser. The parser doesn't limit the size of an incomplete
/// header section, of chunk extensions or of trailers. The parser also rejects methods that it doesn't know. The meter
/// therefore replaces such a method by POST, and ``method`` contains the original.
final class HeadMeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    enum Excess: Error {
        case head
        /// The chunk extensions, chunk sizes and trailers of the body are too large.
        case framing
    }

    private let limit: Int
    private var isReadingHead = true
    private var wireBytes = 0
    private var bodyBytes = 0
    /// The number of bytes received so far of a header section that isn't complete.
    private(set) var headBytes = 0
    /// Whether a part of the current header section has arrived, and its time limit has started.
    var isTimed = false
    /// The first bytes of a request whose first line isn't complete, and whose method may be unknown to the parser.
    private var held = ByteBuffer()
    /// The method of the current request, if the parser doesn't know it.
    private(set) var method: NIOHTTP1.HTTPMethod?
    /// Whether the first line isn't a request line.
    private(set) var isMalformed = false

    init(limit: Int) { self.limit = limit }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        let count = bytes.readableBytes
        if isReadingHead {
            let isStart = headBytes == 0 || held.readableBytes > 0
            headBytes += count
            if isStart {
                if held.readableBytes == 0 { held = bytes } else { held.writeBuffer(&bytes) }
                guard takeMethod() || headBytes > 2 * limit else { return }
                bytes = held
                held = ByteBuffer()
            }
            context.fireChannelRead(wrapInboundOut(bytes))
            if isReadingHead, headBytes > 2 * limit { context.fireErrorCaught(Excess.head) }
        } else {
            wireBytes += count
            context.fireChannelRead(data)
            // The smallest chunks, such as `1\r\na\r\n`, take six bytes for each byte of the body. Up to eight bytes
            // are allowed.
            if !isReadingHead, wireBytes > limit + 8 * bodyBytes { context.fireErrorCaught(Excess.framing) }
        }
    }

    /// Replaces an unknown method in the first line. Returns `false` if more bytes of the line are necessary.
    private func takeMethod() -> Bool {
        let view = held.readableBytesView
        let name = view.prefix(while: ByteSet.token.contains)
        guard case .RAW(let text) = NIOHTTP1.HTTPMethod(rawValue: String(decoding: name, as: UTF8.self)) else {
            return true
        }
        let end = view.firstIndex(of: UInt8(ascii: "\n"))
        if end == nil, name.endIndex == view.endIndex || view[name.endIndex] == UInt8(ascii: " ") { return false }
        let parts = view[..<(end ?? view.endIndex)].split(separator: UInt8(ascii: " "), maxSplits: 2)
        isMalformed = text.isEmpty || parts.count < 3 || !parts[2].starts(with: Array("HTTP/1.".utf8))
        guard !isMalformed else { return true }
        method = .RAW(value: text)
        held.moveReaderIndex(forwardBy: name.count)
        var rest = held
        held = ByteBuffer(string: "POST")
        held.writeBuffer(&rest)
        return true
    }

    /// Records that the header section is complete. Further bytes belong to the body.
    func endHead() {
        isReadingHead = false
        isTimed = false
        headBytes = 0
        wireBytes = 0
        bodyBytes = 0
    }

    func addBody(_ count: Int) { bodyBytes += count }

    /// Records that the request is complete. Further bytes belong to the next request.
    func endRequest() {
        method = nil
        isReadingHead = true
        isTimed = false
        headBytes = 0
    }
}
