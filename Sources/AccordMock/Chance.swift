#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Numbers that look random and are the same for the same seed (SplitMix64).
package struct Chance: Sendable {
    private var state: UInt64

    /// Apart for each of a seed's requests, by their number.
    package init(seed: UInt64, number: UInt64 = 0) {
        state = seed &+ number &* 0x9E37_79B9_7F4A_7C15
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// From 0 to 1, without 1.
    package mutating func fraction() -> Double {
        Double(next() >> 11) / Double(1 << 53)
    }

    package mutating func below(_ count: Int) -> Int {
        count > 0 ? Int(next() % UInt64(count)) : 0
    }

    /// Of the standard normal distribution (Box and Muller).
    mutating func normal() -> Double {
        sqrt(-2 * log(1 - fraction())) * cos(2 * .pi * fraction())
    }

    static func exponential(_ power: Double) -> Double { exp(power) }
}
