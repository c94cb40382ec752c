/// Writes JSON values as text: numbers keep their lexeme, members their order, and only what must be is escaped.
///
/// A value of a document keeps its duplicate keys too. Nothing that is written depends on the process or the run.
public struct JSONWriter: Sendable {
    /// Writes a built value without white space.
    public static func compact(_ value: JSON) -> String { String(decoding: compactBytes(value), as: UTF8.self) }

    /// Writes a value of a document without white space.
    public static func compact(_ value: JSONValue) -> String { String(decoding: compactBytes(value), as: UTF8.self) }

    /// Writes a built value without white space, as UTF-8.
    public static func compactBytes(_ value: JSON) -> [UInt8] { write(value, layout: .compact) }

    /// Writes a value of a document without white space, as UTF-8.
    public static func compactBytes(_ value: JSONValue) -> [UInt8] {
        var writer = TextWriter(layout: .compact)
        writer.write(value)
        return writer.bytes
    }

    /// Writes a built value over several lines, `indent` spaces a level; the keys sorted by their scalars if wanted.
    public static func pretty(_ value: JSON, indent: Int = 2, sortedKeys: Bool = false) -> String {
        String(decoding: prettyBytes(value, indent: indent, sortedKeys: sortedKeys), as: UTF8.self)
    }

    /// Writes a value of a document over several lines, as ``pretty(_:indent:sortedKeys:)-(JSON,_,_)`` does.
    public static func pretty(_ value: JSONValue, indent: Int = 2, sortedKeys: Bool = false) -> String {
        String(decoding: prettyBytes(value, indent: indent, sortedKeys: sortedKeys), as: UTF8.self)
    }

    /// Writes a built value over several lines, as UTF-8.
    public static func prettyBytes(_ value: JSON, indent: Int = 2, sortedKeys: Bool = false) -> [UInt8] {
        write(value, layout: Layout(indent: indent, sortedKeys: sortedKeys))
    }

    /// Writes a value of a document over several lines, as UTF-8.
    public static func prettyBytes(_ value: JSONValue, indent: Int = 2, sortedKeys: Bool = false) -> [UInt8] {
        var writer = TextWriter(layout: Layout(indent: indent, sortedKeys: sortedKeys))
        writer.write(value)
        return writer.bytes
    }

    /// Adds a string, in its quotation marks, to what was written.
    package static func append(_ string: String, to bytes: inout [UInt8]) { TextWriter.write(string, to: &bytes) }

    private static func write(_ value: JSON, layout: Layout) -> [UInt8] {
        var writer = TextWriter(layout: layout)
        writer.write(value)
        return writer.bytes
    }
}

extension JSON: CustomStringConvertible {
    /// The value as JSON without white space.
    public var compact: String { JSONWriter.compact(self) }
    /// The value as JSON over several lines, two spaces a level.
    public var pretty: String { JSONWriter.pretty(self) }
    /// The same as ``compact``.
    public var description: String { compact }
}

extension JSONValue {
    /// The value as JSON without white space.
    public var compact: String { JSONWriter.compact(self) }
    /// The value as JSON over several lines, two spaces a level.
    public var pretty: String { JSONWriter.pretty(self) }
}
