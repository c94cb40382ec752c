import AccordHTTP
internal import NIOCore
import NIOHTTP1
import NIOPosix

/// An HTTP/1.1 server that answers each request with what a function makes of it.
///
/// Every answer is one write on a socket with TCP_NODELAY: two would cost 40 ms each (Nagle's algorithm and delayed
/// acknowledgements).
package final class HTTPServer: Sendable {
    /// Called on any of the server's threads; must not wait for anything.
    package typealias Responder = @Sendable (HTTPRequest) -> HTTPResponse

    private let group: MultiThreadedEventLoopGroup
    private let listener: any Channel
    private let connections: ConnectionSet

    /// `http://127.0.0.1:8080`, as the system chose the port.
    package let address: String

    /// Starts to listen; returns once connections are taken.
    ///
    /// - Parameter port: 0 lets the system choose one.
    /// - Throws: `ServerFailure` where the address can't be had.
    package init(
        host: String = "127.0.0.1", port: Int = 0, threads: Int = 1, limits: ServerLimits = ServerLimits(),
        responder: @escaping Responder
    ) throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
        let connections = ConnectionSet()
        do {
            listener = try ServerBootstrap(group: group)
                .serverChannelOption(.backlog, value: 1024)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        connections.insert(channel)
                        try Self.configure(channel, limits, responder)
                    }
                }
                .bind(host: host, port: port).wait()
        } catch {
            try? group.syncShutdownGracefully()
            throw ServerFailure(host: host, port: port, error)
        }
        self.group = group
        self.connections = connections
        let name = host.contains(":") ? "[\(host)]" : host
        address = "http://\(name):\(listener.localAddress?.port ?? port)"
    }

    /// Closes the listener and every connection; returns once the threads have ended.
    package func stop() throws {
        try? listener.close().wait()
        connections.closeAll()
        try group.syncShutdownGracefully()
    }

    private static func configure(
        _ channel: any Channel, _ limits: ServerLimits, _ responder: @escaping Responder
    ) throws {
        var decoderLimits = NIOHTTPDecoderLimitConfiguration()
        decoderLimits.maxHeaderFieldSize = limits.headerBytes
        decoderLimits.maxHeaderListSize = limits.headerBytes
        decoderLimits.maxHeaderFieldCount = limits.headerFields
        let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: decoderLimits)
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandler(ByteToMessageHandler(decoder))
        try pipeline.addHandler(ConnectionHandler(limits: limits, responder: responder))
    }
}
