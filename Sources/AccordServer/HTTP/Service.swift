import AccordContract
internal import NIOCore
import NIOHTTP1
import NIOPosix

/// What the connections of a server share: its limits, its load, and what answers.
struct Service: Sendable {
    let limits: ServerLimits
    let load: ServerLoad
    /// False for a stub, whose requests are for the contract to judge, not for the server.
    let isStrict: Bool
    let dripMilliseconds: Int
    let isSecure: Bool
    let workers: NIOThreadPool
    /// Where a request that comes again isn't parsed again.
    let known: KnownRequests?
    let responder: HTTPServer.Responder

    /// A request as responders see it. The target alone says what is asked for; `Host` only names the host.
    func request(_ head: HTTPRequestHead, body: [UInt8], isLocal: Bool) -> ServerRequest {
        var fields: [HTTPField] = []
        fields.reserveCapacity(head.headers.count)
        for field in head.headers { fields.append(HTTPField(field.name, field.value)) }
        return request(
            method: head.method.rawValue, target: head.uri, host: fields.first("Host"), fields, body,
            keepsAlive: head.isKeepAlive, version: "1.1", isLocal: isLocal)
    }

    func request(
        method: String, target: String, host: String?, _ fields: [HTTPField], _ body: [UInt8], keepsAlive: Bool,
        version: String, isLocal: Bool
    ) -> ServerRequest {
        let scheme = isSecure ? "https" : "http"
        var origin = target
        var url = target
        if target.utf8.first == UInt8(ascii: "/") {
            url = "\(scheme)://\(host ?? "localhost")\(target)"
        } else if target == "*" {
            url = "\(scheme)://\(host ?? "localhost")"
        } else {
            // RFC 9112 section 3.2.2: of a whole URL the rest is the target, and its authority stands for Host.
            let parts = URLParts(target)
            origin = (parts.path.isEmpty ? "/" : parts.path) + (parts.query.map { "?\($0)" } ?? "")
        }
        return ServerRequest(
            message: HTTPRequest(method: method, url: url, headers: fields, body: body), wireTarget: target,
            target: origin,
            keepsAlive: keepsAlive, isLocal: isLocal, httpVersion: version)
    }

    /// Asks the responder, on a thread of its own where the body is large, and goes on on the connection's event loop.
    func respond(to request: ServerRequest, on loop: any EventLoop, _ carryOut: @escaping (ServerReply) -> Void) {
        guard request.message.body.count >= limits.inlineBodyBytes else { return carryOut(responder(request)) }
        let bound = NIOLoopBound(carryOut, eventLoop: loop)
        let responder = responder
        workers.submit { _ in
            let reply = responder(request)
            loop.execute { bound.value(reply) }
        }
    }

    static func isLocal(_ address: SocketAddress?) -> Bool {
        switch address {
        case .unixDomainSocket: true
        case .v4, .v6:
            address?.ipAddress.map { $0.hasPrefix("127.") || $0 == "::1" || $0.hasPrefix("::ffff:127.") } ?? false
        case nil: true
        }
    }
}
