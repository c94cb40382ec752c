// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// Decimal numbers with up to 37 digits, to find multiples of `multipleOf` between two limits without rounding errors.
extension JSONNumber {
    private static let mostDecimals: Int = 30
    /// The largest supported number of units.
    private static let mostUnits: WideInteger = WideInteger("40000000000000000000000000000000000000") ?? 0

    /// The number of digits after the decimal point, or `nil` if the number has too many digits.
    package var decimals: Int? { scaled.flatMap { $0.scale <= Self.mostDecimals ? $0.scale : nil } }

    /// Returns the number as a multiple of 10^-`scale`. Returns `nil` if the number has too many digits, or if the
    /// multiple is too large or not an integer.
    package func units(at scale: Int) -> WideInteger? {
        guard let scaled, scaled.scale <= Self.mostDecimals, scale >= scaled.scale else { return nil }
        let multiple = (scaled.scale..<scale).reduce(scaled.units) { units, _ in units * 10 }
        return multiple.magnitude < Self.mostUnits ? multiple : nil
    }

    /// Creates the number `units` × 10^-`scale`, without an exponent or trailing zeros.
    package init?(units: WideInteger, scale: Int) {
        let sign = units < 0 ? "-" : ""
        var digits = units.magnitude.description
        if digits.utf8.count <= scale { digits = String(repeating: "0", count: scale + 1 - digits.utf8.count) + digits }
        var fraction = digits.suffix(scale)
        while fraction.last == "0" { fraction.removeLast() }
        self.init("\(sign)\(digits.dropLast(scale))\(fraction.isEmpty ? "" : ".")\(fraction)")
    }

    /// Returns the least common multiple of two numbers of units, or `nil` if it is too large.
    static func commonMultiple(_ first: WideInteger, _ second: WideInteger) -> WideInteger? {
        var (divisor, remainder) = (first, second)
        while remainder != 0 { (divisor, remainder) = (remainder, divisor % remainder) }
        let multiple = first / divisor * second
        return multiple < mostUnits ? multiple : nil
    }
}

extension WideInteger {
    /// Returns the largest multiple of a positive step that is at most this number.
    func roundedDown(to step: WideInteger) -> WideInteger {
        let remainder = self % step
        return remainder < 0 ? self - remainder - step : self - remainder
    }
}
