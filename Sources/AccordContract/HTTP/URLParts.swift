// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// The parts of a URL, RFC 3986 appendix B. The parts aren't decoded or validated.
package struct URLParts: Sendable, Hashable, CustomStringConvertible {
    package var scheme: String?
    package var userInfo: String?
    package var host: String?
    /// The port as written in the URL. It may be an empty string.
    package var port: String?
    package var path: String
    /// The query without the `?`.
    package var query: String?
    package var fragment: String?

    /// Splits a URL or a relative reference into its parts.
    package init(_ text: some StringProtocol) {
        let reference = URIReference(String(text))
        (scheme, path, query) = (reference.scheme, reference.path, reference.query)
        fragment = reference.fragment
        guard let authority = reference.authority else { return }
        var hostAndPort = authority.utf8[...]
        if let at = hostAndPort.lastIndex(of: UInt8(ascii: "@")) {
            userInfo = String(Substring(hostAndPort[..<at]))
            hostAndPort = hostAndPort[at...].dropFirst()
        }
        let bracket = hostAndPort.lastIndex(of: UInt8(ascii: "]")) ?? hostAndPort.startIndex
        if let colon = hostAndPort[bracket...].lastIndex(of: UInt8(ascii: ":")) {
            port = String(Substring(hostAndPort[colon...].dropFirst()))
            hostAndPort = hostAndPort[..<colon]
        }
        host = String(Substring(hostAndPort))
    }

    /// The URL's port, or the default port of its scheme if the URL contains no port.
    package var effectivePort: Int? {
        if let port, !port.isEmpty { return Int(port) }
        switch scheme?.lowercased() {
        case "http", "ws": return 80
        case "https", "wss": return 443
        default: return nil
        }
    }

    /// Returns whether a host belongs to the loopback interface. `localhost.example.test` and `127.example.test` are
    /// names of other hosts.
    package static func isLoopback(_ host: String) -> Bool {
        let isAddress = host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
        return isAddress && host.hasPrefix("127.") || ["localhost", "[::1]", "::1"].contains(host.lowercased())
    }

    /// Returns whether two URLs have the same scheme, host and port (RFC 6454 section 5).
    package func hasOrigin(of other: URLParts) -> Bool {
        scheme?.lowercased() == other.scheme?.lowercased() && host?.lowercased() == other.host?.lowercased()
            && effectivePort == other.effectivePort
    }

    /// The host, with the port if the URL has one.
    package var authority: String {
        var text = host ?? ""
        if let port, !port.isEmpty { text += ":\(port)" }
        return text
    }

    /// The URL without its user name and password, for display.
    package var withoutUserInfo: URLParts {
        var parts = self
        parts.userInfo = nil
        return parts
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

    /// Returns `base` with a path and a query appended, without doubling slashes.
    package static func url(_ base: String, path: String, query: String?) -> String {
        let isWhole = base.utf8.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
        // A base URL without a query or fragment needs no parsing.
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

    /// Resolves a URL or a relative reference against this URL (RFC 3986, section 5.2).
    package func resolving(_ reference: String) -> URLParts {
        let target = URIReference(reference).resolved(against: URIReference(description))
        return URLParts(target.withoutFragment + (target.fragment.map { "#\($0)" } ?? ""))
    }

    /// Returns the URL with a path and a query appended, without doubling slashes.
    package func appending(path added: String, query: String?) -> URLParts {
        var parts = self
        let base = path.utf8.last == UInt8(ascii: "/") ? String(path.dropLast()) : path
        parts.path = base + (added.utf8.first == UInt8(ascii: "/") || added.isEmpty ? added : "/\(added)")
        parts.query = query
        parts.fragment = nil
        return parts
    }
}
