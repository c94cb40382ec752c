/// Numbers that look random and are the same in every run: SplitMix64, started from an id.
struct FuzzRandom: Sendable {
    private var state: UInt64

    init(_ id: FuzzID) {
        // FNV-1a: the same on every machine and in every version.
        state = id.description.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
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

    /// True so many times of so many.
    mutating func chance(_ times: Int, of all: Int) -> Bool { below(all) < times }

    mutating func pick<Value>(_ values: [Value]) -> Value? {
        values.isEmpty ? nil : values[below(values.count)]
    }
}
