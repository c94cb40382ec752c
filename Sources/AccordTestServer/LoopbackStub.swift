// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordServer
import AccordTesting
import Foundation

/// Responds to the requests of a client on a socket of the loopback interface, or on a Unix socket.
final class LoopbackStub: SocketStub {
    /// How a client reaches the stub: at a base URL, through a proxy, or at a Unix socket.
    enum Endpoint {
        /// The client uses the URL of the stub instead of the URL of the documented server.
        case origin
        /// The client uses the stub as an HTTP proxy. The stub responds in place of every host.
        case proxy
        case unixSocket
    }

    /// The path to which redirect faults lead. The contract doesn't document this path.
    private static let redirect = "/accord-redirected"

    private let server: ScriptedServer
    let endpoint: Endpoint
    /// The path of the Unix socket, or `nil` if the stub has a port.
    let path: String?
    /// The server at a different origin, for faults that redirect to a different origin; otherwise `nil`.
    private let elsewhere: ScriptedServer?
    private let basePath: String
    private let causesTLSFault: Bool
    /// The TLS configuration of the stub; `nil` if no connection uses TLS.
    private let tls: LoopbackTLS?

    var port: Int { server.port }

    /// The URL of the stub, such as `http://127.0.0.1:40123/v1`.
    var address: String {
        // The URL contains `localhost`, because the certificate is issued for this name, not for the IP address.
        if tls != nil { return "https://localhost:\(port)\(basePath)" }
        return "http://127.0.0.1:\(port)\(basePath)"
    }

    init(_ conversation: Conversation, as endpoint: Endpoint) async throws {
        let documented = URLParts(conversation.server)
        let causesTLSFault = conversation.faults.contains(where: Self.isOnTLS)
        let path = endpoint == .unixSocket ? Self.unusedPath() : nil
        var elsewhere: ScriptedServer?
        var target: String?
        if conversation.faults.contains(where: OtherOrigin.isNeeded) {
            if endpoint == .proxy {
                target = OtherOrigin.proxied
            } else {
                let other = try await OtherOrigin.start(conversation)
                elsewhere = other
                target = "http://localhost:\(other.port)\(Self.redirect)"
            }
        }
        let origin = "\(documented.scheme ?? "http")://\(documented.authority)"
        let responder: ScriptedServer.Responder = { [weak conversation, target] request, keepsAlive in
            guard let conversation else { return nil }
            return Self.answer(to: request, keepsAlive: keepsAlive, of: conversation, origin: origin, elsewhere: target)
        }
        #if TLS
            let tls = endpoint == .proxy || endpoint == .origin && causesTLSFault ? LoopbackTLS() : nil
            let tunnel: ScriptedServer.Securing = { [weak conversation] channel, host in
                conversation?.refusal = Unreached.untrusted(host)
                try tls?.prepare(channel, host: host)
            }
            server = try await ScriptedServer.start(
                unixSocket: path, prepare: { channel in if endpoint == .origin { try tls?.prepare(channel) } },
                tunnel: endpoint == .proxy ? tunnel : nil, responder: responder)
        #else
            let tls: LoopbackTLS? = nil
            let tunnel: ScriptedServer.Securing = { [weak conversation] _, host in
                conversation?.refusal = Unreached.withoutTLS(host)
                throw CancellationError()
            }
            server = try await ScriptedServer.start(
                unixSocket: path, tunnel: endpoint == .proxy ? tunnel : nil, responder: responder)
        #endif
        basePath = documented.path.hasSuffix("/") ? String(documented.path.dropLast()) : documented.path
        self.endpoint = endpoint
        self.path = path
        self.elsewhere = elsewhere
        self.causesTLSFault = causesTLSFault
        self.tls = tls
    }

    /// Returns a short path, because the path of a socket has at most 104 bytes on Apple platforms.
    private static func unusedPath() -> String {
        let name = "accord-\(String(UInt64.random(in: 0...UInt64.max), radix: 36)).sock"
        return FileManager.default.temporaryDirectory.appending(path: name).path
    }

    private static func isOnTLS(_ fault: Fault) -> Bool { fault.layer == .tls || fault == .redirectDowngrade }

