// SPDX-License-Identifier: Apache-2.0
import AccordCore
import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A URLProtocol that responds to the requests of its session with the replies of a conversation.
///
/// It works around defects of FoundationNetworking 6.3.1. Only the last of several `didLoad` chunks reaches async
/// callers. Calling `wasRedirectedTo` or finishing without a response crashes the process. Session timeouts never fire.
final class StubProtocol<Tag>: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }

    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
        guard let conversation = StubClasses.shared.conversation(of: type(of: self)) else { return fail(.cancelled) }
        #if os(Linux)
            // A download task would crash the process, because only the built-in URLProtocol can pass a file to the
            // task.
            if task is URLSessionDownloadTask {
                conversation.obstacle = .noFault(
                    "FoundationNetworking 6.3.1 doesn’t support download tasks in a stub: use stub.baseURL")
                return fail(.cancelled)
            }
        #endif
        let sent = HTTPRequest(request, of: task)
        let answering = Answering { [weak self] in
            self?.begin($0)
        } finish: { [weak self] in
            self?.finish($0, of: conversation)
        }
        if conversation.gather(sent, answering) { return }
        let reply = conversation.receive(sent)
        begin(reply)
        finish(reply, of: conversation)
    }

    private func begin(_ reply: StubReply?) {
        if let response = reply?.whole { respond(response, share: .all) }
    }

    private func finish(_ reply: StubReply?, of conversation: Conversation) {
        guard let reply else { return fail(.cancelled) }
        guard case .fault(let fault, let response) = reply, reply.whole == nil else {
            client?.urlProtocolDidFinishLoading(self)
            return
        }
        let head = response ?? HTTPResponse(status: 200)
        switch fault.stub {
        case .fails(let code): fail(Self.code(code))
        case .breaksOff(let share, let code):
            respond(head, share: share)
            fail(Self.code(code))
        case .cancelled(let sendsHead):
            if sendsHead { respond(head, share: .none) }
            let answering = Answering(finish: { [weak self] _ in self?.fail(.cancelled) })
            conversation.hold(answering, by: ObjectIdentifier(self))
        case .answers, .together, .impossible: fail(.unknown)
        }
    }

    override func stopLoading() { StubClasses.shared.conversation(of: type(of: self))?.stopped(ObjectIdentifier(self)) }

    /// Returns the header fields. Values of fields with the same name are joined by commas (RFC 9110 section 5.2).
    private static func fields(_ response: HTTPResponse) -> [String: String] {
        Dictionary(response.headers.map { ($0.name, $0.value) }) { "\($0), \($1)" }
    }

    private func respond(_ response: HTTPResponse, share: Fault.BodyShare) {
        guard let url = request.url,
            let head = HTTPURLResponse(
                url: url, statusCode: response.status, httpVersion: "HTTP/1.1", headerFields: Self.fields(response))
        else { return }
        client?.urlProtocol(self, didReceive: head, cacheStoragePolicy: .notAllowed)
        let count =
            switch share {
            case .none: 0
            case .half: response.body.count / 2
            case .all: response.body.count
            }
        if count > 0 { client?.urlProtocol(self, didLoad: Data(response.body.prefix(count))) }
    }

    /// Returns an error code of `URLError`. On Linux, there is no code for some numbers.
    private static func code(_ number: Int) -> URLError.Code {
        URLError.Code(rawValue: number) as URLError.Code? ?? .unknown
    }

    private func fail(_ code: URLError.Code) {
        var details: [String: Any] = [:]
        if let url = request.url { details[NSURLErrorFailingURLErrorKey] = url }
        client?.urlProtocol(self, didFailWithError: URLError(code, userInfo: details))
    }
}

extension StubReply {
    /// The response that a stub in the test process sends completely. It is `nil` for a fault without such a response.
    fileprivate var whole: HTTPResponse? {
        switch self {
        case .answer(let response): response
        case .fault(let fault, let response): fault.stub == .answers ? response ?? HTTPResponse(status: 200) : nil
        }
    }
}
