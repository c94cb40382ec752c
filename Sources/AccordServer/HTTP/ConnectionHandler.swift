import AccordContract
import Foundation
internal import NIOCore
import NIOHTTP1
import NIOPosix

/// Tells connections that the server stops: what is under way is finished, and nothing more is begun.
struct ServerStopping {}

/// One connection of HTTP/1.1: gathers a request at a time, has it answered, and writes the answer in one piece.
///
/// Nothing more is read while an answer is being made, or lies unread at the client's: who doesn't read isn't answered.
final class ConnectionHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Phase {
        /// Between requests, the next of which may have begun to come.
        case waiting
        case receivingBody
        case answering
        /// The last answer is sent; what still comes is thrown away.
        case closing
    }

    private let service: Service
    private let meter: HeadMeter
    private var phase = Phase.waiting
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    /// What came together with the request that is being answered.
    private var queue: CircularBuffer<HTTPServerRequestPart> = []
    private var holdsRead = false
    private var inputIsClosed = false
    /// True where the answer has no end of its own: it ends when the client half-closes the connection (RFC 9112 §9.6).
    private var endsWithInput = false
    private var deadline: NIODeadline
    private var timer: Scheduled<Void>?
    private var endFeed: (@Sendable () -> Void)?

    /// True where the client is on this machine; known once it is asked for.
    private var isLocal: Bool?

    private var isStopping: Bool { service.load.isStopping }

    init(_ service: Service, meter: HeadMeter) {
        self.service = service
        self.meter = meter
        deadline = .now() + .milliseconds(Int64(service.limits.idleSeconds * 1000))
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
        endFeed?()
        endFeed = nil
        dropBody()
        queue.removeAll()
        phase = .closing
        context.fireChannelInactive()
    }

    func read(context: ChannelHandlerContext) {
        switch phase {
        // The end of the connection has to be seen.
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
        if let known = event as? KnownRequest { return repeated(known, context) }
        if event is ServerStopping {
            if phase == .waiting, queue.isEmpty, meter.bytes == 0 { context.close(promise: nil) }
        } else if case .inputClosed? = event as? ChannelEvent {
            inputIsClosed = true
            if phase != .answering && queue.isEmpty || endsWithInput { context.close(promise: nil) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard phase != .closing, error is HTTPParserError else { return context.close(promise: nil) }
        // Of an answer that is being made the end is awaited.
        guard phase != .answering else { return inputIsClosed = true }
        let limits = service.limits
        if error as? HTTPParserError == .headerOverflow {
            let detail = "the fields are larger than \(limits.headerBytes) bytes, or more than \(limits.headerFields)"
            refuse(ProblemDocument(status: 431, detail), context)
        } else {
            refuse(ProblemDocument(status: 400, "the request isn't HTTP as RFC 9112 defines it: \(error)"), context)
        }
    }

    // MARK: Time

    private func setDeadline(_ seconds: Double) {
        deadline = .now() + .milliseconds(Int64(seconds * 1000))
    }

    private func watch(_ context: ChannelHandlerContext) {
        guard timer == nil else { return }
        let limits = service.limits
        let shortest = min(limits.idleSeconds, limits.headSeconds, limits.bodySeconds, limits.writeSeconds)
        let step = TimeAmount.milliseconds(Int64(max(10, min(1000, shortest * 250))))
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        timer = context.eventLoop.scheduleTask(in: step) {
            let (handler, context) = bound.value
            handler.timer = nil
            handler.checkTime(context)
        }
    }

    private func checkTime(_ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        let now = NIODeadline.now()
        switch phase {
        case .waiting where meter.bytes > 0:
            // The first bytes of a head are here: from now on it has its own time.
            if !meter.isTimed {
                meter.isTimed = true
                setDeadline(service.limits.headSeconds)
            } else if now >= deadline {
                refuse(ProblemDocument(status: 408, "the head of the request didn't come to its end in time"), context)
            }
        case .receivingBody where now >= deadline:
            refuse(ProblemDocument(status: 408, "the body of the request didn't come to its end in time"), context)
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
            guard body.count + bytes.readableBytes <= service.limits.bodyBytes else {
                return refuse(tooLarge, context)
            }
            guard service.load.reserve(bytes.readableBytes) else { return refuse(noRoom, context) }
            body.append(contentsOf: bytes.readableBytesView)
            setDeadline(service.limits.bodySeconds)
        case .end: answer(context)
        }
    }

    private var tooLarge: ProblemDocument {
        ProblemDocument(status: 413, "the body is larger than the limit of \(service.limits.bodyBytes) bytes")
    }

    private var noRoom: ProblemDocument {
        var problem = ProblemDocument(status: 503, "too many bodies are under way at the same time")
        problem.fields = [HTTPField("Retry-After", "1")]
        return problem
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        meter.headEnded()
        self.head = head
        if service.isStrict, let problem = HeadRules.problem(head, limits: service.limits) {
            return refuse(problem, context)
        }
        if let length = head.headers.first(name: "Content-Length").flatMap({ Int($0) }),
            length > service.limits.bodyBytes
        {
            return refuse(tooLarge, context)
        }
        phase = .receivingBody
        setDeadline(service.limits.bodySeconds)
        guard head.version.minor > 0, head.headers.contains(name: "Expect") else { return }
        if head.headers["Expect"].contains(where: { $0.lowercased() == "100-continue" }) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")), promise: nil)
        } else if service.isStrict {
            refuse(ProblemDocument(status: 417, "nothing but 100-continue can be expected"), context)
        }
    }

    private func dropBody() {
        service.load.release(body.count)
        body = []
    }

    // MARK: Answers

    private func answer(_ context: ChannelHandlerContext) {
        guard let head else { return }
        phase = .answering
        setDeadline(service.limits.writeSeconds)
        var request = service.request(head, body: body, isLocal: isLocal(context))
        if let known = service.known, let bytes = meter.wholeHead, body.isEmpty, KnownRequests.mayKeep(head),
            known.cameBefore(bytes)
        {
            let same = KnownRequest(bytes, head, request)
            request.known = same
            known.insert(same)
        }
        service.respond(to: request, on: context.eventLoop) { self.carryOut($0, context) }
    }

    /// Has a request answered that came before, byte for byte.
    private func repeated(_ known: KnownRequest, _ context: ChannelHandlerContext) {
        guard phase == .waiting else { return }
        if !isStopping, let answer = known.answerAgain() {
            setDeadline(service.limits.idleSeconds)
            return context.writeAndFlush(wrapOutboundOut(answer.bytes), promise: nil)
        }
        meter.headEnded()
        head = known.head
        phase = .answering
        setDeadline(service.limits.writeSeconds)
        var request = known.request
        request.known = known
        request.isLocal = isLocal(context)
        service.respond(to: request, on: context.eventLoop) { self.carryOut($0, context) }
    }

    private func isLocal(_ context: ChannelHandlerContext) -> Bool {
        if let isLocal { return isLocal }
        let found = Service.isLocal(context.channel.remoteAddress)
        isLocal = found
        return found
    }

    private func carryOut(_ reply: ServerReply, _ context: ChannelHandlerContext) {
        guard context.channel.isActive, phase == .answering, let head else { return }
        if case .answer(let response) = reply {
            let staysOpen = head.isKeepAlive && !isStopping
            var bytes = context.channel.allocator.buffer(capacity: 256 + response.body.count)
            ResponseWriter.write(
                response, to: head.method.rawValue, keepsAlive: staysOpen, isOld: head.version.minor == 0, into: &bytes)
            context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
            return ended(staysOpen: staysOpen, context)
        }
        let loop = context.eventLoop
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: loop)
        switch reply {
        case .answer: break
        case .script(let script):
            play(script.steps[...], context)
        case .feed(let feed):
            endsWithInput = true
            var bytes = context.channel.allocator.buffer(capacity: 256)
            ResponseWriter.writeHead(feed.response, length: nil, keepsAlive: false, into: &bytes)
            context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
            endFeed = feed.subscribe { bytes in
                loop.execute {
                    let (handler, context) = bound.value
                    // A reader that doesn't keep up misses events instead of filling the memory.
                    guard context.channel.isActive, context.channel.isWritable else { return }
                    context.writeAndFlush(handler.wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
                }
            }
            resumeReading(context)
        case .after(let seconds, let reply):
            loop.scheduleTask(in: .microseconds(Int64(seconds * 1_000_000))) {
                bound.value.handler.carryOut(reply, bound.value.context)
            }
        case .later(let start):
            start { reply in
                loop.execute { bound.value.handler.carryOut(reply, bound.value.context) }
            }
        }
    }

    /// The answer is written: on to the next request, if there is to be one.
    private func ended(staysOpen: Bool, _ context: ChannelHandlerContext) {
        head = nil
        dropBody()
        meter.requestEnded()
        endsWithInput = false
        guard staysOpen else { return finish(context) }
        phase = .waiting
        setDeadline(service.limits.idleSeconds)
        proceed(context)
    }

    /// Takes what has come in the meantime, and then reads on.
    private func proceed(_ context: ChannelHandlerContext) {
        while phase != .answering, phase != .closing, context.channel.isWritable, let part = queue.popFirst() {
            take(part, context)
        }
        guard queue.isEmpty, context.channel.isWritable, phase != .answering else { return }
        if inputIsClosed, phase != .closing { return context.close(promise: nil) }
        if isStopping, phase == .waiting, meter.bytes == 0 { return context.close(promise: nil) }
        resumeReading(context)
    }

    private func resumeReading(_ context: ChannelHandlerContext) {
        guard holdsRead else { return }
        holdsRead = false
        context.read()
    }

    /// Answers with a problem, after which nothing more is read as HTTP on this connection.
    private func refuse(_ problem: ProblemDocument, _ context: ChannelHandlerContext) {
        var bytes = context.channel.allocator.buffer(capacity: 512)
        ResponseWriter.write(problem.response, to: head?.method.rawValue ?? "GET", keepsAlive: false, into: &bytes)
        context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
        finish(context)
    }

    /// Ends one's own half, and waits for the other side to do so: closing at once would reset the connection, with the
    /// answer still on its way, if bytes of the request are unread.
    private func finish(_ context: ChannelHandlerContext) {
        phase = .closing
        head = nil
        dropBody()
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
        guard let step = steps.first else { return ended(staysOpen: true, context) }
        let rest = steps.dropFirst()
        switch step {
        case .send(let bytes):
            write(bytes, context)
            play(rest, context)
        case .drip(let bytes): drip(bytes[...], then: rest, context)
        case .close:
            phase = .closing
            setDeadline(5)
            context.close(mode: .output, promise: nil)
            resumeReading(context)
        case .hangUp:
            let channel = context.channel
            // Behind what is still being written.
            context.writeAndFlush(wrapOutboundOut(ByteBuffer())).whenComplete { _ in channel.close(promise: nil) }
        case .reset:
            let channel = context.channel
            guard let options = channel as? any SocketOptionProvider else { return context.close(promise: nil) }
            options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in channel.close(promise: nil) }
        // It ends when the client half-closes the connection, or the server shuts down.
        case .hold: awaitInputClosed(context)
        case .later(let later):
            awaitInputClosed(context)
            let loop = context.eventLoop
            let bound = NIOLoopBound((handler: self, context: context), eventLoop: loop)
            later.whenSettled { script in
                loop.execute {
                    let (handler, context) = bound.value
                    guard context.channel.isActive, let script else { return context.close(promise: nil) }
                    handler.endsWithInput = false
                    handler.play(script.steps[...], context)
                }
            }
        }
    }

    /// Sends nothing more for now: the connection ends when the client half-closes it.
    private func awaitInputClosed(_ context: ChannelHandlerContext) {
        endsWithInput = true
        if inputIsClosed { return context.close(promise: nil) }
        resumeReading(context)
    }

    private func drip(
        _ bytes: ArraySlice<UInt8>, then rest: ArraySlice<SocketScript.Step>, _ context: ChannelHandlerContext
    ) {
        guard service.dripMilliseconds > 0 else {
            for byte in bytes { write([byte], context) }
            return play(rest, context)
        }
        guard let byte = bytes.first, context.channel.isActive else { return play(rest, context) }
        write([byte], context)
        let bound = NIOLoopBound((handler: self, context: context), eventLoop: context.eventLoop)
        context.eventLoop.scheduleTask(in: .milliseconds(Int64(service.dripMilliseconds))) {
            bound.value.handler.drip(bytes.dropFirst(), then: rest, bound.value.context)
        }
    }

    private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }
}
