// SPDX-License-Identifier: Apache-2.0
import AccordSchema

/// Functions for scalars that are sent as text in paths, queries and header fields.
enum TextValue {
    /// Returns whether a schema accepts a value after the value was sent as text.
    static func isAccepted(_ value: JSON, by schema: Schema) -> Bool {
        if schema.isValid(value) { return true }
        switch value {
        case .number, .bool: return accepts(value.compact, schema)
        case .string(let text): return accepts(text, schema)
        case .array(let elements):
            // An empty list and null have no text.
            let texts = elements.map { $0.string ?? $0.compact }
            return texts.isEmpty || readings(of: texts).contains { schema.isValid(.array($0)) }
        case .null: return true
        case .object: return false
        }
    }

    /// Returns the lists that a list of texts may represent.
    private static func readings(of texts: [String]) -> [[JSON]] {
        let numbers = texts.compactMap { JSONNumber($0).map(JSON.number) }
        let booleans = texts.filter { ["true", "false"].contains($0) }.map { JSON.bool($0 == "true") }
        return [texts.map(JSON.string)] + [numbers, booleans].filter { $0.count == texts.count }
    }

    private static func accepts(_ text: String, _ schema: Schema) -> Bool {
        if schema.isValid(.string(text)) { return true }
        if let number = JSONNumber(text), schema.isValid(.number(number)) { return true }
        if text == "true" || text == "false", schema.isValid(.bool(text == "true")) { return true }
        // The text `5` may represent the list `[5]`.
        guard SchemaView(schema.source).types.contains(.array) else { return false }
        return readings(of: [text]).contains { schema.isValid(.array($0)) }
    }

    /// Decides whether `outer` accepts every value that `inner` accepts, if the values are sent as text. Tries only
    /// examples and boundary values.
    static func decide(_ inner: Schema, within outer: Schema) -> Inclusion {
        for value in inner.samples + samples.map({ JSON.string($0) })
        where inner.isValid(value) && !isAccepted(value, by: outer) {
            return .excluded(value)
        }
        return isUnlimitedText(outer) ? .included : .undecided
    }

    /// Sample strings: a word, punctuation, a number, two words, and an empty string.
    private static let samples = ["a", "?", "-0.5", "x y", ""]

    private static func isUnlimitedText(_ schema: Schema) -> Bool {
        samples.allSatisfy { accepts($0, schema) }
    }
}
