// SPDX-License-Identifier: Apache-2.0
import AccordCore

/// A value in a JSON document that json-c and Accord's strict parser read differently.
package struct Disagreement: Sendable, Hashable {
    package enum Kind: String, Sendable {
        /// json-c rejects the document.
        case refusal
        case duplicateKey
        /// A key that contains U+0000, at which json-c ends the key.
        case keyWithNUL
        /// An integer that doesn't fit into 64 bits. json-c returns the nearest 64-bit integer.
        case integerRange
        /// A number beyond the range of `Double`.
        case numberRange
        case value
    }

    package var kind: Kind
    package var pointer: JSONPointer
    package var position: JSONPosition
    /// The value that Accord's strict parser reads.
    package var strict: String
    /// The value that json-c reads.
    package var jsonC: String

    /// Returns a finding about a response's body. The finding is a warning, because the body is valid JSON.
    ///
    /// - Parameter contract: The location in the contract that documents the body.
    package func finding(contract: SourceLocation?) -> Finding {
        Finding(
            rule: .jsonInterop, severity: .warning, summary, contract: contract,
            place: .init(.body, pointer.description), expected: strict, actual: jsonC, advice: advice)
    }

    /// Returns a warning about a contract file. All JSON parsers should read a contract in the same way.
    package func diagnostic(file: String, sourceLine: String?) -> Diagnostic {
        Diagnostic(
            .warning, rule: Rule.jsonInterop.id, "\(summary): Accord reads \(strict), json-c reads \(jsonC)",
            at: SourceLocation(file: file, line: position.line, column: position.column, pointer: pointer.description),
            sourceLine: sourceLine, advice: advice)
    }

    /// Describes in one sentence what json-c and Accord read differently.
    package var summary: String {
        switch kind {
        case .refusal: "json-c, a JSON library for C, rejects this JSON"
        case .duplicateKey: "an object has a duplicate key, and JSON parsers differ in which value they use"
        case .keyWithNUL: "a key contains U+0000, which ends the key in C libraries"
        case .integerRange: "an integer doesn't fit into 64 bits, and many JSON parsers clamp or round it"
        case .numberRange: "a number exceeds the range of Double, and many JSON parsers return infinity"
        case .value: "json-c, a JSON library for C, reads a different value"
        }
    }

    private var advice: String {
        switch kind {
        case .refusal: "Simplify the JSON at the position that json-c reports."
        case .duplicateKey: "Remove one of the members with the duplicate key (RFC 8259 section 4)."
        case .keyWithNUL: "Remove U+0000 from the key."
        case .integerRange, .numberRange: "Write the number as a string, and document it as a string."
        case .value: "Write the value in a simpler form that all JSON parsers read in the same way."
        }
    }
}
