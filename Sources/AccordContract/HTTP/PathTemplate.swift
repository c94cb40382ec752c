// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// A path with parameters, such as `/users/{id}`. `{id}` matches one segment, and `{+path}` may match slashes.
package struct PathTemplate: Sendable, Hashable, CustomStringConvertible {
    package enum Part: Sendable, Hashable {
        /// A percent-encoded piece of the path that contains no parameter.
        case literal(String)
        case parameter(name: String, holdsSlashes: Bool)
    }

    package var parts: [Part]
    /// The path template as written in the contract.
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

    /// Returns whether a path segment is `.` or `..`. Clients remove such segments from a URL (RFC 3986 section 5.2.4).
    static func isDots(_ segment: some StringProtocol) -> Bool {
        [".", "..", "%2e", ".%2e", "%2e.", "%2e%2e"].contains(segment.lowercased())
    }

    /// The text in a base path that stands for any text within a segment.
    package static let anySegment = "{}"

    /// Returns the parts of a base path, which comes before a template in URLs.
    package static func parts(ofBase base: String) -> [Part] {
        let trimmed = base.utf8.last == UInt8(ascii: "/") ? String(base.dropLast()) : base
        let literals = trimmed.split(separator: anySegment, omittingEmptySubsequences: false)
        return Array(
            literals.map { [Part.literal(String($0))] }.joined(separator: [.parameter(name: "", holdsSlashes: false)]))
    }

    /// The template without the names of its parameters, such as `/users/{}` for `/users/{id}`.
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

/// The reason why a string isn't a path template.
package struct PathTemplateError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The column of the mistake, in Unicode scalars from 1.
    package var column: Int
    package var reason: String

    package init(column: Int, reason: String) {
        self.column = column
        self.reason = reason
    }

    package var description: String { "column \(column): \(reason)" }
}

extension PathTemplate {
    /// Reads a path template. The template may contain characters that a URL must percent-encode.
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

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    mutating func parse() throws(PathTemplateError) -> [PathTemplate.Part] {
        guard scalars.first == "/" else { throw error("a path must start with “/”") }
        while index < scalars.count {
            let scalar = scalars[index]
            switch scalar {
            case "{": try parseParameter()
            case "}": throw error("“}” without “{”; write %7D for a literal “}”")
            case "?": throw error("remove the query string from the path, and list its parameters under “query”")
            case "#": throw error("a path must not contain a fragment (“#…”)")
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
            throw error("“%” without two hexadecimal digits; write %25 for a literal “%”")
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
        guard !name.isEmpty, !name.contains("{"), !name.contains("/") else {
            throw error("the name of a parameter has at least one character, and no “{” or “/”")
        }
        let text = String(String.UnicodeScalarView(name))
        guard names.insert(text).inserted else { throw error("duplicate parameter “{\(text)}”") }
        endLiteral()
        if case .parameter = parts.last {
            throw error("two adjacent parameters are ambiguous; put a character between the parameters")
        }
        parts.append(.parameter(name: text, holdsSlashes: holdsSlashes))
        index = max(end + 1, start + 1)
    }

    private mutating func endLiteral() {
        if !literal.isEmpty { parts.append(.literal(Percent.normalized(literal))) }
        literal = ""
    }

    private func error(_ reason: String) -> PathTemplateError { PathTemplateError(column: index + 1, reason: reason) }
}

/// Matches the path of a URL against a path template, such as `/users/{id}`. A literal `(` in the template also matches
/// `%28`.
package struct PathMatcher: Sendable {
    private let parts: [PathTemplate.Part]

    /// Creates a matcher for paths that start with `base`.
    package init(_ template: PathTemplate, base: String = "") {
        parts = (PathTemplate.parts(ofBase: base) + template.parts).map { part in
            guard case .literal(let text) = part else { return part }
            return .literal(Percent.normalized(text, decoding: .segment))
        }
    }

    /// Returns the percent-encoded values of the template's parameters, or `nil` if the path doesn't match. If several
    /// values are possible, such as for `{name}.{type}`, returns the first values that the schemas allow.
    package func match(_ path: String, _ parameters: [Parameter] = []) -> [String: String]? {
        let matches = matches(path)
        guard matches.count > 1 else { return matches.first }
        return matches.first { values in
            parameters.allSatisfy { parameter in
                let trees = ParameterReader(parameter.shape, layer: .rfc3986).readPath(values[parameter.name] ?? "")
                return trees.contains { $0.readings(as: parameter.shape).contains { parameter.schema.isValid($0) } }
            }
        } ?? matches.first
    }

    /// Returns the ways to read a path, at most 100. There are several if parameters share a segment.
    package func matches(_ path: String) -> [[String: String]] {
        var matches: [[String: String]] = []
        collect(Array(Percent.normalized(path).utf8)[...], parts[...], [:], &matches)
        return matches
    }

    private func collect(
        _ text: ArraySlice<UInt8>, _ rest: ArraySlice<PathTemplate.Part>, _ values: [String: String],
        _ matches: inout [[String: String]]
    ) {
        switch rest.first {
        case nil: if text.isEmpty { matches.append(values) }
        case .literal(let literal)?:
            if let remaining = Self.drop(literal, from: text) { collect(remaining, rest.dropFirst(), values, &matches) }
        case .parameter(let name, let holdsSlashes)?:
            var end = text.startIndex
            while matches.count < 100, end < text.endIndex, holdsSlashes || text[end] != UInt8(ascii: "/") {
                end += 1
                if rest.count == 1, end < text.endIndex, holdsSlashes || text[end] != UInt8(ascii: "/") { continue }
                if case .literal(let next)? = rest.dropFirst().first, Self.drop(next, from: text[end...]) == nil {
                    continue
                }
                var values = values
                values[name] = String(decoding: text[..<end], as: UTF8.self)
                collect(text[end...], rest.dropFirst(), values, &matches)
            }
        }
    }

    /// Returns the path after `literal`, or `nil` if the path doesn't start with `literal`.
    private static func drop(_ literal: String, from path: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var path = path
        for byte in literal.utf8 {
            guard let first = path.first else { return nil }
            if first == byte {
                path.removeFirst()
            } else if ByteSet.segment.contains(byte), Percent.octet(in: path, at: path.startIndex) == byte {
                path.removeFirst(3)
            } else {
                return nil
            }
        }
        return path
    }
}
