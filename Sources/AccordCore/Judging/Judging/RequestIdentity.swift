import AccordContract
import AccordJSON

/// What makes two requests the same to a server: a query and a form in any order of names, JSON by value, multipart
/// whatever its boundary.
package struct RequestIdentity: Hashable, Sendable {
    private enum Body: Hashable, Sendable {
        case json(JSON)
        case form([Form.Item])
        case parts([Multipart.Part])
        case bytes([UInt8])
    }

    private let method: String
    /// The URL in front of its query.
    private let target: String
    private let query: [Form.Item]
    private let body: Body

    package init(_ request: HTTPRequest) {
        method = request.method
        var parts = URLParts(request.url)
        query = Self.sorted(parts.query ?? "")
        parts.query = nil
        target = parts.description
        body = Self.body(request)
    }

    private static func body(_ request: HTTPRequest) -> Body {
        let type = request.headers.first("Content-Type").flatMap { MediaType(parsing: $0) }
        guard let type else { return .bytes(request.body) }
        if type.isJSON, let document = try? JSONDocument(parsing: request.body) { return .json(JSON(document.root)) }
        if type.isForm { return .form(sorted(String(decoding: request.body, as: UTF8.self))) }
        if type.isMultipart, let boundary = type.parameter("boundary"),
            let multipart = try? Multipart(parsing: request.body, boundary: boundary)
        {
            return .parts(multipart.parts)
        }
        return .bytes(request.body)
    }

    /// By name; those of one name keep their order.
    private static func sorted(_ text: String) -> [Form.Item] {
        Form.parse(text).enumerated()
            .sorted { left, right in
                left.element.name == right.element.name
                    ? left.offset < right.offset : left.element.name < right.element.name
            }
            .map(\.element)
    }
}
