/// A JSONPath query (RFC 9535), read once and asked of any number of values.
///
/// The five functions of the standard are there: `length`, `count`, `match`, `search` and `value`; the patterns of
/// `match` and `search` are I-Regexps (RFC 9485), matched in linear time.
public struct JSONPath: Sendable, CustomStringConvertible {
    /// The query as it was written.
    public let text: String
    let segments: [PathSegment]

    /// Reads a query such as `$.items[?@.price < 10].name`; throws a ``JSONPathError`` for what RFC 9535 doesn't allow.
    public init(_ text: String) throws(JSONPathError) {
        self.text = text
        var parser = PathParser(text)
        segments = try parser.parseQuery()
    }

    /// The values that the query selects from a value taken as `$`, in the order of RFC 9535.
    ///
    /// A value that is selected more than once is there as often. Where an object has a key more than once, the last
    /// one counts. Throws a ``JSONPathError`` when the query looks at more than two million values and twenty for each
    /// of the document's: one that multiplies what it selects would go on until the memory is full.
    public func query(_ value: JSONValue) throws(JSONPathError) -> [JSONValue] {
        let work = PathWork(for: value.document)
        let selected = PathEvaluation(root: value, work: work).apply(segments, to: value)
        guard work.isExhausted else { return selected }
        let reason = "given up after \(work.allowed) steps: the query multiplies what it selects, so ask for less"
        throw JSONPathError(text: text, column: work.column, reason: reason)
    }

    /// The query as it was written.
    public var description: String { text }
}

extension JSONPath: Hashable {
    /// Whether both are written the same.
    public static func == (left: Self, right: Self) -> Bool { left.text.isSame(as: right.text) }

    /// Feeds the text.
    public func hash(into hasher: inout Hasher) { text.hashScalars(into: &hasher) }
}

/// A text that isn't a JSONPath query.
public struct JSONPathError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text that was given.
    public let text: String
    /// The place in it, counted from 1 in Unicode scalars.
    public let column: Int
    /// What is wrong and what to do about it.
    public let reason: String

    /// The text, the place and the reason in one line.
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
                path += "['"
                for scalar in token.unicodeScalars { path += Self.normalized(scalar) }
                path += "']"
            }
            guard let child = value.value(at: JSONPointer(tokens: [token])) else { break }
            value = child
        }
        return path
    }

    private static func normalized(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\u{8}": return "\\b"
        case "\u{C}": return "\\f"
        case "\n": return "\\n"
        case "\r": return "\\r"
        case "\t": return "\\t"
        case "'": return "\\'"
        case "\\": return "\\\\"
        default:
            guard scalar.value < 0x20 else { return String(scalar) }
            return "\\u00\(scalar.value >> 4)" + String(scalar.value & 15, radix: 16)
        }
    }
}
