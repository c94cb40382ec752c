// SPDX-License-Identifier: Apache-2.0
/// A generator of deterministic random numbers (SplitMix64). The numbers are the same on every machine and in every
/// version of Accord.
package struct SeededRandom: Sendable {
    private var state: UInt64

    /// Creates a generator from a number. For strings, use ``hash(_:from:)``.
    package init(state: UInt64) { self.state = state }

    /// Returns the 64-bit FNV-1a hash of bytes. `start` is the hash of the preceding bytes.
    package static func hash(_ bytes: some Sequence<UInt8>, from start: UInt64 = 0xCBF2_9CE4_8422_2325) -> UInt64 {
        bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }

    /// Returns the next random number, which has 64 random bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a number from 0 up to, but not including, `count`. Returns 0 if `count` is 0.
    package mutating func below(_ count: Int) -> Int { count < 2 ? 0 : Int(next() % UInt64(count)) }

    /// Returns `true` with a probability of `times` in `all`.
    package mutating func chance(_ times: Int, of all: Int) -> Bool { below(all) < times }

    /// Returns one of the values at random, or `nil` if there are none.
    package mutating func pick<Value>(_ values: [Value]) -> Value? {
        values.isEmpty ? nil : values[below(values.count)]
    }
}

extension SeededRandom {
    /// Creates a generator from a seed and the path to a value.
    ///
    /// Each path has its own random numbers. If a schema gets a new property, the values of the other properties
    /// therefore stay the same.
    init(seed: UInt64, path: [String] = [], salt: Int = 0) {
        // 0xFF, which doesn't occur in UTF-8, separates the tokens.
        let hash = path.reduce(Self.hash([])) { Self.hash([0xFF], from: Self.hash($1.utf8, from: $0)) }
        self.init(
            state: hash &+ seed &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(bitPattern: Int64(salt)) &* 0xD1B5_4A32_D192_ED03)
    }
}
