import AccordHTTP
import AccordJSON

/// The answers that faults are made of, where a status or a header makes the fault.
package enum FaultAnswer {
    /// The status that a fault answers with; nil where it keeps the documented one, or answers nothing.
    package static func status(_ fault: Fault) -> Int? {
        switch fault.id {
        case "status-below-100": 99
        case "status-600": 600
        case "status-999": 999
        case "early-error-response": 413
        case "body-on-204": 204
        case "unexpected-101": 101
        case "redirect-no-location": 302
        case "not-modified-unsolicited": 304
        case "challenge-basic", "challenge-bearer": 401
        case "proxy-auth": 407
        case "rate-limited": 429
        case "unavailable": 503
        case "unknown-4xx": 499
        case "unknown-5xx": 599
        case "unknown-2xx": 299
        default: nil
        }
    }

    /// The answer of a fault; the one that it breaks where it doesn't change it.
    package static func response(_ fault: Fault, breaking answer: HTTPResponse?) -> HTTPResponse? {
        var response = answer ?? HTTPResponse(status: 200)
        guard let status = status(fault) else {
            switch fault.id {
            case "header-flood": response.headers += (0..<5000).map { HTTPField("X-Flood-\($0)", "x") }
            case "gzip-ok": response.headers.append(HTTPField("Content-Encoding", "gzip"))
            default: return answer
            }
            return response
        }
        response.status = status
        switch fault.id {
        // The whole documented answer under another status: only the status says that it failed.
        case "status-below-100", "status-600", "status-999", "unknown-2xx", "unknown-4xx", "unknown-5xx", "body-on-204":
            return response
        case "challenge-basic": return HTTPResponse(status: status, headers: [challenge("Basic realm=\"accord\"")])
        case "challenge-bearer": return HTTPResponse(status: status, headers: [challenge("Bearer realm=\"accord\"")])
        case "rate-limited", "unavailable":
            return HTTPResponse(status: status, headers: [HTTPField("Retry-After", "60")])
        default: return HTTPResponse(status: status)
        }
    }

    private static func challenge(_ text: String) -> HTTPField { HTTPField("WWW-Authenticate", text) }
}
