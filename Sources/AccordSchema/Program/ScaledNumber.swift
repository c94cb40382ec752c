// SPDX-License-Identifier: Apache-2.0

/// A decimal number as an integer times a power of ten. Numbers with more than 18 digits don't fit.
struct ScaledNumber: BitwiseCopyable, Sendable {
    var mantissa: Int64 = 0
    var exponent: Int32 = 0
    /// Whether `mantissa` and `exponent` represent the number exactly. If not, they have no meaning.
    var isExact: Bool = false

    init() {}

    /// Reads the text of a JSON number.
    init(_ text: UnsafePointer<UInt8>, _ count: Int) {
        // Without sign and decimal point, 20 bytes contain at most 19 digits. Longer numbers are compared as
        // `JSONNumber`.
        guard count <= 20 else { return }
        let isNegative = text[0] == 0x2D
        var at = isNegative ? 1 : 0
        var value: Int64 = 0
        var digits = 0
        var power: Int32 = 0
        var isFraction = false
        while at < count, text[at] | 0x20 != 0x65 {
            if text[at] == 0x2E {
                isFraction = true
            } else {
                value = value &* 10 &+ Int64(text[at] &- 0x30)
                digits &+= 1
                if isFraction { power &-= 1 }
            }
            at &+= 1
        }
        guard digits <= 18 else { return }
        if at < count {
            let written = UnsafeBufferPointer(start: text + at + 1, count: count - at - 1)
            guard let given = Int32(String(decoding: written, as: UTF8.self)), given.magnitude < 1_000_000 else {
                return
            }
            power += given
        }
        mantissa = isNegative ? -value : value
        exponent = value == 0 ? 0 : power
        isExact = true
    }

    /// Whether the number is an integer, or `nil` if ``isExact`` is false.
    var isInteger: Bool? {
        guard isExact else { return nil }
        if exponent >= 0 { return true }
        // A mantissa of 18 digits is divisible by ten at most 18 times.
        guard exponent >= -18 else { return false }
        return mantissa % Self.power(-exponent) == 0
    }

    /// Compares this number with `other`. Returns a negative value if this number is less, 0 if they are equal, a
    /// positive value if it is greater, or `nil` if a number isn't exact or the exponents differ too much.
    func compared(to other: ScaledNumber) -> Int? {
        guard isExact, other.isExact else { return nil }
        if exponent == other.exponent { return mantissa < other.mantissa ? -1 : mantissa == other.mantissa ? 0 : 1 }
        return comparedSlowly(to: other)
    }

    /// Compares numbers whose exponents differ.
    private func comparedSlowly(to other: ScaledNumber) -> Int? {
        let difference = exponent - other.exponent
        guard difference >= -18, difference <= 18 else { return nil }
        if difference > 0 { return other.comparedSlowly(to: self).map { -$0 } }
        let (scaled, overflows) = other.mantissa.multipliedReportingOverflow(by: Self.power(-difference))
        // If the product overflows 64 bits, its magnitude is greater than that of any mantissa.
        if overflows { return other.mantissa < 0 ? 1 : -1 }
        return mantissa < scaled ? -1 : mantissa == scaled ? 0 : 1
    }

    /// Returns whether this number is a multiple of `other`, or `nil` if a number isn't exact or the exponents differ
    /// too much.
    func isMultiple(of other: ScaledNumber) -> Bool? {
        guard isExact, other.isExact else { return nil }
        if mantissa == 0 { return true }
        if other.mantissa == 0 { return false }
        let difference = exponent - other.exponent
        guard difference >= -18, difference <= 18 else { return nil }
        let power = Self.power(abs(difference))
        if difference < 0 {
            let (divisor, overflows) = other.mantissa.multipliedReportingOverflow(by: power)
            return !overflows && mantissa % divisor == 0
        }
        let (product, overflows) = mantissa.multipliedReportingOverflow(by: power)
        if !overflows { return product % other.mantissa == 0 }
        let divisor = other.mantissa.magnitude
        let wide = (mantissa.magnitude % divisor).multipliedFullWidth(by: power.magnitude % divisor)
        return divisor.dividingFullWidth(wide).remainder == 0
    }

    private static func power(_ exponent: Int32) -> Int64 {
        var value: Int64 = 1
        for _ in 0..<exponent { value &*= 10 }
        return value
    }
}
