// SPDX-License-Identifier: Apache-2.0
/// A number with its source text, compared by exact decimal value.
///
/// `1.0` equals `1`, `9007199254740993` doesn't equal `9007199254740992`, and `1e999999999` takes no more memory than
/// its eleven characters.
public struct JSONNumber: Sendable, CustomStringConvertible {
    /// The source text of the number (RFC 8259, section 6).
    public let lexeme: String

    /// Creates a number from its source text. Returns `nil` if the text isn't a number of RFC 8259.
    public init?(_ lexeme: String) {
        guard DecimalParts.isNumber(lexeme) else { return nil }
        self.lexeme = lexeme
    }

    /// Creates a number from a source text that is known to be valid.
    init(validated lexeme: String) { self.lexeme = lexeme }

    /// Creates a number from an integer.
    public init(_ int: Int) { lexeme = String(int) }

    /// Creates a number with the shortest decimal form that represents the same `Double`. Returns `nil` for infinities
    /// and NaN.
    public init?(_ double: Double) {
        guard double.isFinite else { return nil }
        lexeme = double.description
    }

    /// The source text of the number.
    public var description: String { lexeme }

    /// Whether the value is a whole number, in any notation, such as `1.0` or `1e3`.
    public var isInteger: Bool { hasDigitsOnly || DecimalParts(lexeme).isInteger }

    /// The value as an `Int`, or `nil` if it isn't a whole number or doesn't fit.
    public var int: Int? {
        if let small { return small }
        if hasDigitsOnly { return Int(lexeme) }
        return DecimalParts(lexeme).int
    }

    /// The `Double` nearest to the value. Infinite if the value is out of range.
    public var double: Double {
        if let small, abs(small) < 1 << 53, small != 0 { return Double(small) }
        // The standard library rounds correctly. Use it only for short lexemes, because its documentation doesn't state
        // the time to convert a lexeme of several megabytes.
        if lexeme.utf8.count < 400, let double = Double(lexeme) { return double }
        return DecimalParts(lexeme).double
    }

    /// The integer, if the lexeme has at most 18 characters: digits and an optional minus sign.
    private var small: Int? { lexeme.utf8Buffer { SmallInteger.read($0, count: $1) } }

    /// Whether the lexeme has no decimal point and no exponent.
    private var hasDigitsOnly: Bool { !lexeme.utf8.contains { $0 == 0x2E || $0 | 0x20 == 0x65 } }

    /// Returns whether the value divided by `divisor` is a whole number, computed without rounding.
    ///
    /// Zero is a multiple of every number, and only zero is a multiple of zero. The result is exact for divisors of up
    /// to 18 significant digits. For longer divisors, the result is `false` if the division would take more than 50
    /// million steps. Only lexemes of thousands of digits take so long.
    public func isMultiple(of divisor: JSONNumber) -> Bool {
        if let small, let divisor = divisor.small { return small.isMultiple(of: divisor) }
        return DecimalParts(lexeme).isMultiple(of: DecimalParts(divisor.lexeme))
    }
}

extension JSONNumber: Hashable, Comparable {
    /// Returns whether two numbers have the same value.
    public static func == (left: Self, right: Self) -> Bool {
        if left.lexeme == right.lexeme { return true }
        if let left = left.small, let right = right.small { return left == right }
        return DecimalParts(left.lexeme) == DecimalParts(right.lexeme)
    }

    /// Orders numbers by value.
    public static func < (left: Self, right: Self) -> Bool {
        if let left = left.small, let right = right.small { return left < right }
        return DecimalParts(left.lexeme) < DecimalParts(right.lexeme)
    }

    /// Hashes the numeric value. The numbers `1` and `1.0` have the same hash.
    public func hash(into hasher: inout Hasher) { DecimalParts(lexeme).hash(into: &hasher) }
}

/// A number that is split into digits and exponent once, to compare it with many numbers.
package struct ComparedNumber: Sendable {
    private let parts: DecimalParts

    /// Splits a number into its digits and exponent.
    package init(_ number: JSONNumber) { parts = DecimalParts(number.lexeme) }

    /// Returns whether `other` has the same value.
    package func isSame(as other: JSONNumber) -> Bool { DecimalParts(other.lexeme) == parts }
}

/// Reads short integers faster than `DecimalParts` does.
enum SmallInteger {
    /// Returns the value of a text of digits with an optional minus sign. Returns `nil` for other text and for more
    /// than 18 characters.
    @inline(__always)
    static func read(_ text: UnsafePointer<UInt8>, count: Int) -> Int? {
        // Every access to `text` is at an offset below `count`.
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
