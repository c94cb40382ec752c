import AccordHTTP
package import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// An HTTP/1.1 server on a free port of the loopback that answers each request with a script, however broken.
package final class ScriptedServer: Sendable {
    /// Called on the server's threads; must not wait for anything. nil closes the connection.
    package typealias Responder = @Sendable (_ request: HTTPRequest, _ keepsAlive: Bool) -> SocketScript?

    private let listener: any Channel
    private let connections: ConnectionSet
    private let resets: Flag

    package let port: Int

    /// `127.0.0.1:40123`
    package var authority: String { "127.0.0.1:\(port)" }

    /// Starts to listen; throws what the system says where it can't.
    ///
    /// - Parameter prepare: puts handlers in front of a new connection, where its bytes aren't HTTP yet.
    package static func start(
        prepare: (@Sendable (any Channel) throws -> Void)? = nil, responder: @escaping Responder
    ) async throws -> ScriptedServer {
        let connections = ConnectionSet()
        let resets = Flag()
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.backlog, value: 64)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelOption(.allowRemoteHalfClosure, value: true)
            .childChannelInitializer { channel in
                guard !resets.isSet else {
                    return (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
                        .flatMap { channel.close() } ?? channel.close()
                }
                return channel.eventLoop.makeCompletedFuture {
                    connections.insert(channel)
                    try prepare?(channel)
                    let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes)
                    try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(decoder))
                    try channel.pipeline.syncOperations.addHandler(ScriptHandler(responder: responder))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return ScriptedServer(listener, connections, resets)
    }

    private init(_ listener: any Channel, _ connections: ConnectionSet, _ resets: Flag) {
        self.listener = listener
        self.resets = resets
        self.connections = connections
        port = listener.localAddress?.port ?? 0
    }

    /// Closes the connections that are open; new ones may come.
    package func closeConnections() {
        connections.closeAll()
    }

    /// From now on connections are refused, and those that are open are closed.
    package func refuse() {
        listener.close(promise: nil)
        connections.closeAll()
    }

    /// From now on connections are reset as they come, and those that are open are closed.
    package func resetConnections() {
        resets.set()
        connections.closeAll()
    }

    /// Ends the server and every connection.
    package func stop() {
        listener.close(promise: nil)
        connections.closeAll()
    }
}

/// Something that becomes true once.
private final class Flag: Sendable {
    private let value = Mutex(false)

    var isSet: Bool { value.withLock { $0 } }

    func set() { value.withLock { $0 = true } }
}

/// One connection: gathers each request and plays the script that answers it.
private final class ScriptHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    private let responder: ScriptedServer.Responder
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(responder: @escaping ScriptedServer.Responder) {
        self.responder = responder
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body = []
            if head.headers["Expect"].contains(where: { $0.lowercased() == "100-continue" }) {
                write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), context)
            }
        case .body(let bytes): body.append(contentsOf: bytes.readableBytesView)
        case .end:
            guard let head else { return }
            self.head = nil
            let request = HTTPRequest(
                method: head.method.rawValue, url: head.uri,
                headers: head.headers.map { HTTPField($0.name, $0.value) }, body: body)
            guard let script = responder(request, head.isKeepAlive) else { return context.close(promise: nil) }
            for step in script.steps { play(step, context) }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    private func play(_ step: SocketScript.Step, _ context: ChannelHandlerContext) {
        switch step {
        case .send(let bytes): write(bytes, context)
        case .drip(let bytes): for byte in bytes { write([byte], context) }
        case .close: context.close(mode: .output, promise: nil)
        case .hangUp:
            let channel = context.channel
            // Behind what is still being written.
            context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in channel.close(promise: nil) }
        case .reset:
            let channel = context.channel
            guard let options = channel as? any SocketOptionProvider else { return context.close(promise: nil) }
            options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in channel.close(promise: nil) }
        case .hold: break
        case .later(let later):
            let loop = context.eventLoop
            let bound = NIOLoopBound((handler: self, context: context), eventLoop: loop)
            later.whenSettled { script in
                loop.execute {
                    let (handler, context) = bound.value
                    guard let script else { return context.close(promise: nil) }
                    for step in script.steps { handler.play(step, context) }
                }
            }
        }
    }

    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }
}
