// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// The functions with which a mock sends requests to other servers. By default, a mock sends no requests.
package struct MockConnections: Sendable {
    /// A function that sends a request. It calls the closure once, on any thread, with the response or with the reason
    /// for the failure.
    package typealias Send =
        @Sendable (HTTPRequest, @escaping @Sendable (Result<HTTPResponse, DescribedError>) -> Void) -> Void

    /// The real server to which the mock forwards requests that match no case.
    package var upstream: Upstream?
    /// A closure that is called with each request to the upstream server and its response.
    package var exchanged: (@Sendable (HTTPRequest, HTTPResponse) -> Void)?
    /// The function that sends callbacks and webhooks.
    package var send: Send?
    /// A closure that receives a line about each callback: its request and the status of the response, or the error.
    package var note: (@Sendable (String) -> Void)?

    package init() {}
}

/// A real server to which the mock forwards requests that match no case.
package struct Upstream: Sendable {
    /// The base URL, such as `http://localhost:3000/v1`.
    package var address: String
    package var send: MockConnections.Send

    package init(address: String, send: @escaping MockConnections.Send) {
        self.address = address
        self.send = send
    }

    /// Returns the request to send to the upstream server. Omits the header fields that belong to the client's
    /// connection (RFC 9110 section 7.6.1).
    func request(_ request: HTTPRequest, target: String) -> HTTPRequest {
        let parts = URLParts(ServedOperation.authority + target)
        // The mock serves an operation with and without the base path of its server.
        let base = URLParts(address).path
        let path = parts.path.hasPrefix("\(base)/") ? String(parts.path.dropFirst(base.count)) : parts.path
        return HTTPRequest(
            method: request.method, url: URLParts.url(address, path: path, query: parts.query),
            headers: Self.forwarded(request.headers, except: ["host", "prefer", "accept-encoding"]), body: request.body)
    }

    /// Returns the response to send to the client. Omits the header fields that belong to the upstream connection, and
    /// the coding of a body that is decoded already.
    static func answer(_ response: HTTPResponse) -> HTTPResponse {
        var answer = response
        answer.headers = forwarded(response.headers, except: response.isDecoded ? ["content-encoding"] : [])
        return answer
    }

    /// Returns the header fields without the fields of one connection, which include the fields that `Connection` names
    /// (RFC 9110 section 7.6.1).
    private static func forwarded(_ fields: [HTTPField], except others: [String]) -> [HTTPField] {
        let named = fields.values("Connection").flatMap { HeaderGrammar.list($0) }.map { $0.lowercased() }
        let omitted = Set(others + named).union([
            "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection", "te",
            "trailer", "transfer-encoding", "upgrade", "content-length",
        ])
        return fields.filter { !omitted.contains($0.name.lowercased()) }
    }
}
