// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A decimal number with up to 34 digits: `units` × 10^-`scale`. It is used to find multiples of `multipleOf` between
/// two limits without rounding errors.
package struct ExampleDecimal {
    package var units: WideInteger
    package var scale: Int

    private static let mostDigits: Int = 34
    private static let mostScale: Int = 30

    package init(units: WideInteger, scale: Int = 0) {
        self.units = units
        self.scale = scale
    }

    /// Creates a decimal from a number. Returns `nil` if the number has too many digits.
    package init?(_ number: JSONNumber) {
        var units: WideInteger = 0
        var scale = 0
        var isNegative = false
        var isBehindPoint = false
        var digits = 0
        var bytes = number.lexeme.utf8[...]
        while let byte = bytes.popFirst() {
            switch byte {
            case 0x2D: isNegative = true
            case 0x2E: isBehindPoint = true
            case 0x45, 0x65:
                guard let exponent = Int(Substring(bytes)), abs(exponent) <= Self.mostDigits else { return nil }
                scale -= exponent
                bytes = bytes[bytes.endIndex...]
            default:
                if units != 0 { digits += 1 }
                guard digits < Self.mostDigits else { return nil }
                guard let next = units.adding(digit: byte) else { return nil }
                units = next
                if isBehindPoint { scale += 1 }
            }
        }
        self.init(units: isNegative ? -units : units, scale: scale)
        while self.scale > 0, self.units % 10 == 0 {
            self.units = self.units / 10
            self.scale -= 1
        }
        if self.scale < 0 {
            guard let integer = self.units(at: 0) else { return nil }
            self.init(units: integer)
        }
        guard self.scale <= Self.mostScale else { return nil }
    }

    /// Returns the number as a multiple of 10^-`newScale`. Returns `nil` if the multiple is too large or not an
    /// integer.
    package func units(at newScale: Int) -> WideInteger? {
        guard newScale >= scale, newScale - scale <= Self.mostDigits else { return nil }
        var result = units
        for _ in scale..<newScale {
            guard let product = result.multiplied(by: 10) else { return nil }
            result = product
        }
        return result
    }

    /// The number, without an exponent or trailing zeros.
    package var number: JSONNumber? {
        var digits = units.magnitude.description
        guard scale > 0 else { return JSONNumber((units < 0 ? "-" : "") + digits) }
        if digits.utf8.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits }
        var fraction = digits.suffix(scale)
        while fraction.last == "0" { fraction.removeLast() }
        let integer = digits.dropLast(scale)
        return JSONNumber((units < 0 ? "-" : "") + integer + (fraction.isEmpty ? "" : "." + fraction))
    }
}

/// A signed integer with a magnitude of 128 bits. `Int128` isn't used, because it requires macOS 15 and iOS 18.
package struct WideInteger: Comparable, ExpressibleByIntegerLiteral {
    private var isNegative: Bool
    private var high: UInt64
    private var low: UInt64

    private init(isNegative: Bool, high: UInt64, low: UInt64) {
        self.isNegative = isNegative && (high | low) != 0
        self.high = high
        self.low = low
    }

    package init(_ value: Int) { self.init(isNegative: value < 0, high: 0, low: UInt64(value.magnitude)) }

    package init(integerLiteral value: Int) { self.init(value) }

    /// Creates an integer from decimal digits with an optional sign. Returns `nil` for invalid text.
    init?(_ text: String) {
        let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
        guard !digits.isEmpty else { return nil }
        self = 0
        for digit in digits.utf8 {
            guard digit &- 0x30 < 10, let next = adding(digit: digit) else { return nil }
            self = next
        }
        if text.hasPrefix("-") { self = -self }
    }

    /// Returns the number with one more decimal digit at the end, or `nil` if it is too large.
    func adding(digit: UInt8) -> WideInteger? { multiplied(by: 10).map { $0 + WideInteger(Int(digit &- 0x30)) } }

    var magnitude: WideInteger { WideInteger(isNegative: false, high: high, low: low) }

    package static prefix func - (value: Self) -> Self {
        Self(isNegative: !value.isNegative, high: value.high, low: value.low)
    }

    /// A sum never overflows, because all numbers are below half of the range.
    package static func + (left: Self, right: Self) -> Self {
        if left.isNegative == right.isNegative {
            let (low, carry) = left.low.addingReportingOverflow(right.low)
            return Self(isNegative: left.isNegative, high: left.high &+ right.high &+ (carry ? 1 : 0), low: low)
        }
        let (larger, smaller) = left.magnitude < right.magnitude ? (right, left) : (left, right)
        let (low, borrow) = larger.low.subtractingReportingOverflow(smaller.low)
        return Self(isNegative: larger.isNegative, high: larger.high &- smaller.high &- (borrow ? 1 : 0), low: low)
    }

    package static func - (left: Self, right: Self) -> Self { left + -right }

    /// Returns a product, or `nil` if its magnitude has more than 126 bits.
    package func multiplied(by other: Self) -> WideInteger? {
        if high != 0, other.high != 0 { return nil }
        let (cross, overflows) = (high == 0 ? low : other.low).multipliedReportingOverflow(
            by: high == 0 ? other.high : high)
        let product = low.multipliedFullWidth(by: other.low)
        let (sum, carries) = product.high.addingReportingOverflow(cross)
        if overflows || carries || sum >> 62 != 0 { return nil }
        return Self(isNegative: isNegative != other.isNegative, high: sum, low: product.low)
    }

    /// Returns the quotient, rounded toward zero, and the remainder. The remainder has the sign of this number.
    func quotientAndRemainder(dividingBy divisor: Self) -> (quotient: WideInteger, remainder: WideInteger) {
        let divisorMagnitude = divisor.magnitude
        var (quotient, remainder): (WideInteger, WideInteger) = (0, 0)
        for bit in stride(from: 127, through: 0, by: -1) {
            let word = bit > 63 ? high : low
            remainder = remainder + remainder + WideInteger(Int(word >> UInt64(bit & 63) & 1))
            quotient = quotient + quotient
            if remainder >= divisorMagnitude {
                remainder = remainder - divisorMagnitude
                quotient = quotient + 1
            }
        }
        return (isNegative != divisor.isNegative ? -quotient : quotient, isNegative ? -remainder : remainder)
    }

    package static func % (left: Self, right: Self) -> Self { left.quotientAndRemainder(dividingBy: right).remainder }
    static func / (left: Self, right: Self) -> Self { left.quotientAndRemainder(dividingBy: right).quotient }

    package static func < (left: Self, right: Self) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        let isSmaller = (left.high, left.low) < (right.high, right.low)
        return left.isNegative ? (right.high, right.low) < (left.high, left.low) : isSmaller
    }

    /// The number in decimal digits, with a minus sign if negative.
    var description: String {
        var digits: [UInt8] = []
        var rest = magnitude
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            digits.append(UInt8(truncatingIfNeeded: digit.low) + 0x30)
            rest = quotient
        } while rest != 0
        return (isNegative ? "-" : "") + String(decoding: digits.reversed(), as: UTF8.self)
    }

    /// Returns the largest multiple of a positive step that is at most this number.
    package func roundedDown(to step: WideInteger) -> WideInteger {
        let remainder = self % step
        return remainder < 0 ? self - remainder - step : self - remainder
    }

    /// Returns the least common multiple of two steps, or `nil` if it is too large.
    package static func commonMultiple(_ first: WideInteger, _ second: WideInteger) -> WideInteger? {
        var (divisor, remainder) = (first, second)
        while remainder != 0 { (divisor, remainder) = (remainder, divisor % remainder) }
        return (first / divisor).multiplied(by: second)
    }
}
