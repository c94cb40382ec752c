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
        lexeme.utf8Buffer { text, count in
            // Every access to `text` is at an offset below `count`.
            var at = 0
            if count > 0, text[0] == 0x2D {
                isNegative = true
                at = 1
            }
            var beforePoint = 0
            var leadingZeros = 0
            digits = [UInt8](unsafeUninitializedCapacity: max(count - at, 1)) { digits, digitCount in
                // There are at most as many digits as remaining bytes. Reserve memory for that number.
                var afterPoint = false
                var length = 0
                while at < count {
                    let byte = text[at]
                    at &+= 1
                    if byte &- 0x30 < 10 {
                        if !afterPoint { beforePoint &+= 1 }
                        if length == 0, byte == 0x30 {
                            leadingZeros &+= 1
                        } else {
                            digits[length] = byte &- 0x30
                            length &+= 1
                        }
                    } else if byte == 0x2E {
                        afterPoint = true
                    } else {
                        break
                    }
                }
                digitCount = length
            }
            while digits.last == 0 { digits.removeLast() }
            if digits.isEmpty {
                isNegative = false
            } else {
                exponent = WideInteger(beforePoint - leadingZeros)
                let written = String(decoding: UnsafeBufferPointer(start: text + at, count: count - at), as: UTF8.self)
                if let power = WideInteger(written) { exponent = exponent + power }
            }
        }
    }

    var isInteger: Bool { digits.isEmpty || exponent >= WideInteger(digits.count) }

    var int: Int? {
        if digits.isEmpty { return 0 }
        guard isInteger, let places = exponent.small, places <= 19 else { return nil }
        var value = 0
        for place in 0..<places {
            let digit = place < digits.count ? Int(digits[place]) : 0
            let (product, isTooLarge) = value.multipliedReportingOverflow(by: 10)
            let (sum, overflows) = product.addingReportingOverflow(isNegative ? -digit : digit)
            if isTooLarge || overflows { return nil }
            value = sum
        }
        return value
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
            do throws(ReadFailure) {
                try reader.scanNumber()
                return reader.at == count
            } catch {
                return false
            }
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
        let dividend = WideInteger(isNegative: false, digits: digits + [UInt8](repeating: 0, count: zeros))
        return dividend % WideInteger(isNegative: false, digits: divisor.digits) == 0
    }
}

extension JSONNumber {
    /// The number as an integer times 10^-`scale`, or `nil` if the integer would have more than 37 digits.
    package var scaled: (units: WideInteger, scale: Int)? {
        let parts = DecimalParts(lexeme)
        guard let exponent = parts.exponent.small, max(exponent, parts.digits.count) <= 37 else { return nil }
        let zeros = [UInt8](repeating: 0, count: max(0, exponent - parts.digits.count))
        let units = WideInteger(isNegative: parts.isNegative, digits: parts.digits + zeros)
        return (units, max(0, parts.digits.count - exponent))
    }
}
