// SPDX-License-Identifier: Apache-2.0
import AccordContract
import AccordCore
import AccordJSON

/// A place in a document that json-c and the strict reader read differently.
package struct Disagreement: Sendable, Hashable {
    package enum Kind: String, Sendable {
        /// json-c rejects the document.
        case refusal
        case duplicateKey
        /// json-c ends a name at U+0000.
        case keyWithNUL
        /// An integer beyond 64 bits, which json-c clamps.
        case integerRange
        /// A number beyond the range of `Double`.
        case numberRange
        case value
    }

    package var kind: Kind
    package var pointer: JSONPointer
    package var position: JSONPosition
    /// The value according to RFC 8259.
    package var strict: String
    /// The value that json-c reads.
    package var jsonC: String
}

extension Disagreement {
    /// Returns a finding for a response's body. It is a warning, because the body is valid.
    ///
    /// - Parameter contract: The location of the documented body.
    package func finding(contract: SourceLocation?) -> Finding {
        Finding(
            rule: .jsonInterop, severity: .warning, blame: .server, summary, contract: contract,
            place: .init(.body, pointer.description), expected: strict, actual: jsonC, advice: advice)
    }

    /// Returns a diagnostic for a contract. All readers must read a contract in the same way.
    package func diagnostic(file: String, sourceLine: String?) -> Diagnostic {
        Diagnostic(
            .warning, rule: Rule.jsonInterop.id, "\(summary): this file says \(strict), json-c reads \(jsonC)",
            at: SourceLocation(
                file: file, line: position.line, column: position.column, pointer: pointer.description),
            sourceLine: sourceLine, advice: advice)
    }

    /// The description of the disagreement in one sentence.
    package var summary: String {
        switch kind {
        case .refusal: "json-c, the reader of many clients in C, doesn't take this JSON"
        case .duplicateKey: "a name stands twice in an object, and readers differ in which one they take"
        case .keyWithNUL: "a name holds U+0000, at which readers in C cut it"
        case .integerRange: "an integer is beyond 64 bits, and readers clamp or round it"
        case .numberRange: "a number is beyond a double, and readers make infinity of it"
        case .value: "json-c reads another value"
        }
    }

    private var advice: String {
        switch kind {
        case .refusal: "Find what the reader stops at; a smaller or plainer document is read everywhere."
        case .duplicateKey: "Send each name once (RFC 8259 section 4)."
        case .keyWithNUL: "Leave U+0000 out of names."
        case .integerRange, .numberRange: "Send it as a string, and document it as one."
        case .value: "Look at the bytes there: a plainer way to write the value is read alike everywhere."
        }
    }
}
