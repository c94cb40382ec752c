/// Numbers that look random and are the same in every run: SplitMix64, started from a seed and a place.
///
/// A place has numbers of its own, so that a property added to a schema leaves the values of all others as they were.
struct ExampleRandom {
    private var state: UInt64

    init(seed: UInt64, path: [String] = [], salt: Int = 0) {
        // FNV-1a over the path; 0xFF, which no UTF-8 text holds, parts the tokens.
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for token in path {
            for byte in token.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        state = hash &+ seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(bitPattern: Int64(salt)) &* 0xD1B5_4A32_D192_ED03
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 up to a count; 0 where the count is 0.
    mutating func below(_ count: Int) -> Int {
        count < 2 ? 0 : Int(next() % UInt64(count))
    }

    /// One of the values.
    mutating func pick<Value>(_ values: [Value]) -> Value? {
        values.isEmpty ? nil : values[below(values.count)]
    }
}
