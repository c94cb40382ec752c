// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation
package import NIOCore
import NIOPosix

/// An HTTP server that calls a function for each request, and sends the reply that the function returns. The mock and
/// the stub of client tests use it.
///
/// The server sends each response in one write, with TCP_NODELAY. Two writes would take 40 ms because of Nagle's
/// algorithm and delayed acknowledgements.
package final class HTTPServer: Sendable {
    /// A function that returns the reply to a request. The server calls the function on any of its threads, so the
    /// function must not block.
    package typealias Responder = @Sendable (ServerRequest) -> ServerReply

    private let group: MultiThreadedEventLoopGroup
    private let ownsGroup: Bool
    private let workers: NIOThreadPool
    private let listener: any Channel
    private let load: ServerLoad

    /// The address with the actual port: `http://127.0.0.1:8080`, or `unix:/tmp/mock.sock` for a Unix socket.
    package let address: String
    package let port: Int

    /// Starts a server that accepts connections.
    ///
    /// - Parameters:
    ///   - sharesThreads: Whether to use the event loops of the process, which outlive the server.
    ///   - prepare: A closure that adds handlers below HTTP, such as TLS, to a new connection.
    /// - Throws: `DescribedError` if the server can't listen on the address.
    package init(
        _ options: ServerOptions, sharesThreads: Bool = false,
        prepare: (@Sendable (any Channel) throws -> Void)? = nil, responder: @escaping Responder
    ) throws {
        let threads = options.threads > 0 ? options.threads : System.coreCount
        group = sharesThreads ? .singleton : MultiThreadedEventLoopGroup(numberOfThreads: threads)
        ownsGroup = !sharesThreads
        workers = sharesThreads ? .singleton : NIOThreadPool(numberOfThreads: max(2, threads))
        workers.start()
        let load = ServerLoad(options.limits)
        let service = Service(
            limits: options.limits, load: load, isStrict: options.isStrict,
            dripMilliseconds: options.dripMilliseconds, isSecure: options.identity != nil, workers: workers,
            responder: responder)
        do {
            let bootstrap = ServerBootstrap(group: group).serverChannelOption(.backlog, value: 1024)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: options.unixSocket == nil ? 1 : 0)
                // The handler pauses accepting connections while the process has no free file descriptor.
                .serverChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            AcceptBackoffHandler(shouldForwardIOErrorCaught: false))
                    }
                }
                .childChannelOption(.maxMessagesPerRead, value: 1)
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                .childChannelInitializer { channel in
                    guard !load.resetsConnections else {
                        let option = (channel as? any SocketOptionProvider)?.setSoLinger(
                            linger(l_onoff: 1, l_linger: 0))
                        return option?.flatMap { channel.close() } ?? channel.close()
                    }
                    guard load.add(channel) else { return Self.refuse(channel) }
                    guard prepare == nil, options.isStrict else {
                        return channel.eventLoop.makeCompletedFuture {
                            try prepare?(channel)
                            try Pipeline.http1(channel, service)
                        }
                    }
                    return Pipeline.configure(channel, service, options.identity)
                }
            if let path = options.unixSocket {
                // If the connection succeeds, a process still uses the socket. Replace only a socket file that no
                // process uses.
                if let other = try? ClientBootstrap(group: group).connect(unixDomainSocketPath: path).wait() {
                    other.close(promise: nil)
                    throw IOError(errnoCode: EADDRINUSE, reason: "connect")
                }
                listener = try bootstrap.bind(unixDomainSocketPath: path, cleanupExistingSocketFile: true).wait()
            } else {
                listener = try bootstrap.childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
                    .bind(host: options.host, port: options.port).wait()
            }
        } catch {
            if ownsGroup {
                try? group.syncShutdownGracefully()
                try? workers.syncShutdownGracefully()
            }
            throw DescribedError(options, error)
        }
        self.load = load
        port = listener.localAddress?.port ?? options.port
        let name = options.host.contains(":") ? "[\(options.host)]" : options.host
        address =
            options.unixSocket.map { "unix:\($0)" } ?? "\(options.identity == nil ? "http" : "https")://\(name):\(port)"
    }

    // MARK: Ending

    /// Stops accepting connections, waits for current responses, and ends the threads.
    ///
    /// - Parameter seconds: The time after which the remaining connections are closed.
    package func stop(after seconds: Double = 0.8) throws {
        try? listener.close().wait()
        // A connection that was just accepted is still unknown to its event loop, and nobody would close it. Let each event
        // loop process it first.
        for loop in group.makeIterator() { try? loop.submit {}.wait() }
        load.beginStopping()
        let end = NIODeadline.now() + TimeAmount(seconds)
        while !load.isEmpty, NIODeadline.now() < end { usleep(5000) }
        load.closeAll()
        guard ownsGroup else { return }
        try group.syncShutdownGracefully()
        try workers.syncShutdownGracefully()
    }

    /// Closes the open connections, and waits until they are closed. No further request arrives on them. The server
    /// still accepts new connections.
    package func closeConnections() { for end in load.closeAll() { try? end.wait() } }

    /// Closes all connections and refuses new connections, without waiting.
    package func refuseConnections() {
        listener.close(promise: nil)
        load.closeAll()
    }

    /// Closes all connections and resets new connections.
    package func resetConnections() { load.closeAll(resettingNew: true) }

    // MARK: Connections

    /// Sends a 503 and closes the connection, because the server has too many open connections.
    private static func refuse(_ channel: any Channel) -> EventLoopFuture<Void> {
        let problem = ProblemDocument(status: 503, "the server has too many open connections")
        let bytes = ByteBuffer(bytes: ResponseWriter.bytes(of: problem.response, to: "GET", keepsAlive: false))
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(RefusalHandler(bytes))
        }
    }
}

/// Sends a response and half-closes the connection. Closes it completely when the client closes its half, or after a
/// second.
private final class RefusalHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let response: ByteBuffer

    init(_ response: ByteBuffer) { self.response = response }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(response), promise: nil)
        context.close(mode: .output, promise: nil)
        let channel = context.channel
        context.eventLoop.after(1) { channel.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
