// SPDX-License-Identifier: Apache-2.0
/// An integer of any length, for exact decimal arithmetic. `Int128` would be too short for the exponents of numbers such
/// as `1e99999999999999999999`.
///
/// The base is a power of ten, so that reading and writing take linear time.
package struct WideInteger: Hashable, Sendable {
    let isNegative: Bool
    /// The groups of nine decimal digits, least significant first. The last group isn't zero.
    private let groups: [UInt32]

    private static let base: UInt = 1_000_000_000

    private init(isNegative: Bool, groups: [UInt32]) {
        var groups = groups
        while groups.last == 0 { groups.removeLast() }
        self.isNegative = isNegative && !groups.isEmpty
        self.groups = groups
    }

    package init(_ value: Int) {
        var rest = value.magnitude
        var groups: [UInt32] = []
        while rest > 0 {
            groups.append(UInt32(rest % Self.base))
            rest /= Self.base
        }
        self.init(isNegative: value < 0, groups: groups)
    }

    /// Creates an integer from digits as values from 0 to 9, most significant first.
    init(isNegative: Bool, digits: [UInt8]) {
        let groups = stride(from: digits.count, to: 0, by: -9).map { end in
            digits[max(0, end - 9)..<end].reduce(0) { $0 * 10 + UInt32($1) }
        }
        self.init(isNegative: isNegative, groups: groups)
    }

    /// Creates an integer from decimal digits with an optional sign. Returns `nil` for invalid text.
    package init?(_ text: some StringProtocol) {
        let hasSign = text.utf8.first == 0x2D || text.utf8.first == 0x2B
        let digits = text.utf8.dropFirst(hasSign ? 1 : 0).map { $0 &- 0x30 }
        guard !digits.isEmpty, digits.allSatisfy({ $0 < 10 }) else { return nil }
        self.init(isNegative: text.utf8.first == 0x2D, digits: digits)
    }

    /// The value, or `nil` if it has more than 18 digits.
    package var small: Int? {
        guard groups.count <= 2 else { return nil }
        let magnitude = groups.reversed().reduce(0) { $0 * Int(Self.base) + Int($1) }
        return isNegative ? -magnitude : magnitude
    }

    package var magnitude: WideInteger { WideInteger(isNegative: false, groups: groups) }

    /// Returns the value without its lowest groups, rounded.
    private func approximation(without lowest: Int) -> Double {
        groups.dropFirst(lowest).reversed().reduce(0) { $0 * Double(Self.base) + Double($1) }
    }
}

extension WideInteger: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? precedes(right.groups, left.groups) : precedes(left.groups, right.groups)
    }

    private static func precedes(_ left: [UInt32], _ right: [UInt32]) -> Bool {
        left.count != right.count
            ? left.count < right.count : left.reversed().lexicographicallyPrecedes(right.reversed())
    }
}

extension WideInteger: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int) { self.init(value) }

    package static prefix func - (value: Self) -> Self { Self(isNegative: !value.isNegative, groups: value.groups) }

    package static func - (left: Self, right: Self) -> Self { left + -right }

    package static func + (left: Self, right: Self) -> Self {
        let (larger, smaller) = precedes(left.groups, right.groups) ? (right, left) : (left, right)
        let factor = left.isNegative == right.isNegative ? 1 : -1
        var sum = larger.groups.map { Int($0) } + [0]
        for place in larger.groups.indices {
            if place < smaller.groups.count { sum[place] += factor * Int(smaller.groups[place]) }
            // Carry into the next group, or borrow from it.
            let carry = sum[place] >= Int(base) ? 1 : sum[place] < 0 ? -1 : 0
            sum[place] -= carry * Int(base)
            sum[place + 1] += carry
        }
        return Self(isNegative: larger.isNegative, groups: sum.map { UInt32($0) })
    }

    package static func * (left: Self, right: Self) -> Self {
        var product = [UInt32](repeating: 0, count: left.groups.count + right.groups.count)
        for (place, group) in left.groups.enumerated() {
            var carry: UInt = 0
            for (offset, other) in right.groups.enumerated() {
                carry += UInt(product[place + offset]) + UInt(group) * UInt(other)
                product[place + offset] = UInt32(carry % base)
                carry /= base
            }
            product[place + right.groups.count] = UInt32(carry)
        }
        return Self(isNegative: left.isNegative != right.isNegative, groups: product)
    }

    package static func / (left: Self, right: Self) -> Self { left.quotientAndRemainder(dividingBy: right).quotient }
    package static func % (left: Self, right: Self) -> Self { left.quotientAndRemainder(dividingBy: right).remainder }

    /// Returns the quotient, rounded toward zero, and the remainder, which has the sign of this number. The divisor must
    /// not be zero.
    private func quotientAndRemainder(dividingBy divisor: Self) -> (quotient: Self, remainder: Self) {
        let (base, divisorMagnitude) = (Self(Int(Self.base)), divisor.magnitude)
        let lowest = max(0, divisor.groups.count - 3)
        var quotient: [UInt32] = []
        var remainder: Self = 0
        for group in groups.reversed() {
            remainder = remainder * base + Self(Int(group))
            var next = Int(remainder.approximation(without: lowest) / divisor.approximation(without: lowest))
            remainder = remainder - divisorMagnitude * Self(next)
            // The quotient of the approximations may be off by one.
            while remainder < 0 { (next, remainder) = (next - 1, remainder + divisorMagnitude) }
            while remainder >= divisorMagnitude { (next, remainder) = (next + 1, remainder - divisorMagnitude) }
            quotient.append(UInt32(next))
        }
        return (
            Self(isNegative: isNegative != divisor.isNegative, groups: quotient.reversed()),
            isNegative ? -remainder : remainder
        )
    }
}

extension WideInteger: CustomStringConvertible {
    /// The number in decimal digits, with a minus sign if negative.
    package var description: String {
        let lower = groups.dropLast().reversed().map { String("\(Self.base + UInt($0))".dropFirst()) }
        return (isNegative ? "-" : "") + "\(groups.last ?? 0)" + lower.joined()
    }
}
