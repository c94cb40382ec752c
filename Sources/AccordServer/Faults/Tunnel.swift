// SPDX-License-Identifier: Apache-2.0
internal import NIOCore
import NIOHTTP1

/// Lets a client use the server as a proxy: after a request with the method CONNECT (RFC 9110 section 9.3.6), the
/// server itself responds in place of the requested host.
///
/// A proxy for `http` URLs needs no handler, because its requests contain the complete URL.
final class TunnelHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let method = Array("CONNECT ".utf8)
    private static let headEnd = Array("\r\n\r\n".utf8)

    private let secure: ScriptedServer.Securing
    private var received = ByteBuffer()

    /// - Parameter secure: A closure that adds TLS to the connection, with a certificate for the host that the client
    ///   requested.
    init(_ secure: @escaping ScriptedServer.Securing) { self.secure = secure }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        received.writeBuffer(&bytes)
        let view = received.readableBytesView
        guard zip(view, Self.method).allSatisfy({ $0 == $1 }) else { return leave(context) }
        guard view.count > Self.method.count, let end = view.firstRange(of: Self.headEnd) else { return }
        let target = view.dropFirst(Self.method.count).prefix { $0 != UInt8(ascii: " ") }
        let authority = String(decoding: target, as: UTF8.self)
        received.moveReaderIndex(to: end.upperBound)
        let reply = ByteBuffer(string: "HTTP/1.1 200 Connection established\r\n\r\n")
        context.writeAndFlush(wrapOutboundOut(reply), promise: nil)
        do {
            try open(to: authority, context)
        } catch {
            return context.close(promise: nil)
        }
        leave(context)
    }

    /// Adds the handlers for a tunnel, such as TLS, after this handler and before the handler that reads HTTP requests.
    private func open(to authority: String, _ context: ChannelHandlerContext) throws {
        let handlers = context.pipeline.syncOperations
        let isPlain = authority.hasSuffix(":80")
        if !isPlain {
            let colon = authority.lastIndex(of: ":") ?? authority.endIndex
            try secure(context.channel, String(authority[..<colon]))
        }
        let standard = isPlain ? ":80" : ":443"
        let host = authority.hasSuffix(standard) ? String(authority.dropLast(standard.count)) : authority
        try handlers.addHandler(
            TunnelledRequests(origin: "\(isPlain ? "http" : "https")://\(host)"),
            position: .before(handlers.handler(type: ConnectionHandler.self)))
    }

    /// Removes this handler, and passes the bytes that it has buffered to the next handler.
    private func leave(_ context: ChannelHandlerContext) {
        let handlers = context.pipeline.syncOperations
        handlers.removeHandler(self, promise: nil)
        // The bytes pass through the TLS handler, because it was added before this handler.
        guard received.readableBytes > 0 else { return }
        handlers.fireChannelRead(NIOAny(received))
        handlers.fireChannelReadComplete()
    }
}

/// Changes the path in each request of a tunnel to an absolute URL.
private final class TunnelledRequests: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    private let origin: String

    init(origin: String) { self.origin = origin }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        if case .head(var head) = part, head.uri.hasPrefix("/") {
            head.uri = origin + head.uri
            part = .head(head)
        }
        context.fireChannelRead(wrapInboundOut(part))
    }
}
