/// A path with named places: `/users/{id}`, where `{id}` is one segment and `{+path}` may hold slashes.
package struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
    package enum Part: Sendable, Hashable {
        /// Text as it stands in the URL, percent-encoded.
        case literal(String)
        case parameter(name: String, holdsSlashes: Bool)
    }

    package var parts: [Part]
    /// As written.
    package var description: String

    package init(parts: [Part], description: String) {
        self.parts = parts
        self.description = description
    }

    package var parameterNames: [String] {
        parts.compactMap { part in
            if case .parameter(let name, _) = part { name } else { nil }
        }
    }

    /// True for `.` and `..`, percent-encoded too: a client resolves them (RFC 3986 section 5.2.4).
    package static func isDots(_ segment: some StringProtocol) -> Bool {
        [".", "..", "%2e", ".%2e", "%2e.", "%2e%2e"].contains(segment.lowercased())
    }
}
