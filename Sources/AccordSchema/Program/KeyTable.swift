/// Where a set of keys is among the program's key slots: open addressing, a power of two of slots, or none.
struct KeyTable: BitwiseCopyable, Sendable {
    var start: UInt32 = 0
    /// The number of slots less one.
    var mask: UInt32 = 0
    var isEmpty: Bool = true
}

/// A key in a table, and what goes with it.
struct KeySlot: BitwiseCopyable, Sendable {
    /// Where the key's bytes are among the program's; a length of `UInt32.max` marks a free slot.
    var start: UInt32 = 0
    var length: UInt32 = .max
    var hash: UInt32 = 0
    /// The schema of the key's value.
    var schema: UInt32 = Instruction.none
    var isRequired: Bool = false
}

/// Hashes and compares keys, in steps of eight bytes.
///
/// The seed is another in every process, so that an attacker can't choose keys that collide. Every load stays within the
/// key, whose length the caller knows.
enum KeyHashing {
    static let seed: UInt64 = UInt64.random(in: .min ... .max) | 1

    /// Hashes as many bytes as the caller vouches for.
    @inline(__always)
    static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ seed: UInt64) -> UInt32 {
        var hash = seed ^ UInt64(truncatingIfNeeded: count)
        if count >= 8 {
            var at = 0
            while at < count &- 8 {
                hash = mix(hash, word(bytes + at)) &+ seed
                at &+= 8
            }
            hash = mix(hash, word(bytes + (count &- 8)))
        } else {
            hash = mix(hash, shortWord(bytes, count))
        }
        return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
    }

    /// Compares as many bytes as the caller vouches for on both sides.
    @inline(__always)
    static func areEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
        if count >= 8 {
            var at = 0
            while at < count &- 8 {
                if word(left + at) != word(right + at) { return false }
                at &+= 8
            }
            return word(left + (count &- 8)) == word(right + (count &- 8))
        }
        return shortWord(left, count) == shortWord(right, count)
    }

    /// Reads eight bytes, which the caller vouches for.
    @inline(__always)
    private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
        UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)
    }

    /// Fewer than eight bytes as one word, different for different bytes of the same number.
    @inline(__always)
    private static func shortWord(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
        if count >= 4 {
            let low = UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self)
            let high = UnsafeRawPointer(bytes + (count &- 4)).loadUnaligned(as: UInt32.self)
            return UInt64(low) | UInt64(high) << 32
        }
        if count == 0 { return 0 }
        return UInt64(bytes[0]) | UInt64(bytes[count >> 1]) << 8 | UInt64(bytes[count &- 1]) << 16
    }

    @inline(__always)
    static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
