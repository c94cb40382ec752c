// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The errors in a schema, in the order of the schema's text.
public struct SchemaError: Error, Sendable, CustomStringConvertible {
    /// The errors. The list has at least one element.
    public let diagnostics: [SchemaDiagnostic]

    /// The errors as text, one per line.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// An error in a schema.
public struct SchemaDiagnostic: Sendable, CustomStringConvertible {
    /// The invalid value with its location.
    public let location: JSONValue
    /// The error and its reason.
    package let problem: String
    /// The advice on how to correct an unknown keyword. `nil` for other errors.
    package let hint: String?
    /// The keyword that the error is about, such as `$ref`.
    public let keyword: String

    init(location: JSONValue, message: String, keyword: String, hint: String? = nil) {
        self.location = location
        problem = message
        self.keyword = keyword
        self.hint = hint
    }

    /// A message with the error, its reason and a hint.
    public var message: String { hint.map { "\(problem); \($0)" } ?? problem }

    /// The error as text, in the form `file:line:column: error: message`.
    public var description: String { "\(location.document.file):\(location.position): error: \(message)" }
}
