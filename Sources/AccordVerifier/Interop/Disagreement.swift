import AccordJSON

/// A place where json-c reads something else than the strict reader.
package struct Disagreement: Sendable, Hashable {
    package enum Kind: String, Sendable {
        /// json-c doesn't take the document at all.
        case refusal
        case duplicateKey
        /// json-c cuts a name at U+0000.
        case keyWithNUL
        /// Beyond 64 bits, which json-c clamps.
        case integerRange
        /// Beyond a double.
        case numberRange
        case value
    }

    package var kind: Kind
    package var pointer: JSONPointer
    package var position: JSONPosition
    /// What the text says, by RFC 8259.
    package var strict: String
    /// What json-c makes of it.
    package var jsonC: String
}
