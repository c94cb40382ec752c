import AccordHTTP
import AccordJudging

/// Writes an answer as HTTP/1.1, in one piece (RFC 9112).
enum ResponseWriter {
    static func bytes(of response: HTTPResponse, to method: String, keepsAlive: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(256 + response.body.count)
        bytes += "HTTP/1.1 \(response.status) \(reason(response.status))\r\n".utf8
        for field in response.headers where !isFraming(field.name) {
            bytes += "\(field.name): \(field.value)\r\n".utf8
        }
        if mayHaveBody(response.status) { bytes += "Content-Length: \(response.body.count)\r\n".utf8 }
        if !keepsAlive { bytes += "Connection: close\r\n".utf8 }
        bytes += "\r\n".utf8
        if mayHaveBody(response.status) && method != "HEAD" { bytes += response.body }
        return bytes
    }

    /// RFC 9110 section 6.4.1.
    private static func mayHaveBody(_ status: Int) -> Bool {
        status >= 200 && status != 204 && status != 304
    }

    /// The fields that say where the answer ends: the writer's own business.
    private static func isFraming(_ name: String) -> Bool {
        ["content-length", "transfer-encoding", "connection"].contains(name.lowercased())
    }

    /// The phrase of RFC 9110 section 15; empty, which is allowed, for statuses that it doesn't list.
    private static func reason(_ status: Int) -> String {
        reasons[status] ?? ""
    }

    private static let reasons: [Int: String] = [
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content",
        205: "Reset Content", 206: "Partial Content", 300: "Multiple Choices", 301: "Moved Permanently", 302: "Found",
        303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout",
        409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
        414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable", 417: "Expectation Failed",
        421: "Misdirected Request", 422: "Unprocessable Content", 425: "Too Early", 426: "Upgrade Required",
        428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        451: "Unavailable For Legal Reasons", 500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
        503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
    ]
}
