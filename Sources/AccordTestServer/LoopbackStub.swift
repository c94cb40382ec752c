// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordSchema
import AccordServer
import AccordTesting

/// A stub on a socket of the loopback interface.
final class LoopbackStub: SocketStub {
    /// The path to which the stub redirects; the contract doesn't document it.
    private static let redirect = "/accord-redirected"

    private let server: ScriptedServer
    /// The second origin, if a fault redirects to it.
    private let elsewhere: ScriptedServer?
    private let basePath: String

    #if TLS
        /// The TLS configuration of the stub; `nil` in a case without a TLS fault.
        private let tls: LoopbackTLS?
    #endif

    /// `http://127.0.0.1:40123/v1`
    var address: String {
        #if TLS
            // The URL contains `localhost`, because the certificate is issued for this name, not for the IP address.
            if tls != nil { return "https://localhost:\(server.port)\(basePath)" }
        #endif
        return "http://127.0.0.1:\(server.port)\(basePath)"
    }

    static func open(_ conversation: Conversation) async throws -> LoopbackStub {
        let documented = URLParts(conversation.server)
        let origin = "\(documented.scheme ?? "http")://\(documented.authority)"
        var elsewhere: ScriptedServer?
        if conversation.faults.contains(where: OtherOrigin.isNeeded) {
            elsewhere = try await OtherOrigin.start(conversation)
        }
        let target = elsewhere.map { "http://localhost:\($0.port)\(redirect)" }
        let responder: ScriptedServer.Responder = { [weak conversation] request, keepsAlive in
            guard let conversation else { return nil }
            return answer(
                to: request, keepsAlive: keepsAlive, of: conversation, origin: origin, elsewhere: target)
        }
        let path = documented.path.hasSuffix("/") ? String(documented.path.dropLast()) : documented.path
        #if TLS
            let tls = conversation.faults.contains(where: isOnTLS) ? LoopbackTLS() : nil
            let server = try await ScriptedServer.start(
                prepare: { channel in try tls?.prepare(channel) }, responder: responder)
            return LoopbackStub(server, elsewhere, basePath: path, tls)
        #else
            return LoopbackStub(
                try await ScriptedServer.start(responder: responder), elsewhere, basePath: path)
        #endif
    }

    private static func isOnTLS(_ fault: Fault) -> Bool { fault.layer == .tls || fault == .redirectDowngrade }

    #if TLS
        private init(_ server: ScriptedServer, _ elsewhere: ScriptedServer?, basePath: String, _ tls: LoopbackTLS?) {
            self.server = server
            self.elsewhere = elsewhere
            self.basePath = basePath
            self.tls = tls
        }
    #else
        private init(_ server: ScriptedServer, _ elsewhere: ScriptedServer?, basePath: String) {
            self.server = server
            self.elsewhere = elsewhere
            self.basePath = basePath
        }
    #endif

    private static func answer(
        to request: HTTPRequest, keepsAlive: Bool, of conversation: Conversation, origin: String, elsewhere: String?
    ) -> SocketScript? {
        // The contract doesn't document the redirected request, so the stub neither counts nor judges it.
        if request.url == redirect, case .fault(let fault, let answer?)? = conversation.latestReply {
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
            return BrokenAnswer(response, to: request.method).script(pieces: StreamPieces.of(response)) {
                [weak conversation] count, then in conversation?.whenRead(count, then)
            }
        }
        if case .fault(let fault, _) = reply, let obstacle = SocketFaults.obstacle(to: fault, for: request) {
            conversation.obstacle = obstacle
            return nil
        }
        if case .fault(let fault, _) = reply, fault == .redirectCrossOrigin,
            !sent.headers.contains(where: { conversation.credentialFields.contains($0.name.lowercased()) })
        {
            conversation.obstacle = "the header section of the request contains no credentials"
            return nil
        }
        let script = SocketFaults.script(
            reply, to: request.method, keepsAlive: keepsAlive, redirect: elsewhere ?? redirect)
        if script.steps.last == .hold { conversation.hold(Loading { _ in }) }
        return script
    }

    func obstacle(to fault: Fault) -> String? {
        guard LoopbackStub.isOnTLS(fault) else { return SocketFaults.obstacle(to: fault) }
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
            if let tls {
                tls.cause(fault)
                // An open connection has completed its TLS handshake, so a new connection is needed.
                return server.closeConnections()
            }
        #endif
        if fault == .connectionRefused { server.refuse() }
        if fault == .resetOnAccept { server.resetConnections() }
    }

    func close() {
        server.stop()
        elsewhere?.stop()
    }
}
