internal import NIOCore
import NIOHTTP1

/// Counts the bytes of a head that isn't complete, in front of the parser, which would gather them without end.
final class HeadMeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let limit: Int
    private var isReadingHead = true
    /// What has come of a head that isn't complete.
    private(set) var bytes = 0
    /// True once the time of this head is being taken.
    var isTimed = false

    init(limit: Int) {
        self.limit = limit
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isReadingHead { bytes += unwrapInboundIn(data).readableBytes }
        context.fireChannelRead(data)
        if isReadingHead, bytes > limit { context.fireErrorCaught(HTTPParserError.headerOverflow) }
    }

    /// What comes now belongs to a body.
    func headEnded() {
        isReadingHead = false
        isTimed = false
        bytes = 0
    }

    /// What comes now belongs to the next request.
    func requestEnded() {
        isReadingHead = true
        isTimed = false
        bytes = 0
    }
}
