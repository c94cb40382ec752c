// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A set of tape node kinds. The bits are in the order of ``TapeKind``.
///
/// The constants are computed, because access to a stored constant would take a lock in the evaluator's loop.
struct KindSet: OptionSet, BitwiseCopyable, Sendable {
    var rawValue: UInt16

    @inline(__always)
    init(rawValue: UInt16) { self.rawValue = rawValue }

    init(_ kind: TapeKind) { rawValue = 1 << UInt16(kind.rawValue) }

    @inline(__always)
    static var null: KindSet { KindSet(rawValue: 1) }
    @inline(__always)
    static var bool: KindSet { KindSet(rawValue: 6) }
    @inline(__always)
    static var number: KindSet { KindSet(rawValue: 8) }
    /// A string without escapes.
    @inline(__always)
    static var plainString: KindSet { KindSet(rawValue: 16) }
    @inline(__always)
    static var string: KindSet { KindSet(rawValue: 48) }
    @inline(__always)
    static var array: KindSet { KindSet(rawValue: 64) }
    @inline(__always)
    static var object: KindSet { KindSet(rawValue: 384) }
    @inline(__always)
    static var container: KindSet { KindSet(rawValue: 448) }
    @inline(__always)
    static var all: KindSet { KindSet(rawValue: 511) }
    @inline(__always)
    static var none: KindSet { KindSet(rawValue: 0) }

    /// Returns whether the two sets have a kind in common.
    @inline(__always)
    func meets(_ other: KindSet) -> Bool { rawValue & other.rawValue != 0 }
}

extension TapeNode {
    /// The kind of the node. Read directly from `link`, to avoid a call into the module AccordJSON.
    @inline(__always)
    var kindBit: KindSet { KindSet(rawValue: 1 << UInt16(truncatingIfNeeded: link >> 28)) }

    /// The index of the first node after this node's subtree. Read directly from `link`, to avoid a call into the
    /// module AccordJSON.
    @inline(__always)
    var nextNode: Int { Int(truncatingIfNeeded: link & 0x0FFF_FFFF) }
}
