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
