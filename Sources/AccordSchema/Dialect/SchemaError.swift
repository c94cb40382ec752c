import AccordJSON

/// Why a schema can't be used: everything that is wrong with it, in the order of its text.
public struct SchemaError: Error, Sendable, CustomStringConvertible {
    /// The mistakes; at least one.
    public let diagnostics: [SchemaDiagnostic]

    /// A line for each mistake.
    public var description: String { diagnostics.map(\.description).joined(separator: "\n") }
}

/// One mistake in a schema.
public struct SchemaDiagnostic: Sendable, CustomStringConvertible {
    /// The value that is wrong.
    public let location: JSONValue
    /// The error, its reason and a hint.
    public let message: String
    /// The keyword that is meant, such as `$ref`.
    public let keyword: String

    /// `file:line:column: error: message`.
    public var description: String { "\(location.document.file):\(location.position): error: \(message)" }
}
