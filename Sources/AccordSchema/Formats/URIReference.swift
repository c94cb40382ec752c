// SPDX-License-Identifier: Apache-2.0
/// A URI or a URI reference (RFC 3986). The type also represents file paths.
package struct URIReference: Sendable {
    package var scheme: String?
    package var authority: String?
    package var path: String
    package var query: String?
    package var fragment: String?

    package init(_ text: String) {
        var text = text
        self = text.withUTF8 { URIReference($0[...]) }
    }

    private init(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        var rest = bytes
        if let hash = rest.firstIndex(of: 0x23) {
            fragment = String(decoding: rest[(hash + 1)...], as: UTF8.self)
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: 0x3F) {
            query = String(decoding: rest[(mark + 1)...], as: UTF8.self)
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(of: 0x3A), Self.isScheme(rest[..<colon]) {
            scheme = String(decoding: rest[..<colon], as: UTF8.self)
            rest = rest[(colon + 1)...]
        }
        if rest.prefix(2).elementsEqual("//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: 0x2F) ?? rest.endIndex
            authority = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[end...]
        }
        path = String(decoding: rest, as: UTF8.self)
    }

    private static func isScheme(_ text: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let first = text.first, ASCII.isLetter(first) else { return false }
        return text.allSatisfy { ASCII.isAlphanumeric($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E }
    }

    /// Resolves the reference against a base URI (RFC 3986, section 5.2.2), and returns the result.
    package func resolved(against base: URIReference) -> URIReference {
        var target = self
        target.scheme = scheme ?? base.scheme
        if scheme == nil, authority == nil {
            target.authority = base.authority
            if path.isEmpty {
                target.path = base.path
                target.query = query ?? base.query
                return target
            }
            if !path.hasPrefix("/") { target.path = Self.merge(base, path) }
        }
        target.path = Self.withoutDots(target.path)
        return target
    }

    private static func merge(_ base: URIReference, _ path: String) -> String {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let slash = base.path.lastIndex(of: "/") else { return path }
        return String(base.path[...slash]) + path
    }

    private static func withoutDots(_ path: String) -> String {
        guard path.utf8.contains(0x2E) else { return path }
        var output: [Substring] = []
        let segments = path.split(separator: "/", omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { output.append("") }
            case "..":
                if let last = output.last, last != "..", output.count > 1 || last != "" {
                    output.removeLast()
                } else if output.isEmpty || output.last == ".." {
                    output.append("..")
                }
                if isLast { output.append("") }
            default: output.append(segment)
            }
        }
        return output.joined(separator: "/")
    }

    /// The URI without its fragment.
    package var withoutFragment: String {
        var text = ""
        if let scheme { text += scheme + ":" }
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        return text
    }
}
