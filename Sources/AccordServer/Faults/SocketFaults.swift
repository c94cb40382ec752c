import AccordCases
import AccordHTTP

/// Causes the faults of the catalogue on a real connection.
package enum SocketFaults {
    /// Why a loopback socket can't cause a fault, or not in good time; nil where it can.
    package static func obstacle(to fault: Fault) -> String? {
        switch fault.id {
        case "dns-failure": "a loopback address needs no name"
        case "offline", "data-not-allowed": "the loopback is always there"
        case "connect-timeout", "no-response", "body-stall", "headers-then-stall":
            "it would take the client's own timeout: a stub within the process does it at once"
        case "decompression-bomb", "oversized-body": "no limit is documented"
        case "flaky-then-ok": "it takes a documented retry"
        case "concurrent-isolation": "it takes several calls at once"
        default: nil
        }
    }

    /// Why a fault can't be caused for the client that asked; nil where it can.
    package static func obstacle(to fault: Fault, for request: HTTPRequest) -> String? {
        let agent = request.headers.first { $0.name.lowercased() == "user-agent" }?.value ?? ""
        guard agent.contains("(unknown version) curl/") else { return nil }
        return switch fault.id {
        case "challenge-basic": "FoundationNetworking 6.3.1 never completes a 401 with a Basic challenge"
        case "truncated-headers":
            "FoundationNetworking 6.3.1 ends the process where a connection ends within the headers"
        default: nil
        }
    }

    /// The script of a reply.
    ///
    /// - Parameters:
    ///   - reply: with the answer as the fault has already changed it, where a status or a field makes the fault.
    ///   - redirect: the path, or the address of another origin, that faults redirect to.
    package static func script(_ reply: StubReply, to method: String, keepsAlive: Bool, redirect: String)
        -> SocketScript
    {
        guard case .fault(let fault, let answer) = reply else {
            guard case .answer(let answer) = reply else { return SocketScript([.close]) }
            return whole(answer, to: method, keepsAlive: keepsAlive)
        }
        let writer = BrokenAnswer(answer ?? HTTPResponse(status: 200), to: method)
        if let steps = writer.steps(of: fault) { return SocketScript(steps) }
        switch fault.id {
        case "redirect-follow", "redirect-loop", "redirect-cross-origin", "redirect-downgrade":
            return moved(to: redirect)
        // Closed without a word of it: the client finds out with its next request.
        case "stale-keepalive":
            return SocketScript(
                whole(answer ?? HTTPResponse(status: 200), to: method, keepsAlive: true).steps + [.hangUp])
        case "redirect-bad-scheme": return moved(to: "ftp://127.0.0.1/")
        default:
            if case .cancelled(let sendsHead) = fault.stub {
                return SocketScript(sendsHead ? [.send(writer.head(length: writer.body.count)), .hold] : [.hold])
            }
            return whole(answer ?? HTTPResponse(status: 200), to: method, keepsAlive: keepsAlive)
        }
    }

    private static func whole(_ answer: HTTPResponse, to method: String, keepsAlive: Bool) -> SocketScript {
        let bytes = ResponseWriter.bytes(of: answer, to: method, keepsAlive: keepsAlive)
        return SocketScript(keepsAlive ? [.send(bytes)] : [.send(bytes), .close])
    }

    private static func moved(to location: String) -> SocketScript {
        let text = "HTTP/1.1 302 Found\r\nLocation: \(location)\r\nContent-Length: 0\r\n\r\n"
        return SocketScript([.send(Array(text.utf8))])
    }
}
