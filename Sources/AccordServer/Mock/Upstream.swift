import AccordContract
import AccordCore

/// How a mock sends requests of its own; by default it sends none.
package struct MockConnections: Sendable {
    /// Sends a request and hands over its answer, or why none came; on any thread, once.
    package typealias Send =
        @Sendable (HTTPRequest, @escaping @Sendable (Result<HTTPResponse, UpstreamFailure>) -> Void) -> Void

    /// Answers what no case does.
    package var upstream: Upstream?
    /// Called with what the real server was asked, and answered.
    package var exchanged: (@Sendable (HTTPRequest, HTTPResponse) -> Void)?
    /// Sends callbacks.
    package var send: Send?
    /// Called with what became of a callback.
    package var note: (@Sendable (String) -> Void)?

    package init() {}
}

/// A real server, which is asked what no case answers.
package struct Upstream: Sendable {
    /// `http://localhost:3000/v1`
    package var address: String
    package var send: MockConnections.Send

    package init(address: String, send: @escaping MockConnections.Send) {
        self.address = address
        self.send = send
    }

    /// The request as it goes on: to the other address, without what belongs to this connection (RFC 9110 section 7.6.1).
    func request(_ request: HTTPRequest, target: String) -> HTTPRequest {
        var names: Set<String> = [
            "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "te", "trailer",
            "transfer-encoding", "upgrade", "host", "content-length", "prefer", "accept-encoding",
        ]
        for line in request.headers.values("Connection") {
            for name in line.split(separator: ",") { names.insert(String(name).trimmingSpaces.lowercased()) }
        }
        let parts = URLParts(ServedOperation.authority + target)
        return HTTPRequest(
            method: request.method, url: URLParts.url(address, path: parts.path, query: parts.query),
            headers: request.headers.filter { !names.contains($0.name.lowercased()) }, body: request.body)
    }

    /// The answer as it is handed on.
    static func answer(_ response: HTTPResponse) -> HTTPResponse {
        var answer = response
        answer.headers.removeAll { field in
            ["connection", "keep-alive", "transfer-encoding", "content-length", "upgrade", "trailer"]
                .contains(field.name.lowercased())
        }
        return answer
    }
}

/// Why no answer came from the real server.
package struct UpstreamFailure: Error, Sendable, CustomStringConvertible {
    package var description: String

    package init(_ description: String) {
        self.description = description
    }
}
