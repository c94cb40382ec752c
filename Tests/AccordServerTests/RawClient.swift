import NIOCore
import NIOPosix
import Synchronization
import Testing

/// Sends bytes to a server as they are, and hands back all that it says until it closes.
enum RawClient {
    static func send(_ text: String, to server: String) async throws -> String {
        try await send([text], to: server)
    }

    /// Each text is one write; the server is expected to close in the end.
    static func send(_ texts: [String], to server: String) async throws -> String {
        let port = try #require(server.split(separator: ":").last.flatMap { Int($0) })
        let received = Received()
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Collector(received))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        for text in texts { channel.writeAndFlush(ByteBuffer(string: text), promise: nil) }
        try await channel.closeFuture.get()
        return received.text.withLock { $0 }
    }

    private final class Received: Sendable {
        let text = Mutex("")
    }

    private final class Collector: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        let received: Received

        init(_ received: Received) { self.received = received }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let text = String(buffer: unwrapInboundIn(data))
            received.text.withLock { $0 += text }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}
