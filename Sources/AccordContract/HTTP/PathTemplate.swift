import AccordJSON

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

extension PathTemplate {
    /// The parameters' texts, still percent-encoded, if a URL's path is one that this template describes.
    ///
    /// `%7e` and `~` are the same; an encoded slash is never a slash; a parameter has at least one character.
    package func match(_ path: String) -> [String: String]? {
        let bytes = Percent.normalized(Array(path.utf8))
        var spans: [String: Range<Int>] = [:]
        guard match(parts[...], bytes, from: 0, &spans) else { return nil }
        return spans.mapValues { String(decoding: bytes[$0], as: UTF8.self) }
    }

    private func match(
        _ parts: ArraySlice<Part>, _ bytes: [UInt8], from start: Int, _ spans: inout [String: Range<Int>]
    ) -> Bool {
        guard let part = parts.first else { return start == bytes.count }
        let rest = parts.dropFirst()
        switch part {
        case .literal(let text):
            guard bytes[start...].starts(with: text.utf8) else { return false }
            return match(rest, bytes, from: start + text.utf8.count, &spans)
        case .parameter(let name, let holdsSlashes):
            let slash = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
            let limit = holdsSlashes ? bytes.count : slash
            // The longest first, as RFC 6570's reverse: `{name}.{type}` cuts at the last dot.
            for end in stride(from: limit, to: start, by: -1) where match(rest, bytes, from: end, &spans) {
                spans[name] = start..<end
                return true
            }
            return false
        }
    }

    /// The same for every template that describes the same paths: the names are left out.
    package var shape: String {
        var text = ""
        for part in parts {
            switch part {
            case .literal(let literal): text += literal
            case .parameter(_, let holdsSlashes): text += holdsSlashes ? "{+}" : "{}"
            }
        }
        return text
    }
}

/// Why a text is no path template.
package struct PathTemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The place of the mistake, in Unicode scalars from 1.
    package var column: Int
    package var reason: String

    package var description: String { "column \(column): \(reason)" }
}

extension PathTemplate {
    /// Reads a path as a contract writes it; what a URL has to percent-encode may be written plainly.
    package init(parsing text: String) throws(PathTemplateError) {
        var parser = PathTemplateParser(text)
        self.init(parts: try parser.parse(), description: text)
    }
}

private struct PathTemplateParser {
    private let scalars: [Unicode.Scalar]
    private var index = 0
    private var parts: [PathTemplate.Part] = []
    private var literal = ""
    private var names: Set<String> = []

    init(_ text: String) {
        scalars = Array(text.unicodeScalars)
    }

    mutating func parse() throws(PathTemplateError) -> [PathTemplate.Part] {
        guard scalars.first == "/" else { throw error("a path starts with “/”") }
        while index < scalars.count {
            let scalar = scalars[index]
            switch scalar {
            case "{": try parseParameter()
            case "}": throw error("“}” without “{”; write %7D for the character")
            case "?": throw error("the query doesn't belong to the path; document its items under “query”")
            case "#": throw error("a fragment is never sent")
            case "%": try parsePercentEncoding()
            default:
                literal += Percent.encode(String(scalar), keeping: .path)
                index += 1
            }
        }
        endLiteral()
        return parts
    }

    private mutating func parsePercentEncoding() throws(PathTemplateError) {
        let digits = scalars[(index + 1)...].prefix(2)
        guard digits.count == 2, digits.allSatisfy({ $0.isASCII && $0.properties.isHexDigit }) else {
            throw error("“%” without two hexadecimal digits; write %25 for the character")
        }
        literal += "%" + String(String.UnicodeScalarView(digits))
        index += 3
    }

    private mutating func parseParameter() throws(PathTemplateError) {
        let start = index
        guard let end = scalars[index...].firstIndex(of: "}") else { throw error("“{” without “}”") }
        var name = scalars[(index + 1)..<end]
        let holdsSlashes = name.first == "+"
        if holdsSlashes { name = name.dropFirst() }
        guard !name.isEmpty, name.allSatisfy(PathText.isName) else {
            throw error("a parameter's name has letters, digits, “_”, “-” and “.”")
        }
        let text = String(String.UnicodeScalarView(name))
        guard names.insert(text).inserted else { throw error("“{\(text)}” is there twice") }
        endLiteral()
        if case .parameter = parts.last {
            throw error("two parameters side by side can't be told apart; put a character between them")
        }
        parts.append(.parameter(name: text, holdsSlashes: holdsSlashes))
        index = max(end + 1, start + 1)
    }

    private mutating func endLiteral() {
        if !literal.isEmpty { parts.append(.literal(Percent.normalized(literal))) }
        literal = ""
    }

    private func error(_ reason: String) -> PathTemplateError {
        PathTemplateError(column: index + 1, reason: reason)
    }
}

/// The characters of a parameter's name in a path template.
package enum PathText {
    /// Letters, digits and `-._`.
    package static func isName(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII && scalar != "~" && ByteSet.unreserved.contains(UInt8(scalar.value))
    }
}

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
