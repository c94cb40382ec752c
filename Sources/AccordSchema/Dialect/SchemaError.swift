// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// The errors in a schema, in the order of its text.
public struct SchemaError: Error, Sendable, CustomStringConvertible {
    /// The errors, at least one.
    public let diagnostics: [SchemaDiagnostic]

    /// One line per error.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// An error in a schema.
public struct SchemaDiagnostic: Sendable, CustomStringConvertible {
    /// The invalid value.
    public let location: JSONValue
    /// The error, its reason and a hint.
    public let message: String
    /// The keyword, such as `$ref`.
    public let keyword: String

    /// `file:line:column: error: message`.
    public var description: String { "\(location.document.file):\(location.position): error: \(message)" }
}
