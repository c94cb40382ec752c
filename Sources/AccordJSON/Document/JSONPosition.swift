/// A place in a text, as an editor counts it.
public struct JSONPosition: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// The number of bytes in front of the place.
    public var offset: Int
    /// The line, counted from 1; a line ends with LF, CR or both.
    public var line: Int
    /// The column, counted from 1 in Unicode scalars.
    public var column: Int

    /// Creates a position from its three counts.
    public init(offset: Int, line: Int, column: Int) {
        self.offset = offset
        self.line = line
        self.column = column
    }

    /// The place as `line:column`.
    public var description: String { "\(line):\(column)" }

    /// Orders places by their offset.
    public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
}
