/// A file of `NAME=value` lines, as shells and containers read them.
package struct EnvironmentFile: Sendable, Hashable {
    package struct Mistake: Error, Sendable, Hashable {
        package var line: Int
        package var text: String
    }

    package private(set) var values: [String: String] = [:]

    /// Empty lines and those that begin with `#` are passed over; `export` in front is allowed; one pair of quotes
    /// around a value is taken off.
    ///
    /// - Throws: the first line that is none of these. Its text may hold a secret: only its number is to be shown.
    package init(_ text: String) throws(Mistake) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            var rest = Self.trimmed(line)
            if rest.isEmpty || rest.hasPrefix("#") { continue }
            if rest.hasPrefix("export ") { rest = Self.trimmed(rest.dropFirst("export ".count)) }
            guard let equals = rest.firstIndex(of: "="), Self.isName(rest[..<equals]) else {
                throw Mistake(line: index + 1, text: String(line))
            }
            values[String(rest[..<equals])] = Self.unquoted(rest[rest.index(after: equals)...])
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

    private static func unquoted(_ text: Substring) -> String {
        guard text.count >= 2, let first = text.first, first == "\"" || first == "'", text.last == first else {
            return String(text)
        }
        return String(text.dropFirst().dropLast())
    }
}
