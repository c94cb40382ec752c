// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A violation of a schema by an instance.
public struct SchemaViolation: Sendable, CustomStringConvertible {
    /// The location of the value in the instance.
    public let instancePointer: JSONPointer
    /// The invalid value. For an invalid key, it is the member's value.
    public let instance: JSONValue
    /// The violated keyword, such as `required`, or `false` if the schema `false` rejects the value.
    public let keyword: String
    /// The location of the keyword in its document.
    public let keywordLocation: JSONPointer
    /// The location as a URI: the base URI of the schema's resource, then the pointer from its root.
    public let absoluteKeywordLocation: String
    /// The path from the root schema to the keyword, through every reference.
    public let evaluationPath: JSONPointer
    /// The keyword's value. Its position is that of the violated constraint in the document.
    ///
    /// For a missing property it is the name in `required`.
    public let schemaValue: JSONValue
    /// One sentence for people.
    public let message: String
    /// A description of the values that the schema accepts.
    public let expected: String
    /// A description of the value in the instance.
    public let actual: String
    /// The violations of the closest branch of `anyOf`, `oneOf` and similar keywords.
    public let causes: [SchemaViolation]

    /// The instance's pointer, then the message.
    public var description: String {
        let place = instancePointer.tokens.isEmpty ? "" : "\(instancePointer): "
        return "\(place)\(message)"
    }
}

extension SchemaViolation {
    /// Returns whether a violation of `required` is about properties that are never in such a message: `readOnly`
    /// properties in requests, `writeOnly` properties in responses.
    ///
    /// - Parameter access: `readOnly` or `writeOnly`.
    package func isOmission(of access: String) -> Bool {
        guard keyword == "required" else { return false }
        // The violated value is the name in the list, or the list.
        let list = schemaValue.kind == .array ? schemaValue.pointer : schemaValue.pointer.parent
        guard let owner = schemaValue.document.root.value(at: list?.parent ?? .root) else { return false }
        let missing = missingProperties
        let view = SchemaView(owner)
        return !missing.isEmpty && missing.allSatisfy { view.property($0)?.says(access) ?? false }
    }

    /// The missing properties of a violation of `required` or `dependentRequired`.
    package var missingProperties: [String] {
        let names = schemaValue.string.map { [$0] } ?? schemaValue.elements.compactMap(\.string)
        return names.filter { instance[$0] == nil }
    }
}
