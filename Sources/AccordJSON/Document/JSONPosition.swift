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

/// Where the lines of a text start, and how many scalars are in front of every block of it.
///
/// Made once, on the first question for a position; each further question costs a search and one block.
final class LineIndex: Sendable {
    private static let blockShift = 11

    private let starts: [UInt32]
    /// The scalars in front of each block of 2,048 bytes, so that a column in a line of many megabytes is quick too.
    private let scalars: [UInt32]

    init(_ bytes: [UInt8]) {
        var starts: [UInt32] = [0]
        var scalars: [UInt32] = [0]
        // The pointer lives as long as the closure: bytes are looked at one by one, also in debug builds.
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

    /// The offset at which a line (counted from 1) starts.
    func start(ofLine line: Int) -> Int { Int(starts[line - 1]) }

    /// The line (counted from 1) that an offset is in.
    func line(ofOffset offset: Int) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(starts[middle]) <= offset { low = middle } else { high = middle }
        }
        return low + 1
    }

    /// The number of scalars in front of an offset.
    func scalars(before offset: Int, in bytes: [UInt8]) -> Int {
        let block = offset >> Self.blockShift
        var seen = Int(scalars[block])
        for at in block << Self.blockShift..<offset where bytes[at] & 0xC0 != 0x80 { seen += 1 }
        return seen
    }
}
