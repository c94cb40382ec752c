// SPDX-License-Identifier: Apache-2.0
import AccordContract
internal import NIOCore
import NIOHTTP1
import NIOPosix

#if TLS
    internal import NIOSSL
#endif

/// What all connections of a server share: the limits, the counts of connections and bytes, and the responder.
struct Service: Sendable {
    let limits: ServerLimits
    let load: ServerLoad
    /// Whether requests that violate RFC 9110 or RFC 9112 are refused.
    let isStrict: Bool
    let dripMilliseconds: Int
    let isSecure: Bool
    let workers: NIOThreadPool
    let responder: HTTPServer.Responder

    /// Returns a request to pass to the responder.
    ///
    /// The target identifies the resource. `Host` provides only the authority of the URL.
    func request(_ head: HTTPRequestHead, body: [UInt8], version: String = "1.1", isLocal: Bool) -> ServerRequest {
        var fields: [HTTPField] = []
        fields.reserveCapacity(head.headers.count)
        for field in head.headers { fields.append(HTTPField(field.name, field.value)) }
        let base = (isSecure ? "https://" : "http://") + (fields.first("Host") ?? "localhost")
        let target = head.uri
        var origin = target
        var url = target
        if target.utf8.first == UInt8(ascii: "/") {
            url = base + target
        } else if target == "*" {
            url = base
        } else {
            // RFC 9112 section 3.2.2: the authority of an absolute target replaces Host.
            let parts = URLParts(target)
            origin = (parts.path.isEmpty ? "/" : parts.path) + (parts.query.map { "?\($0)" } ?? "")
        }
        return ServerRequest(
            message: HTTPRequest(method: head.method.rawValue, url: url, headers: fields, body: body),
            wireTarget: target, target: origin, keepsAlive: version == "2" || head.isKeepAlive, isLocal: isLocal,
            httpVersion: version)
    }

    /// Calls the responder, and then calls `carryOut` with the reply on the event loop of the connection. Worker
    /// threads call the responder for large requests.
    func respond(to request: ServerRequest, on loop: any EventLoop, _ carryOut: @escaping (ServerReply) -> Void) {
        let size = request.message.headers.reduce(request.target.utf8.count + request.message.body.count) {
            $0 + $1.name.utf8.count + $1.value.utf8.count
        }
        guard size > limits.inlineBytes else { return carryOut(responder(request)) }
        let carryOut = loop.onLoop(carryOut)
        workers.submit { [responder] _ in carryOut(responder(request)) }
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

extension TimeAmount {
    init(_ seconds: Double) { self = .microseconds(Int64(seconds * 1_000_000)) }
}

extension EventLoop {
    /// Calls `body` on this event loop, which must be the current one, after some seconds.
    @discardableResult
    func after(_ seconds: Double, _ body: @escaping () -> Void) -> Scheduled<Void> {
        assumeIsolated().scheduleTask(in: TimeAmount(seconds), body)
    }

    /// Returns a function for other threads, which calls `body` on this event loop. It must be the current one.
    func onLoop<Value: Sendable>(_ body: @escaping (Value) -> Void) -> @Sendable (Value) -> Void {
        let bound = NIOLoopBound(body, eventLoop: self)
        return { value in self.execute { bound.value(value) } }
    }
}

/// Counts the open connections of a server and the memory for request bodies. Refuses connections and bodies beyond the
/// limits.
final class ServerLoad: Sendable {
    private struct State {
        var channels: [ObjectIdentifier: any Channel] = [:]
        var bodyBytes = 0
        var isStopping = false
        var resetsConnections = false
    }

    private let limits: ServerLimits
    private let state = Locked(State())

    init(_ limits: ServerLimits) { self.limits = limits }

    /// Whether the server is stopping. If so, each response announces that the server closes the connection.
    var isStopping: Bool { state.withLock { $0.isStopping } }
    /// Whether new connections are reset.
    var resetsConnections: Bool { state.withLock { $0.resetsConnections } }
    var isEmpty: Bool { state.withLock { $0.channels.isEmpty } }

    /// Adds a connection, and removes it when it closes.
    ///
    /// - Returns: `false` if there are too many connections to add this one.
    func add(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let isAdded = state.withLock { state in
            guard state.channels.count < limits.connections else { return false }
            state.channels[id] = channel
            return true
        }
        if isAdded { channel.closeFuture.whenComplete { _ in self.state.withLock { $0.channels[id] = nil } } }
        return isAdded
    }

    /// Reserves memory for a body.
    ///
    /// - Returns: `false` if nothing was reserved, because the bytes would exceed the limit.
    func reserve(_ bytes: Int) -> Bool {
        state.withLock { state in
            guard state.bodyBytes + bytes <= limits.totalBodyBytes else { return false }
            state.bodyBytes += bytes
            return true
        }
    }

    func release(_ bytes: Int) {
        if bytes > 0 { state.withLock { $0.bodyBytes -= bytes } }
    }

    /// Makes each connection close after its current response.
    func beginStopping() {
        let channels = state.withLock { state in
            state.isStopping = true
            return Array(state.channels.values)
        }
        for channel in channels { channel.pipeline.fireUserInboundEventTriggered(ServerStopping()) }
    }

    /// Closes all connections. Returns a future for each connection, which completes when the connection is closed.
    ///
    /// - Parameter resettingNew: Whether further connections are reset.
    @discardableResult
    func closeAll(resettingNew: Bool = false) -> [EventLoopFuture<Void>] {
        let channels = state.withLock { state in
            if resettingNew { state.resetsConnections = true }
            return Array(state.channels.values)
        }
        return channels.map { channel in
            channel.eventLoop.execute { channel.closeAtOnce() }
            return channel.closeFuture
        }
    }
}

/// Collects the body of a request, within the limits of the server.
struct ReceivedBody {
    private let service: Service
    private(set) var bytes: [UInt8] = []

    init(_ service: Service) { self.service = service }

    /// Adds a piece of the body.
    ///
    /// - Returns: The reason why the server refuses the request, or `nil` if the piece was added.
    mutating func add(_ piece: ByteBuffer) -> ProblemDocument? {
        guard bytes.count + piece.readableBytes <= service.limits.bodyBytes else { return tooLarge }
        guard service.load.reserve(piece.readableBytes) else {
            return ProblemDocument(status: 503, "the server receives too many request bodies at the same time")
        }
        bytes.append(contentsOf: piece.readableBytesView)
        return nil
    }

    var tooLarge: ProblemDocument {
        ProblemDocument(status: 413, "the request body has more than \(service.limits.bodyBytes) bytes")
    }

    /// Frees the memory of the body.
    mutating func drop() {
        service.load.release(bytes.count)
        bytes = []
    }
}

extension Channel {
    /// Closes a connection without the TLS message `close_notify`. Sending this message would take time, and a client
    /// that receives it may consider an incomplete response complete.
    func closeAtOnce() {
        #if TLS
            if let tls = try? pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self) {
                return tls.close(promise: nil)
            }
        #endif
        close(promise: nil)
    }
}

/// The event that tells each connection that the server is stopping.
struct ServerStopping {}
