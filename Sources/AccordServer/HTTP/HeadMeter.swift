// SPDX-License-Identifier: Apache-2.0
internal import NIOCore

/// Counts the received bytes before they reach the HTTP parser. The parser doesn't limit the size of an incomplete
/// header section, of chunk extensions or of trailers.
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

    init(limit: Int) {
        self.limit = limit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let count = unwrapInboundIn(data).readableBytes
        if isReadingHead {
            headBytes += count
            context.fireChannelRead(data)
            if isReadingHead, headBytes > 2 * limit { context.fireErrorCaught(Excess.head) }
        } else {
            wireBytes += count
            context.fireChannelRead(data)
            // The smallest chunks, such as `1\r\na\r\n`, take six bytes for each byte of the body. Up to eight bytes
            // are allowed.
            if !isReadingHead, wireBytes > limit + 8 * bodyBytes { context.fireErrorCaught(Excess.framing) }
        }
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
        isReadingHead = true
        isTimed = false
        headBytes = 0
    }
}
