import AccordJSON

/// Matches a URL's path against a template: literals in one spelling, `{id}` a segment, `{+path}` slashes too.
package struct PathMatcher: Sendable {
    private enum Part: Sendable {
        case literal([UInt8])
        case parameter(name: String, holdsSlashes: Bool)
    }

    private let parts: [Part]

    /// `base` is the path of the server's address, in front of the template.
    package init(_ template: PathTemplate, base: String = "") {
        let trimmed = base.utf8.last == UInt8(ascii: "/") ? String(base.dropLast()) : base
        var parts: [Part] = [.literal(Array(Percent.normalized(trimmed).utf8))]
        for part in template.parts {
            switch part {
            case .literal(let text): parts.append(.literal(Array(Percent.normalized(text).utf8)))
            case .parameter(let name, let holdsSlashes):
                parts.append(.parameter(name: name, holdsSlashes: holdsSlashes))
            }
        }
        self.parts = parts
    }

    /// The texts in place of the parameters, still percent-encoded; nil where the path isn't of the template.
    package func match(_ path: String) -> [String: String]? {
        var values: [String: String] = [:]
        return match(Array(Percent.normalized(path).utf8)[...], parts[...], &values) ? values : nil
    }

    private func match(_ text: ArraySlice<UInt8>, _ rest: ArraySlice<Part>, _ values: inout [String: String]) -> Bool {
        guard let part = rest.first else { return text.isEmpty }
        switch part {
        case .literal(let literal):
            return text.starts(with: literal) && match(text.dropFirst(literal.count), rest.dropFirst(), &values)
        case .parameter(let name, let holdsSlashes):
            var end = text.startIndex
            while end < text.endIndex, holdsSlashes || text[end] != UInt8(ascii: "/") {
                end += 1
                if rest.count == 1, end < text.endIndex, holdsSlashes || text[end] != UInt8(ascii: "/") { continue }
                if match(text[end...], rest.dropFirst(), &values) {
                    values[name] = String(decoding: text[..<end], as: UTF8.self)
                    return true
                }
            }
            return false
        }
    }
}
