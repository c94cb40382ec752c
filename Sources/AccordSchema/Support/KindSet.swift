// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A set of tape node kinds. The bits are in the order of ``TapeKind``.
///
/// The constants are computed, because access to a stored constant would take a lock in the evaluator's loop.
struct KindSet: OptionSet, BitwiseCopyable, Sendable {
    var rawValue: UInt16

    static var null: KindSet { KindSet(rawValue: 1) }
    static var bool: KindSet { KindSet(rawValue: 6) }
    static var number: KindSet { KindSet(rawValue: 8) }
    /// A string without escapes.
    static var plainString: KindSet { KindSet(rawValue: 16) }
    static var string: KindSet { KindSet(rawValue: 48) }
    static var array: KindSet { KindSet(rawValue: 64) }
    static var object: KindSet { KindSet(rawValue: 384) }
    static var container: KindSet { KindSet(rawValue: 448) }
    static var all: KindSet { KindSet(rawValue: 511) }
    static var none: KindSet { KindSet(rawValue: 0) }

    /// Returns whether the two sets have a kind in common.
    func meets(_ other: KindSet) -> Bool { rawValue & other.rawValue != 0 }
}

extension TapeNode {
    /// The kind of the node. Read directly from `link`, to avoid a call into the module AccordJSON.
    var kindBit: KindSet { KindSet(rawValue: 1 << UInt16(truncatingIfNeeded: link >> 28)) }

    /// The index of the first node after this node's subtree. Read directly from `link`, to avoid a call into the
    /// module AccordJSON.
    var nextNode: Int { Int(truncatingIfNeeded: link & 0x0FFF_FFFF) }
}
