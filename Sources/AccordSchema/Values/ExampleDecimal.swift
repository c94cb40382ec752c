// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A decimal number with up to 37 digits: `units` × 10^-`scale`. It is used to find multiples of `multipleOf` between
/// two limits without rounding errors.
package struct ExampleDecimal {
    package var units: WideInteger
    package var scale: Int

    private static let mostScale: Int = 30
    /// The largest supported number of units.
    static let largest: WideInteger = WideInteger("40000000000000000000000000000000000000") ?? 0

    package init(units: WideInteger, scale: Int = 0) {
        self.units = units
        self.scale = scale
    }

    /// Creates a decimal from a number. Returns `nil` if the number has too many digits.
    package init?(_ number: JSONNumber) {
        guard let (units, scale) = number.scaled, scale <= Self.mostScale else { return nil }
        self.init(units: units, scale: scale)
    }

    /// Returns the number as a multiple of 10^-`newScale`. Returns `nil` if the multiple is too large or not an
    /// integer.
    package func units(at newScale: Int) -> WideInteger? {
        guard newScale >= scale else { return nil }
        let multiple = (scale..<newScale).reduce(units) { units, _ in units * 10 }
        return multiple.magnitude < Self.largest ? multiple : nil
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

extension WideInteger {
    /// Returns the largest multiple of a positive step that is at most this number.
    package func roundedDown(to step: WideInteger) -> WideInteger {
        let remainder = self % step
        return remainder < 0 ? self - remainder - step : self - remainder
    }

    /// Returns the least common multiple of two steps, or `nil` if it is too large.
    static func commonMultiple(_ first: WideInteger, _ second: WideInteger) -> WideInteger? {
        var (divisor, remainder) = (first, second)
        while remainder != 0 { (divisor, remainder) = (remainder, divisor % remainder) }
        let multiple = first / divisor * second
        return multiple < ExampleDecimal.largest ? multiple : nil
    }
}
