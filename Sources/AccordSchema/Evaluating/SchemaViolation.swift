// SPDX-License-Identifier: Apache-2.0
import AccordJSON

/// A violation of a schema by an instance.
public struct SchemaViolation: Sendable, CustomStringConvertible {
    /// The location of the invalid value, as a pointer from the root of the instance.
    public let instancePointer: JSONPointer
    /// The invalid value. For an invalid key, this is the value of the member with the key.
    public let instance: JSONValue
    /// The violated keyword, such as `required`, or `false` if the schema `false` rejects the value.
    public let keyword: String
    /// The location of the keyword in its document.
    public let keywordLocation: JSONPointer
    /// The location of the keyword as a URI: the base URI of the schema's resource, then the pointer from the
    /// resource's root.
    public let absoluteKeywordLocation: String
    /// The keywords and tokens that lead from the root schema to the keyword, including each `$ref` that was followed.
    public let evaluationPath: JSONPointer
    /// The keyword's value. Its position in the document shows where the violated constraint is.
    ///
    /// If a property is missing, this is the name of the property in the array `required`.
    public let schemaValue: JSONValue
    /// One sentence that describes the violation.
    public let message: String
    /// A description of the values that the schema accepts.
    public let expected: String
    /// A description of the value in the instance.
    public let actual: String
    /// For `anyOf`, `oneOf` and similar keywords: the violations of the branch that the value fits best.
    public let causes: [SchemaViolation]

    /// The JSON Pointer of the instance, followed by the message.
    public var description: String {
        let place = instancePointer.tokens.isEmpty ? "" : "\(instancePointer): "
        return "\(place)\(message)"
    }
}

extension SchemaViolation {
    /// The names of the missing properties in a violation of `required` or `dependentRequired`.
    package var missingProperties: [String] {
        let names = schemaValue.string.map { [$0] } ?? schemaValue.elements.compactMap(\.string)
        return names.filter { instance[$0] == nil }
    }
}
