import AccordJSON

/// A URL's parts, as RFC 3986 appendix B cuts them; nothing is decoded, and nothing is refused.
package struct URLParts: Sendable, Hashable, CustomStringConvertible {
    package var scheme: String?
    package var userInfo: String?
    package var host: String?
    /// As written; may be empty.
    package var port: String?
    package var path: String
    /// Without the `?`; nil if there is none.
    package var query: String?
    package var fragment: String?

    /// Cuts a URL, or a reference to one; any text has parts.
    package init(_ text: some StringProtocol) {
        path = ""
        var rest = Substring(text)
        if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
            fragment = String(rest[rest.utf8.index(after: hash)...])
            rest = rest[..<hash]
        }
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = String(rest[rest.utf8.index(after: mark)...])
            rest = rest[..<mark]
        }
        if let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")), Self.isScheme(rest[..<colon]) {
            scheme = String(rest[..<colon])
            rest = rest[rest.utf8.index(after: colon)...]
        }
        if rest.utf8.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            setAuthority(rest[..<slash])
            rest = rest[slash...]
        }
        path = String(rest)
    }

    private mutating func setAuthority(_ text: Substring) {
        var rest = text
        if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
            userInfo = String(rest[..<at])
            rest = rest[rest.utf8.index(after: at)...]
        }
        let bracket = rest.utf8.lastIndex(of: UInt8(ascii: "]")) ?? rest.startIndex
        if let colon = rest[bracket...].utf8.lastIndex(of: UInt8(ascii: ":")) {
            port = String(rest[rest.utf8.index(after: colon)...])
            rest = rest[..<colon]
        }
        host = String(rest)
    }

    private static func isScheme(_ text: Substring) -> Bool {
        guard let first = text.utf8.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A else { return false }
        return text.utf8.allSatisfy { ByteSet.scheme.contains($0) }
    }

    /// The port that is meant: the one written, else the scheme's own.
    package var effectivePort: Int? {
        if let port, !port.isEmpty { return Int(port) }
        switch scheme?.lowercased() {
        case "http", "ws": return 80
        case "https", "wss": return 443
        default: return nil
        }
    }

    /// The host and, unless it is the scheme's own, the port.
    package var authority: String {
        var text = host ?? ""
        if let port, !port.isEmpty { text += ":\(port)" }
        return text
    }

    package var description: String {
        var text = ""
        if let scheme { text += "\(scheme):" }
        if host != nil {
            text += "//"
            if let userInfo { text += "\(userInfo)@" }
            text += authority
        }
        text += path
        if let query { text += "?\(query)" }
        if let fragment { text += "#\(fragment)" }
        return text
    }

    /// `base` with `path` behind its own and `query`; a slash is never doubled.
    package static func url(_ base: String, path: String, query: String?) -> String {
        let isWhole = base.utf8.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        // Nothing to cut: the path goes behind it as it is.
        guard !isWhole, path.utf8.first == UInt8(ascii: "/"), base.utf8.last != UInt8(ascii: "/") else {
            return URLParts(base).appending(path: path, query: query).description
        }
        var url = base
        url += path
        if let query {
            url += "?"
            url += query
        }
        return url
    }

    /// The URL with `path` behind its own and `query`; a slash is never doubled.
    package func appending(path added: String, query: String?) -> URLParts {
        var parts = self
        let base = path.utf8.last == UInt8(ascii: "/") ? String(path.dropLast()) : path
        parts.path = base + (added.utf8.first == UInt8(ascii: "/") || added.isEmpty ? added : "/\(added)")
        parts.query = query
        parts.fragment = nil
        return parts
    }
}

extension ByteSet {
    fileprivate static let scheme: ByteSet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+-."
}
