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

/// Hashes keys, differently in every process so that nobody can choose keys that collide.
enum KeyHashing {
    static let seed: UInt64 = UInt64.random(in: .min ... .max) | 1

    /// Hashes bytes, eight at a time.
    @inline(__always)
    static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int, _ seed: UInt64) -> UInt32 {
        var hash = seed ^ UInt64(truncatingIfNeeded: count)
        var at = 0
        // Both loads stay within the key, whose length the caller knows.
        while at &+ 8 <= count {
            hash = mix(hash, UnsafeRawPointer(bytes + at).loadUnaligned(as: UInt64.self)) &+ seed
            at &+= 8
        }
        var tail: UInt64 = 0
        while at < count {
            tail = tail << 8 | UInt64(truncatingIfNeeded: bytes[at])
            at &+= 1
        }
        hash = mix(hash, tail &+ seed)
        return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
    }

    @inline(__always)
    private static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }
}
