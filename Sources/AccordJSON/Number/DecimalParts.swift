// SPDX-License-Identifier: Apache-2.0
/// A number, split into sign, digits and exponent: ±0.d₁d₂d₃… × 10^exponent.
///
/// The first and the last digit aren't zero, and the number zero has no digits. Therefore equal values have equal
/// parts. Except for ``isMultiple(of:)``, every operation takes at most linear time in the length of the lexemes.
struct DecimalParts: Hashable {
    var isNegative = false
    /// The significant digits as values from 0 to 9.
    var digits: [UInt8] = []
    var exponent = WideInteger(0)

    /// Splits the text of a number, which must be valid JSON, into sign, digits and exponent.
    init(_ lexeme: String) {
        let text = lexeme.utf8
        let end = text.firstIndex { $0 | 0x20 == 0x65 } ?? text.endIndex
        let written = text[..<end].drop { $0 == 0x2D }
        digits = written.filter { $0 != 0x2E }.map { $0 - 0x30 }
        let leadingZeros = digits.prefix { $0 == 0 }.count
        digits.removeFirst(leadingZeros)
        while digits.last == 0 { digits.removeLast() }
        if digits.isEmpty { return }
        isNegative = text.first == 0x2D
        exponent = WideInteger(written.prefix { $0 != 0x2E }.count - leadingZeros)
        if let power = WideInteger(Substring(text[end...].dropFirst())) { exponent = exponent + power }
    }

    var isInteger: Bool { digits.isEmpty || exponent >= WideInteger(digits.count) }

    var int: Int? {
        guard isInteger, let places = exponent.small, places <= 19 else { return nil }
        return Int(integer(appendingZeros: places - digits.count).description)
    }

    /// Returns the digits, followed by zeros, as an integer.
    fileprivate func integer(appendingZeros count: Int) -> WideInteger {
        WideInteger(isNegative: isNegative, digits: digits + [UInt8](repeating: 0, count: count))
    }

    var double: Double {
        if digits.isEmpty { return 0 }
        // 800 digits are enough to round to the nearest `Double`. Replace all further digits with a single 1. It shows
        // that the number has more digits.
        var text = Array((isNegative ? "-0." : "0.").utf8) + digits.prefix(800).map { $0 + 0x30 }
        if digits.count > 800 { text.append(0x31) }
        let power = max(-100_000, min(100_000, exponent.small ?? (exponent.isNegative ? -100_000 : 100_000)))
        let magnitude = Double(String(decoding: text, as: UTF8.self) + "e\(power)")
        return magnitude ?? (power < 0 ? 0 : isNegative ? -.infinity : .infinity)
    }

    /// Returns whether a string is a number (RFC 8259, section 6).
    static func isNumber(_ lexeme: String) -> Bool {
        lexeme.utf8Buffer { text, count in
            guard count > 0, text[0] == 0x2D || text[0] &- 0x30 < 10 else { return false }
            var reader = TapeReader(text: text, count: count, maximumDepth: 0)
            return (try? reader.scanNumber()) != nil && reader.at == count
        }
    }
}

extension DecimalParts: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative ? right.isSmallerMagnitude(than: left) : left.isSmallerMagnitude(than: right)
    }

    private func isSmallerMagnitude(than other: Self) -> Bool {
        if digits.isEmpty || other.digits.isEmpty { return digits.isEmpty && !other.digits.isEmpty }
        if exponent != other.exponent { return exponent < other.exponent }
        return digits.lexicographicallyPrecedes(other.digits)
    }
}

extension DecimalParts {
    /// The maximum number of digit multiplications for a divisor of more than 18 digits.
    private static let maximumWork = 50_000_000

    /// Returns whether this value is a multiple of a divisor.
    func isMultiple(of divisor: DecimalParts) -> Bool {
        if digits.isEmpty { return true }
        if divisor.digits.isEmpty { return false }
        // Write each number as an integer that doesn't end with 0, times a power of ten.
        let power = exponent - WideInteger(digits.count)
        let divisorPower = divisor.exponent - WideInteger(divisor.digits.count)
        let shift = power - divisorPower
        if shift < 0 { return false }
        // Each appended zero adds one factor two and one factor five. A divisor of n digits has fewer than 4n factors
        // two and fewer than 4n factors five. Therefore, more than 4n zeros don't change whether a remainder is left.
        let most = 4 * divisor.digits.count
        let zeros = min(shift.small ?? most, most)
        let work = (digits.count + zeros).multipliedReportingOverflow(by: divisor.digits.count)
        if divisor.digits.count > 18, work.overflow || work.partialValue > Self.maximumWork { return false }
        return integer(appendingZeros: zeros) % divisor.integer(appendingZeros: 0) == 0
    }
}

extension JSONNumber {
    /// The number as an integer times 10^-`scale`, or `nil` if the integer would have more than 37 digits.
    package var scaled: (units: WideInteger, scale: Int)? {
        let parts = DecimalParts(lexeme)
        guard let exponent = parts.exponent.small, max(exponent, parts.digits.count) <= 37 else { return nil }
        let shift = exponent - parts.digits.count
        return (parts.integer(appendingZeros: max(0, shift)), max(0, -shift))
    }
}
