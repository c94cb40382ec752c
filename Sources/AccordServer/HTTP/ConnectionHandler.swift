// SPDX-License-Identifier: Apache-2.0
import AccordContract
import Foundation
internal import NIOCore
import NIOHTTP1
import NIOPosix

/// Handles an HTTP/1.1 connection: collects one request at a time and writes its response in one piece.
///
/// The handler doesn't read while a response is generated, or while the client hasn't read the previous response.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Phase {
        /// The connection is between two requests, or the head of a request is incomplete.
        case waiting
        case receivingBody
        case answering
        /// The last response is sent. The server ignores further bytes from the client.
        case closing
    }

    private let service: Service
    private let meter: HeadMeter
    private var phase = Phase.waiting
    private var head: HTTPRequestHead?
    private var body: ReceivedBody
    /// The heads, body pieces and ends of later requests, which arrived before the current response was sent.
    private var queue: CircularBuffer<HTTPServerRequestPart> = []
    private var holdsRead = false
    private var inputIsClosed = false
    /// Whether the response has no end of its own, such as an event stream. The server then closes the connection
    /// when the client half-closes it (RFC 9112 section 9.6).
    private var endsWithInput = false
    /// Whether the response is delayed on purpose. If the client half-closes the connection during the delay, the
    /// response is not sent.
    private var isDelayed = false
    private var deadline: NIODeadline
    private var timer: Scheduled<Void>?
    /// Ends a response that is sent in pieces, such as an event stream.
    private var stopResponse: (() -> Void)?

    private var isStopping: Bool { service.load.isStopping }

    init(_ service: Service, meter: HeadMeter) {
        self.service = service
        self.meter = meter
        body = ReceivedBody(service)
        deadline = .now() + TimeAmount(service.limits.idleSeconds)
    }

    // MARK: The connection

    func handlerAdded(context: ChannelHandlerContext) {
        if context.channel.isActive { watch(context) }
    }

    func channelActive(context: ChannelHandlerContext) {
        watch(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        timer?.cancel()
        timer = nil
        stopResponse?()
        stopResponse = nil
        body.drop()
        queue.removeAll()
        phase = .closing
        context.fireChannelInactive()
    }

    func read(context: ChannelHandlerContext) {
        switch phase {
        // During an endless response, the handler keeps reading, so that it notices when the client closes the
        // connection.
        case .answering where !endsWithInput: holdsRead = true
        case .waiting, .receivingBody, .answering, .closing:
            if context.channel.isWritable || phase == .closing { context.read() } else { holdsRead = true }
        }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable { proceed(context) } else { setDeadline(service.limits.writeSeconds) }
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ServerStopping {
            if phase == .waiting, queue.isEmpty, meter.headBytes == 0 { context.close(promise: nil) }
        } else if case .inputClosed? = event as? ChannelEvent {
            inputIsClosed = true
            if phase != .answering && queue.isEmpty || endsWithInput || isDelayed { context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard phase != .closing, error is HTTPParserError || error is HeadMeter.Excess else {
            return context.close(promise: nil)
        }
        // Finish the current response before the connection closes.
        guard phase != .answering else { return inputIsClosed = true }
        let limits = service.limits
        if error as? HeadMeter.Excess == .framing {
            refuse(
                413, "chunk sizes, chunk extensions and trailers together exceed \(limits.headerBytes) bytes", context)
        } else if error is HeadMeter.Excess || error as? HTTPParserError == .headerOverflow {
            let detail = "the header section has more than \(limits.headerBytes) bytes or \(limits.headerFields) fields"
            refuse(431, detail, context)
        } else if error as? HTTPParserError == .invalidMethod, !meter.isMalformed {
            refuse(501, "the request has an invalid or unsupported method", context)
        } else {
            let reason = error as? HTTPParserError == .unknown ? "" : ": \(error)"
            refuse(400, "the request violates RFC 9112\(reason)", context)
        }
    }

    // MARK: Time

    private func setDeadline(_ seconds: Double) { deadline = .now() + TimeAmount(seconds) }

    private func watch(_ context: ChannelHandlerContext) {
        guard timer == nil else { return }
        let limits = service.limits
        let shortest = min(limits.idleSeconds, limits.headSeconds, limits.bodySeconds, limits.writeSeconds)
        timer = context.eventLoop.after(max(0.01, min(1, shortest / 4))) {
            self.timer = nil
            self.checkTime(context)
        }
    }

    private func checkTime(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        let now = NIODeadline.now()
        switch phase {
        case .waiting where meter.headBytes > 0:
            // The time limit for a header section starts when its first byte has arrived.
            if !meter.isTimed {
                meter.isTimed = true
                setDeadline(service.limits.headSeconds)
            } else if now >= deadline {
                let limit = service.limits.headSeconds
                refuse(408, "the header section of the request is incomplete after \(limit) seconds", context)
            }
        case .receivingBody where now >= deadline:
            refuse(
                408, "the body of the request is incomplete after \(service.limits.bodySeconds) seconds", context)
        case .waiting where now >= deadline, .closing where now >= deadline: return context.close(promise: nil)
        case .answering where !context.channel.isWritable && now >= deadline: return context.close(promise: nil)
        case .waiting, .receivingBody, .answering, .closing: break
        }
        if !context.channel.isWritable, phase == .waiting, now >= deadline { return context.close(promise: nil) }
        watch(context)
    }

    // MARK: Requests

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let part = unwrapInboundIn(data)
        switch phase {
        case .closing: return
        case .answering: queue.append(part)
        case .waiting, .receivingBody:
            if queue.isEmpty, context.channel.isWritable { take(part, context) } else { queue.append(part) }
        }
    }

    private func take(_ part: HTTPServerRequestPart, _ context: ChannelHandlerContext) {
        switch part {
        case .head(let head): begin(head, context)
        case .body(let bytes):
            if let problem = body.add(bytes) { return refuse(problem, context) }
            meter.addBody(bytes.readableBytes)
            setDeadline(service.limits.bodySeconds)
        case .end: answer(context)
        }
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        meter.endHead()
        var head = head
        if let method = meter.method { head.method = method }
        self.head = head
        if service.isStrict, let problem = HeadRules.problem(head, limits: service.limits) {
            return refuse(problem, context)
        }
        if let length = head.headers.first(name: "Content-Length").flatMap({ Int($0) }),
            length > service.limits.bodyBytes
        {
            return refuse(body.tooLarge, context)
        }
        phase = .receivingBody
        setDeadline(service.limits.bodySeconds)
        guard head.version.minor > 0, head.headers.contains(name: "Expect") else { return }
        if head.headers["Expect"].contains(where: { $0.lowercased() == "100-continue" }) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")), promise: nil)
        } else if service.isStrict {
            refuse(417, "the server supports no Expect value except 100-continue", context)
        }
    }

    // MARK: Responses

    private func answer(_ context: ChannelHandlerContext) {
        guard let head else { return }
        phase = .answering
        setDeadline(service.limits.writeSeconds)
        let request = service.request(head, body: body.bytes, isLocal: Service.isLocal(context.channel.remoteAddress))
        service.respond(to: request, on: context.eventLoop) { self.carryOut($0, context) }
    }

    private func carryOut(_ reply: ServerReply, _ context: ChannelHandlerContext) {
        guard context.channel.isActive, phase == .answering, let head else { return }
        isDelayed = false
        if case .answer(let response) = reply {
            let staysOpen = head.isKeepAlive && !isStopping
            var bytes = context.channel.allocator.buffer(capacity: 256 + response.body.count)
            ResponseWriter.write(
                response, to: head.method.rawValue, keepsAlive: staysOpen, isOld: head.version.minor == 0, into: &bytes)
            context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
            return endResponse(staysOpen: staysOpen, context)
        }
        switch reply {
        case .answer: break
        case .script(let script): play(script.steps[...], context)
        case .feed(let feed):
            endsWithInput = true
            var bytes = context.channel.allocator.buffer(capacity: 256)
            ResponseWriter.writeHead(feed.response, length: nil, keepsAlive: false, into: &bytes)
            context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
            stopResponse = feed.subscribe(
                context.eventLoop.onLoop { bytes in
                    // Drop the event if the client has disconnected or reads too slowly.
                    if context.channel.isActive, context.channel.isWritable { self.write(bytes, context) }
                })
            resumeReading(context)
        case .paced(let paced): send(paced, to: head, context)
        case .after(let seconds, let reply):
            if inputIsClosed { return context.close(promise: nil) }
            isDelayed = true
            context.eventLoop.after(seconds) { self.carryOut(reply, context) }
        case .later(let start): start(context.eventLoop.onLoop { self.carryOut($0, context) })
        }
    }

    /// Sends a response in pieces. Each piece is a chunk. An HTTP/1.0 client receives the pieces without chunk sizes,
    /// and the body ends when the connection closes.
    private func send(_ paced: PacedResponse, to head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard head.method != .HEAD else { return carryOut(.answer(paced.response), context) }
        let isChunked = head.version.minor > 0
        let staysOpen = isChunked && head.isKeepAlive && !isStopping
        var bytes = context.channel.allocator.buffer(capacity: 256)
        ResponseWriter.writeHead(paced.response, length: nil, isChunked: isChunked, keepsAlive: staysOpen, into: &bytes)
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
        let writer = PacedWriter(paced, to: context.channel) { piece in
            self.write(isChunked ? ResponseWriter.chunk(piece) : piece, context)
        } end: {
            self.stopResponse = nil
            if isChunked { self.write(ResponseWriter.chunk([]), context) }
            self.endResponse(staysOpen: staysOpen, context)
        }
        stopResponse = { writer.stop() }
        writer.start()
    }

    /// Ends the response, and then waits for the next request or closes the connection.
    private func endResponse(staysOpen: Bool, _ context: ChannelHandlerContext) {
        head = nil
        body.drop()
        meter.endRequest()
        endsWithInput = false
        guard staysOpen else { return finish(context) }
        phase = .waiting
        setDeadline(service.limits.idleSeconds)
        proceed(context)
    }

    /// Handles the requests that arrived during the previous response, and then reads further bytes from the
    /// connection.
    private func proceed(_ context: ChannelHandlerContext) {
        while phase != .answering, phase != .closing, context.channel.isWritable, let part = queue.popFirst() {
            take(part, context)
        }
        guard queue.isEmpty, context.channel.isWritable, phase != .answering else { return }
        if inputIsClosed, phase != .closing { return context.close(promise: nil) }
        if isStopping, phase == .waiting, meter.headBytes == 0 { return context.close(promise: nil) }
        resumeReading(context)
    }

    private func resumeReading(_ context: ChannelHandlerContext) {
        guard holdsRead else { return }
        holdsRead = false
        context.read()
    }

    private func refuse(_ status: Int, _ detail: String, _ context: ChannelHandlerContext) {
        refuse(ProblemDocument(status: status, detail), context)
    }

    /// Refuses a request: responds with a problem document, and closes the connection.
    private func refuse(_ problem: ProblemDocument, _ context: ChannelHandlerContext) {
        var bytes = context.channel.allocator.buffer(capacity: 512)
        ResponseWriter.write(problem.response, to: head?.method.rawValue ?? "GET", keepsAlive: false, into: &bytes)
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
        finish(context)
    }

    /// Half-closes the connection and waits for the client to close its half.
    ///
    /// Closing both halves while bytes of the request are unread would reset the connection and lose the response.
    private func finish(_ context: ChannelHandlerContext) {
        phase = .closing
        head = nil
        body.drop()
        queue.removeAll()
        setDeadline(isStopping ? 0.5 : 5)
        if inputIsClosed {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: nil)
            return context.close(promise: nil)
        }
        context.close(mode: .output, promise: nil)
        holdsRead = false
        context.read()
    }

    // MARK: Scripts

    private func play(_ steps: ArraySlice<SocketScript.Step>, _ context: ChannelHandlerContext) {
        guard let step = steps.first else { return endResponse(staysOpen: true, context) }
        let remainingSteps = steps.dropFirst()
        switch step {
        case .send(let bytes):
            write(bytes, context)
            play(remainingSteps, context)
        case .drip(let bytes): drip(bytes[...], then: remainingSteps, context)
        case .close:
            phase = .closing
            setDeadline(5)
            context.close(mode: .output, promise: nil)
            resumeReading(context)
        case .hangUp:
            let channel = context.channel
            // Before the connection closes, wait for an empty write. It completes after all pending writes, so no data
            // is lost.
            context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in channel.close(promise: nil) }
        case .reset:
            let channel = context.channel
            guard let options = channel as? any SocketOptionProvider else { return context.close(promise: nil) }
            options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in channel.closeAtOnce() }
        case .hold: awaitInputClosed(context)
        case .later(let later):
            awaitInputClosed(context)
            later.whenSettled(
                context.eventLoop.onLoop { script in
                    guard context.channel.isActive, let script else { return context.close(promise: nil) }
                    self.endsWithInput = false
                    self.play(script.steps[...], context)
                })
        }
    }

    /// Sends nothing more. When the client closes its half of the connection, closes the other half too.
    private func awaitInputClosed(_ context: ChannelHandlerContext) {
        endsWithInput = true
        if inputIsClosed { return context.close(promise: nil) }
        resumeReading(context)
    }

    private func drip(
        _ bytes: ArraySlice<UInt8>, then steps: ArraySlice<SocketScript.Step>, _ context: ChannelHandlerContext
    ) {
        guard service.dripMilliseconds > 0 else {
            for byte in bytes { write([byte], context) }
            return play(steps, context)
        }
        guard let byte = bytes.first, context.channel.isActive else { return play(steps, context) }
        write([byte], context)
        context.eventLoop.after(Double(service.dripMilliseconds) / 1000) {
            self.drip(bytes.dropFirst(), then: steps, context)
        }
    }

    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }
}
