// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// Causes the faults of the catalogue on a connection.
package enum SocketFaults {
    /// Returns the reason why a loopback socket can't cause a fault within a short time, or `nil` if it can.
    package static func obstacle(to fault: Fault) -> String? {
        let response = BrokenAnswer(HTTPResponse(status: 200), to: "GET")
        return switch response.effect(of: fault) {
        case .impossible(let reason): reason
        case .stall: BrokenAnswer.takesTimeout
        case .excessive: "the contract documents no size limit"
        case .unchanged, .redirect, .steps: nil
        }
    }

    /// Returns the reason why a fault can't be tested with the client that sent a request, or `nil` if it can. For
    /// example, a client that doesn't accept gzip can't receive an invalid gzip body.
    package static func obstacle(to fault: Fault, for request: HTTPRequest) -> String? {
        let codings = request.headers.first("Accept-Encoding") ?? ""
        if [.gzipOk, .gzipMislabelled].contains(fault), !codings.contains("gzip"), !codings.contains("*") {
            return "the client doesn’t accept gzip"
        }
        // Recognize FoundationNetworking by the `Accept-Encoding` of libcurl or by the default `User-Agent`. Check both
        // header fields, because a client may replace one of them.
        let agent = request.headers.first { $0.name.isFieldName("User-Agent") }?.value ?? ""
        guard codings.hasPrefix("deflate, gzip") || agent.contains("(unknown version) curl/") else { return nil }
        if fault == .challengeBasic {
            return "FoundationNetworking 6.3.1 never completes a request after a 401 with a Basic challenge"
        }
        if fault == .truncatedHeaders {
            return "FoundationNetworking 6.3.1 crashes if a connection ends within the header section"
        }
        return nil
    }

    /// The faults that a mock can cause, in the order of the catalogue.
    ///
    /// A mock can't cause faults in the TLS handshake, faults in the client such as a cancelled call, or connection
    /// faults other than a reset.
    static let ofMock: [Fault] = Fault.allCases.filter { fault in
        switch fault.layer {
        case .connect: fault == .resetOnAccept
        case .tls, .client: false
        case .preResponse, .headers, .framing, .coding, .flow: true
        }
    }

    /// Returns the steps that send a reply and cause its fault.
    ///
    /// - Parameters:
    ///   - reply: The reply. If the fault is a status code or header field, the response already contains it.
    ///   - redirect: The path or URL that faults redirect to.
    package static func script(_ reply: StubReply, to method: String, keepsAlive: Bool, redirect: String)
        -> SocketScript
    {
        switch reply {
        case .answer(let answer): return unbroken(answer, to: method, keepsAlive: keepsAlive)
        case .fault(let fault, let changed):
            var answer = changed ?? HTTPResponse(status: 200)
            switch BrokenAnswer(answer, to: method).effect(of: fault) {
            case .impossible, .unchanged: return unbroken(answer, to: method, keepsAlive: keepsAlive)
            case .stall(let steps): return SocketScript(steps)
            case .excessive(let coding, let body):
                answer.body = body()
                if let coding {
                    answer.headers.removeAll { $0.isNamed("Content-Encoding") }
                    answer.headers.append(HTTPField("Content-Encoding", coding))
                }
                return unbroken(answer, to: method, keepsAlive: keepsAlive)
            case .redirect: return ended([BrokenAnswer.moved(to: redirect)], keepsAlive: keepsAlive)
            case .steps(let steps): return ended(steps, keepsAlive: keepsAlive)
            }
        }
    }

    private static func unbroken(_ answer: HTTPResponse, to method: String, keepsAlive: Bool) -> SocketScript {
        let bytes = ResponseWriter.bytes(of: answer, to: method, keepsAlive: keepsAlive)
        return ended([.send(bytes)], keepsAlive: keepsAlive)
    }

    /// If the client requested `Connection: close`, adds a step that closes the connection.
    private static func ended(_ steps: [SocketScript.Step], keepsAlive: Bool) -> SocketScript {
        switch steps.last {
        case .send where !keepsAlive, .drip where !keepsAlive: SocketScript(steps + [.close])
        default: SocketScript(steps)
        }
    }
}
