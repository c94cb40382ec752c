// SPDX-License-Identifier: Apache-2.0
import AccordCore
import AccordServer
import AccordTesting

/// The server to which a fault redirects the client. Its origin differs from the stub's origin, so the client must not
/// send credentials to this server.
enum OtherOrigin {
    /// The URL to which a fault redirects a client that uses the stub as its proxy.
    static let proxied = "http://elsewhere.test/accord-redirected"

    static func isNeeded(for fault: Fault) -> Bool { fault == .redirectCrossOrigin || fault == .redirectDowngrade }

    /// Starts the server to which a fault redirects. The server sends the response that the client would get without
    /// the fault.
    static func start(_ conversation: Conversation) async throws -> ScriptedServer {
        try await ScriptedServer.start { [weak conversation] request, keepsAlive in
            conversation.flatMap { script(for: request, keepsAlive: keepsAlive, of: $0) }
        }
    }

    /// Returns the response that the client would get without the redirect. Reports a finding if the request contains
    /// credentials.
    static func script(for request: HTTPRequest, keepsAlive: Bool, of conversation: Conversation) -> SocketScript? {
        guard case .fault(let fault, let answer)? = conversation.latestReply else { return nil }
        if let finding = finding(request, fault, conversation) { conversation.report(finding) }
        return SocketFaults.script(
            .answer(answer ?? HTTPResponse(status: 200)), to: request.method, keepsAlive: keepsAlive, redirect: "")
    }

    private static func finding(_ request: HTTPRequest, _ fault: Fault, _ conversation: Conversation) -> Finding? {
        let sent = request.headers.map(\.name).filter { conversation.credentialFields.contains($0.lowercased()) }
        guard !sent.isEmpty else { return nil }
        return Finding(
            rule: .requestRedirectCredentials, severity: fault == .redirectDowngrade ? .warning : .error,
            blame: .client, "after a redirect, the client sent credentials to a different origin",
            place: .init(.header, sent[0]), expected: "a request without \(sent.joined(separator: ", "))",
            actual: "\(sent.joined(separator: ", ")) to the different origin",
            advice: "In urlSession(_:task:willPerformHTTPRedirection:…), remove the credentials "
                + "if the host, port or scheme changes.")
    }
}
