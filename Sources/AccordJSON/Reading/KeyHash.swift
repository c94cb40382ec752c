/// Hashes keys so that an attacker can't choose keys that collide.
enum KeyHash {
    /// Different in every process; nothing that is written depends on it.
    static let seed = UInt64.random(in: .min ... .max) | 1

    @inline(__always)
    static func mix(_ hash: UInt64, _ word: UInt64) -> UInt64 {
        let product = (hash ^ word).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
        return product.high ^ product.low
    }

    /// Hashes the bytes of a key whose escapes are resolved, as many as the caller vouches for.
    @inline(__always)
    static func hash(_ bytes: UnsafePointer<UInt8>, count: Int, seed: UInt64) -> UInt32 {
        var hash = seed ^ UInt64(truncatingIfNeeded: count)
        var at = 0
        while at &+ 8 <= count {
            // Within the key: eight bytes are left.
            hash = mix(hash, UnsafeRawPointer(bytes + at).loadUnaligned(as: UInt64.self))
            hash = hash &+ seed
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
}
