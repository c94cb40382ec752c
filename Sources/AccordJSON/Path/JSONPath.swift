// SPDX-License-Identifier: Apache-2.0
/// A JSONPath query (RFC 9535), read once and applied to any number of values.
///
/// Supports the functions `length`, `count`, `match`, `search` and `value`. The patterns of `match` and `search` are
/// I-Regexps (RFC 9485), matched within a limited number of steps.
public struct JSONPath: Sendable, CustomStringConvertible {
    /// The source text of the query.
    public let text: String
    let segments: [PathSegment]

    /// Reads a query such as `$.items[?@.price < 10].name`.
    ///
    /// - Throws: ``JSONPathError`` if the text isn't a valid query.
    public init(_ text: String) throws(JSONPathError) {
        self.text = text
        var parser = PathParser(text)
        segments = try parser.parseQuery()
    }

    /// Returns the values that the query selects, in the order of RFC 9535.
    ///
    /// The result contains a value several times if the query selects it several times. If an object has a key more
    /// than once, the last value counts.
    ///
    /// - Parameter value: The value that `$` refers to.
    /// - Throws: ``JSONPathError`` if the query takes more than 2,000,000 steps plus 20 steps for each value of the
    ///   document.
    public func query(_ value: JSONValue) throws(JSONPathError) -> [JSONValue] {
        let work = PathWork(for: value.document)
        let selected = PathEvaluation(root: value, work: work).apply(segments, to: value)
        guard work.isExhausted else { return selected }
        let reason = "the query was stopped after \(work.allowed) steps, because it selects too many values"
        throw JSONPathError(text: text, column: work.column, reason: reason)
    }

    /// The source text of the query.
    public var description: String { text }
}

extension JSONPath: Hashable {
    /// Returns whether two queries have the same source text.
    public static func == (left: Self, right: Self) -> Bool { left.text.isSame(as: right.text) }

    /// Hashes the source text.
    public func hash(into hasher: inout Hasher) { text.hashScalars(into: &hasher) }
}

/// The error for an invalid JSONPath query, or for a query that takes too many steps.
public struct JSONPathError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The source text of the query.
    public let text: String
    /// The column of the error, counted in Unicode scalars from 1.
    public let column: Int
    /// The reason for the error, and how to fix it.
    public let reason: String

    /// The query, the column and the reason on one line.
    public var description: String { "“\(text)”, column \(column): \(reason)" }
}

extension JSONValue {
    /// The normalized path (RFC 9535, section 2.7) from the document's root to this value, such as `$['a'][0]`.
    public var normalizedPath: String {
        var path = "$"
        var value = document.root
        for token in pointer.tokens {
            if value.kind == .array {
                path += "[\(token)]"
            } else {
                path += "['\(token.replacingScalars(Self.escape))']"
            }
            guard let child = value.child(token) else { break }
            value = child
        }
        return path
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\u{8}": "\\b"
        case "\u{C}": "\\f"
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "'": "\\'"
        case "\\": "\\\\"
        default: scalar.value < 0x20 ? "\\u00\(scalar.value >> 4)" + String(scalar.value & 15, radix: 16) : nil
        }
    }
}
