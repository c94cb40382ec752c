import AccordJSON

/// An example of a parameter or of a body, in the words of OpenAPI's Example Object.
package struct NamedExample: Sendable {
    /// The key under `examples`, by which a request's examples and its answer's find each other; nil for `example`.
    package var name: String?
    package var summary: String?
    package var location: SourceLocation
    package var content: Content

    package enum Content: Sendable {
        /// The value as the schema describes it: `value`, 3.2's `dataValue`.
        case value(JSONValue)
        /// The text as it is sent: 3.2's `serializedValue`.
        case serialized(JSONValue)
        /// `externalValue`: kept to be named in diagnostics, never fetched.
        case external(JSONValue)
    }
}
