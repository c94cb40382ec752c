/// A file of `NAME=value` lines, as shells and containers read them.
package struct EnvironmentFile: Sendable, Hashable {
    package struct Mistake: Error, Sendable, Hashable {
        package var line: Int
        /// What is wrong with the line, without a word of it: it may hold a secret.
        package var reason: String
    }

    package private(set) var values: [String: String] = [:]

    /// Empty lines and those that begin with `#` are passed over; `export` in front is allowed; one pair of quotes
    /// around a value is taken off.
    ///
    /// - Throws: the first line that is none of these.
    package init(_ text: String) throws(Mistake) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var rest = Self.trimmed(line)
            if rest.isEmpty || rest.hasPrefix("#") { continue }
            if rest.hasPrefix("export ") { rest = Self.trimmed(rest.dropFirst("export ".count)) }
            guard let equals = rest.firstIndex(of: "="), Self.isName(rest[..<equals]) else {
                throw Mistake(line: index + 1, reason: "not a line of the form NAME=value")
            }
            guard let value = Self.unquoted(rest[rest.index(after: equals)...]) else {
                throw Mistake(
                    line: index + 1,
                    reason: "the quote that the value begins with isn't closed; a value is one line")
            }
            values[String(rest[..<equals])] = value
        }
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var rest = text.drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return rest
    }

    private static func isName(_ text: Substring) -> Bool {
        guard let first = text.first, !first.isNumber else { return false }
        return text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }

    /// nil for a quote that isn't closed.
    private static func unquoted(_ text: Substring) -> String? {
        guard let first = text.first, first == "\"" || first == "'" else { return String(text) }
        guard text.count >= 2, text.last == first else { return nil }
        return String(text.dropFirst().dropLast())
    }
}
