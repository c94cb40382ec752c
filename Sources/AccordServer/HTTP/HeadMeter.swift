internal import NIOCore
import NIOHTTP1

/// Counts the bytes of a head that isn't complete, in front of the parser, which would gather them without end; and
/// hands a request that is known by its bytes past the parser.
final class HeadMeter: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let limit: Int
    private let known: KnownRequests?
    private var isReadingHead = true
    /// What has come of a head that isn't complete.
    private(set) var bytes = 0
    /// True once the time of this head is being taken.
    var isTimed = false
    /// All that has come of the request, where it came at once and is a head alone.
    private(set) var wholeHead: ByteBuffer?
    /// True while no byte has come but those of requests that came so: the parser then waits for the start of another.
    private var isBetweenRequests = true

    init(limit: Int, known: KnownRequests?) {
        self.limit = limit
        self.known = known
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if let known, isBetweenRequests {
            let buffer = unwrapInboundIn(data)
            if isReadingHead, bytes == 0 {
                if context.channel.isWritable, let request = known[buffer] {
                    return context.fireUserInboundEventTriggered(request)
                }
                wholeHead = KnownRequests.isOneHead(buffer) ? buffer : nil
            } else {
                wholeHead = nil
            }
            isBetweenRequests = wholeHead != nil
        }
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
        wholeHead = nil
    }
}
