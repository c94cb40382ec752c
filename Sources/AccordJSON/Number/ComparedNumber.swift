/// A number that is held against many others: taken apart once, however long its text is.
package struct ComparedNumber: Sendable {
    private let parts: DecimalParts

    /// Takes a number apart, which costs in proportion to its text.
    package init(_ number: JSONNumber) { parts = DecimalParts(number.lexeme) }

    /// Whether another number has the same value; costs in proportion to the other's text.
    package func isSame(as other: JSONNumber) -> Bool { DecimalParts(other.lexeme) == parts }
}
