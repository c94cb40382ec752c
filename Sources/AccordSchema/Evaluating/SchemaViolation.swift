import AccordJSON

/// One way in which an instance breaks a schema.
public struct SchemaViolation: Sendable, CustomStringConvertible {
    /// Where the value is in the instance.
    public let instancePointer: JSONPointer
    /// The value that is wrong; for a key that is wrong, the member's value.
    public let instance: JSONValue
    /// The keyword that is broken, such as `required`; `false` where the schema `false` forbids the value.
    public let keyword: String
    /// Where the keyword stands in its document.
    public let keywordLocation: JSONPointer
    /// The same as a URI: the base of the schema's resource, then the pointer from its root.
    public let absoluteKeywordLocation: String
    /// The way from the root schema to the keyword, through every reference.
    public let evaluationPath: JSONPointer
    /// The keyword's value: its position says where in the document the violated constraint is.
    ///
    /// For a property that is missing it is the name in `required`.
    public let schemaValue: JSONValue
    /// One sentence for people.
    public let message: String
    /// What the schema wants.
    public let expected: String
    /// What the instance has.
    public let actual: String
    /// For `anyOf`, `oneOf` and the like: why the branch that comes closest was refused.
    public let causes: [SchemaViolation]

    /// The instance's pointer, then the message.
    public var description: String {
        let place = instancePointer.tokens.isEmpty ? "" : "\(instancePointer): "
        return "\(place)\(message)"
    }
}

extension SchemaViolation {
    /// True for `required` where all that is missing is left out by nature: `readOnly` isn't sent, `writeOnly` isn't
    /// answered.
    ///
    /// - Parameter access: `readOnly` or `writeOnly`.
    package func isOmission(of access: String) -> Bool {
        guard keyword == "required" else { return false }
        // What was broken is the name in the list, or the list itself.
        let list = schemaValue.kind == .array ? schemaValue.pointer : schemaValue.pointer.parent
        guard let owner = schemaValue.document.root.value(at: list?.parent ?? .root) else { return false }
        let missing = missingProperties
        let view = SchemaView(owner)
        return !missing.isEmpty && missing.allSatisfy { view.property($0)?.says(access) ?? false }
    }

    /// The properties that `required` or `dependentRequired` names and the value lacks: of a violation of these alone.
    package var missingProperties: [String] {
        let names = schemaValue.string.map { [$0] } ?? schemaValue.elements.compactMap(\.string)
        return names.filter { instance[$0] == nil }
    }
}
