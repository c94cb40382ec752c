// SPDX-License-Identifier: Apache-2.0
internal import NIOCore
import NIOHTTP1

#if TLS && Tools
    internal import NIOHTTP2
    internal import NIOSSL
#endif

/// Adds the handlers of a new connection: TLS if the server has a certificate, then HTTP/1.1 or HTTP/2.
enum Pipeline {
    static func configure(
        _ channel: any Channel, _ service: Service, _ identity: ServerIdentity?
    ) -> EventLoopFuture<Void> {
        #if TLS && Tools
            guard let identity else {
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ProtocolSniffer(service))
                }
            }
            do {
                try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: identity.context))
            } catch {
                return channel.eventLoop.makeFailedFuture(error)
            }
            let late = channel.eventLoop.after(service.limits.headSeconds) { channel.close(promise: nil) }
            channel.closeFuture.whenComplete { _ in late.cancel() }
            return channel.configureHTTP2SecureUpgrade(
                h2ChannelConfigurator: { channel in
                    late.cancel()
                    return channel.eventLoop.makeCompletedFuture { try http2(channel, service) }
                },
                http1ChannelConfigurator: { channel in
                    late.cancel()
                    return channel.eventLoop.makeCompletedFuture { try http1(channel, service) }
                })
        #else
            return channel.eventLoop.makeCompletedFuture { try http1(channel, service) }
        #endif
    }

    static func http1(_ channel: any Channel, _ service: Service) throws {
        let limits = service.limits
        var decoderLimits = NIOHTTPDecoderLimitConfiguration()
        decoderLimits.maxHeaderFieldSize = limits.headerBytes
        decoderLimits.maxHeaderListSize = limits.headerBytes
        decoderLimits.maxHeaderFieldCount = limits.headerFields
        let decoder = HTTPRequestDecoder(leftOverBytesStrategy: .dropBytes, limitConfiguration: decoderLimits)
        let meter = HeadMeter(limit: limits.headerBytes)
        try channel.pipeline.syncOperations.addHandlers([
            meter, ByteToMessageHandler(decoder), ConnectionHandler(service, meter: meter),
        ])
    }

    #if TLS && Tools
        static func http2(_ channel: any Channel, _ service: Service) throws {
            var connection = NIOHTTP2Handler.ConnectionConfiguration()
            connection.initialSettings = [
                HTTP2Setting(parameter: .maxConcurrentStreams, value: 100),
                HTTP2Setting(parameter: .maxHeaderListSize, value: service.limits.headerBytes),
            ]
            let seconds = service.limits.idleSeconds + service.limits.writeSeconds
            try channel.pipeline.syncOperations.addHandler(IdleStateHandler(allTimeout: TimeAmount(seconds)))
            _ = try channel.pipeline.syncOperations.configureHTTP2Pipeline(
                mode: .server, connectionConfiguration: connection,
                streamConfiguration: NIOHTTP2Handler.StreamConfiguration(), streamDelegate: nil, position: .last
            ) { stream in
                stream.eventLoop.makeCompletedFuture {
                    try stream.pipeline.syncOperations.addHandlers([
                        HTTP2FramePayloadToHTTP1ServerCodec(), StreamHandler(service),
                    ])
                }
            }
            try channel.pipeline.syncOperations.addHandler(ConnectionCloser())
        }
    #endif
}

#if TLS && Tools
    /// Detects whether a connection uses HTTP/1.1 or HTTP/2, by its first bytes. HTTP/2 with prior knowledge begins
    /// with a preface (RFC 9113 section 3.3).
    private final class ProtocolSniffer: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = ByteBuffer
        typealias InboundOut = ByteBuffer

        private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

        private let service: Service
        private var received = ByteBuffer()
        private var late: Scheduled<Void>?

        init(_ service: Service) { self.service = service }

        func channelActive(context: ChannelHandlerContext) {
            let channel = context.channel
            late = context.eventLoop.after(service.limits.idleSeconds) { channel.close(promise: nil) }
            context.fireChannelActive()
        }

        func channelInactive(context: ChannelHandlerContext) {
            late?.cancel()
            context.fireChannelInactive()
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            var bytes = unwrapInboundIn(data)
            received.writeBuffer(&bytes)
            let view = received.readableBytesView
            let isPreface = zip(view, Self.preface).allSatisfy { $0 == $1 }
            // POST and PUT begin with the same letter as the preface, so compare all bytes of the preface.
            guard !isPreface || view.count >= Self.preface.count else { return }
            late?.cancel()
            do {
                if isPreface {
                    try Pipeline.http2(context.channel, service)
                } else {
                    try Pipeline.http1(context.channel, service)
                }
            } catch {
                return context.close(promise: nil)
            }
            context.fireChannelRead(wrapInboundOut(received))
            context.fireChannelReadComplete()
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is ServerStopping { return context.close(promise: nil) }
            if case .inputClosed? = event as? ChannelEvent { return context.close(promise: nil) }
            context.fireUserInboundEventTriggered(event)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }

    /// Closes an HTTP/2 connection that is idle or broken.
    private final class ConnectionCloser: ChannelInboundHandler {
        typealias InboundIn = Any

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if event is IdleStateHandler.IdleStateEvent { return context.close(promise: nil) }
            if case .inputClosed? = event as? ChannelEvent { return context.close(promise: nil) }
            context.fireUserInboundEventTriggered(event)
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
    }
#endif
