extension DecimalParts {
    /// The most digit products that a division by more than 18 digits may cost.
    private static let maximumWork = 50_000_000

    /// Whether a divisor goes into this value a whole number of times.
    func isMultiple(of divisor: DecimalParts) -> Bool {
        if digits.isEmpty { return true }
        if divisor.digits.isEmpty { return false }
        // Both are an integer that doesn't end with 0, times a power of ten.
        let power = exponent - DecimalInteger(digits.count)
        let divisorPower = divisor.exponent - DecimalInteger(divisor.digits.count)
        let shift = power - divisorPower
        if shift < DecimalInteger(0) { return false }
        // Zeros beyond the divisor's own factors of two and five (fewer than four a digit) change nothing.
        let most = 4 * divisor.digits.count
        let zeros = min(shift.small ?? most, most)
        if divisor.digits.count <= 18 { return hasNoRemainder(zeros: zeros, divisor.digits) }
        let work = (digits.count + zeros).multipliedReportingOverflow(by: divisor.digits.count)
        guard !work.overflow, work.partialValue <= Self.maximumWork else { return false }
        return hasNoLongRemainder(zeros: zeros, divisor.digits)
    }

    private func hasNoRemainder(zeros: Int, _ divisor: [UInt8]) -> Bool {
        let modulus = divisor.reduce(UInt64(0)) { $0 * 10 + UInt64($1) }
        var rest: UInt64 = 0
        for place in 0..<digits.count + zeros {
            let digit = place < digits.count ? UInt64(digits[place]) : 0
            // The rest is less than 10^18: ten times as much fits.
            rest = (rest * 10 + digit) % modulus
        }
        return rest == 0
    }

    /// Long division, digit by digit, on limbs of nine digits from the lowest on.
    private func hasNoLongRemainder(zeros: Int, _ divisor: [UInt8]) -> Bool {
        let base: Int64 = 1_000_000_000
        var modulus: [Int64] = []
        var end = divisor.count
        while end > 0 {
            modulus.append(divisor[max(0, end - 9)..<end].reduce(0) { $0 * 10 + Int64($1) })
            end -= 9
        }
        modulus.append(0)
        var rest = [Int64](repeating: 0, count: modulus.count)
        for place in 0..<digits.count + zeros {
            var carry = place < digits.count ? Int64(digits[place]) : 0
            for limb in rest.indices {
                let value = rest[limb] * 10 + carry
                rest[limb] = value % base
                carry = value / base
            }
            while !rest.reversed().lexicographicallyPrecedes(modulus.reversed()) {
                var borrow: Int64 = 0
                for limb in rest.indices {
                    let value = rest[limb] - modulus[limb] - borrow
                    borrow = value < 0 ? 1 : 0
                    rest[limb] = value < 0 ? value + base : value
                }
            }
        }
        return rest.allSatisfy { $0 == 0 }
    }
}
