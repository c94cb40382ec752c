import AccordContract
import AccordJSON

/// A request with what is read of it, each part once and only where it is asked for.
final class ParsedRequest {
    let message: HTTPRequest
    /// Still percent-encoded; `/` where the URL has none.
    let path: String
    /// Still percent-encoded.
    let query: [RawItem]
    /// The body, where it is JSON.
    private(set) lazy var json: JSON? = (try? JSONDocument(parsing: message.body)).map { JSON($0.root) }

    convenience init(_ message: HTTPRequest) { self.init(message, URLParts(message.url)) }

    init(_ message: HTTPRequest, _ url: URLParts) {
        self.message = message
        path = url.path.isEmpty ? "/" : url.path
        query = RawItem.split(url.query ?? "")
    }
}
