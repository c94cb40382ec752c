import AccordHTTP
internal import NIOCore
import NIOHTTP1

/// One connection: gathers each request, has it answered, and writes the answer in one piece.
final class ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = ByteBuffer

    private let limits: ServerLimits
    private let responder: HTTPServer.Responder
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    /// True once an answer was the last of this connection: what still comes is thrown away.
    private var isClosing = false

    init(limits: ServerLimits, responder: @escaping HTTPServer.Responder) {
        self.limits = limits
        self.responder = responder
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosing else { return }
        switch unwrapInboundIn(data) {
        case .head(let head): begin(head, context)
        case .body(let bytes):
            guard body.count + bytes.readableBytes <= limits.bodyBytes else {
                let detail = "The body is larger than the limit of \(limits.bodyBytes) bytes."
                return refuse(ProblemDocument(status: 413, title: "Content Too Large", detail: detail), context)
            }
            body.append(contentsOf: bytes.readableBytesView)
        case .end: answer(context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isClosing, error is HTTPParserError else { return context.close(promise: nil) }
        if error as? HTTPParserError == .headerOverflow {
            let detail = "The fields are larger than \(limits.headerBytes) bytes, or more than \(limits.headerFields)."
            refuse(ProblemDocument(status: 431, title: "Request Header Fields Too Large", detail: detail), context)
        } else {
            let detail = "The request isn't HTTP as RFC 9112 defines it: \(error)."
            refuse(ProblemDocument(status: 400, title: "Malformed HTTP request", detail: detail), context)
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        self.head = head
        body.removeAll(keepingCapacity: true)
        let expects = head.headers["Expect"].contains { $0.lowercased() == "100-continue" }
        if expects, head.version.minor > 0 {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: "HTTP/1.1 100 Continue\r\n\r\n")), promise: nil)
        }
    }

    private func answer(_ context: ChannelHandlerContext) {
        guard let head else { return }
        self.head = nil
        let fields = head.headers.map { HTTPField($0.name, $0.value) }
        let request = HTTPRequest(
            method: head.method.rawValue, url: Self.absolute(head.uri, fields), headers: fields, body: body)
        let response = responder(request)
        let bytes = ResponseWriter.bytes(of: response, to: request.method, keepsAlive: head.isKeepAlive)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        if !head.isKeepAlive { finish(context) }
    }

    /// Answers with a problem, after which nothing more is read as HTTP on this connection.
    private func refuse(_ problem: ProblemDocument, _ context: ChannelHandlerContext) {
        let bytes = ResponseWriter.bytes(
            of: problem.response, to: head?.method.rawValue ?? "GET", keepsAlive: false)
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        finish(context)
    }

    /// Says goodbye, and waits for the other side to do so: closing at once would reset the connection, with the
    /// answer still on its way, if bytes of the request are unread.
    private func finish(_ context: ChannelHandlerContext) {
        isClosing = true
        context.close(mode: .output, promise: nil)
        let channel = context.channel
        context.eventLoop.scheduleTask(in: .seconds(5)) { channel.close(promise: nil) }
    }

    /// The request's target as an absolute URL (RFC 9112 section 3.3).
    private static func absolute(_ target: String, _ fields: [HTTPField]) -> String {
        guard target.hasPrefix("/") || target == "*" else { return target }
        return "http://\(fields.first("Host") ?? "localhost")\(target == "*" ? "" : target)"
    }
}
