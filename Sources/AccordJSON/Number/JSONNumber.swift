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
    public var isInteger: Bool { DecimalParts(lexeme).isInteger }

    /// The value as an `Int`; `nil` if it isn't whole or doesn't fit.
    public var int: Int? {
        // The common spelling first; with a point or an exponent it fails.
        Int(lexeme) ?? DecimalParts(lexeme).int
    }

    /// The `Double` nearest to the value; infinite beyond its range.
    public var double: Double { DecimalParts(lexeme).double }

    /// Whether the value divided by another is a whole number, computed without rounding.
    ///
    /// Zero is a multiple of everything; nothing else is a multiple of zero. A divisor of more than 1,000 significant
    /// digits counts only for dividends up to 100,000 digits.
    public func isMultiple(of divisor: JSONNumber) -> Bool {
        DecimalParts(lexeme).isMultiple(of: DecimalParts(divisor.lexeme))
    }
}

extension JSONNumber: Hashable, Comparable {
    /// Whether both have the same value.
    public static func == (left: Self, right: Self) -> Bool {
        left.lexeme == right.lexeme || DecimalParts(left.lexeme) == DecimalParts(right.lexeme)
    }

    /// Orders by value.
    public static func < (left: Self, right: Self) -> Bool {
        DecimalParts(left.lexeme) < DecimalParts(right.lexeme)
    }

    /// Feeds the value.
    public func hash(into hasher: inout Hasher) { DecimalParts(lexeme).hash(into: &hasher) }
}
