// SPDX-License-Identifier: Apache-2.0
/// The nodes and key tables of a JSON text, as ``TapeReader`` creates them. The owner must deallocate the nodes.
struct Tape {
    let nodes: UnsafePointer<TapeNode>
    let count: Int
    let duplicates: [DuplicateNodes]
    let keyTables: KeyTables

    static func read(_ bytes: [UInt8], limits: JSONLimits) throws(ReadFailure) -> Tape {
        let maximum = min(limits.maximumBytes, JSONLimits.largestBytes)
        if bytes.count > maximum {
            throw ReadFailure(0, "the text has \(bytes.count) bytes, but the limit is \(maximum)")
        }
        if bytes.isEmpty {
            throw ReadFailure(0, "the text is empty: a JSON text contains one value, such as {} or null")
        }
        // The reader never accesses a byte outside the buffer: it compares its position with the count first.
        return try bytes.withUnsafeBufferPointer { (buffer) throws(ReadFailure) -> Tape in
            guard let text = buffer.baseAddress else { throw ReadFailure(0, "the text is empty") }
            var reader = TapeReader(text: text, count: buffer.count, maximumDepth: limits.maximumDepth)
            try reader.readDocument()
            return reader.finish()
        }
    }

    /// Returns the tape of existing nodes, after finding the duplicate keys of each object.
    static func indexing(_ nodes: [TapeNode], of bytes: [UInt8]) -> Tape {
        // The reader uses the buffer only within this closure, and reads only the text of the keys.
        bytes.withUnsafeBufferPointer { buffer in
            guard let text = buffer.baseAddress else { preconditionFailure("a document must contain a value") }
            var reader = TapeReader(text: text, count: buffer.count, maximumDepth: .max)
            reader.index(nodes)
            return reader.finish()
        }
    }
}

/// The reason why a text isn't JSON, with a byte offset instead of line and column.
struct ReadFailure: Error {
    var offset: Int
    var reason: String
    /// The start of the array, object or string that contains the error.
    var opening: Int?

    init(_ offset: Int, _ reason: String, opening: Int? = nil) {
        (self.offset, self.reason, self.opening) = (offset, reason, opening)
    }
}

/// A value or a key of a document: the range of its text, and the end of its subtree on the tape.
///
/// The tape lists the values in source order. The nodes of the elements follow the node of their array. The members
/// follow the node of their object. Each member consists of a key node and the nodes of its value. A node takes 12
/// bytes.
package struct TapeNode: BitwiseCopyable, Sendable {
    /// The offset of the text's first byte.
    package var start: UInt32
    /// The offset after the last byte of the text. For an open container, the size of the reader's key stack at the
    /// start of the container.
    package var end: UInt32
    /// The kind in the upper 4 bits, and the index after the subtree in the lower 28 bits. For an open container, the
    /// lower bits are the parent's index.
    package var link: UInt32

    /// Creates a node. The offsets must fit into 32 bits and the index into 28.
    @inline(__always)
    package init(start: Int, end: Int, kind: TapeKind, next: Int) {
        self.start = UInt32(truncatingIfNeeded: start)
        self.end = UInt32(truncatingIfNeeded: end)
        link = UInt32(truncatingIfNeeded: kind.rawValue) << 28 | UInt32(truncatingIfNeeded: next)
    }

    /// The kind of the node.
    package var kind: TapeKind { TapeKind(rawValue: UInt8(truncatingIfNeeded: link >> 28)) ?? .null }
    /// The index of the first node after the subtree.
    package var next: Int { Int(truncatingIfNeeded: link & 0x0FFF_FFFF) }
}

/// The kinds of nodes. Strings with escapes (`escapedString`) and objects with a key table (`indexedObject`) have kinds
/// of their own.
package enum TapeKind: UInt8, Sendable {
    case null, no, yes, number, string, escapedString, array, object, indexedObject
}

/// A stack of trivial values. It starts in its own memory or in the caller's memory. When it grows, it moves to larger
/// memory of its own.
///
/// With `Array` instead, reading takes 1.3 times as long in release builds and 3.3 times as long in debug builds (5 MB,
/// Swift 6.3.1 on Linux).
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
    // If `isOwned` is true, either `deinit` deallocates the memory, or `take` transfers it to the caller.
    private(set) var base: UnsafeMutablePointer<Element>
    private(set) var count = 0
    private var capacity: Int
    private var isOwned = true

    init(capacity: Int) {
        base = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    /// Creates a stack in memory that the caller must keep alive and deallocate.
    init(borrowing buffer: UnsafeMutableBufferPointer<Element>) {
        // Allocate memory if the buffer has no address. This is possible only for an empty buffer.
        base = buffer.baseAddress ?? .allocate(capacity: 1)
        capacity = max(buffer.count, 1)
        isOwned = buffer.baseAddress == nil
    }

    deinit { if isOwned { base.deallocate() } }

    @inline(__always)
    mutating func append(_ element: Element) {
        if count == capacity { grow() }
        (base + count).initialize(to: element)
        count &+= 1
    }

    @inline(__always)
    mutating func removeLast() -> Element {
        count &-= 1
        return base[count]
    }

    @inline(__always)
    mutating func removeLast(downTo height: Int) { count = height }

    @inline(never)
    private mutating func grow() {
        // Copy the elements to larger memory. Deallocate the previous memory unless the caller owns it.
        let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity * 2)
        larger.initialize(from: base, count: count)
        if isOwned { base.deallocate() }
        base = larger
        capacity = capacity * 2
        isOwned = true
    }

    /// Transfers the memory to the caller, who must deallocate it. Borrowed memory can't be transferred.
    consuming func take() -> (base: UnsafeMutablePointer<Element>, count: Int) {
        let result = (base, count)
        discard self
        return result
    }
}

/// The maximum size and depth of a text.
public struct JSONLimits: Sendable, Hashable {
    /// The maximum number of nested arrays and objects.
    public var maximumDepth: Int = 512
    /// The maximum size of the text in bytes, at most ``largestBytes``.
    public var maximumBytes: Int = Self.largestBytes

    /// The default limits: 512 nested containers and ``largestBytes`` bytes.
    public static let standard: JSONLimits = JSONLimits()

    /// The upper limit on the size: half a gigabyte, so that node indexes fit into 28 bits.
    public static let largestBytes: Int = 1 << 29 - 4

    /// Creates limits.
    public init(maximumDepth: Int = 512, maximumBytes: Int = Self.largestBytes) {
        self.maximumDepth = maximumDepth
        self.maximumBytes = maximumBytes
    }
}
