/// A number as its text spells it, compared by its exact decimal value.
///
/// `1.0` equals `1`, `9007199254740993` doesn't equal `9007199254740992`, and `1e999999999` costs no more than its
/// eleven characters.
public struct JSONNumber: Sendable, CustomStringConvertible {
    /// The number's text, as RFC 8259, section 6 spells numbers.
    public let lexeme: String

    /// Creates a number from its text; `nil` if RFC 8259 wouldn't take it.
    public init?(_ lexeme: String) {
        guard DecimalParts.isNumber(lexeme) else { return nil }
        self.lexeme = lexeme
    }

    /// Creates a number from text that is known to be one.
    init(validated lexeme: String) { self.lexeme = lexeme }

    /// Creates a number from an integer.
    public init(_ int: Int) { lexeme = String(int) }

    /// Creates a number in its shortest decimal form that reads back the same; `nil` for infinities and NaN.
    public init?(_ double: Double) {
        guard double.isFinite else { return nil }
        lexeme = double.description
    }

    /// The lexeme.
    public var description: String { lexeme }

    /// Whether the value is a whole number, however it is spelled (`1.0` and `1e3` are).
    public var isInteger: Bool { hasDigitsOnly || DecimalParts(lexeme).isInteger }

    /// The value as an `Int`; `nil` if it isn't whole or doesn't fit.
    public var int: Int? {
        if let small { return small }
        if hasDigitsOnly { return Int(lexeme) }
        return DecimalParts(lexeme).int
    }

    /// The `Double` nearest to the value; infinite beyond its range.
    public var double: Double {
        if let small, abs(small) < 1 << 53, small != 0 { return Double(small) }
        // The library's reading is exact, but nobody says what it costs for a lexeme of megabytes.
        if lexeme.utf8.count < 400, let double = Double(lexeme) { return double }
        return DecimalParts(lexeme).double
    }

    /// The integer of a lexeme that has no more than 18 characters, digits and a minus sign: the quick way.
    private var small: Int? { lexeme.utf8Buffer { SmallInteger.read($0, count: $1) } }

    /// Whether the lexeme has neither a point nor an exponent.
    private var hasDigitsOnly: Bool {
        lexeme.utf8Buffer { text, count in
            for at in 0..<count where text[at] == 0x2E || text[at] | 0x20 == 0x65 { return false }
            return true
        }
    }

    /// Whether the value divided by another is a whole number, computed without rounding.
    ///
    /// Zero is a multiple of everything; nothing else is a multiple of zero. Exact for every divisor of up to 18
    /// significant digits; with a longer one the answer is false where the division would cost more than 50 million
    /// steps, which takes lexemes of thousands of digits.
    public func isMultiple(of divisor: JSONNumber) -> Bool {
        if let small, let divisor = divisor.small { return small.isMultiple(of: divisor) }
        return DecimalParts(lexeme).isMultiple(of: DecimalParts(divisor.lexeme))
    }
}

extension JSONNumber: Hashable, Comparable {
    /// Whether both have the same value.
    public static func == (left: Self, right: Self) -> Bool {
        if left.lexeme == right.lexeme { return true }
        if let left = left.small, let right = right.small { return left == right }
        return DecimalParts(left.lexeme) == DecimalParts(right.lexeme)
    }

    /// Orders by value.
    public static func < (left: Self, right: Self) -> Bool {
        if let left = left.small, let right = right.small { return left < right }
        return DecimalParts(left.lexeme) < DecimalParts(right.lexeme)
    }

    /// Feeds the value.
    public func hash(into hasher: inout Hasher) { DecimalParts(lexeme).hash(into: &hasher) }
}

/// A number that is held against many others: taken apart once, however long its text is.
package struct ComparedNumber: Sendable {
    private let parts: DecimalParts

    /// Takes a number apart, which costs in proportion to its text.
    package init(_ number: JSONNumber) { parts = DecimalParts(number.lexeme) }

    /// Whether another number has the same value; costs in proportion to the other's text.
    package func isSame(as other: JSONNumber) -> Bool { DecimalParts(other.lexeme) == parts }
}

/// Integers that are read without a detour.
enum SmallInteger {
    /// The value of at most 18 characters that are digits and perhaps a minus sign; `nil` for other text.
    @inline(__always)
    static func read(_ text: UnsafePointer<UInt8>, count: Int) -> Int? {
        // Every access is below the count.
        guard count <= 18, count > 0 else { return nil }
        let isNegative = text[0] == 0x2D
        var value = 0
        var at = isNegative ? 1 : 0
        while at < count {
            let digit = text[at] &- 0x30
            if digit > 9 { return nil }
            value = value &* 10 &+ Int(truncatingIfNeeded: digit)
            at &+= 1
        }
        return isNegative ? -value : value
    }
}
