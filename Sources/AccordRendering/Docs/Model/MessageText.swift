import AccordContract
import AccordCore
import AccordJSON

/// Requests and responses as HTTP/1.1 writes them, their bodies readable.
enum MessageText {
    /// A body that is longer is cut.
    private static let longestBody = 20_000

    static func request(_ request: HTTPRequest) -> String {
        let parts = URLParts(request.url)
        let query = parts.query.map { "?\($0)" } ?? ""
        let target = (parts.path.isEmpty ? "/" : parts.path) + query
        let host = (parts.host ?? "") + (parts.port.map { ":\($0)" } ?? "")
        var headers = request.headers.map(readable)
        if request.headers.first("Host") == nil, !host.isEmpty { headers.insert(HTTPField("Host", host), at: 0) }
        return Placeholder.named(message("\(request.method) \(target) HTTP/1.1", headers, request.body))
    }

    static func response(_ response: HTTPResponse) -> String {
        Placeholder.named(message("HTTP/1.1 \(response.status)", response.headers, response.body))
    }

    /// A user's name and password as they are, not in base64, where they are variables.
    private static func readable(_ field: HTTPField) -> HTTPField {
        guard field.isNamed("Authorization"), let user = BasicCredentials(field.value)?.text,
            !Placeholder.names(in: [user]).isEmpty
        else { return field }
        return HTTPField(field.name, "Basic base64(\(user))")
    }

    private static func message(_ start: String, _ headers: [HTTPField], _ body: [UInt8]) -> String {
        let head = ([start] + headers.map { "\($0.name): \($0.value)" }).joined(separator: "\n")
        return body.isEmpty ? head : "\(head)\n\n\(self.body(body))"
    }

    /// JSON over several lines; what isn't text by its size.
    static func body(_ bytes: [UInt8]) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            return "(\(bytes.count) bytes that aren't text)"
        }
        // Parts of a multipart body end their lines as HTTP does.
        var shown = text.replacing("\r\n", with: "\n")
        if let first = bytes.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let document = try? JSONDocument(parsing: bytes)
        {
            shown = document.root.pretty
        }
        guard shown.utf8.count > longestBody else { return shown }
        return String(shown.prefix(longestBody)) + "\n… (\(bytes.count) bytes in all)"
    }
}
