/// What reading a text gives: the nodes, which whoever takes the tape must free, and what was learned on the way.
struct Tape {
    let nodes: UnsafePointer<TapeNode>
    let count: Int
    let duplicates: [DuplicateNodes]
    let keyTables: KeyTables

    static func read(_ bytes: [UInt8], limits: JSONLimits) throws(ReadFailure) -> Tape {
        let maximum = min(limits.maximumBytes, JSONLimits.largestBytes)
        if bytes.count > maximum {
            throw ReadFailure(0, "the text has \(bytes.count) bytes, more than the \(maximum) that are allowed")
        }
        if bytes.isEmpty {
            throw ReadFailure(0, "the text is empty: a JSON text holds one value, such as {} or null")
        }
        // The reader looks at bytes in the order of the text, each access guarded by a comparison with the count.
        return try bytes.withUnsafeBufferPointer { (buffer) throws(ReadFailure) -> Tape in
            guard let text = buffer.baseAddress else { throw ReadFailure(0, "the text is empty") }
            var reader = TapeReader(text: text, count: buffer.count, maximumDepth: limits.maximumDepth)
            try reader.readDocument()
            return reader.finish()
        }
    }

    /// Returns the tape of nodes that were made one by one, after comparing the keys of each object.
    static func indexing(_ nodes: [TapeNode], of bytes: [UInt8]) -> Tape {
        // The reader looks at the text of the keys alone, within the closure.
        bytes.withUnsafeBufferPointer { buffer in
            guard let text = buffer.baseAddress else { preconditionFailure("a document has a value") }
            var reader = TapeReader(text: text, count: buffer.count, maximumDepth: .max)
            reader.index(nodes)
            return reader.finish()
        }
    }
}

/// Why a text was refused, still without line and column.
struct ReadFailure: Error {
    var offset: Int
    var reason: String
    /// Where the array, object or string that is meant starts.
    var opening: Int?

    init(_ offset: Int, _ reason: String, opening: Int? = nil) {
        self.offset = offset
        self.reason = reason
        self.opening = opening
    }
}

/// One value or key of a document: where its text is, and where its subtree ends on the tape.
///
/// The tape lists values in document order. An array's elements follow it; an object's members follow it as a key
/// node and the value's nodes. 12 bytes each.
package struct TapeNode: BitwiseCopyable, Sendable {
    /// The offset of the text's first byte.
    package var start: UInt32
    /// The offset behind the text's last byte; while a container is open, the height of the key stack below it.
    package var end: UInt32
    /// The kind in the upper 4 bits; below, the index behind the subtree, or the parent's while a container is open.
    package var link: UInt32

    /// Creates a node; the caller vouches that offsets and index fit.
    @inline(__always)
    package init(start: Int, end: Int, kind: TapeKind, next: Int) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.end = UInt32(truncatingIfNeeded: end)
        link = UInt32(truncatingIfNeeded: kind.rawValue) << 28 | UInt32(truncatingIfNeeded: next)
    }

    /// What the node is.
    package var kind: TapeKind { TapeKind(rawValue: UInt8(truncatingIfNeeded: link >> 28)) ?? .null }
    /// The index of the first node that isn't part of this one.
    package var next: Int { Int(truncatingIfNeeded: link & 0x0FFF_FFFF) }
}

/// What a node of the tape is; strings with escapes and large objects are told apart.
package enum TapeKind: UInt8, Sendable {
    case null, no, yes, number, string, escapedString, array, object, indexedObject
}

/// A stack of plain values in memory of its own, freed with it unless it was given away.
///
/// An array would do the same, slower: with one, reading takes 1.3 times as long in release and 3.3 times as long in
/// debug builds (5 MB, Swift 6.3.1 on Linux).
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
    // Owned here alone: allocated in init and grow, freed in deinit unless `take` gave it away.
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int

    init(capacity: Int) {
        base = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    deinit {
        base.deallocate()
    }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        (base + count).initialize(to: element)
        count &+= 1
    }

    @inline(__always)
    mutating func removeLast(downTo height: Int) { count = height }

    @inline(never)
    private mutating func grow() {
        // Takes the place of the memory that is freed here.
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.initialize(from: base, count: count)
        base.deallocate()
        base = larger
        capacity *= 2
    }

    /// Gives the memory to the caller, who frees it.
    consuming func take() -> (base: UnsafeMutablePointer<Element>, count: Int) {
        let result = (base, count)
        discard self
        return result
    }
}

/// How large and how deep a text may be before it is refused.
public struct JSONLimits: Sendable, Hashable {
    /// The number of arrays and objects that may be open at once.
    public var maximumDepth: Int = 512
    /// The size of the text in bytes; never more than ``largestBytes``.
    public var maximumBytes: Int = Self.largestBytes

    /// 512 nested containers, and as many bytes as a tape can address.
    public static let standard: JSONLimits = JSONLimits()

    /// The most bytes that any limit allows: half a gigabyte, so that a node's index fits 28 bits of the tape.
    public static let largestBytes: Int = 1 << 29 - 4

    /// Creates limits; the defaults are those of ``standard``.
    public init(maximumDepth: Int = 512, maximumBytes: Int = Self.largestBytes) {
        self.maximumDepth = maximumDepth
        self.maximumBytes = maximumBytes
    }
}
