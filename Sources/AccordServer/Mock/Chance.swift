import AccordSchema
import Foundation

/// The distributions that the mock draws from; the same for the same seed.
package struct Chance: Sendable {
    private var random: SeededRandom

    /// Apart for each of a seed's requests, by their number.
    package init(seed: UInt64, number: UInt64 = 0) {
        random = SeededRandom(state: seed &+ number &* 0x9E37_79B9_7F4A_7C15)
    }

    /// From 0 to 1, without 1.
    package mutating func fraction() -> Double {
        Double(random.next() >> 11) / Double(1 << 53)
    }

    package mutating func below(_ count: Int) -> Int {
        random.below(count)
    }

    /// Of the standard normal distribution (Box and Muller).
    mutating func normal() -> Double {
        sqrt(-2 * log(1 - fraction())) * cos(2 * .pi * fraction())
    }

    static func exponential(_ power: Double) -> Double { exp(power) }
}
