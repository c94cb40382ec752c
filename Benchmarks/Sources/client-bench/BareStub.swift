// SPDX-License-Identifier: Apache-2.0
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What no case can cost less than: a session of its own, a protocol that answers it, and the same client's call.
final class BareStub: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let url = request.url,
            let head = HTTPURLResponse(
                url: url, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: ["Content-Type": "application/json"])
        else { return }
        client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(#"{"token":"1234567890"}"#.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}

    /// Makes a session, calls, and ends the session.
    static func callOnce() async {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [BareStub.self]
        let session = URLSession(configuration: configuration)
        let token = try? await LoginClient(session: session).login("dasd\u{F6}m", "%&34")
        precondition(token == "1234567890")
        session.invalidateAndCancel()
    }
}
