import AccordContract
import AccordCore
import Foundation
package import NIOCore
import NIOPosix
import Synchronization

/// An HTTP server that does to each request what a function says: the mock, and the stub that breaks its answers.
///
/// Every answer is one write on a socket with TCP_NODELAY: two would cost 40 ms each (Nagle's algorithm and delayed
/// acknowledgements).
package final class HTTPServer: Sendable {
    /// Called on any of the server's threads; must not wait for anything.
    package typealias Responder = @Sendable (ServerRequest) -> ServerReply

    private let group: MultiThreadedEventLoopGroup
    private let ownsGroup: Bool
    private let workers: NIOThreadPool
    private let listener: any Channel
    private let connections: ConnectionSet
    private let load: ServerLoad
    private let resets: Switch

    /// `http://127.0.0.1:8080`, as the system chose the port; of a Unix socket its path, `unix:/tmp/mock.sock`.
    package let address: String
    package let port: Int

    /// Starts to listen; returns once connections are taken.
    ///
    /// - Parameters:
    ///   - sharesThreads: on the process' own event loops, which nobody ends.
    ///   - prepare: puts handlers in front of a new connection, where its bytes aren't HTTP yet.
    /// - Throws: `ServerFailure` where the address can't be had.
    package init(
        _ options: ServerOptions, sharesThreads: Bool = false,
        prepare: (@Sendable (any Channel) throws -> Void)? = nil, responder: @escaping Responder
    ) throws {
        let threads = options.threads > 0 ? options.threads : System.coreCount
        group = sharesThreads ? .singleton : MultiThreadedEventLoopGroup(numberOfThreads: threads)
        ownsGroup = !sharesThreads
        workers = sharesThreads ? .singleton : NIOThreadPool(numberOfThreads: max(2, threads))
        workers.start()
        let connections = ConnectionSet()
        let load = ServerLoad(options.limits)
        let service = Service(
            limits: options.limits, load: load, isStrict: options.isStrict,
            dripMilliseconds: options.dripMilliseconds, isSecure: options.identity != nil, workers: workers,
            known: options.isStrict ? KnownRequests() : nil, responder: responder)
        let resets = Switch()
        do {
            let bootstrap = ServerBootstrap(group: group)
                .serverChannelOption(.backlog, value: 1024)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: options.unixSocket == nil ? 1 : 0)
                // Where there is no descriptor left, taking connections pauses instead of failing again and again.
                .serverChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandler(
                            AcceptBackoffHandler(shouldForwardIOErrorCaught: false))
                    }
                }
                .childChannelOption(.maxMessagesPerRead, value: 1)
                .childChannelOption(.allowRemoteHalfClosure, value: true)
                .childChannelInitializer { channel in
                    guard !resets.isOn else { return Self.reset(channel) }
                    guard service.load.openConnection() else { return Self.turnAway(channel) }
                    channel.closeFuture.whenComplete { _ in service.load.closeConnection() }
                    connections.insert(channel)
                    if let prepare {
                        // What is put in front of it is no business of the server's: HTTP/1.1 follows.
                        return channel.eventLoop.makeCompletedFuture {
                            try prepare(channel)
                            try Pipeline.http1(channel, service)
                        }
                    }
                    guard options.isStrict else {
                        return channel.eventLoop.makeCompletedFuture { try Pipeline.http1(channel, service) }
                    }
                    return Pipeline.configure(channel, service, options.identity)
                }
            if let path = options.unixSocket {
                // What a process left behind makes room; what one listens on is its own.
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
            throw ServerFailure(options, error)
        }
        self.connections = connections
        self.load = load
        self.resets = resets
        port = listener.localAddress?.port ?? options.port
        let name = options.host.contains(":") ? "[\(options.host)]" : options.host
        address =
            options.unixSocket.map { "unix:\($0)" } ?? "\(options.identity == nil ? "http" : "https")://\(name):\(port)"
    }

    /// Serves answers that are never broken, on threads of its own.
    package convenience init(
        host: String = "127.0.0.1", port: Int = 0, limits: ServerLimits = ServerLimits(),
        responder: @escaping @Sendable (HTTPRequest) -> HTTPResponse
    ) throws {
        var options = ServerOptions()
        options.host = host
        options.port = port
        options.limits = limits
        try self.init(options) { .answer(responder($0.message)) }
    }

    // MARK: Ending

    /// Takes no more connections, lets what is under way come to its end for so many seconds, and closes the rest;
    /// returns once the threads have ended.
    package func stop(after seconds: Double = 0.8) throws {
        try? listener.close().wait()
        load.beginStopping()
        connections.announceStop()
        let end = NIODeadline.now() + .milliseconds(Int64(seconds * 1000))
        while !connections.isEmpty, NIODeadline.now() < end { usleep(5000) }
        connections.closeAll()
        guard ownsGroup else { return }
        try group.syncShutdownGracefully()
        try workers.syncShutdownGracefully()
    }

    /// Closes the connections that are open; new ones may come.
    package func closeConnections() {
        connections.closeAll()
    }

    /// From now on connections are refused, and those that are open are closed. Returns at once.
    package func refuseConnections() {
        listener.close(promise: nil)
        connections.closeAll()
    }

    /// From now on connections are reset as they come, and those that are open are closed.
    package func resetConnections() {
        resets.turnOn()
        connections.closeAll()
    }

    // MARK: Connections

    private static func reset(_ channel: any Channel) -> EventLoopFuture<Void> {
        (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
            .flatMap { channel.close() } ?? channel.close()
    }

    /// One connection too many: it hears so, and is closed.
    private static func turnAway(_ channel: any Channel) -> EventLoopFuture<Void> {
        var problem = ProblemDocument(status: 503, "there are too many connections")
        problem.fields = [HTTPField("Retry-After", "1")]
        let bytes = ByteBuffer(bytes: ResponseWriter.bytes(of: problem.response, to: "GET", keepsAlive: false))
        return channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.addHandler(TurnAwayHandler(bytes))
        }
    }
}

/// Something that becomes true once.
private final class Switch: Sendable {
    private let value = Atomic<Bool>(false)

    var isOn: Bool { value.load(ordering: .relaxed) }

    func turnOn() { value.store(true, ordering: .relaxed) }
}

/// Says one thing and closes, once the client has read it or a second is over.
private final class TurnAwayHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let answer: ByteBuffer

    init(_ answer: ByteBuffer) { self.answer = answer }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
        context.close(mode: .output, promise: nil)
        let channel = context.channel
        context.eventLoop.scheduleTask(in: .seconds(1)) { channel.close(promise: nil) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