    private static func answer(
        to request: HTTPRequest, keepsAlive: Bool, of conversation: Conversation, origin: String, elsewhere: String?
    ) -> SocketScript? {
        // A fault may redirect the client to a URL that isn't `http` or `https`. If the client uses the stub as its
        // proxy, the stub receives this request. `nil` closes the connection.
        if let scheme = URLParts(request.url).scheme, !["http", "https"].contains(scheme) { return nil }
        if request.url == OtherOrigin.proxied {
            return OtherOrigin.script(for: request, keepsAlive: keepsAlive, of: conversation)
        }
        // The client has followed a redirect. The contract doesn't document this request, so the stub neither counts
        // nor judges it.
        if URLParts(request.url).path == redirect, case .fault(let fault, let answer?)? = conversation.latestReply {
            return SocketFaults.script(
                fault == .redirectLoop ? .fault(fault, answer) : .answer(answer), to: request.method,
                keepsAlive: keepsAlive, redirect: redirect)
        }
        var sent = request
        sent.url = request.url.hasPrefix("/") ? origin + request.url : request.url
        let later = LaterScript()
        let answering = Answering(finish: { reply in
            later.settle(
                reply.map { SocketFaults.script($0, to: request.method, keepsAlive: keepsAlive, redirect: redirect) })
        })
        if conversation.gather(sent, answering) { return SocketScript([.later(later)]) }
        guard let reply = conversation.receive(sent) else { return nil }
        if conversation.delivery == .oneByOne, case .answer(let response) = reply {
            return BrokenAnswer(response, to: request.method).script(pieces: response.pieces) {
                [weak conversation] count, then in conversation?.whenRead(count, then)
            }
        }
        if case .fault(let fault, _) = reply, let obstacle = SocketFaults.obstacle(to: fault, for: request) {
            conversation.obstacle = .noFault(obstacle)
            return nil
        }
        if case .fault(let fault, _) = reply, fault == .redirectCrossOrigin,
            !sent.headers.contains(where: { conversation.credentialFields.contains($0.name.lowercased()) })
        {
            conversation.obstacle = .noFault("the client’s request contains no credentials in header fields")
            return nil
        }
        let script = SocketFaults.script(
            reply, to: request.method, keepsAlive: keepsAlive, redirect: elsewhere ?? redirect)
        if script.steps.last == .hold {
            conversation.hold(Answering(finish: { [weak conversation] _ in end(conversation) }))
        }
        return script
    }

    /// Closes the connections, so that a call without a response ends. The call isn't async, so there is no task that
    /// the test could cancel.
    private static func end(_ conversation: Conversation?) {
        conversation?.obstacle = .noFault(
            "Accord can’t cancel the client’s call, because the call isn’t async and the stub is on a socket")
        (conversation?.socket as? LoopbackStub)?.server.closeConnections()
    }

    func obstacle(to fault: Fault) -> String? {
        guard Self.isOnTLS(fault) else { return SocketFaults.obstacle(to: fault) }
        if endpoint == .unixSocket { return "the client connects to a Unix socket, which doesn’t support TLS" }
        #if TLS
            return nil
        #else
            return "the stub’s socket supports TLS only with the trait “TLS” of the package accord"
        #endif
    }

    func rehearsal(for fault: Fault) -> Rehearsal? {
        if fault == .staleKeepalive { return .connection }
        #if TLS
            return tls != nil && LoopbackTLS.needsTrust(fault) ? .trust : nil
        #else
            return nil
        #endif
    }

    func prepare(for reply: StubReply?) {
        var fault: Fault?
        if case .fault(let caused, _)? = reply { fault = caused }
        #if TLS
            tls?.cause(fault.flatMap { Self.isOnTLS($0) ? $0 : nil })
        #endif
        // TLS faults occur in the handshake. Close open connections, so that the client needs a new handshake.
        if tls != nil, causesTLSFault { return server.closeConnections() }
        if fault == .connectionRefused { server.refuse() }
        if fault == .resetOnAccept { server.resetConnections() }
    }

    func close() {
        server.stop()
        elsewhere?.stop()
        if let path { try? FileManager.default.removeItem(atPath: path) }
        DetouredProcess.release(self)
    }
}
