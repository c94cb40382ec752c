// SPDX-License-Identifier: Apache-2.0
/// A set of Unicode scalars: ranges and properties.
///
/// Stores a bit for each ASCII scalar. For other scalars, ``contains(_:)`` evaluates the properties.
package struct ScalarSet: Sendable, Hashable {
    /// The members below 128.
    private(set) var ascii = ASCIISet(low: 0, high: 0)
    /// The ranges of the set's scalars, sorted and disjoint.
    package private(set) var ranges: [ClosedRange<UInt32>]
    private(set) var properties: [Property]
    /// Whether the set is inverted: it contains every scalar that isn't in `ranges` and has none of the `properties`.
    package private(set) var isNegated: Bool

    /// A Unicode property. If `isNegated` is true, the set contains the scalars without the property.
    struct Property: Sendable, Hashable {
        var property: UnicodeProperty
        var isNegated: Bool
    }

    init(ranges: [ClosedRange<UInt32>] = [], properties: [Property] = [], isNegated: Bool = false) {
        self.ranges = Self.sorted(ranges)
        self.properties = properties
        self.isNegated = isNegated
        for value in UInt32(0)..<128 where containsSlowly(value) {
            if value < 64 { ascii.low |= 1 << UInt64(value) } else { ascii.high |= 1 << UInt64(value - 64) }
        }
    }

    /// Returns whether the set contains a scalar.
    @inline(__always)
    package func contains(_ value: UInt32) -> Bool {
        value < 128 ? ascii.contains(UInt8(truncatingIfNeeded: value)) : containsSlowly(value)
    }

    private func containsSlowly(_ value: UInt32) -> Bool {
        if Self.contains(value, in: ranges) { return !isNegated }
        guard !properties.isEmpty, let scalar = Unicode.Scalar(value) else { return isNegated }
        for entry in properties where entry.property.contains(scalar) != entry.isNegated { return !isNegated }
        return isNegated
    }

    /// Returns whether one of the sorted ranges contains a scalar.
    package static func contains(_ value: UInt32, in ranges: [ClosedRange<UInt32>]) -> Bool {
        ranges.sortedPrefix { $0.lowerBound <= value }.last?.contains(value) ?? false
    }

    /// Returns the ranges of all scalars outside of the given ranges.
    static func complement(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        var result: [ClosedRange<UInt32>] = []
        var next: UInt32 = 0
        for range in sorted(ranges) {
            if range.lowerBound > next { result.append(next...range.lowerBound - 1) }
            next = range.upperBound + 1
        }
        if next <= 0x10FFFF { result.append(next...0x10FFFF) }
        return result
    }

    private static func sorted(_ ranges: [ClosedRange<UInt32>]) -> [ClosedRange<UInt32>] {
        if ranges.count < 2 { return ranges }
        var result: [ClosedRange<UInt32>] = []
        for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if let last = result.last, range.lowerBound <= last.upperBound + 1 {
                result[result.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
            } else {
                result.append(range)
            }
        }
        return result
    }
}

extension ScalarSet {
    /// The digits that `\d` matches.
    static let digits: [ClosedRange<UInt32>] = [0x30...0x39]
    /// The letters, the digits and the underscore, which `\w` matches.
    static let word: [ClosedRange<UInt32>] = [0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A]
    /// The white space and line ends that `\s` matches (ECMA-262, sections 12.2 and 12.3).
    static let space: [ClosedRange<UInt32>] = [
        0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029,
        0x202F...0x202F, 0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
    ]
    /// The scalars that `.` doesn't match.
    static let lineEnds: [ClosedRange<UInt32>] = [0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]
}
