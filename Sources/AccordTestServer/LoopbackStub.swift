import AccordMatching
import AccordServer
import AccordTesting

/// A conversation on a socket.
final class LoopbackStub: SocketStub {
    /// Where redirects lead to, and the documented answer is; no request of the contract.
    private static let redirect = "/accord-redirected"

    private let server: ScriptedServer
    let basePath: String

    /// `127.0.0.1:40123`
    var authority: String { server.authority }

    static func open(_ conversation: Conversation) async throws -> LoopbackStub {
        let documented = URLParts(conversation.server)
        let origin = "\(documented.scheme ?? "http")://\(documented.authority)"
        let server = try await ScriptedServer.start { [weak conversation] request, keepsAlive in
            guard let conversation else { return nil }
            return answer(to: request, keepsAlive: keepsAlive, of: conversation, origin: origin)
        }
        let path = documented.path
        return LoopbackStub(server, basePath: path.hasSuffix("/") ? String(path.dropLast()) : path)
    }

    private init(_ server: ScriptedServer, basePath: String) {
        self.server = server
        self.basePath = basePath
    }

    private static func answer(
        to request: HTTPRequest, keepsAlive: Bool, of conversation: Conversation, origin: String
    ) -> SocketScript? {
        // What a redirect leads to is no request of the contract: it is neither counted nor judged.
        if request.url == redirect, case .fault(let fault, let answer?)? = conversation.latestReply {
            return SocketFaults.script(
                fault.id == "redirect-loop" ? .fault(fault, answer) : .answer(answer), to: request.method,
                keepsAlive: keepsAlive, redirect: redirect)
        }
        var asked = request
        asked.url = request.url.hasPrefix("/") ? origin + request.url : request.url
        guard let reply = conversation.receive(asked) else { return nil }
        let script = SocketFaults.script(reply, to: request.method, keepsAlive: keepsAlive, redirect: redirect)
        if script.steps.last == .hold { conversation.hold(Loading { _ in }) }
        return script
    }

    func obstacle(to fault: Fault) -> String? { SocketFaults.obstacle(to: fault) }

    func prepare(for reply: StubReply?) {
        guard case .fault(let fault, _)? = reply else { return }
        switch fault.id {
        case "connection-refused": server.refuse()
        case "reset-on-accept": server.resetConnections()
        default: break
        }
    }

    func close() { server.stop() }
}
