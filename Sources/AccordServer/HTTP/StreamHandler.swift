// SPDX-License-Identifier: Apache-2.0
#if TLS && Tools
    import AccordContract
    internal import NIOCore
    import NIOHTTP1
    import NIOPosix

    /// Handles an HTTP/2 stream: a request and its response (RFC 9113).
    final class StreamHandler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let service: Service
        private var head: HTTPRequestHead?
        private var body: ReceivedBody
        private var isAnswered = false
        private var late: Scheduled<Void>?
        /// Ends a response that is sent in pieces, such as an event stream.
        private var stopResponse: (() -> Void)?

        init(_ service: Service) {
            self.service = service
            body = ReceivedBody(service)
        }

        func channelInactive(context: ChannelHandlerContext) {
            late?.cancel()
            stopResponse?()
            stopResponse = nil
            isAnswered = true
            body.drop()
            context.fireChannelInactive()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !isAnswered else { return }
            switch unwrapInboundIn(data) {
            case .head(let head): begin(head, context)
            case .body(let bytes):
                if let problem = body.add(bytes) { refuse(problem, context) }
            case .end: answer(context)
            }
        }

        private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
            self.head = head
            late = context.eventLoop.after(service.limits.bodySeconds) {
                self.refuse(ProblemDocument(status: 408, "the request body is incomplete"), context)
            }
            if let host = head.headers.first(name: "Host"), !HeadRules.isAuthority(host) {
                let detail = "the pseudo-header :authority isn't a host with an optional port"
                refuse(ProblemDocument(status: 400, detail), context)
            } else if !head.uri.hasPrefix("/"), !(head.uri == "*" && head.method == .OPTIONS) {
                refuse(ProblemDocument(status: 400, "the pseudo-header :path isn't a path"), context)
            } else if head.uri.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "#") }) {
                refuse(ProblemDocument(status: 400, "the pseudo-header :path contains an invalid character"), context)
            }
        }

        private func answer(_ context: ChannelHandlerContext) {
            guard let head, !isAnswered else { return }
            late?.cancel()
            let request = service.request(
                head, body: body.bytes, version: "2",
                isLocal: Service.isLocal((context.channel.parent ?? context.channel).remoteAddress))
            service.respond(to: request, on: context.eventLoop) { self.carryOut($0, context) }
        }

        private func carryOut(_ reply: ServerReply, _ context: ChannelHandlerContext) {
            guard context.channel.isActive, !isAnswered else { return }
            switch reply {
            case .answer(let response): write(response, context)
            case .script(let script):
                isAnswered = true
                // HTTP/2 can't send this fault, so reset the stream.
                if script.steps.last != .hold { context.close(promise: nil) }
            case .feed(let feed):
                isAnswered = true
                context.writeAndFlush(wrapOutboundOut(.head(responseHead(feed.response, length: nil))), promise: nil)
                stopResponse = feed.subscribe(
                    context.eventLoop.onLoop { bytes in
                        if context.channel.isActive, context.channel.isWritable { self.write(bytes, context) }
                    })
            case .paced(let paced):
                guard head?.method != .HEAD else { return write(paced.response, context) }
                isAnswered = true
                context.writeAndFlush(wrapOutboundOut(.head(responseHead(paced.response, length: nil))), promise: nil)
                let writer = PacedWriter(paced, to: context.channel) { piece in
                    self.write(piece, context)
                } end: {
                    self.stopResponse = nil
                    context.writeAndFlush(self.wrapOutboundOut(.end(nil)), promise: nil)
                }
                stopResponse = { writer.stop() }
                writer.start()
            case .after(let seconds, let reply): context.eventLoop.after(seconds) { self.carryOut(reply, context) }
            case .later(let start): start(context.eventLoop.onLoop { self.carryOut($0, context) })
            }
        }

        private func refuse(_ problem: ProblemDocument, _ context: ChannelHandlerContext) {
            guard !isAnswered, context.channel.isActive else { return }
            write(problem.response, context)
        }

        /// Writes a piece of a body.
        private func write(_ piece: [UInt8], _ context: ChannelHandlerContext) {
            let part = HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: piece)))
            context.writeAndFlush(wrapOutboundOut(part), promise: nil)
        }

        private func write(_ response: HTTPResponse, _ context: ChannelHandlerContext) {
            isAnswered = true
            late?.cancel()
            let hasBody = ResponseWriter.mayHaveBody(response.status)
            let length = ResponseWriter.length(of: response, to: head?.method.rawValue ?? "GET")
            context.write(wrapOutboundOut(.head(responseHead(response, length: length))), promise: nil)
            if hasBody, head?.method != .HEAD, !response.body.isEmpty {
                context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: response.body)))), promise: nil)
            }
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }

        private func responseHead(_ response: HTTPResponse, length: Int?) -> HTTPResponseHead {
            var headers = HTTPHeaders()
            for field in response.headers where ResponseWriter.isSendable(field.name) {
                let value = String(
                    decoding: field.value.utf8.map { ResponseWriter.isControl($0) ? 0x20 : $0 }, as: UTF8.self)
                headers.add(name: field.name, value: value)
            }
            if let length { headers.add(name: "content-length", value: String(length)) }
            return HTTPResponseHead(
                version: .http2, status: HTTPResponseStatus(statusCode: response.status), headers: headers)
        }
    }
#endif
