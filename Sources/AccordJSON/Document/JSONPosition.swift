// SPDX-License-Identifier: Apache-2.0
/// A position in a text, with the line and the column that editors show.
public struct JSONPosition: Sendable, Hashable, Codable, Comparable, CustomStringConvertible {
    /// The byte offset, counted from 0.
    public var offset: Int
    /// The line, counted from 1. A line ends with LF, CR or CRLF.
    public var line: Int
    /// The column, counted from 1 in Unicode scalars.
    public var column: Int

    /// Creates a position.
    public init(offset: Int, line: Int, column: Int) { (self.offset, self.line, self.column) = (offset, line, column) }

    /// The position as `line:column`.
    public var description: String { "\(line):\(column)" }

    /// Orders positions by offset.
    public static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
}

/// The starts of a text's lines, and the number of Unicode scalars before each block of bytes.
///
/// The index is created when the first position is requested. To compute a position, the index performs a binary search
/// and scans one block.
package final class LineIndex: Sendable {
    private static let blockShift = 11

    private let starts: [UInt32]
    /// The number of scalars before each block of 2,048 bytes. It makes columns in very long lines fast to compute.
    private let scalars: [UInt32]

    package init(_ bytes: [UInt8]) {
        var starts: [UInt32] = [0]
        var scalars: [UInt32] = [0]
        // The pointer is valid within the closure. In debug builds, a pointer is faster than an array.
        bytes.withUnsafeBufferPointer { text in
            guard let text = text.baseAddress else { return }
            let count = bytes.count
            var seen: UInt32 = 0
            var at = 0
            while at < count {
                let stop = min(count, at + 1 << Self.blockShift)
                while at < stop {
                    let byte = text[at]
                    if byte & 0xC0 != 0x80 { seen &+= 1 }
                    at += 1
                    if byte == 0x0A || byte == 0x0D && (at == count || text[at] != 0x0A) {
                        starts.append(UInt32(truncatingIfNeeded: at))
                    }
                }
                scalars.append(seen)
            }
        }
        self.starts = starts
        self.scalars = scalars
    }

    var lineCount: Int { starts.count }

    /// Returns the offset at which a line starts. Lines are counted from 1.
    func start(ofLine line: Int) -> Int { Int(starts[line - 1]) }

    /// Returns the line that contains an offset. Lines are counted from 1.
    func line(ofOffset offset: Int) -> Int { starts.sortedPrefix { $0 <= offset }.count }

    /// Returns the offset of a line and column, or `nil` if the text ends before.
    package func offset(ofLine line: Int, column: Int, in bytes: [UInt8]) -> Int? {
        guard line >= 1, line <= lineCount, column >= 1 else { return nil }
        let scalars = bytes.indices.dropFirst(start(ofLine: line)).lazy.filter { bytes[$0] & 0xC0 != 0x80 }
        return scalars.dropFirst(column - 1).first
    }

    /// Returns the number of scalars before an offset.
    func scalars(before offset: Int, in bytes: [UInt8]) -> Int {
        let block = offset >> Self.blockShift
        var seen = Int(scalars[block])
        for at in block << Self.blockShift..<offset where bytes[at] & 0xC0 != 0x80 { seen += 1 }
        return seen
    }
}
