// SPDX-License-Identifier: Apache-2.0
/// An integer of any length, for the exponents of numbers such as `1e99999999999999999999`.
struct DecimalInteger: Hashable {
    private(set) var isNegative: Bool
    /// The digits as values from 0 to 9, least significant first. Empty if the value fits into ``small``.
    private var digits: [UInt8]
    /// The value, or `nil` if it has more than 18 digits.
    private(set) var small: Int?

    init(_ value: Int) {
        isNegative = value < 0
        digits = []
        small = value
    }

    /// Reads an optional sign and digits.
    init(_ text: UnsafePointer<UInt8>, count: Int) {
        var at = 0
        var isNegative = false
        if count > 0, text[0] == 0x2D || text[0] == 0x2B {
            isNegative = text[0] == 0x2D
            at = 1
        }
        while at < count, text[at] == 0x30 { at += 1 }
        // The range from the first nonzero digit to the end is within the text.
        self.init(
            isNegative: isNegative,
            digits: UnsafeBufferPointer(start: text + at, count: count - at).reversed().map { $0 - 0x30 })
    }

    private init(isNegative: Bool, digits: [UInt8]) {
        var digits = digits
        while digits.last == 0 { digits.removeLast() }
        if digits.count <= 18 {
            let magnitude = digits.reversed().reduce(0) { $0 * 10 + Int($1) }
            self.isNegative = isNegative && magnitude != 0
            self.digits = []
            small = isNegative ? -magnitude : magnitude
        } else {
            self.isNegative = isNegative
            self.digits = digits
            small = nil
        }
    }

    private var magnitude: [UInt8] {
        guard let small else { return digits }
        var quotient = small.magnitude
        var result: [UInt8] = []
        while quotient > 0 {
            result.append(UInt8(quotient % 10))
            quotient /= 10
        }
        return result
    }

    static func += (left: inout Self, right: Self) { left = left + right }

    static func - (left: Self, right: Self) -> Self {
        right.small.map { left + Self(-$0) } ?? (left + Self(isNegative: !right.isNegative, digits: right.digits))
    }

    static func + (left: Self, right: Self) -> Self {
        if let left = left.small, let right = right.small, abs(left) < 1 << 58, abs(right) < 1 << 58 {
            return Self(left + right)
        }
        let (ours, theirs) = (left.magnitude, right.magnitude)
        if left.isNegative == right.isNegative { return Self(isNegative: left.isNegative, digits: add(ours, theirs)) }
        if precedes(ours, theirs) { return Self(isNegative: right.isNegative, digits: subtract(ours, from: theirs)) }
        return Self(isNegative: left.isNegative, digits: subtract(theirs, from: ours))
    }

    private static func add(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var carry: UInt8 = 0
        for place in 0..<max(left.count, right.count) {
            let sum = (place < left.count ? left[place] : 0) + (place < right.count ? right[place] : 0) + carry
            result.append(sum % 10)
            carry = sum / 10
        }
        if carry > 0 { result.append(carry) }
        return result
    }

    /// Returns the difference of two magnitudes. `larger` must not be less than `smaller`.
    private static func subtract(_ smaller: [UInt8], from larger: [UInt8]) -> [UInt8] {
        var result = larger
        var borrow: Int8 = 0
        for place in result.indices {
            var digit = Int8(result[place]) - borrow - (place < smaller.count ? Int8(smaller[place]) : 0)
            borrow = digit < 0 ? 1 : 0
            if digit < 0 { digit += 10 }
            result[place] = UInt8(digit)
        }
        return result
    }

    private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count != right.count
            ? left.count < right.count : left.reversed().lexicographicallyPrecedes(right.reversed())
    }
}

extension DecimalInteger: Comparable {
    static func < (left: Self, right: Self) -> Bool {
        if let left = left.small, let right = right.small { return left < right }
        if left.isNegative != right.isNegative { return left.isNegative }
        return left.isNegative
            ? precedes(right.magnitude, left.magnitude) : precedes(left.magnitude, right.magnitude)
    }
}
