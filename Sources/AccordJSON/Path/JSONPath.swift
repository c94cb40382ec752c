/// A JSONPath query (RFC 9535).
public struct JSONPath: Sendable, Hashable, CustomStringConvertible {
    /// The query as it was written.
    public let text: String

    /// Reads a query.
    public init(_ text: String) throws(JSONPathError) {
        throw JSONPathError(text: text, column: 1, reason: "JSONPath is not there yet")
    }

    /// The values that the query selects, in order.
    public func query(_ value: JSONValue) -> [JSONValue] { [] }

    /// The query as it was written.
    public var description: String { text }
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
